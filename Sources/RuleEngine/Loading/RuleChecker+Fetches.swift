import Qualifiers
import RuleEnvironment

extension RuleChecker {
  /// The fault of a condition that was meant to pick objects and lacks `where`; `nil` for one about the place itself.
  ///
  /// Is meant so where the key takes nothing else that is a condition, or a word in it is none of the keys.
  func fetchFault(_ test: Qualifier, for key: any AnyKey, named name: String) -> RuleFault? {
    guard key.decode(.qualifier(.constant(true))) != nil else { return nil }
    var strangers: [PropertyPath] = []
    test.eachExpression { expression in
      if case .path(let path) = expression.kind, vocabulary[path.first] == nil {
        strangers.append(path)
      }
    }
    let takesTruth = key.decode(.bool(true)) != nil
    guard !strangers.isEmpty || !takesTruth else { return nil }
    let advice = "write: \(name) = where (\(fetching(test)))"
    guard let stranger = strangers.first else {
      return .wrongType(name, takes: key.typeName, got: "true or false").advising(advice)
    }
    return RuleFault(
      "unknown-key",
      "`\(stranger)` is not a key; write a condition on objects as `where (…)`"
    )
    .advising(advice)
  }

  /// Returns the condition as applied to fetched objects: their properties become plain paths and keys become variables.
  private func fetching(_ test: Qualifier) -> Qualifier {
    let prefix = RuleSchema.objectKey
    func operand(_ expression: Expression) -> Expression? {
      guard case .path(let path) = expression.kind else {
        return expression.mapParts(operand, fetched)
      }
      if path.first == prefix, path.components.count > 1 {
        let rest = path.components.dropFirst().joined(separator: ".")
        return Expression(.path(PropertyPath(rest)))
      }
      let isProperty = names[.property]?.contains(path.first) ?? false
      guard vocabulary[path.first] != nil, !isProperty else { return expression }
      return Expression(.variable(path))
    }
    func fetched(_ condition: Qualifier) -> Qualifier? { condition.mapParts(operand, fetched) }
    return fetched(test) ?? test
  }
}
