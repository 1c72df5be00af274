package import EntityModel
package import FoundationEssentials
package import Qualifiers

extension Attribute {
  /// The value a text stands for when it is typed into a field of this attribute; empty text is null where the
  /// attribute allows it and is not text.
  ///
  /// - Throws: ``FieldProblem`` saying what the field takes.
  package func value(ofInput text: String, now: Date = .now) throws(InputProblem)
    -> Value
  {
    if let type = definition.customType {
      if let value = type.value(text) { return value }
      guard text.trimmed.isEmpty else { throw InputProblem(message: type.noun) }
      return .null
    }
    switch type.kind {
    case .text, .blob: return .string(text)
    default: break
    }
    if let plain = plainValue(of: text) { return plain }
    let trimmed = text.trimmed
    switch type.kind {
    case .any: return text.anyValue ?? .string(text)
    case .number, .decimal: if let infinity = trimmed.infinity { return .double(infinity) }
    default: break
    }
    if trimmed.isEmpty { return .null }
    if let never = neverValue(of: trimmed) { return never }
    let value: Value? =
      switch type.kind {
      case .integer: Int64(trimmed.withoutGroups).map { .int($0) }
      case .number: number(trimmed.withoutGroups)
      case .decimal: trimmed.withoutGroups.decimalOrBinary
      case .bool: trimmed.truth.map { .bool($0) }
      case .date: try day(trimmed, now: now)
      case .timestamp: trimmed.date(now: now).map { moment($0, writtenAs: trimmed) }
      case .time: Date(wallClock: "1970-01-01 \(trimmed.timeOfTwoDigits)").map { .date($0) }
      default: nil
      }
    if let value { return value }
    if holdsTexts { return .string(text) }
    if type.kind == .integer, trimmed.isWholeNumber {
      throw InputProblem(message: "a whole number from \(Int64.min) to \(Int64.max)")
    }
    let days = type.kind.isDay ? DateInput.readings(of: trimmed) : []
    throw days.isEmpty
      ? InputProblem(needing: self)
      : InputProblem(message: "a date", example: days.joined(separator: " or "))
  }
}

extension Attribute {
  /// Whether the column gives a row without a value this text, whatever it is declared for: `0000-00-00`.
  package func isDefault(_ text: String) -> Bool { definition.defaultExpression == "'\(text)'" }

  /// Whether the column says nothing of what it holds, so that the database keeps texts and numbers apart.
  private var keepsAnything: Bool {
    definition.customType == nil
      && (type.kind == .any || definition.isTypeFound && definition.declaredType.isEmpty)
  }

  /// Whether a value is a text that is none of the column's own kind, so that another text may take its place.
  ///
  /// A time beside a day is of the kind of days where those are texts.
  package func isForeign(_ stored: Value?) -> Bool {
    guard case .string(let text) = stored, !isLongMoment(text) else { return false }
    return !keepsTimesBesideDays || Date(dayAndTime: text) == nil
  }

  /// Whether a text says a moment of the column with more digits than a date has in its year.
  package func isLongMoment(_ text: String) -> Bool {
    guard type.kind == .timestamp, definition.customType == nil, keepsISOTexts else { return false }
    return Date(moment: text).map { !$0.keepsDigits(of: text) } == true
  }

  /// Whether the column keeps moments as ISO texts.
  private var keepsISOTexts: Bool {
    let storage = definition.storage
    return [.native, .isoText, .isoTextT].contains(storage) || storage.hasOffset
  }

  /// A moment as the column keeps it: as its text where that has more digits than the date.
  private func moment(_ date: Date, writtenAs text: String) -> Value {
    guard isLongMoment(text) else { return .date(date) }
    let hasZone = Date.timestampParts(of: text)?.zone.isEmpty == false
    let separator = text.utf8.dropFirst(10).first.map { Character(Unicode.Scalar($0)) }
    let wanted: Character? =
      switch definition.storage {
      case .native, .isoText: " "
      case .isoTextT: "T"
      default: hasZone ? separator : "T"
      }
    var written = text
    if let separator, let wanted, separator != wanted, "T ".contains(separator) {
      written = String(text.prefix(10)) + String(wanted) + text.dropFirst(11)
    }
    return .string(definition.storage.hasOffset && !hasZone ? written + "Z" : written)
  }

  /// Whether texts stand among the numbers of the column: another one may be added then, for the column keeps what it is given.
  package var holdsTexts: Bool {
    type.kind.isNumber && (evidence?.wordingCount ?? 0) > 0
  }

  /// The number that says in a column of counted time that there is none, for `0` and for `never`, as lists show it.
  private func neverValue(of text: String) -> Value? {
    guard definition.zeroIsNever, text == "0" || text.lowercased() == "never" else { return nil }
    return definition.storesOnlyBinaryFractions ? .double(0) : .int(0)
  }

  /// A number; a whole one of more digits than a binary fraction is written with stays whole where the column keeps it, and
  /// one that the column would change is told of by ``problem(with:isNew:inPlaceOf:)``.
  private func number(_ text: String) -> Value? {
    guard let binary = Double(text), binary.isFinite else { return nil }
    guard abs(binary) >= 0x1p53, text.isWholeNumber, let exact = text.decimal,
      Decimal(string: binary.description) != exact
    else { return .double(binary) }
    if !definition.storesOnlyBinaryFractions, let whole = Int64(text) { return .int(whole) }
    return rounded(exact) == nil ? .double(binary) : .decimal(exact)
  }

  /// A day as it is written, wherever a clock beside it hangs; a time that it shows stays in a text where the column keeps
  /// some, and is not taken away elsewhere either.
  private func day(_ text: String, now: Date) throws(InputProblem) -> Value? {
    let written = Date(dayAndTime: text)
    guard let date = written ?? DateInput(text, now: now)?.date else {
      return text.date(now: now).map { .date($0.startOfDay) }
    }
    if date == date.startOfDay { return .date(date) }
    guard keepsTimesBesideDays else { throw InputProblem(message: "a day without a time") }
    return .string(written == nil ? date.wallClockText(separator: " ") : text)
  }

  /// The value of a text as programs write it; `nil` for one that has to be looked at more closely.
  private func plainValue(of text: String) -> Value? {
    switch type.kind {
    case .integer: return Int64(text).map { .int($0) }
    case .number: return number(text)
    case .decimal: return text.plainDecimal.map { .decimal($0) }
    case .date, .timestamp:
      // What begins with a digit is counted from no other day.
      guard let first = text.utf8.first, first &- 0x30 < 10, let date = Date(wallClock: text) else {
        return nil
      }
      return type.kind == .date && date != date.startOfDay ? nil : moment(date, writtenAs: text)
    default: return nil
    }
  }
}

extension Attribute {
  /// The value a text stands for when it is typed into a field that holds `stored`.
  ///
  /// A stored value may be typed again as it is, whatever the column is declared for; where a text is stored among numbers
  /// or dates, another text may take its place. So may the default of the column: `0000-00-00`. Where the column keeps what
  /// it is given, a text is followed by a text and a number by a number of its kind.
  /// - Throws: ``InputProblem`` saying what the field takes.
  package func value(
    ofInput text: String,
    inPlaceOf stored: Value,
    now: Date = .now
  ) throws(InputProblem) -> Value {
    switch stored {
    case .string, .int, .double, .data: if stored.description == text { return stored }
    default: break
    }
    // Bytes are shown in hexadecimal: what was typed among the digits is no text of its own.
    if case .data(let bytes) = stored, !keepsAnything, type.kind != .blob, !bytes.isEmpty,
      text.contains(stored.description)
    {
      throw InputProblem(message: "a text, not the bytes shown in hexadecimal")
    }
    if keepsAnything {
      switch stored {
      case .string: return .string(text)
      case .int: if let number = Int64(text), String(number) == text { return .int(number) }
      case .double: if let number = Double(text), number.isFinite { return .double(number) }
      case .data: if let bytes = text.hexadecimalBytes { return .data(bytes) }
      default: break
      }
    }
    do throws(InputProblem) {
      return try value(ofInput: text, now: now)
    } catch {
      if definition.customType == nil, isForeign(stored) { return .string(text) }
      guard isDefault(text) else { throw error }
      return .string(text)
    }
  }
}

/// The error for text that a field cannot parse.
///
/// Names the expected input.
package struct InputProblem: Error, Sendable, Hashable {
  private let message: String
  private let example: String?

  /// A problem of a text for which `message` names what is right: `a whole number`.
  init(message: String, example: String? = nil) {
    (self.message, self.example) = (message, example)
  }

  /// The problem of a text that is no value of an attribute; the example is one that it takes.
  package init(needing attribute: Attribute) {
    let (type, greatest) = (attribute.type, attribute.definition.maximum)
    let bound =
      type.kind.isNumber ? greatest.flatMap { $0.isIncluded ? $0.value.description : nil } : nil
    self.init(message: type.traits.noun, example: bound ?? type.traits.example)
  }

  /// The expected input behind `needs`: `a whole number, for example 42`.
  package var request: String { example.map { "\(message), for example \($0)" } ?? message }

  /// The expected input behind `is not` and `takes`: `a whole number like 42`.
  package var kind: String { example.map { "\(message) like \($0)" } ?? message }
}

extension String {
  fileprivate var trimmed: String {
    var text = Substring(self)
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }

  /// Without blanks, underscores and apostrophes between digits.
  fileprivate var withoutGroups: String {
    filter { !($0 == " " || $0 == "_" || $0 == "'" || $0 == "\u{2009}" || $0 == "\u{00A0}") }
  }

  /// Whether there is nothing but digits and perhaps a sign, however many.
  fileprivate var isWholeNumber: Bool {
    let digits = first == "-" || first == "+" ? dropFirst() : self[...]
    return !digits.isEmpty && digits.utf8.allSatisfy { $0 &- 0x30 < 10 }
  }

  /// An exact number; only digits, one point, a sign and an exponent.
  fileprivate var decimal: Decimal? {
    guard !isEmpty, Double(self) != nil, isPlainNumber else { return nil }
    return Decimal(string: self)
  }

  /// An exact number, or a binary fraction where its power of ten is none of a decimal: `1e-200`.
  fileprivate var decimalOrBinary: Value? {
    if let decimal { return .decimal(decimal) }
    guard let binary = Double(self), binary.isFinite, binary != 0, isPlainNumber else { return nil }
    return .double(binary)
  }

  /// Whether there are only digits, signs, points and the letter of an exponent.
  private var isPlainNumber: Bool {
    allSatisfy { $0.isASCII && !$0.isLetter || $0 == "e" || $0 == "E" }
  }

  /// An exact number written with digits alone, few enough for a whole number, and perhaps a sign and a point among them.
  fileprivate var plainDecimal: Decimal? {
    var (digits, scale, count) = (Int64(0), 0, 0)
    var isBehindPoint = false
    for (index, byte) in utf8.enumerated() {
      switch byte {
      case UInt8(ascii: "-") where index == 0: break
      case UInt8(ascii: ".") where !isBehindPoint && count > 0: isBehindPoint = true
      case UInt8(ascii: "0")...UInt8(ascii: "9") where count < 18:
        digits = digits * 10 + Int64(byte - UInt8(ascii: "0"))
        (count, scale) = (count + 1, scale + (isBehindPoint ? 1 : 0))
      default: return nil
      }
    }
    // A point at the end is looked at more closely, and so is a zero with a sign.
    guard count > 0, isBehindPoint == (scale > 0), digits > 0 || utf8.first != UInt8(ascii: "-")
    else { return nil }
    let isNegative = utf8.first == UInt8(ascii: "-")
    while scale > 0, digits % 10 == 0 { (digits, scale) = (digits / 10, scale - 1) }
    let significand = Decimal(digits)
    return Decimal(sign: isNegative ? .minus : .plus, exponent: -scale, significand: significand)
  }

  /// `9:05` as `09:05`.
  var timeOfTwoDigits: String {
    let digits = prefix { $0.isNumber }
    return digits.count == 1 && dropFirst().first == ":" ? "0" + self : self
  }

  fileprivate var truth: Bool? {
    switch lowercased() {
    case "yes", "y", "true", "t", "1", "on", "x": true
    case "no", "n", "false", "f", "0", "off", "-": false
    default: nil
    }
  }

  /// The value of text typed into a field of unknown type; `nil` where the text is not a number.
  ///
  /// A number must be displayed again exactly as it was typed.
  fileprivate var anyValue: Value? {
    if let number = Int64(self), String(number) == self { return .int(number) }
    if let number = Double(self), number.isFinite, number.description == self {
      return .double(number)
    }
    return infinity.map { .double($0) }
  }

  /// The infinite number that is written as one too great for any column: `9e999`, `-1e999`.
  fileprivate var infinity: Double? {
    let isNegative = first == "-"
    let words = ["9e999", "1e999", "9.0e+999"]
    guard words.contains(dropFirst(isNegative ? 1 : 0).lowercased()) else { return nil }
    return isNegative ? -.infinity : .infinity
  }

  /// A date: ISO, `3.4.2024`, `today`, `now`, `+3d`, `-1w`, `today +2`.
  fileprivate func date(now: Date) -> Date? {
    let words = lowercased().split(separator: " ", maxSplits: 1).map(String.init)
    guard let first = words.first else { return nil }
    if let offset = first.dayOffset { return now.startOfDay.addingTimeInterval(offset) }
    let base: Date
    switch first {
    case "now": base = now
    case "today": base = now.startOfDay
    case "tomorrow": base = now.startOfDay.addingTimeInterval(86_400)
    case "yesterday": base = now.startOfDay.addingTimeInterval(-86_400)
    default: return Date(moment: uppercased()) ?? DateInput(self, now: now)?.date
    }
    guard words.count == 2 else { return base }
    return words[1].dayOffset.map { base.addingTimeInterval($0) }
  }

  /// `+3d`, `-2w`, `+1` as seconds.
  private var dayOffset: Double? {
    guard let sign = first, sign == "+" || sign == "-" else { return nil }
    var digits = dropFirst()
    var scale = 86_400.0
    if digits.hasSuffix("d") { digits.removeLast() }
    if digits.hasSuffix("w") {
      digits.removeLast()
      scale *= 7
    }
    guard let count = Int(digits), count < 1_000_000 else { return nil }
    return Double(count) * scale * (sign == "-" ? -1 : 1)
  }
}
