package import EntityModel
import FoundationEssentials
package import Qualifiers

/// The functions that write numbers for people: a space between groups of three digits, and a decimal point.
package nonisolated enum NumberText {
  /// How many there are, `1 603`; of more than `limit` that, `9 999+`.
  package static func count(_ count: Int, upTo limit: Int = .max) -> String {
    let shown = min(count, limit)
    let text = grouped(.int(Int64(shown)), places: 0, exact: true) ?? "\(shown)"
    return count > limit ? text + "+" : text
  }

  /// `value` with groups of three digits; `places` behind the point, or as many as there are.
  ///
  /// With `exact` no digit is lost: a fraction longer than `places` is kept. `nil` when `value` is no number.
  package static func grouped(
    _ value: Value,
    places: Int?,
    exact: Bool,
    _ style: NumberStyle = .plain
  ) -> String? {
    guard var plain = plain(value) else { return nil }
    guard
      plain.utf8.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") })
    else { return style.written(plain) }
    if let places, !exact, let rounded = rounded(value, places: places) { plain = rounded }
    let digits = plain.utf8.drop { $0 == UInt8(ascii: "-") }
    let whole = digits.prefix { $0 != UInt8(ascii: ".") }
    var fraction = Array(digits.dropFirst(whole.count + 1))
    if let places {
      while fraction.count < places { fraction.append(UInt8(ascii: "0")) }
      while fraction.count > places, fraction.last == UInt8(ascii: "0") { fraction.removeLast() }
    }
    var text = plain.utf8.first == UInt8(ascii: "-") ? "-" : ""
    text += groups(whole, style.group)
    if !fraction.isEmpty { text += style.point + String(decoding: fraction, as: UTF8.self) }
    return text
  }

  /// The digits of a number without those that only a binary fraction has; `nil` when `value` is no number.
  package static func plain(_ value: Value) -> String? {
    switch value {
    case .int(let number): return String(number)
    case .decimal(let number):
      // Digits that only a binary fraction has are none of the amount.
      let text = number.description
      return Double(text).map { String($0) } == text ? decimal(text, digits: 15) : text
    case .double(let number):
      // A whole number in a REAL column reads as one.
      if number == number.rounded(), abs(number) < 1e15 { return String(Int64(number)) }
      return decimal(String(number), digits: 15)
    default: return nil
    }
  }

  /// A binary fraction with no more digits than it holds, as SQLite prints it: 4.99 for 4.990000000000001.
  private static func decimal(_ text: String, digits limit: Int) -> String {
    var result: [UInt8] = []
    var significant = 0
    var dropped: UInt8?
    for byte in text.utf8 {
      guard byte != UInt8(ascii: "e") else { return text }
      if byte.isDigit, significant > 0 || byte != UInt8(ascii: "0") { significant += 1 }
      guard significant > limit else {
        result.append(byte)
        continue
      }
      guard result.contains(UInt8(ascii: ".")) else { return text }
      if dropped == nil { dropped = byte }
    }
    guard let dropped else { return text }
    if dropped >= UInt8(ascii: "5") { increment(&result) }
    while result.last == UInt8(ascii: "0") { result.removeLast() }
    if result.last == UInt8(ascii: ".") { result.removeLast() }
    return String(decoding: result, as: UTF8.self)
  }

  /// Adds one to the last digit.
  private static func increment(_ digits: inout [UInt8]) {
    for index in digits.indices.reversed() {
      switch digits[index] {
      case UInt8(ascii: "9"): digits[index] = UInt8(ascii: "0")
      case UInt8(ascii: "0")..<UInt8(ascii: "9"):
        digits[index] += 1
        return
      default: break
      }
    }
    let sign = digits.first == UInt8(ascii: "-") ? 1 : 0
    digits.insert(UInt8(ascii: "1"), at: sign)
  }

  /// A number with so many digits behind the point at most; `nil` when `value` is none.
  package static func rounded(_ value: Value, places: Int) -> String? {
    let number: Decimal
    switch value {
    case .int(let whole): return String(whole)
    case .decimal(let exact): number = exact
    case .double(let binary):
      guard binary.isFinite, let shortest = Decimal(string: String(binary)) else { return nil }
      number = shortest
    default: return nil
    }
    let scale = (0..<places).reduce(Decimal(1)) { scale, _ in scale * 10 }
    let scaled = number * scale
    let half = scaled < 0 ? Decimal(-1) / 2 : Decimal(1) / 2
    let digits = (scaled + half).description.split(separator: ".")[0]
    guard let whole = Decimal(string: String(digits)) else { return nil }
    return (whole / scale).description
  }

  private static func groups(_ digits: Substring.UTF8View, _ separator: String) -> String {
    guard digits.count > 3 else { return String(Substring(digits)) }
    var result: [UInt8] = []
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { result += separator.utf8 }
      result.append(digit)
    }
    return String(decoding: result, as: UTF8.self)
  }
}

nonisolated extension UInt8 {
  fileprivate var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
}

/// The display text of sizes in bytes: `1.5 MB`.
package nonisolated enum ByteText {
  package static func size(_ count: Int, _ style: NumberStyle = .plain) -> String {
    var amount = Double(count)
    var units = ["kB", "MB", "GB", "TB"][...]
    guard count.magnitude >= 1000 else { return "\(count) B" }
    amount /= 1000
    // A thousand after rounding is one of the next unit.
    while abs((amount * 10).rounded()) >= 10_000, units.count > 1 {
      amount /= 1000
      units.removeFirst()
    }
    let tenths = Int((amount * 10).rounded())
    let text =
      abs(tenths) < 100 && tenths % 10 != 0
      ? "\(tenths / 10)\(style.point)\(abs(tenths) % 10)" : "\(tenths / 10)"
    return "\(text) \(units.first ?? "TB")"
  }
}

/// The display text of durations, from minutes or seconds: `2 h 5 min`, `1:02:03`.
package nonisolated enum DurationText {
  package static func text(minutes: Double) -> String {
    guard let total = Int(exactly: minutes.rounded()) else { return "\(minutes) min" }
    let (hours, rest) = total.magnitude.quotientAndRemainder(dividingBy: 60)
    let sign = total < 0 ? "-" : ""
    if hours == 0 { return "\(sign)\(rest) min" }
    return sign + (rest == 0 ? "\(hours) h" : "\(hours) h \(rest) min")
  }

  package static func text(seconds: Double) -> String {
    guard let total = Int(exactly: seconds.rounded()) else { return "\(seconds) s" }
    let magnitude = total.magnitude
    let (hours, minutes, rest) = (magnitude / 3600, magnitude / 60 % 60, magnitude % 60)
    let tail = "\(two(minutes)):\(two(rest))"
    return (total < 0 ? "-" : "") + (hours > 0 ? "\(hours):\(tail)" : tail)
  }

  private static func two(_ number: UInt) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

nonisolated extension Value {
  /// The text of a value that no formatter writes: a binary fraction of a column that takes anything, or of a sum, without the
  /// digits that only such a fraction has.
  package func plainlyShown(for attribute: Attribute?) -> String {
    guard attribute?.type.kind == .any, case .double = self else { return description }
    return NumberText.plain(self) ?? description
  }
}
