import Diagnostics
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
    let (parsed, faults) = Qualifiers.Expression.parse(text)
    guard let parsed, faults.isEmpty else {
      throw PromptRefusal(
        faults.first?.sentence ?? "it is not complete",
        at: faults.first?.span.start
      )
    }
    guard Reads(parsed).variables.isEmpty else {
      throw PromptRefusal("names with a $ have no value here")
    }
    if let place = parsed.aggregatePlace {
      throw PromptRefusal(
        "related rows are not read here; use a property that a model computes of them",
        at: place
      )
    }
    let entity = scope[ModelKeys.shared.entity]
    do {
      expression = try scope.expression(namedByUser: parsed)
      kinds = Dictionary(
        expression.paths.map { ($0, entity?.comparedKind(at: $0) ?? .anything) },
        uniquingKeysWith: { first, _ in first }
      )
      // Texts may write numbers.
      let mismatches = expression.mismatches { path in
        kinds[path].map { $0 == .text ? .anything : $0 } ?? .anything
      }
      if let mismatch = mismatches.first { throw UsageError(mismatch) }
    } catch {
      let span = (error as? UsageError)?.span
      throw PromptRefusal(typedSentence(of: error), at: span?.start)
    }
  }

  /// The property paths to fetch for each row.
  package var paths: [PropertyPath] { expression.paths }

  /// Returns the value of the expression for `record`, which holds only the properties that the user may see.
  ///
  /// - Throws: ``PromptRefusal`` when the expression reads a property that is not in `record`, or has no value for it.
  package func value(of record: Record, now: Date) throws(PromptRefusal) -> Value {
    let context = RowContext(row: ValueContext(.object(record), now: now))
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
    let mapped = try expression.mapParts { operand throws(PromptRefusal) in
      guard operands.contains(operand), case .path(let path) = operand.kind,
        case .string(let text)? = record.value(forPath: path.components[...])
      else { return try readingNumbers(operand, of: record) }
      guard let input = NumberInput(text) else {
        throw PromptRefusal(
          "‘\(path)’ is “\(text.prefix(40))”, not a number like 9.90; ‘replace’ can make it one"
        )
      }
      return Qualifiers.Expression(.literal(.decimal(input.number)), span: operand.span)
    } _: { condition throws(PromptRefusal) in
      try readingNumbers(in: condition, of: record)
    }
    return mapped ?? expression
  }

  private func readingNumbers(
    in condition: Qualifier,
    of record: Record
  ) throws(PromptRefusal) -> Qualifier {
    let mapped = try condition.mapParts { operand throws(PromptRefusal) in
      try readingNumbers(operand, of: record)
    } _: { part throws(PromptRefusal) in
      try readingNumbers(in: part, of: record)
    }
    return mapped ?? condition
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

/// The values of one row, and why an expression has none.
private final class RowContext: EvaluationContext {
  private let row: ValueContext
  /// The first reason why something could not be computed.
  private(set) var fault: ExpressionFault?

  init(row: ValueContext) { self.row = row }

  var now: Date { row.now }
  func value(at path: PropertyPath) -> Value? { row.value(at: path) }
  func value(ofVariable path: PropertyPath) -> Value? { nil }
  func report(_ fault: ExpressionFault) { self.fault = self.fault ?? fault }
}

extension Qualifiers.Expression {
  /// The place of the first aggregate over related rows; `nil` without one.
  fileprivate var aggregatePlace: Int? {
    if case .aggregate = kind { return span?.start ?? 0 }
    var place: Int?
    eachPart({ place = place ?? $0.aggregatePlace }) { condition in
      condition.eachPart({ place = place ?? $0.aggregatePlace }) { _ in }
    }
    return place
  }

  /// Whether something in it is divided by 0.
  fileprivate func dividesByZero(with context: RowContext) -> Bool {
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
