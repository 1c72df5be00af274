import Diagnostics
import Qualifiers
import RuleEnvironment

extension RuleChecker {
  /// The expectation, when all its keys exist and its values are written out.
  mutating func expectation(of syntax: ExpectationSyntax) -> Expectation? {
    let context = syntax.context.compactMap { setting(of: $0, isAnswer: false) }
    let answers = syntax.answers.compactMap { setting(of: $0, isAnswer: true) }
    guard context.count == syntax.context.count, answers.count == syntax.answers.count else {
      return nil
    }
    return Expectation(context: context, answers: answers, source: source, span: syntax.span)
  }

  private mutating func setting(
    of assignment: RuleSyntax.Assignment,
    isAnswer: Bool
  ) -> Expectation.Setting? {
    let name = assignment.key.first
    guard let key = vocabulary[name] else {
      report(.unknownKey(name, near: nearestKey(to: name)), at: assignment.keySpan)
      return nil
    }
    guard assignment.key.components.count == 1 else {
      report(.pathExpected(assignment.key), at: assignment.keySpan)
      return nil
    }
    guard let value = assignment.value.constant else {
      report(.notConstant(name), at: assignment.value.span)
      return nil
    }
    // Objects such as entities are called by their names.
    let isNamed = !isAnswer && key.names != nil && value.string != nil
    guard isNamed || key.decode(value) != nil else {
      report(.wrongType(name, takes: key.typeName, got: value.summary), at: assignment.value.span)
      return nil
    }
    if let domain = key.names { checkNames(in: assignment.value, domain) }
    return Expectation.Setting(name: name, key: key, value: value)
  }
}
