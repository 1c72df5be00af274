import Qualifiers
import RuleEnvironment

extension RuleChecker {
  /// The expectation, when all its keys exist and its values are written out.
  mutating func expectation(of syntax: ExpectationSyntax) -> Expectation? {
    guard hasValidEnclosingBlocks(syntax.outerConditions) else { return nil }
    let context = syntax.context.compactMap { setting(of: $0, isAnswer: false) }
    let answers = syntax.answers.compactMap { setting(of: $0, isAnswer: true) }
    guard context.count == syntax.context.count, answers.count == syntax.answers.count else {
      return nil
    }
    return Expectation(
      context: facts(of: syntax.outerConditions, besides: context) + context,
      answers: answers,
      conditions: syntax.outerConditions,
      source: source,
      span: syntax.span
    )
  }

  /// Returns the equalities of the surrounding `when` blocks as settings, outermost first, unless the expectation sets the key
  /// itself.
  private func facts(
    of conditions: [Qualifier],
    besides context: [Expectation.Setting]
  ) -> [Expectation.Setting] {
    var names = Set(context.map(\.name))
    return Qualifier.all(conditions).conjuncts.compactMap { part in
      guard let (path, value) = part.fact, let key = vocabulary[path.first] else { return nil }
      // Objects such as entities are called by their names.
      let isNamed = path.components.dropFirst() == ["name"] && key.names != nil
      guard isNamed || path.components.count == 1 && key.decode(value) != nil,
        names.insert(path.first).inserted
      else { return nil }
      return Expectation.Setting(name: path.first, key: key, value: value)
    }
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
    guard let value = assignment.value.expected else {
      report(.notConstant(name), at: assignment.value.span)
      return nil
    }
    if !isAnswer, name == RuleSchema.objectKey, value.isObject {
      // A link names a row, which is looked for when the expectation is tried.
      if case .dictionary = value {
        let known = faults
        checkNames(in: assignment.value, .property)
        guard faults == known else { return nil }
      }
      return Expectation.Setting(name: name, key: key, value: value)
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

extension Expression {
  /// The value when it is written out; a condition for the database is one too.
  fileprivate var expected: Value? {
    if case .qualifier(let qualifier) = kind, qualifier.variables.isEmpty {
      return .qualifier(qualifier)
    }
    return constant
  }
}

extension Value {
  /// Whether an object can be made of it, or found by it: its properties, a link.
  fileprivate var isObject: Bool {
    switch self {
    case .dictionary: true
    case .string(let link): link.contains("#")
    default: false
    }
  }
}

extension Qualifier {
  /// The path and what it must be, when the condition says no more than that.
  fileprivate var fact: (PropertyPath, Value)? {
    switch self {
    case .truth(let operand): operand.path.map { ($0, .bool(true)) }
    case .not(.truth(let operand)): operand.path.map { ($0, .bool(false)) }
    default: requiredEquality
    }
  }
}
