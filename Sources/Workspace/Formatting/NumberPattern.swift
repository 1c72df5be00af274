package import Qualifiers

/// A pattern for numbers in the manner of Unicode TR35: `#,##0.00 CHF`, `0 %`, `0.0;(0.0)`.
package nonisolated struct NumberPattern: Sendable {
  /// The texts before and after the digits of a number pattern.
  private struct Affixes: Sendable, Equatable {
    var prefix = ""
    var suffix = ""
  }

  private var positive = Affixes()
  /// The affixes of numbers below zero; `nil` puts a minus sign before the positive affixes.
  private var negative: Affixes?
  /// The fewest digits before the point.
  private var leastWhole = 0
  private var leastFraction = 0
  private var mostFraction = 0
  /// How many digits a group has; 0 for no groups.
  private var group = 0
  /// The power of ten by which the shown number is greater: 2 for per cent, 3 for per mille.
  private var scale = 0

  private init() {}

  /// The pattern that a text is, or what is wrong with it.
  package static func reading(_ text: String) -> (pattern: NumberPattern?, problem: String?) {
    var pattern = NumberPattern()
    do throws(PatternProblem) {
      let halves = try PatternPiece.pieces(of: text)
        .split(separator: .plain(";"), omittingEmptySubsequences: false)
      guard halves.count <= 2, let first = halves.first else {
        throw PatternProblem("only one `;` is allowed, before the negative pattern")
      }
      pattern.positive = try pattern.read(first, isFirst: true)
      if halves.count == 2 { pattern.negative = try pattern.read(halves[1], isFirst: false) }
      return (pattern, nil)
    } catch {
      return (nil, error.message)
    }
  }

  private mutating func read(
    _ pieces: ArraySlice<PatternPiece>,
    isFirst: Bool
  ) throws(PatternProblem) -> Affixes {
    guard let start = pieces.firstIndex(where: \.isDigit),
      let end = pieces.lastIndex(where: \.isDigit)
    else { throw PatternProblem("a pattern needs `0` or `#` for digits") }
    if isFirst { try readDigits(pieces[start...end].map(\.character)) }
    var affixes = Affixes()
    for (place, piece) in zip(pieces.indices, pieces) where place < start || place > end {
      if isFirst, case .plain(let sign) = piece {
        if sign == "%" { scale = 2 }
        if sign == "‰" { scale = 3 }
      }
      if piece.isNumeric {
        throw PatternProblem("put digits as text in quotes: `'2'0`")
      }
      if place < start { affixes.prefix.append(piece.character) }
      if place > end { affixes.suffix.append(piece.character) }
    }
    return affixes
  }

  private mutating func readDigits(_ digits: [Character]) throws(PatternProblem) {
    let halves = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard halves.count <= 2 else { throw PatternProblem("only one `.` is allowed") }
    guard digits.allSatisfy({ "#0,.".contains($0) }) else {
      throw PatternProblem(
        "use only `#`, `0`, `,` and `.` for digits; quote a text: `0 'Fr.'`"
      )
    }
    let whole = Array(halves[0])
    let fraction = halves.count == 2 ? Array(halves[1]) : []
    if let comma = whole.lastIndex(of: ",") { group = whole.count - comma - 1 }
    guard whole.first != ",", !whole.contains(",") || group > 0 else {
      throw PatternProblem("put `,` between digits: `#,##0`")
    }
    let places = whole.filter { $0 != "," }
    guard places.drop(while: { $0 == "#" }).allSatisfy({ $0 == "0" }) else {
      throw PatternProblem("before the point, put `#` before `0`")
    }
    guard fraction.drop(while: { $0 == "0" }).allSatisfy({ $0 == "#" }) else {
      throw PatternProblem("after the point, put `0` before `#`")
    }
    leastWhole = places.count { $0 == "0" }
    leastFraction = fraction.count { $0 == "0" }
    mostFraction = fraction.count
    guard max(places.count, fraction.count) <= 40 else {
      throw PatternProblem("at most 40 digits are allowed on each side of the point")
    }
  }

  // MARK: Writing

  /// The text of a number; `nil` for what is none, or has too many digits to be written out.
  package func text(of value: Value, _ style: NumberStyle) -> String? {
    guard var digits = Digits(value) else { return nil }
    digits.shift(by: scale)
    digits.round(to: mostFraction)
    var whole = String(digits.whole.drop { $0 == "0" })
    while whole.count < leastWhole { whole = "0" + whole }
    var fraction = digits.fraction
    while fraction.count > leastFraction, fraction.last == "0" { fraction.removeLast() }
    while fraction.count < leastFraction { fraction += "0" }
    if whole.isEmpty, fraction.isEmpty { whole = "0" }
    var text = grouped(whole, style.group)
    if !fraction.isEmpty { text += style.point + fraction }
    let isNegative = digits.isNegative && !digits.isZero
    guard isNegative else { return positive.prefix + text + positive.suffix }
    let affixes = negative ?? Affixes(prefix: "-" + positive.prefix, suffix: positive.suffix)
    return affixes.prefix + text + affixes.suffix
  }

  private func grouped(_ digits: String, _ separator: String) -> String {
    guard group > 0 else { return digits }
    var text = ""
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.count - place) % group == 0 { text += separator }
      text.append(digit)
    }
    return text
  }

  // MARK: Reading

  /// A text that the pattern writes as programs write the number; `nil` for one of another form.
  package func plainText(of text: String, _ style: NumberStyle) -> String? {
    var forms = [
      (positive, false), (Affixes(prefix: "-" + positive.prefix, suffix: positive.suffix), true),
    ]
    // Where both are written alike, the text does not tell which is meant.
    if let negative, negative != positive { forms.insert((negative, true), at: 0) }
    for (affixes, isNegative) in forms {
      guard text.hasPrefix(affixes.prefix), text.hasSuffix(affixes.suffix),
        text.count > affixes.prefix.count + affixes.suffix.count
      else { continue }
      let number = text.dropFirst(affixes.prefix.count).dropLast(affixes.suffix.count)
      guard let first = number.first, first.isNumber || String(first) == style.point,
        let plain = plain(String(number), style), var digits = Digits(plain: plain)
      else { continue }
      digits.shift(by: -scale)
      return (isNegative ? "-" : "") + digits.text
    }
    return nil
  }

  /// The number in groups as the pattern makes them; one that makes none takes those of the language.
  private func plain(_ number: String, _ style: NumberStyle) -> String? {
    let padded = number.hasPrefix(style.point) ? "0" + number : number
    guard group > 0 else { return style.plainText(of: padded) }
    return style.plainText(of: padded, groupsOf: group, leastDigits: leastWhole)
  }
}

/// A decimal number split into its sign, whole digits and fraction digits, to be written by a ``NumberPattern``.
private nonisolated struct Digits {
  var isNegative = false
  var whole: String
  var fraction: String

  /// `nil` for what is no number, or is written with an exponent.
  init?(_ value: Value) {
    guard let plain = NumberText.plain(value) else { return nil }
    self.init(plain: plain)
  }

  init?(plain: String) {
    isNegative = plain.hasPrefix("-")
    let parts = plain.dropFirst(isNegative ? 1 : 0)
      .split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count),
      parts.allSatisfy({ $0.utf8.allSatisfy { $0 &- UInt8(ascii: "0") < 10 } })
    else { return nil }
    (whole, fraction) = (String(parts[0]), parts.count == 2 ? String(parts[1]) : "")
  }

  var isZero: Bool { (whole + fraction).allSatisfy { $0 == "0" } }

  /// The digits as a program writes them: `1234.5`, without sign, grouping and leading zeros.
  var text: String {
    let digits = String(whole.drop { $0 == "0" })
    return (digits.isEmpty ? "0" : digits) + (fraction.isEmpty ? "" : "." + fraction)
  }

  /// Moves the point to the right, or by a negative count to the left.
  mutating func shift(by count: Int) {
    for _ in 0..<max(0, count) {
      whole.append(fraction.isEmpty ? "0" : fraction.removeFirst())
    }
    for _ in 0..<max(0, -count) {
      fraction.insert(whole.popLast() ?? "0", at: fraction.startIndex)
    }
  }

  /// Keeps so many digits behind the point; half of the last goes away from zero.
  mutating func round(to places: Int) {
    guard fraction.count > places else { return }
    let isUp = (fraction.dropFirst(places).first ?? "0") >= "5"
    fraction = String(fraction.prefix(places))
    guard isUp else { return }
    var digits = Array((whole + fraction).utf8)
    var place = digits.count - 1
    while place >= 0, digits[place] == UInt8(ascii: "9") {
      digits[place] = UInt8(ascii: "0")
      place -= 1
    }
    if place >= 0 { digits[place] += 1 } else { digits.insert(UInt8(ascii: "1"), at: 0) }
    whole = String(decoding: digits.dropLast(places), as: UTF8.self)
    fraction = String(decoding: digits.suffix(places), as: UTF8.self)
  }
}
