public import FoundationEssentials

extension Value {
  /// The result of comparing two values: less, equal or greater.
  ///
  /// Used by qualifiers, sort orders and validation.
  public enum Ordering: Sendable, Hashable {
    case less, equal, greater

    init<C: Comparable>(_ left: C, _ right: C) {
      self = left < right ? .less : left == right ? .equal : .greater
    }

    /// The ordering with both sides swapped.
    package var reversed: Ordering {
      switch self {
      case .less: .greater
      case .equal: .equal
      case .greater: .less
      }
    }
  }

  /// Compares as conditions do; `nil` when the two cannot be compared.
  ///
  /// 1. Null compares with nothing, not even with null.
  /// 2. `bool`, `int`, `double` and `decimal` compare by number; false is 0, true is 1; NaN compares with nothing.
  ///    When one side is a `double`, a `decimal` is taken as the nearest double.
  /// 3. Texts are equal when they are canonically equivalent in Unicode, so that é is é however it is encoded.
  /// 4. A number and a text compare by number when the whole text is one, a date and a text by date when the text is an
  ///    ISO date; true and false compare with the words of the language too. Of what is no ISO date, a year, a month and the
  ///    like have a place among dates; see ``Date/ordering(besides:)``.
  /// 5. Lists compare element by element, bytes byte by byte; objects and dictionaries can only be equal.
  /// 6. All else is not comparable.
  public func compare(_ other: Value) -> Ordering? {
    switch (self, other) {
    case (.null, _), (_, .null): nil
    case (.int(let left), .int(let right)): Ordering(left, right)
    case (.string(let left), .string(let right)): Ordering(left, right)
    case (.date(let left), .date(let right)): Ordering(left, right)
    case (.data(let left), .data(let right)):
      left == right ? .equal : left.lexicographicallyPrecedes(right) ? .less : .greater
    case (.list(let left), .list(let right)): Self.compare(left, right)
    case (.dictionary, .dictionary), (.object, .object): self == other ? .equal : nil
    case (.date(let date), .string(let text)):
      (Date(moment: text) ?? (date.isOnFirstDay ? Date(timeOfDay: text) : nil)).map {
        Ordering(date, $0)
      } ?? date.ordering(besides: text)
    case (.date(let date), .int(let number)): date.ordering(besides: number)
    case (.date(let date), .double(let number)):
      Int64(exactly: number).flatMap(date.ordering(besides:))
    case (.string, .date), (.int, .date), (.double, .date): other.compare(self)?.reversed
    case (.string(let text), _):
      Value(text, like: other).map { $0.compare(other) }
        ?? other.ordering(besidesDay: text)?.reversed
    case (_, .string(let text)):
      Value(text, like: self).map(compare) ?? ordering(besidesDay: text)
    default: Self.compareNumbers(self, other)
    }
  }

  /// Whether this stands before `other` in a sorted list: null, numbers, dates, texts, bytes, then the rest.
  ///
  /// A total order, unlike ``compare(_:)``: kinds are never mixed.
  public func precedes(_ other: Value) -> Bool {
    if case .list(let left) = self, case .list(let right) = other {
      return left.lexicographicallyPrecedes(right) { $0.precedes($1) }
    }
    let (left, right) = (sortRank, other.sortRank)
    return left == right ? compare(other) == .less : left < right
  }

  private var sortRank: Int {
    switch self {
    case .null: 0
    case .double(let number) where number.isNaN: 1
    case .bool, .int, .double, .decimal: 2
    case .date: 3
    case .string: 4
    case .data: 5
    case .list: 6
    case .dictionary: 7
    case .object: 8
    }
  }

  private static func compare(_ left: [Value], _ right: [Value]) -> Ordering? {
    for (a, b) in zip(left, right) {
      if a.isNull, b.isNull { continue }
      guard let ordering = a.compare(b) else { return nil }
      guard ordering == .equal else { return ordering }
    }
    return Ordering(left.count, right.count)
  }

  private static func compareNumbers(_ left: Value, _ right: Value) -> Ordering? {
    switch (left.integer, right.integer) {
    case (let a?, let b?): return Ordering(a, b)
    case (let a?, nil):
      if case .double(let b) = right { return compare(a, b) }
    case (nil, let b?):
      if case .double(let a) = left { return compare(b, a)?.reversed }
    case (nil, nil):
      if case .decimal(let a) = left, case .decimal(let b) = right { return Ordering(a, b) }
      guard let a = left.double, let b = right.double, !a.isNaN, !b.isNaN else { return nil }
      return Ordering(a, b)
    }
    guard let a = left.decimal, let b = right.decimal else { return nil }
    return Ordering(a, b)
  }

  /// Compares exactly, also where not every integer is a double.
  private static func compare(_ integer: Int64, _ double: Double) -> Ordering? {
    guard !double.isNaN else { return nil }
    if double >= 0x1p63 { return .less }
    if double < -0x1p63 { return .greater }
    let whole = double.rounded(.towardZero)
    let ordering = Ordering(integer, Int64(whole))
    return ordering == .equal ? Ordering(whole, double) : ordering
  }

  /// The value as a whole number of itself: integers, and booleans as 0 and 1.
  var integer: Int64? {
    switch self {
    case .int(let value): value
    case .bool(let value): value ? 1 : 0
    default: nil
    }
  }

  /// The number as a double, rounded to the nearest; `nil` for what is no number.
  public var double: Double? {
    switch self {
    case .double(let value): value
    case .decimal(let value): Double(value.description)
    default: integer.map(Double.init)
    }
  }

  /// The number as an exact decimal; `nil` for doubles and for what is no number.
  public var decimal: Decimal? {
    if case .decimal(let value) = self { value } else { integer.map { Decimal($0) } }
  }

  /// How a number that has a place among dates stands to a text that is an ISO date.
  private func ordering(besidesDay text: String) -> Ordering? {
    switch self {
    case .int, .double: Date(moment: text).flatMap { Value.date($0).compare(self)?.reversed }
    default: nil
    }
  }

  /// Reads a text as the kind of `other`: a number, or true or false.
  init?(_ text: String, like other: Value) {
    switch other {
    case .bool:
      switch Keyword(word: text) {
      case .true, .yes: self = .bool(true)
      case .false, .no: self = .bool(false)
      default: self.init(number: text)
      }
    case .int, .double, .decimal: self.init(number: text)
    default:
      return nil
    }
  }

  /// Reads a whole text as a number: an integer when it fits, else an exact decimal, else a double.
  package init?(number text: String) {
    var digits = 0
    var isPlain = true
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digits += 1
      case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."): break
      case UInt8(ascii: "e"), UInt8(ascii: "E"): isPlain = false
      default: return nil
      }
    }
    guard digits > 0, let double = Double(text) else { return nil }
    if isPlain, let integer = Int64(text) {
      self = .int(integer)
    } else if isPlain, digits <= 38, let decimal = Decimal(string: text) {
      self = .decimal(decimal)
    } else {
      self = .double(double)
    }
  }
}
