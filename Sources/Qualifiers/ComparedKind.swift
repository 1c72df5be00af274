package import Diagnostics
import FoundationEssentials

/// The kind of values on one side of a comparison, such as number, date or text.
///
/// The rule checker uses it to report comparisons with a constant that can never be equal.
package enum ComparedKind: Sendable, Hashable {
  case number, truth, date, text, bytes, object
  /// Numbers without a fraction, and numbers that are exact.
  case whole, decimal
  /// Dates without a time, and times without a date.
  case day, time
  /// Dates, and 0 and -1 where a column counts time and has them for "never".
  case dateOrNever
  /// Values of several kinds, or nobody knows.
  case anything

  /// Whether some value of the kind can equal `constant` or come before it; of a list, any of its elements.
  ///
  /// Null compares with nothing, but is no mistake; an empty text may stand in any column.
  package func canMeet(_ constant: Value) -> Bool {
    switch (family, constant) {
    case (_, .null), (.anything, _), (.bytes, _), (_, .string("")): true
    case (_, .list(let members)): members.isEmpty || members.contains(where: canMeet)
    case (.text, _): constant.isPlain
    case (.object, _): !constant.isPlain
    case (.dateOrNever, .int(0)), (.dateOrNever, .int(-1)): true
    case (.date, .string(let text)) where self == .time:
      Date(timeOfDay: text) != nil || Date(moment: text) != nil
    // Years and the like have a place among dates, and equal none.
    case (.date, .string(let text)), (.dateOrNever, .string(let text)): Date(moment: text) != nil
    case (.date, _), (.dateOrNever, _): if case .date = constant { true } else { false }
    default: sample.compare(constant) != nil
    }
  }

  /// Whether some value of the kind can equal one of the other kind or come before it.
  package func canMeet(_ other: ComparedKind) -> Bool {
    switch (family, other.family) {
    case (.anything, _), (_, .anything), (.bytes, _), (_, .bytes), (.object, .object): true
    case (.object, _), (_, .object): false
    case (.dateOrNever, .number), (.number, .dateOrNever): true
    case (.dateOrNever, .truth), (.truth, .dateOrNever): true
    default: canMeet(other.sample)
    }
  }

  /// A value of the kind; of texts one that can be a date and none that is no number.
  private var sample: Value {
    switch family {
    case .number: .int(0)
    case .truth: .bool(true)
    case .date, .dateOrNever: .date(Date(timeIntervalSince1970: 0))
    default: .string("")
    }
  }

  /// The kind without regard to fractions and times.
  package var family: ComparedKind {
    switch self {
    case .whole, .decimal: .number
    case .day, .time: .date
    default: self
    }
  }

  /// The narrowest kind that has the values of both.
  package func joined(with other: ComparedKind) -> ComparedKind {
    switch (self, other) {
    case _ where self == other: self
    case (.whole, .decimal), (.decimal, .whole): .decimal
    default: family == other.family ? family : .anything
    }
  }

  /// The kind in a sentence: `birthday is a date`.
  package var title: String {
    switch family {
    case _ where self == .time: "a time"
    case .number: "a number"
    case .truth: "true or false"
    case .date, .dateOrNever: "a date"
    case .text: "a text"
    case .bytes: "bytes"
    case .object: "an object"
    default: "any value"
    }
  }
}

/// A comparison or an operand of kinds that never fit.
///
/// `Qualifier.mismatches` finds them when rules are loaded.
package protocol KindMismatch {
  /// The fault in words, names between `quote`.
  func message(quoting quote: String) -> String
  /// The spelling that may have been meant, with `date` for a date; `nil` where nobody can tell.
  func correction(naming date: PropertyPath?) -> String?
  /// The place of the fault, if the text was parsed.
  var span: SourceSpan? { get }
}

extension KindMismatch {
  /// The fault in words, names in straight quotes.
  package func message() -> String { message(quoting: "'") }
  /// The spelling that may have been meant; `nil` where nobody can tell.
  package func correction() -> String? { correction(naming: nil) }
}

/// A comparison that can never be true because its two sides have different kinds, such as a date and a plain text.
struct ComparisonMismatch: KindMismatch {
  /// The side that reads a value, and its kind.
  let tested: Expression
  let kind: ComparedKind
  let comparison: Qualifier.Operator
  let other: Expression
  /// The kind of the other side; `nil` for a constant.
  let otherKind: ComparedKind?

  var span: SourceSpan? { other.span ?? tested.span }

  /// The fault in words, names between `quote`: `'birthday' is a date and never equals 1990`.
  func message(quoting quote: String) -> String {
    let other =
      otherKind.map { "\(quote)\(self.other)\(quote), \($0.title)" } ?? "\(self.other)"
    return "\(quote)\(tested)\(quote) is \(kind.title) and never equals \(other)"
  }

  /// The comparison that may have been meant; `nil` where nobody can tell.
  package func correction(naming date: PropertyPath?) -> String? {
    guard let constant = other.writtenValue else { return nil }
    switch (kind.family, constant) {
    case (.date, _) where kind == .time: return "\(tested) \(comparison.rawValue) '08:30'"
    case (.date, _), (.dateOrNever, _):
      let day = constant.meantDay ?? "2024-12-31"
      return "\(tested) \(comparison.rawValue) '\(day)'"
    case (.truth, _): return "\(tested) = true"
    case (.number, .string(let text)) where comparison == .equal:
      return "\(tested) like \(Value.string(text).literal)"
    default: return nil
    }
  }
}

extension Qualifier {
  /// The comparisons whose sides can never meet and the operands that never fit, in the order they are written.
  ///
  /// `kind` says what is at a path: `anything` where that is not known.
  package func mismatches(_ kind: (PropertyPath) -> ComparedKind) -> [any KindMismatch] {
    var found: [any KindMismatch] = []
    eachPart({ found += $0.mismatches(kind) }, { found += $0.mismatches(kind) })
    func compare(_ left: Expression, _ comparison: Operator, with right: Expression) {
      let turned = comparison.turned ?? comparison
      let members = if case .list(let members) = right.kind { members } else { [right] }
      let wrong = members.compactMap {
        ComparisonMismatch(left, comparison, with: $0, kinds: kind)
          ?? ComparisonMismatch($0, turned, with: left, kinds: kind)
      }
      // One that can be equal is enough.
      if let first = wrong.first, wrong.count == members.count { found.append(first) }
    }
    switch self {
    case .comparison(let left, let comparison, let right) where comparison.looksAtWhole:
      compare(left, comparison, with: right)
    case .between(let tested, let low, let high):
      compare(tested, .greaterOrEqual, with: low)
      compare(tested, .lessOrEqual, with: high)
    case .in(let tested, let members): compare(tested, .equal, with: members)
    default: break
    }
    return found
  }
}

extension Expression {
  /// The mismatches in a value, as ``Qualifier/mismatches(_:)`` finds them; those of `where (…)` belong to other objects.
  package func mismatches(_ kind: (PropertyPath) -> ComparedKind) -> [any KindMismatch] {
    if case .qualifier = self.kind { return [] }
    // An aggregate reads its rows.
    func inside(_ path: PropertyPath) -> ComparedKind {
      if case .aggregate(let rows) = self.kind { return kind(rows.path.appending(path)) }
      return kind(path)
    }
    var found: [any KindMismatch] = []
    eachPart({ found += $0.mismatches(inside) }, { found += $0.mismatches(inside) })
    return found + operandMismatches(kind)
  }
}

extension ComparisonMismatch {
  /// The mismatch of two sides; `nil` where they can meet.
  init?(
    _ tested: Expression,
    _ comparison: Qualifier.Operator,
    with other: Expression,
    kinds kindOf: (PropertyPath) -> ComparedKind
  ) {
    let kind = tested.comparedKind(kindOf)
    guard kind != .anything, tested.writtenValue == nil else { return nil }
    let constant = other.writtenValue
    let otherKind = constant == nil ? other.comparedKind(kindOf) : nil
    let canMeet = constant.map { kind.canMeet($0) } ?? otherKind.map { kind.canMeet($0) }
    guard canMeet == false else { return nil }
    (self.tested, self.kind, self.comparison) = (tested, kind, comparison)
    (self.other, self.otherKind) = (other, otherKind)
  }
}

extension Expression {
  /// The value that is written out; `nil` for what has to be computed.
  var writtenValue: Value? {
    switch kind {
    case .literal(let value): value
    case .condition(.constant(let flag)): .bool(flag)
    default: nil
    }
  }

  /// Gives the conditions that stand in this value and belong to the same object.
  fileprivate func eachCondition(_ body: (Qualifier) -> Void) {
    switch kind {
    case .qualifier, .aggregate: return
    default: break
    }
    eachPart({ $0.eachCondition(body) }, { $0.eachCondition(body) })
  }
}

extension Qualifier {
  /// Gives this condition and all that stand in it and belong to the same object.
  package func eachCondition(_ body: (Qualifier) -> Void) {
    body(self)
    eachPart({ $0.eachCondition(body) }, { $0.eachCondition(body) })
  }

  /// Advice for a `like` in the manner of SQL, with `%` or `_` and neither `*` nor `?`; `nil` without one.
  package var adviceForPatternOfSQL: String? {
    var advice: String?
    eachCondition { qualifier in
      guard case .comparison(let tested, let comparison, let right) = qualifier,
        comparison == .like || comparison == .ilike, case .literal(.string(let text)) = right.kind,
        !text.contains(where: { "*?\\".contains($0) }), text.contains(where: { "%_".contains($0) })
      else { return }
      let pattern = String(text.map { $0 == "%" ? "*" : $0 == "_" ? "?" : $0 })
      let escaped = String(text.flatMap { "%_".contains($0) ? ["\\", $0] : [$0] })
      let itself =
        comparison == .like
        ? "= \(Value.string(text).literal)" : "ilike \(Value.string(escaped).literal)"
      advice =
        advice
        ?? "'*' is any text and '?' one character: \(tested) \(comparison) \(Value.string(pattern).literal); "
        + "for the exact text: \(tested) \(itself)"
    }
    return advice
  }
}

extension Qualifier.Operator {
  /// Whether it compares values rather than pieces of texts.
  package var looksAtWhole: Bool { turned != nil }

  /// The operator with its sides changed; `nil` when there is none.
  package var turned: Self? {
    switch self {
    case .equal, .notEqual: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    case .like, .ilike, .matches, .contains, .beginsWith, .endsWith: nil
    }
  }
}

extension Value {
  /// Neither a list nor an object nor the like.
  package var isPlain: Bool {
    switch self {
    case .list, .dictionary, .object, .data: false
    default: true
    }
  }

  /// The day that a number or a text may mean where a date is wanted: a year, a month, a count of seconds or milliseconds
  /// since 1970, or digits as `20240301`.
  fileprivate var meantDay: String? {
    let text = string ?? description
    if let (first, _) = Date.monthOrYear(text) { return first.dayText }
    guard let number = Int64(text), number > 0 else { return nil }
    switch number {
    case 1900_01_01...2999_12_31: return Date(digits: Int(number))?.dayText
    case 100_000_000..<10_000_000_000:
      return Date(timeIntervalSince1970: Double(number)).dayText
    case 100_000_000_000..<10_000_000_000_000:
      return Date(timeIntervalSince1970: Double(number) / 1000).dayText
    default: return nil
    }
  }
}
