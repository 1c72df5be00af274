package import Editing
package import EntityModel
package import EntityStore
import RuleEnvironment
import StandardKeys

/// The error message for a refused save, with the names that the screen shows for entities and properties.
package struct SaveErrorText {
  private let work: WorkContext

  /// With the names of a session's rules.
  package init(work: WorkContext) { self.work = work }

  /// The sentence; where several of `objects` were to be saved, faults stand behind the label of their object.
  package func text(for error: SaveError, of objects: [ManagedObject] = []) -> String {
    switch error {
    case .invalid(let problems):
      return text(for: problems, labels: labels(of: objects, in: problems))
    case .store(.uniqueViolated(let entity, let attributes)) where !attributes.isEmpty:
      let names = attributes.map { name($0, of: entity) }.joined(separator: ", ")
      return "another \(work.shownName(entity)) has the same \(names)"
    case .store(.nullViolated(let entity, let attribute)):
      return "\(name(attribute, of: entity)) needs a value"
    case .store(.checkViolated(let entity, let constraint, let attributes))
    where !attributes.isEmpty:
      let names = attributes.map { name($0, of: entity) }.joined(separator: ", ")
      return "\(names): the database allows only \(constraint)"
    case .store(let error): return work.sentence(for: error)
    }
  }

  /// One fault of an object, or of several that are called the same.
  private struct Sentence: Hashable {
    let label: String
    let text: String
  }

  private func text(for problems: [FieldProblem], labels: [Int: String]) -> String {
    var counts: [Sentence: Int] = [:]
    let all = problems.map { problem in
      Sentence(
        label: labels[problem.token] ?? "",
        text: "\(name(problem.key, of: problem.entityName)): \(problem.message)"
      )
    }
    let different = all.filter { sentence in
      counts[sentence, default: 0] += 1
      return counts[sentence] == 1
    }
    var said = ""
    let parts = different.prefix(Self.mostSentences).map { sentence in
      let count = counts[sentence] ?? 1
      let times = count > 1 ? " (\(NumberText.count(count)) times)" : ""
      let label = sentence.label == said ? "" : "\(sentence.label): "
      said = sentence.label
      return label + sentence.text + times
    }
    let more = different.count - Self.mostSentences
    return parts.joined(separator: "; ") + (more > 0 ? "; and \(NumberText.count(more)) more" : "")
  }

  /// The labels of the objects of which some problems are told, by token; none where a single object was to be saved.
  private func labels(of objects: [ManagedObject], in problems: [FieldProblem]) -> [Int: String] {
    guard objects.count > 1 else { return [:] }
    let tokens = Set(problems.map(\.token))
    let unsaved = UnsavedChanges(work: work)
    return Dictionary(
      objects.filter { tokens.contains($0.token) }.map { ($0.token, unsaved.label(of: $0)) }
    ) { first, _ in first }
  }

  /// The maximum number of different error messages in one text.
  private static let mostSentences = 10

  private func name(_ key: String, of entityName: String) -> String {
    work.shownName(entityName, key)
  }
}

extension WorkContext {
  /// The name that the screen shows for an entity, or for one of its properties.
  package func shownName(_ entityName: String, _ property: String? = nil) -> String {
    guard let entity = model.entity(named: entityName) else { return property ?? entityName }
    guard let property else { return shownName(of: entity) }
    let known = entity.propertyNames(writing: property)[0]
    return root.scoped(toTask: .edit).scoped(to: entity).displayName(of: known)
  }

  /// The name that the screen shows for an entity.
  package func shownName(of entity: Entity) -> String {
    root.scoped(to: entity)[ModelKeys.shared.displayNameForEntity]
  }

  /// The sentence about a refused save, with the names that the screen shows.
  package func sentence(for error: StoreError) -> String { error.sentence { shownName($0, $1) } }

  /// The sentence about a failed read, with the names that the screen shows.
  package func readingSentence(for error: StoreError) -> String {
    error.readingSentence { shownName($0, $1) }
  }
}
