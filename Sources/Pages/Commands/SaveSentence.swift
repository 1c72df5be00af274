package import Editing
import EntityModel
import EntityStore
import StandardKeys

/// What keeps changes from being saved, with the names people know.
package struct SaveSentence {
  private let session: Session

  /// With the names of a session's rules.
  package init(session: Session) { self.session = session }

  /// The sentence.
  package func text(for error: SaveError) -> String {
    switch error {
    case .invalid(let problems):
      var counts: [String: Int] = [:]
      let all = problems.map { "\(name($0.key, of: $0.entityName)): \($0.message)" }
      let different = all.filter { sentence in
        counts[sentence, default: 0] += 1
        return counts[sentence] == 1
      }
      let more = different.count - Self.mostSentences
      return different.prefix(Self.mostSentences).map { sentence in
        let count = counts[sentence] ?? 1
        return count > 1 ? "\(sentence) (\(NumberText.count(count)) times)" : sentence
      }.joined(separator: "; ") + (more > 0 ? "; and \(NumberText.count(more)) more" : "")
    case .store(.uniqueViolated(let entity, let attributes)) where !attributes.isEmpty:
      let names = attributes.map { name($0, of: entity) }.joined(separator: ", ")
      return "another \(entity) has the same \(names)"
    case .store(.nullViolated(let entity, let attribute)):
      return "\(name(attribute, of: entity)) needs a value"
    case .store(.checkViolated(let entity, let constraint, let attributes))
    where !attributes.isEmpty:
      let names = attributes.map { name($0, of: entity) }.joined(separator: ", ")
      return "\(names): the database allows only \(constraint)"
    case .store(let error): return error.sentence
    }
  }

  /// So many different sentences are told: what is wrong in thousands of rows is not read to its end.
  private static let mostSentences = 10

  private func name(_ key: String, of entityName: String) -> String {
    guard let entity = session.model.entity(named: entityName) else { return key }
    let known = entity.propertyNames(writing: key)[0]
    return session.root.scoped(toTask: "edit").scoped(to: entity).displayName(of: known)
  }
}
