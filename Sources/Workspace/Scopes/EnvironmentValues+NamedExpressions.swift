import AccessControl
import Diagnostics
import EntityModel
import EntityStore
package import Qualifiers
package import RuleEnvironment
import StandardKeys

extension EnvironmentValues {
  /// A value of each object as a person writes it, with the names that exist: `yearMonth(closedAt)`.
  ///
  /// A reference stands for its key. With `isLabelled` that may be hidden, as labels stand for it where it is shown.
  ///
  /// - Throws: ``UsageError`` for a text that is no expression and for names that do not exist, ``StoreError/refused(_:)``
  ///   for what is not shown.
  package func value(writtenByUser text: String, isLabelled: Bool = false) throws
    -> Qualifiers.Expression
  {
    let isPath = text.allSatisfy { $0.isLetter || $0.isNumber || "_. ".contains($0) }
    do {
      let named =
        try isPath
        ? pathOrExpression(writtenByUser: text) : expression(writtenByUser: text)
      guard case .path(let path) = named.kind else {
        guard Reads(named).allPaths.isEmpty else { return named }
        let name = named.writtenText.flatMap { try? self.path(namedByUser: $0).description }
        let hint = (name ?? shownNames.first).map { "; write a property: \($0)" } ?? ""
        throw UsageError("'\(text)' is the same for every row\(hint)", at: named.span)
      }
      return Qualifiers.Expression(.path(try keyPath(of: path, isLabelled)))
    } catch let error as UsageError { throw error.showingPlace(in: text) }
  }

  /// Checks that none of the values to be shown is made of passwords.
  ///
  /// - Throws: ``UsageError`` that names the first.
  package func checkSecrets(in values: [Qualifiers.Expression]) throws(UsageError) {
    guard let secret = values.flatMap(\.paths).first(where: leadsToPassword) else { return }
    throw UsageError(
      "'\(secret)' holds passwords, which are only counted: --count-distinct \(secret)"
    )
  }

  /// A path of names as the screen shows them, else an expression of words: `name is null`.
  private func pathOrExpression(writtenByUser text: String) throws -> Qualifiers.Expression {
    do { return Qualifiers.Expression(.path(try path(namedByUser: text))) } catch let error
      as UsageError
    {
      let (read, faults) = Qualifiers.Expression.parse(text)
      guard let read, faults.isEmpty, read.path == nil else { throw error }
      return try expression(writtenByUser: text)
    }
  }

  /// The path to the key of a reference; another path as it is.
  private func keyPath(of path: PropertyPath, _ isLabelled: Bool) throws -> PropertyPath {
    guard let relationship = self[ModelKeys.shared.entity]?.property(at: path).relationship else {
      return path
    }
    guard !relationship.isToMany else {
      throw UsageError("'\(path)' holds related rows; count them with \(path).@count")
    }
    guard let join = relationship.definition.joins.first, relationship.definition.joins.count == 1
    else { throw UsageError("'\(path)' is not a single value; name a property of it: \(path).…") }
    let source = PropertyPath(components: path.components.dropLast() + [join.source])
    let destination = relationship.destination.map { scoped(to: $0) }
    let isNarrowed = destination?[PermissionKeys.shared.restrictingQualifier] != nil
    if !isNarrowed, isLabelled || shows(source) { return source }
    // The key of the other row, which has none where that row may not be seen.
    let key = PropertyPath(components: path.components + [join.destination])
    guard shows(key) else {
      throw StoreError.refused(
        "the key of '\(path)' is not shown; name a property of it: \(path).…, or show labels (--display)"
      )
    }
    return key
  }
}
