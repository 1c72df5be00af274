import FoundationEssentials
package import Qualifiers

extension ColumnType {
  /// The type after a look at a few values of the column: plain `Value`s as they stand in the file.
  ///
  /// Nulls tell nothing. Dates are believed when at least half of the values can be read as such; what a column is not
  /// declared to be (a date in an integer, a boolean in an integer) only when all of them can, an outlier or two apart.
  /// Texts of a column that names rows, or tells them apart, stay what they are.
  package func refined(
    by sample: [Value],
    namesRows: @autoclosure () -> Bool = false
  ) -> ColumnType {
    var refined = self
    refined.question = nil
    // Most texts are no moments, and the first shows it.
    if case .maybeMoment = question, !Self.beginsWithDay(sample) || namesRows() { return refined }
    let values = sample.filter { !$0.isNull }
    guard let question, !values.isEmpty else { return refined }
    switch question {
    case .dateFormat: refined.findDateFormat(values)
    case .maybeDate(let isClock): refined.findHiddenDate(values, isClock: isClock)
    case .maybeMoment(let few):
      guard Self.areMoments(values, few: few) else { return refined }
      refined.findHiddenDate(values)
    case .bool:
      let isBool = values.allSatisfy { $0 == .int(0) || $0 == .int(1) }
      if isBool {
        (refined.type, refined.storage) = (.bool, .zeroOne)
      } else if type == .bool {
        refined = Self.natural(of: values)
      } else {
        // `deleted` may say when.
        refined.findHiddenDate(values)
      }
    case .storedKind:
      let found = Self.natural(of: values).type
      switch (type, found) {
      case (.blob, .string): refined.type = .text
      case (.blob, .integer), (.blob, .number): refined.type = found
      case (.uuid, .blob): refined.type = .blob
      default: return refined
      }
      refined.findMoment(values, unless: namesRows)
    case .anything:
      refined = Self.natural(of: values)
      refined.findMoment(values, unless: namesRows)
    case .anythingOrDate:
      refined = Self.natural(of: values)
      refined.findHiddenDate(values)
    }
    refined.isFound = true
    refined.zeroIsNever = refined.storage.isCounted
    if [.timestamp, .time].contains(refined.type) {
      refined.omissions = TimeOmissions(most: values.compactMap(\.dateText))
    }
    refined.isWholeDay =
      refined.type == .timestamp && values.allSatisfy { Self.isMidnight($0, in: refined.storage) }
    return refined
  }

  /// Whether a value is a moment at midnight.
  private static func isMidnight(_ value: Value, in storage: StorageFormat) -> Bool {
    guard case .string(let text) = value else { return isWholeDay(value, in: storage) }
    if storage == .digitText { return text.hasSuffix("000000") }
    let time = text.utf8.dropFirst(11)
    return text.utf8.count > 10 && time.starts(with: "00:00".utf8)
      && time.allSatisfy { !(UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) }
  }

  /// Makes a date of what is not declared as one, where the values are dates.
  private mutating func findHiddenDate(_ values: [Value], isClock: Bool = false) {
    let dates = values.filter { !$0.isNever }
    let enough = dates.count - NumericDateEpoch.outliers(among: dates.count)
    guard !dates.isEmpty,
      let format = Self.commonFormat(of: dates, atLeast: enough, isClock: isClock)
    else { return }
    (type, storage) = (format.type, format.storage)
  }

  /// Makes a day or a moment of texts that are written so, whatever the column is declared to hold.
  private mutating func findMoment(_ values: [Value], unless namesRows: () -> Bool) {
    guard type == .string || type == .text, Self.beginsWithDay(values), !namesRows(),
      Self.areMoments(values, few: 3)
    else { return }
    findHiddenDate(values)
  }

  /// Whether the first or the second value is a text that begins with a day.
  private static func beginsWithDay(_ sample: [Value]) -> Bool {
    var left = 2
    for value in sample where !value.isNull && value != .string("") {
      guard case .string(let text) = value else { return false }
      if matches(Array(text.utf8.prefix(10)), "dddd-dd-dd") { return true }
      left -= 1
      if left == 0 { return false }
    }
    return false
  }

  /// Whether texts are days or moments as ISO 8601 writes them, an outlier or two apart.
  ///
  /// A day or two may be titles, or one of many values: three have to be there. A time of the clock may be a score.
  private static func areMoments(_ values: [Value], few: Int) -> Bool {
    let filled = values.filter { $0 != .string("") }
    guard filled.count >= few else { return false }
    let types = filled.compactMap { value -> AttributeType? in
      guard case .string(let text) = value, text.utf8.count >= 10,
        let format = isoFormat(of: Array(text.utf8.prefix(40))), format.storage != .digitText
      else { return nil }
      return format.type
    }
    guard types.count >= filled.count - NumericDateEpoch.outliers(among: filled.count) else {
      return false
    }
    return types.contains(.timestamp) || filled.count > 2
  }

  private mutating func findDateFormat(_ values: [Value]) {
    let dates = values.filter { !$0.isNever }
    let format = Self.commonFormat(
      of: dates,
      atLeast: max(1, (dates.count + 1) / 2),
      keepsDays: type == .date
    )
    guard let format else {
      // Where there is nothing but zeros, there is nothing to be known.
      if !dates.isEmpty { self = Self.natural(of: values) }
      return
    }
    storage = format.storage
    // A day without a time, or a time where only a day is declared, keeps the form it has in the file.
    if format.storage.isText || format.storage == .digits { type = format.type }
    let isCounted = storage.isCounted && storage != .digits
    if type == .date, isCounted, !values.allSatisfy({ Self.isWholeDay($0, in: storage) }) {
      type = .timestamp
    }
  }

  /// The form that most values have, when at least `minimum` have it; where it `keepsDays` some times among many days
  /// make no moments of those.
  private static func commonFormat(
    of values: [Value],
    atLeast minimum: Int,
    keepsDays: Bool = false,
    isClock: Bool = false
  ) -> ColumnType? {
    let era = NumericDateEpoch.only(of: values.filter(\.mayCountTime), isClock: isClock)
    var counts: [ColumnType: Int] = [:]
    for value in values {
      guard let format = dateFormat(of: value, in: era) else { continue }
      counts[format, default: 0] += 1
    }
    guard counts.values.reduce(0, +) >= minimum else { return nil }
    keepDominantFormat(&counts)
    unite(&counts)
    guard let best = mostFrequent(in: counts) else { return nil }
    let hasTimes = counts.keys.contains { $0.type == .timestamp }
    let isMostlyDays = best.value * 2 > counts.values.reduce(0, +)
    if best.key.type == .date, hasTimes, !(keepsDays && isMostlyDays) {
      return mostFrequent(in: counts.filter { $0.key.type == .timestamp })?.key
    }
    return best.key
  }

  /// The form with the greatest count.
  ///
  /// Equal counts are decided by name, so that the answer is always the same. A day alone loses to a day with a time.
  private static func mostFrequent(in counts: [ColumnType: Int]) -> (key: ColumnType, value: Int)? {
    counts.max {
      ($0.value, $0.key.type.rawValue, $0.key.storage.rawValue)
        < ($1.value, $1.key.type.rawValue, $1.key.storage.rawValue)
    }
  }

  /// Keeps texts, digits or numbers that count time, whichever most values are: none is read in the manner of another.
  ///
  /// Between equally many the unmistakable form stays: a day written as digits is no moment of 1970.
  private static func keepDominantFormat(_ counts: inout [ColumnType: Int]) {
    let manners: [(StorageFormat) -> Bool] = [
      { $0.isCounted && $0 != .digits }, { $0 == .digits }, \.isText,
    ]
    func count(_ isOfManner: (StorageFormat) -> Bool) -> Int {
      counts.reduce(0) { isOfManner($1.key.storage) ? $0 + $1.value : $0 }
    }
    let most = manners.map(count).max() ?? 0
    guard let manner = manners.last(where: { count($0) == most }) else { return }
    counts = counts.filter { manner($0.key.storage) }
  }

  /// Beside texts with an offset all texts are read as such.
  ///
  /// Even where all of a few values end in a `Z`, another may not: that their order is that of the texts only a model can
  /// say.
  private static func unite(_ counts: inout [ColumnType: Int]) {
    let texts = counts.filter { $0.key.type == .timestamp && $0.key.storage.isText }
    guard texts.keys.contains(where: \.storage.hasOffset) else { return }
    for key in texts.keys { counts[key] = nil }
    counts[ColumnType(.timestamp, storage: .isoOffset)] = texts.values.reduce(0, +)
  }

  /// The form in which a value would be a date; of numbers that are counted the era is known.
  private static func dateFormat(of value: Value, in era: NumericDateEpoch?) -> ColumnType? {
    switch value {
    case .string(let text): return isoFormat(of: Array(text.utf8.prefix(40)))
    case .int(let number):
      if let type = DateDigits.type(of: number) { return ColumnType(type, storage: .digits) }
      if isJulianDay(value) { return ColumnType(.timestamp, storage: .julianDay) }
      return era.flatMap { $0.holds(value) ? ColumnType(.timestamp, storage: $0.storage) : nil }
    case .double:
      if isJulianDay(value) { return ColumnType(.timestamp, storage: .julianDay) }
      return era.flatMap { $0.holds(value) ? ColumnType(.timestamp, storage: $0.storage) : nil }
    default: return nil
    }
  }

  /// A whole number is one of our days only: others of its size are numbers.
  private static func isJulianDay(_ value: Value) -> Bool {
    switch value {
    case .int(let number): (2_449_719..<2_470_000).contains(number)
    case .double(let number): (2_000_000.0..<3_000_000.0).contains(number)
    default: false
    }
  }

  /// Whether a number falls on midnight; text says for itself.
  private static func isWholeDay(_ value: Value, in storage: StorageFormat) -> Bool {
    let number: Double
    switch value {
    case .int(let value):
      // Digits among what is counted, and the other way round, are no moments of the column.
      let isDigits = DateDigits.type(of: value) != nil
      guard !storage.isCounted || isDigits == (storage == .digits) else { return true }
      number = Double(value)
    case .double(let value): number = value
    default: return true
    }
    // All count from a midnight.
    if let count = storage.count {
      return number.truncatingRemainder(dividingBy: 86_400 * count.perSecond) == 0
    }
    switch storage {
    case .julianDay: return number.truncatingRemainder(dividingBy: 1) == 0.5
    case .digits: return number < 1e8 || number.truncatingRemainder(dividingBy: 1e6) == 0
    default: return true
    }
  }

  /// `2024-03-01`, `2024-03-01 12:30…`, `2024-03-01T12:30…`, the same with an offset, `12:30…`.
  private static func isoFormat(of text: [UInt8]) -> ColumnType? {
    if matches(text, "dd:dd"), text.count <= 16 { return ColumnType(.time, storage: .isoText) }
    if text.count == 8 || text.count == 14,
      let number = Int64(String(decoding: text, as: UTF8.self)),
      let type = DateDigits.type(of: number)
    {
      return ColumnType(type, storage: .digitText)
    }
    guard matches(text, "dddd-dd-dd") else { return nil }
    if text.count == 10 { return ColumnType(.date, storage: .isoText) }
    guard matches(text.dropFirst(11), "dd:dd") else { return nil }
    if let parts = Date.timestampParts(of: String(decoding: text, as: UTF8.self)),
      !parts.zone.isEmpty
    {
      return ColumnType(.timestamp, storage: .isoOffset)
    }
    switch text[10] {
    case UInt8(ascii: " "): return ColumnType(.timestamp, storage: .isoText)
    case UInt8(ascii: "T"): return ColumnType(.timestamp, storage: .isoTextT)
    default: return nil
    }
  }

  /// Whether `text` begins like `pattern`, in which `d` is any digit.
  private static func matches(_ text: some Collection<UInt8>, _ pattern: StaticString) -> Bool {
    pattern.withUTF8Buffer { pattern in
      text.count >= pattern.count
        && zip(text, pattern).allSatisfy { byte, expected in
          expected == UInt8(ascii: "d")
            ? (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) : byte == expected
        }
    }
  }

  /// The type that plain values have in common.
  private static func natural(of values: [Value]) -> ColumnType {
    var kinds: Set<AttributeType> = []
    for value in values {
      switch value {
      case .int, .bool: kinds.insert(.integer)
      case .double, .decimal: kinds.insert(.number)
      case .string: kinds.insert(.string)
      case .data: kinds.insert(.blob)
      default: kinds.insert(.any)
      }
    }
    if kinds == [.integer, .number] { return ColumnType(.number) }
    return ColumnType(kinds.count == 1 ? kinds.first ?? .any : .any)
  }
}

extension Value {
  /// Whether it is a number that says in a column of dates that there is none: 0, -1, or the greatest.
  fileprivate var isNever: Bool {
    switch self {
    case .int(let number): [0, -1, .max].contains(number)
    case .double(let number): [0, -1].contains(number)
    default: false
    }
  }

  /// A text that is a day, a time or both, as far as its length says.
  fileprivate var dateText: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// Whether it is a number that does not say by its digits which day it is.
  fileprivate var mayCountTime: Bool {
    switch self {
    case .int(let number): DateDigits.type(of: number) == nil
    case .double: true
    default: false
    }
  }
}
