import EntityModel
package import EntityStore
package import FoundationEssentials
package import Qualifiers
package import RuleEnvironment
import StandardKeys

/// A value computed for each row by an expression of the rule language: `price * 1.1`, `due + 7 days`.
package struct BulkExpression {
  /// The expression, with names as the model has them.
  private let expression: Qualifiers.Expression
  /// The kinds of the properties that the expression reads.
  private let kinds: [PropertyPath: ComparedKind]

  /// Reads a text about objects of a page's entity.
  ///
  /// - Throws: What is wrong with it and where, or that something of it may not be seen.
  package init(_ text: String, in scope: EnvironmentValues) throws(PromptRefusal) {
    let entity = scope[ModelKeys.shared.entity]
    do { expression = try scope.expression(writtenByUser: text, acceptsTexts: true) } catch {
      throw PromptRefusal(error)
    }
    guard expression.variables.isEmpty else {
      throw PromptRefusal("names with a $ have no value here")
    }
    let related = expression.paths.first { path in
      entity?.hops(along: path.components).contains { $0.relationship?.isToMany == true } == true
    }
    if let path = related {
      throw PromptRefusal("'\(path)' is not read here; use a property that a model computes of it")
    }
    kinds = Dictionary(
      expression.paths.map { ($0, entity?.comparedKind(at: $0).family ?? .anything) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// The property paths to fetch for each row.
  package var paths: [PropertyPath] { expression.paths }

  /// Returns the value of the expression for `record`, which holds only the properties that the user may see.
  ///
  /// - Throws: ``PromptRefusal`` when the expression reads a property that is not in `record`, or has no value for it.
  package func value(of record: Record, now: Date) throws(PromptRefusal) -> Value {
    let context = ObjectContext(record, now: now)
    let expression = try readingNumbers(expression, of: record)
    guard let value = expression.evaluate(with: context) else {
      let hidden = paths.first { context.value(at: $0) == nil }
      throw PromptRefusal(
        context.fault?.message ?? hidden.map { "‘\($0)’ is hidden from you" }
          ?? "the expression has no value for it"
      )
    }
    if value.isNull, expression.dividesByZero(with: context) {
      throw PromptRefusal("it divides by zero")
    }
    return value
  }

  // MARK: Numbers in texts

  /// The expression with the numbers that texts of a row write in place of those, where numbers are computed with.
  private func readingNumbers(
    _ expression: Qualifiers.Expression,
    of record: Record
  ) throws(PromptRefusal) -> Qualifiers.Expression {
    let operands: [Qualifiers.Expression]
    switch expression.kind {
    case .arithmetic(let left, let sign, let right) where isNumeric(sign, [left, right]):
      operands = [left, right]
    case .function(let function, let parameters) where [.abs, .div, .round].contains(function):
      operands = parameters
    default: operands = []
    }
    func number(_ operand: Qualifiers.Expression) throws(PromptRefusal) -> Qualifiers.Expression? {
      guard operands.contains(operand), case .path(let path) = operand.kind,
        case .string(let text)? = record.value(forPath: path.components[...])
      else { return try readingNumbers(operand, of: record) }
      guard let input = NumberInput(text) else {
        throw PromptRefusal(
          "‘\(path)’ is “\(text.prefix(40))”, not a number like 9.90; ‘replace’ can make it one"
        )
      }
      return Qualifiers.Expression(.literal(.decimal(input.number)), span: operand.span)
    }
    let mapped = try expression.mapParts(number) { condition throws(PromptRefusal) in condition }
    return mapped ?? expression
  }

  /// Whether an operator computes numbers: `+` joins texts, too, and `-` gives the time between dates.
  private func isNumeric(_ sign: ArithmeticOperator, _ sides: [Qualifiers.Expression]) -> Bool {
    let sides = sides.map { $0.comparedKind { kinds[$0] ?? .anything }.family }
    return switch sign {
    case .plus: sides.contains(.number)
    case .minus: !sides.contains(.date) && !sides.contains(.dateOrNever)
    case .times, .divided, .remainder: true
    }
  }
}

extension Qualifiers.Expression {
  /// Whether something in it is divided by 0.
  fileprivate func dividesByZero(with context: ObjectContext) -> Bool {
    var divides = false
    switch kind {
    case .arithmetic(_, .divided, let divisor), .arithmetic(_, .remainder, let divisor):
      divides = divisor.evaluate(with: context)?.compare(.int(0)) == .equal
    case .function(.div, let parameters) where parameters.count == 2:
      divides = parameters[1].evaluate(with: context)?.compare(.int(0)) == .equal
    default: break
    }
    eachPart({ divides = divides || $0.dividesByZero(with: context) }) { _ in }
    return divides
  }
}
