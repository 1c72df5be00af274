package import Diagnostics
import FoundationEssentials

/// An operand of a kind that an operator or a function never takes: `name * 2`.
package struct OperandMismatch: KindMismatch {
  /// The operation, and the operand that does not fit.
  let whole: Expression
  let operand: Expression
  /// The kind of the operand.
  let kind: ComparedKind
  /// The kind of value needed: `a number`.
  let wanted: String

  /// The place of the operand, if the text was parsed.
  package var span: SourceSpan? { operand.span ?? whole.span }

  /// The fault in words, names between `quote`: `'name' is a text, but 'name * 2' needs a number`.
  package func message(quoting quote: String) -> String {
    "\(quote)\(operand)\(quote) is \(kind.title), but \(quote)\(whole)\(quote) needs \(wanted)"
  }

  /// The operation with an operand that would fit, as `date` where one is needed; `nil` where nobody can tell.
  package func correction(naming date: PropertyPath?) -> String? {
    switch (kind.family, whole.kind) {
    case (_, .arithmetic(let date, let sign, let days)) where wanted == Self.duration:
      let count = if case .literal(.int(let count)) = days.kind { count } else { Int64(7) }
      return "\(date.operandText) \(sign.rawValue) \(count) days"
    case (_, .arithmetic(let left, .plus, let right)) where wanted == Self.text:
      return Expression(.function(.concat, [left, right])).description
    case (.date, .arithmetic(_, let sign, _)) where sign == .plus || sign == .minus: return nil
    default: break
    }
    let fitting: Expression.Kind? =
      switch (wanted, kind.family) {
      case (Self.number, .text) where operand.writtenText == nil: .function(.length, [operand])
      case (Self.number, .date): .function(.day, [operand])
      case (Self.number, .truth):
        .conditional(.truth(operand), Expression(.literal(.int(1))), Expression(.literal(.int(0))))
      case (Self.date, _):
        if case .function = whole.kind { date.map(Expression.Kind.path) } else { .today }
      default: nil
      }
    return fitting.flatMap { fitting in
      whole.mapParts({ $0 == operand ? Expression(fitting) : $0 }, { $0 })?.description
    }
  }

  static let number = "a number"
  static let date = "a date"
  static let duration = "a duration"
  static let text = "a text"
  static let whole = "a whole number"
  static let plain = "a plain value"

  /// The kinds that fit, for each kind of value needed.
  static let fitting: [String: Set<ComparedKind>] = [
    number: [.number], date: [.date, .dateOrNever],
    plain: [.number, .truth, .date, .dateOrNever, .text],
  ]
}

extension Expression {
  /// The kind of what this reads or computes, where `kindOf` says what is at a path.
  package func comparedKind(_ kindOf: (PropertyPath) -> ComparedKind) -> ComparedKind {
    switch kind {
    case .literal(let value): value.comparedKind
    case .path(let path): kindOf(path)
    case .today: .day
    case .now: .date
    case .dateOffset(let base, let offset):
      switch base.comparedKind(kindOf) {
      case .time: .time
      case .day: offset.unit.isOfClock ? .date : .day
      default: .date
      }
    case .template: .text
    case .condition: .truth
    case .conditional(_, let positive, let negative):
      Self.joinedKind([positive, negative], kindOf)
    case .arithmetic(let left, let sign, let right):
      sign.resultKind(left.comparedKind(kindOf), right.comparedKind(kindOf))
    case .function(let function, let parameters):
      switch function {
      case .div, .round, .abs, .min, .max, .coalesce: Self.joinedKind(parameters, kindOf)
      case .lower, .upper, .trim, .substring, .concat, .replace, .yearQuarter, .yearMonth,
        .yearWeek:
        .text
      case .length, .year, .quarter, .month, .week, .weekday, .day, .hour: .whole
      }
    case .aggregate(let aggregate):
      switch aggregate.function {
      case .count, .distinct: .whole
      case .sum, .min, .max, .avg, .median: aggregate.operandKind(kindOf)
      }
    case .variable, .list, .dictionary, .next, .qualifier, .call, .computed: .anything
    }
  }

  /// The kind of values that come from one of several operands; null is of every kind.
  private static func joinedKind(
    _ operands: [Expression],
    _ kindOf: (PropertyPath) -> ComparedKind
  ) -> ComparedKind {
    let kinds = operands.filter { $0.kind != .literal(.null) }.map { $0.comparedKind(kindOf) }
    guard let first = kinds.first else { return .anything }
    return kinds.dropFirst().reduce(first) { $0.joined(with: $1) }
  }

  /// The operands that never fit.
  package func operandMismatches(_ kindOf: (PropertyPath) -> ComparedKind) -> [OperandMismatch] {
    func misfits(_ wanted: String, _ operands: [Expression]) -> [OperandMismatch] {
      operands.compactMap { operand in
        let kind = operand.comparedKind(kindOf)
        let fits = OperandMismatch.fitting[wanted]?.contains(kind.family) == true
        guard kind.family != .anything, !fits else { return nil }
        if case .literal(let value) = operand.kind, wanted == OperandMismatch.date,
          ComparedKind.date.canMeet(value) || ComparedKind.time.canMeet(value)
        {
          return nil
        }
        return OperandMismatch(whole: self, operand: operand, kind: kind, wanted: wanted)
      }
    }
    // Those that compare with none of the kind of the first that is read.
    func incomparable(_ operands: [Expression]) -> [OperandMismatch] {
      let read = operands.first { $0.writtenValue == nil && $0.comparedKind(kindOf) != .anything }
      guard let read else { return [] }
      return operands.filter {
        (ComparisonMismatch(read, .less, with: $0, kinds: kindOf)
          ?? ComparisonMismatch($0, .less, with: read, kinds: kindOf)) != nil
      }.map {
        let (kind, wanted) = ($0.comparedKind(kindOf), read.comparedKind(kindOf).title)
        return OperandMismatch(whole: self, operand: $0, kind: kind, wanted: wanted)
      }
    }
    typealias Wanted = OperandMismatch
    func wholes(_ operands: ArraySlice<Expression>) -> [OperandMismatch] {
      operands.flatMap { operand in
        guard case .literal(let number) = operand.kind, number.integer == nil else {
          return misfits(Wanted.number, [operand])
        }
        return misfits(Wanted.whole, [operand])
      }
    }
    switch kind {
    case .dateOffset(let base, let offset):
      let kind = base.comparedKind(kindOf)
      // A time of day is moved by hours, not by days.
      if kind == .time, !offset.unit.isOfClock {
        return [OperandMismatch(whole: self, operand: base, kind: kind, wanted: Wanted.date)]
      }
      return kind == .text ? [] : misfits(Wanted.date, [base])
    case .arithmetic(let left, let sign, let right):
      let kinds = [left, right].map { $0.comparedKind(kindOf).family }
      if sign == .plus, kinds.contains(.text) {
        let isDated = [left, right].contains { operand in
          operand.writtenText.map { Date(moment: $0) != nil } == true
        }
        let others = [left, right].filter { $0.comparedKind(kindOf).family != .text }
        let numbers = isDated ? misfits(Wanted.duration, others) : []
        return numbers.isEmpty ? misfits(Wanted.text, others) : numbers
      }
      if kinds[0] == .date, kinds[1] == .number, sign == .plus || sign == .minus {
        return misfits(Wanted.duration, [right])
      }
      let areDates = sign == .minus && kinds.contains(.date)
      return misfits(areDates ? Wanted.date : Wanted.number, [left, right])
    case .function(let function, let parameters):
      switch function {
      case .div, .abs: return misfits(Wanted.number, parameters)
      case .round:
        return misfits(Wanted.number, Array(parameters.prefix(1))) + wholes(parameters.dropFirst())
      case .substring:
        return misfits(Wanted.plain, Array(parameters.prefix(1))) + wholes(parameters.dropFirst())
      case .length, .lower, .upper, .trim, .concat, .replace:
        return misfits(Wanted.plain, parameters)
      case .min, .max: return misfits(Wanted.plain, parameters) + incomparable(parameters)
      case .coalesce: return []
      default:
        let times = parameters.filter { function != .hour && $0.comparedKind(kindOf) == .time }
        return misfits(Wanted.date, parameters)
          + times.map {
            OperandMismatch(whole: self, operand: $0, kind: .time, wanted: Wanted.date)
          }
      }
    case .aggregate(let aggregate):
      let kind = aggregate.operandKind(kindOf)
      guard let operand = aggregate.operand, [.sum, .avg].contains(aggregate.function),
        ![.number, .anything].contains(kind.family)
      else { return [] }
      return [OperandMismatch(whole: self, operand: operand, kind: kind, wanted: Wanted.number)]
    default: return []
    }
  }
}

extension PathAggregate {
  /// The kind of the value of each related row.
  fileprivate func operandKind(_ kindOf: (PropertyPath) -> ComparedKind) -> ComparedKind {
    let kind = operand?.comparedKind { kindOf(path.appending($0)) } ?? .whole
    // A mean of whole numbers has a fraction.
    return (function == .avg || function == .median) && kind == .whole ? .decimal : kind
  }
}

extension PropertyPath {
  /// The path on from the end of this one.
  package func appending(_ path: PropertyPath) -> PropertyPath {
    PropertyPath(components: components + path.components)
  }
}

extension ArithmeticOperator {
  /// The kind of the result for operands that fit.
  fileprivate func resultKind(_ left: ComparedKind, _ right: ComparedKind) -> ComparedKind {
    switch self {
    case .plus where left == .text || right == .text: return .text
    case .minus where left.family == .date || right.family == .date:
      return left == .day && right == .day ? .whole : .number
    default: break
    }
    guard left.family == .number, right.family == .number else { return .number }
    let joined = left.joined(with: right)
    return self == .divided && joined == .whole ? .decimal : joined
  }
}

extension Expression {
  /// The path that this is; `nil` for all else.
  package var path: PropertyPath? { if case .path(let path) = kind { path } else { nil } }

  /// The text that is written out; `nil` for all else.
  package var writtenText: String? {
    if case .literal(.string(let text)) = kind { text } else { nil }
  }
}

extension Value {
  /// The kind of a constant.
  fileprivate var comparedKind: ComparedKind {
    switch self {
    case .bool: .truth
    case .int: .whole
    case .decimal: .decimal
    case .double: .number
    case .string: .text
    case .date(let date) where date.isOnFirstDay: .anything
    case .date(let date): date == date.startOfDay ? .day : .date
    case .data: .bytes
    case .null, .list, .dictionary, .object: .anything
    }
  }
}
