import Qualifiers
package import RuleEngine
package import RuleEnvironment
import StandardKeys

nonisolated extension RuleResolver {
  /// Returns why `key` is false here, the rule behind: `a rule forbids it (clerk.rules:3: isObjectEditable = false)`.
  package func reason(for key: Key<Bool>, in scope: EnvironmentValues) -> String {
    let explanation = explain(key, in: scope)
    let cause = applicationCause(of: explanation, in: scope, depth: 4) ?? explanation
    let isHidden = key === PermissionKeys.shared.isPropertyVisible
    let answer = "\(cause.keyName) = \(cause.value)"
    guard let rule = cause.rule else {
      return isHidden ? "it is hidden (\(answer))" : "it is forbidden (\(answer))"
    }
    if rule.isDenial { return rule.faultSentence }
    return "a rule \(isHidden ? "hides" : "forbids") it (\(rule.file):\(rule.line): \(answer))"
  }

  /// Returns the explanation by a rule that is neither built in nor a mapping, following the keys that such rules read.
  ///
  /// Returns `nil` when there is none within `depth` steps.
  private func applicationCause(
    of explanation: Explanation,
    in scope: EnvironmentValues,
    depth: Int
  ) -> Explanation? {
    guard let rule = explanation.rule, depth > 0 else { return nil }
    if rule.layer != .builtIn, !rule.isMapping { return explanation }
    for reading in explanation.reads where reading.path.first != explanation.keyName {
      guard let next = explain(reading.path.first, in: scope) else { continue }
      if let cause = applicationCause(of: next, in: scope, depth: depth - 1) { return cause }
    }
    return nil
  }

  /// Whether somebody else than the program itself answers a key.
  package func isAnswered(_ key: any AnyKey, in root: EnvironmentValues) -> Bool {
    root.isExplicit(key) || model.rules(for: key).contains { $0.layer > .derived }
  }
}

nonisolated extension Rule {
  /// Why a rule that has a fault permits nothing.
  var faultSentence: String {
    "a rule with a fault forbids it (\(file):\(line): \(keyName); see 'rules check')"
  }
}
