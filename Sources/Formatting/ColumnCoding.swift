package import EntityModel
package import FoundationEssentials
package import Qualifiers

/// The conversion of one column's values between their stored form and the values of the program.
///
/// 1. A stored value that fits the attribute's kind becomes a value of that kind.
/// 2. One that does not fit is shown unchanged: text in an integer column stays text.
/// 3. Writing keeps the storage format of the column.
package struct ColumnCoding: Sendable, Hashable {
  package let kind: AttributeType.Kind
  package let storage: StorageFormat
  /// Whether 0 and -1 stand for no moment, as where values showed how time is counted.
  package let zeroIsNever: Bool
  /// The parts of a time that the column's texts omit.
  package let omissions: TimeOmissions
  /// Whether binary fractions are written with all their digits as texts, which the column would make of them with fewer.
  package private(set) var writesRealsAsText: Bool
  /// Whether ``CalendarText/date(_:)`` reads its texts.
  package let readsISODates: Bool

  package init(
    _ kind: AttributeType.Kind,
    _ storage: StorageFormat = .native,
    zeroIsNever: Bool = false,
    omissions: TimeOmissions = [],
    writesRealsAsText: Bool = false
  ) {
    (self.kind, self.storage, self.zeroIsNever) = (kind, storage, zeroIsNever)
    (self.omissions, self.writesRealsAsText) = (omissions, writesRealsAsText)
    readsISODates =
      kind.isDay
      && (storage == .isoText || storage == .isoTextT || storage == .native)
  }

  package init(_ attribute: Attribute) {
    let definition = attribute.definition
    self.init(
      attribute.type.kind,
      definition.storage,
      zeroIsNever: definition.zeroIsNever,
      omissions: definition.omissions,
      writesRealsAsText: definition.storesNumbersAsText
    )
  }

  /// Values as they are stored.
  package static let raw = ColumnCoding(.any)

  // MARK: Reading

  /// The value of a text as the program sees it.
  @inlinable package func decode(text bytes: UnsafeBufferPointer<UInt8>) -> Value {
    keepsText ? .string(String(decoding: bytes, as: UTF8.self)) : converted(text: bytes)
  }

  /// The value, as the program sees it, of one that may be given just as it is stored.
  package func decode(stored value: Value) -> Value {
    switch value {
    case .int(let number): return decode(number)
    case .double(let number): return decode(number)
    case .string(var text): return text.withUTF8 { decode(text: $0) }
    case .list(let parts):
      // A text that is no UTF-8.
      guard case .data(let bytes)? = parts.first, parts.count == 1 else { return value }
      return bytes.withUnsafeBufferPointer { decode(text: $0) }
    default: return value
    }
  }

  @usableFromInline func converted(text bytes: UnsafeBufferPointer<UInt8>) -> Value {
    if let date = isoDate(bytes) { return .date(date) }
    return decode(String(decoding: bytes, as: UTF8.self))
  }

  /// The date that a text says in the form in which most are written; `nil` for any other text.
  package func isoDate(_ bytes: UnsafeBufferPointer<UInt8>) -> Date? {
    guard readsISODates, let date = CalendarText.date(bytes), isKept(date) else { return nil }
    return date
  }

  /// Whether the values are dates or times.
  package var isDate: Bool { kind.isTime }

  /// Whether every text is read as that text.
  @inlinable package var keepsText: Bool {
    switch kind {
    case .date, .timestamp, .time, .decimal: false
    default: true
    }
  }

  /// Whether every number that is not whole is read as that number.
  package var keepsReals: Bool { kind != .decimal && !isDate }

  /// The value of a whole number as the program sees it.
  @inlinable package func decode(_ number: Int64) -> Value {
    if case .integer = kind { .int(number) } else { converted(number) }
  }

  @usableFromInline func converted(_ number: Int64) -> Value {
    switch kind {
    case .bool where number == 0 || number == 1: .bool(number == 1)
    case .number where Int64(exactly: Double(number)) == number: .double(Double(number))
    case .decimal: .decimal(Decimal(number))
    case .date, .timestamp, .time: date(number).map { .date($0) } ?? .int(number)
    default: .int(number)
    }
  }

  /// The value of a number as the program sees it.
  @inlinable package func decode(_ number: Double) -> Value {
    if case .number = kind { .double(number) } else { converted(number) }
  }

  @usableFromInline func converted(_ number: Double) -> Value {
    switch kind {
    case .decimal: Self.decimal(number).map { .decimal($0) } ?? .double(number)
    case .date, .timestamp, .time: date(number).map { .date($0) } ?? .double(number)
    default: .double(number)
    }
  }

  /// Whether a day is all that a date says, where days are kept: a time beside one is shown and written as it stands there.
  private func isKept(_ date: Date) -> Bool {
    guard kind == .date else { return true }
    return Int64(exactly: date.timeIntervalSinceReferenceDate)?.isMultiple(of: 86_400) == true
  }

  /// The decimal that prints the same digits.
  private static func decimal(_ number: Double) -> Decimal? {
    guard number.isFinite else { return nil }
    var scale = 1.0
    for exponent in 0...4 {
      let digits = (number * scale).rounded()
      guard abs(digits) < 1e15 else { break }
      if digits / scale == number {
        let significand = Decimal(Int64(abs(digits)))
        return Decimal(
          sign: number < 0 ? .minus : .plus,
          exponent: -exponent,
          significand: significand
        )
      }
      scale *= 10
    }
    return Decimal(string: number.description)
  }

  private func decode(_ text: String) -> Value {
    switch kind {
    case .date, .timestamp:
      // A text with more digits than a date has in its year stays that text.
      if readsISODates, let date = Date(wallClock: text), isKept(date), date.keepsDigits(of: text) {
        return .date(date)
      }
      if storage.hasOffset, let date = Date(moment: text), date.keepsDigits(of: text) {
        return .date(date)
      }
      if storage == .digitText, let number = Int64(text), String(number) == text,
        let date = CalendarText.date(ofDigits: number), isKept(date)
      {
        return .date(date)
      }
    case .time:
      if let date = Date(wallClock: "1970-01-01 " + text) { return .date(date) }
    case .decimal:
      // Only what is written the same way again.
      if let number = Decimal(string: text), number.description == text { return .decimal(number) }
    default: break
    }
    return .string(text)
  }

  private func date(_ number: Int64) -> Date? {
    if isNoTimestamp(number) { return nil }
    // Of digits only those of the day would be written back.
    if storage == .digits {
      return CalendarText.date(ofDigits: number).flatMap { isKept($0) ? $0 : nil }
    }
    guard let count = storage.count else { return date(Double(number)) }
    // Brought near to the origin of `Date` first: a double has not all the digits, and the fraction is rounded once, as
    // that of a text is.
    let (sinceReference, isTooFar) = number.subtractingReportingOverflow(count.origin)
    let seconds = Double(sinceReference) / count.perSecond
    // Counts of less than a microsecond are shown to the microsecond; others may lose no digit.
    let isWhole = Int64(exactly: (seconds * count.perSecond).rounded()) == sinceReference
    guard !isTooFar, isWhole || count.perSecond > 1e6 else { return nil }
    return Self.date(seconds)
  }

  /// Whether a number in a column that was found to count time does not: 0 and -1 mean never, and the digits of a day, `20240229`,
  /// are no seconds of 1970.
  private func isNoTimestamp(_ number: Int64) -> Bool {
    guard zeroIsNever else { return false }
    return number == 0 || number == -1
      || storage != .digits && DateDigits.type(of: number) != nil
  }

  private func date(_ number: Double) -> Date? {
    if let whole = Int64(exactly: number), isNoTimestamp(whole) { return nil }
    return switch storage {
    case .epochSeconds: Self.date(Self.shifted(number, by: -Self.referenceSeconds))
    case .epochMilliseconds:
      Int64(exactly: number).map(date) ?? Self.date((number - 978_307_200_000) / 1000)
    case .julianDay:
      // A Julian day has a tenth of a millisecond at best.
      Self.date((((number - 2_440_587.5) * 86_400_000).rounded() - 978_307_200_000) / 1000)
    case .referenceSeconds: Self.date(number)
    default: storage.isCounted ? Int64(exactly: number).flatMap(date) : nil
    }
  }

  /// The moment; `nil` where no calendar goes, or a clock shows fewer digits, and the number is shown as what it is.
  private static func date(_ sinceReference: Double) -> Date? {
    let date = Date(timeIntervalSinceReferenceDate: sinceReference)
    return date.isOnCalendar && date.isShownWhole ? date : nil
  }

  private static let referenceSeconds = Date.timeIntervalBetween1970AndReferenceDate

  /// Seconds counted from elsewhere; a fraction of six digits at most stays that fraction, as a text would have it.
  private static func shifted(_ seconds: Double, by origin: Double) -> Double {
    let micros = (seconds * 1e6).rounded()
    guard seconds.rounded() != seconds, micros / 1e6 == seconds else { return seconds + origin }
    return (micros + origin * 1e6) / 1e6
  }

  // MARK: Writing

  /// The coding by which rows are found again: a real stands for a stored real alone, and not for the text that a column
  /// would make of it.
  package var ofKeys: Self {
    var coding = self
    coding.writesRealsAsText = false
    return coding
  }

  /// The value as the column stores it: null, a number, a text, bytes, or the bytes of a text that is no UTF-8 as a list of
  /// them; `nil` for lists, dictionaries and objects, which no column holds.
  package func encoded(_ value: Value) -> Value? {
    let stored = storedForm(of: value)
    guard writesRealsAsText, case .double(let number)? = stored else { return stored }
    return .string(StorageClassTag.digits(number))
  }

  private func storedForm(of value: Value) -> Value? {
    switch value {
    case .null, .int, .double, .string, .data: return value
    case .bool(let value): return .int(value ? 1 : 0)
    case .decimal(let decimal):
      let exact = Self.encode(decimal)
      // Among numbers a text would stand behind all others.
      let isNumber = kind == .integer || kind == .number
      guard isNumber, !writesRealsAsText, case .string = exact else { return exact }
      return value.double.map { .double($0) } ?? exact
    case .date(let value): return encode(value)
    case .list(let values):
      if case .data? = values.first, values.count == 1 { return value }
      return nil
    case .dictionary, .object: return nil
    }
  }

  /// The smallest exact form: an integer, a double that prints the same digits, else text.
  package static func encode(_ value: Decimal) -> Value {
    let text = value.description
    if let integer = Int64(text) { return .int(integer) }
    if let double = Double(text), Decimal(string: double.description) == value {
      return .double(double)
    }
    return .string(text)
  }

  private func encode(_ date: Date) -> Value {
    switch storage {
    case .epochSeconds:
      let seconds = Self.shifted(date.timeIntervalSinceReferenceDate, by: Self.referenceSeconds)
      return Self.integerIfWhole(seconds)
    case .julianDay: return .double(date.timeIntervalSince1970 / 86_400 + 2_440_587.5)
    case .referenceSeconds: return .double(date.timeIntervalSinceReferenceDate)
    // A row that holds a moment already keeps its form, see ``TimestampText``.
    case .isoOffset, .isoUTC:
      return .string(isMidnightOmitted(date) ? isoText(date) : CalendarText.moment(date))
    case .digits:
      return CalendarText.digits(of: date, kind).map { .int($0) } ?? .string(isoText(date))
    case .digitText:
      return .string(CalendarText.digits(of: date, kind).map(String.init) ?? isoText(date))
    default:
      guard let count = storage.count else { return .string(isoText(date)) }
      let sinceReference = (date.timeIntervalSinceReferenceDate * count.perSecond).rounded()
      let (number, isTooFar) = (Int64(exactly: sinceReference) ?? .max)
        .addingReportingOverflow(count.origin)
      return isTooFar ? .double(sinceReference + Double(count.origin)) : .int(number)
    }
  }

  private static func integerIfWhole(_ number: Double) -> Value {
    Int64(exactly: number).map { .int($0) } ?? .double(number)
  }

  private func isoText(_ date: Date) -> String {
    let (day, seconds) = (date.dayText, date.wallClock.seconds)
    let time = CalendarText.time(seconds, omitsSeconds: omissions.contains(.seconds))
    switch kind {
    case .time: return time
    case .date where seconds == 0: return day
    default:
      return isMidnightOmitted(date) ? day : day + (storage == .isoTextT ? "T" : " ") + time
    }
  }

  private func isMidnightOmitted(_ date: Date) -> Bool {
    omissions.contains(.midnight) && date.wallClock.seconds == 0
  }
}
