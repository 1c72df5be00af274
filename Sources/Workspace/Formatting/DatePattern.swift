import Diagnostics
import Formatting
package import FoundationEssentials
import Qualifiers

/// A pattern for days and times in the manner of Unicode TR35: `d MMM yyyy`, `EEEE, HH:mm`; names are English.
package nonisolated struct DatePattern: Sendable {
  /// A piece of a date pattern: literal text, or a field such as `yyyy` as its letter and count.
  private enum Piece: Sendable, Equatable {
    case text(String)
    /// A letter, and how often it stands there.
    case field(Character, Int)
  }

  private let pieces: [Piece]

  /// How often a letter may stand.
  private static let letters: [Character: ClosedRange<Int>] = [
    "y": 1...4, "M": 1...4, "L": 1...4, "d": 1...2, "E": 1...4, "H": 1...2, "h": 1...2, "m": 1...2,
    "s": 1...2, "S": 1...6, "a": 1...1,
  ]

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
  private static let weekdays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]

  /// The pattern that a text is, or what is wrong with it.
  package static func reading(_ text: String) -> (pattern: DatePattern?, problem: String?) {
    do throws(PatternProblem) {
      let pattern = DatePattern(pieces: try pieces(of: text))
      guard pattern.pieces.contains(where: { if case .field = $0 { true } else { false } }) else {
        return (nil, "a pattern needs a letter of a date: `d MMM yyyy`")
      }
      return (pattern, nil)
    } catch {
      return (nil, error.message)
    }
  }

  private static func pieces(of text: String) throws(PatternProblem) -> [Piece] {
    var pieces: [Piece] = []
    for piece in try PatternPiece.pieces(of: text) {
      let character = piece.character
      guard case .plain = piece, character.isLetter else {
        if case .text(let before) = pieces.last {
          pieces[pieces.count - 1] = .text(before + String(character))
        } else {
          pieces.append(.text(String(character)))
        }
        continue
      }
      guard let range = letters[character] else {
        throw PatternProblem(
          "`\(character)` is not a letter of date patterns; put text in quotes `'`"
        )
      }
      var count = 1
      if case .field(character, let before) = pieces.last {
        pieces.removeLast()
        count = before + 1
      }
      guard count <= range.upperBound else {
        throw PatternProblem("`\(character)` may repeat at most \(range.upperBound) times")
      }
      pieces.append(.field(character, count))
    }
    if pieces.contains(where: { $0 == .field("y", 3) }) {
      throw PatternProblem("a year is `y`, `yy` or `yyyy`")
    }
    return pieces
  }

  /// Whether it says which day it is, and no time.
  package var isOfDays: Bool {
    func holds(_ letters: String) -> Bool {
      pieces.contains {
        if case .field(let letter, _) = $0 { letters.contains(letter) } else { false }
      }
    }
    return holds("d") && !holds("Hh")
  }

  // MARK: Writing

  /// The text of a day and time.
  package func text(of date: Date) -> String {
    let parts = date.wallClock
    let seconds = Int(parts.seconds)
    let day = Date.days(year: parts.year, month: parts.month, day: parts.day)
    return pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .field("y", 2): String(abs(parts.year) % 100, digits: 2)
      case .field("y", let width):
        (parts.year < 0 ? "-" : "") + String(abs(parts.year), digits: width)
      case .field("M", let width), .field("L", let width):
        Self.name(Self.months[parts.month - 1], width) ?? String(parts.month, digits: width)
      case .field("d", let width): String(parts.day, digits: width)
      // The first day of 1970 was a Thursday.
      case .field("E", let width):
        Self.name(Self.weekdays[((day + 3) % 7 + 7) % 7], max(width, 3)) ?? ""
      case .field("H", let width): String(seconds / 3600, digits: width)
      case .field("h", let width): String((seconds / 3600 + 11) % 12 + 1, digits: width)
      case .field("m", let width): String(seconds / 60 % 60, digits: width)
      case .field("s", let width): String(seconds % 60, digits: width)
      case .field("S", let width):
        String(String(Int((parts.seconds - Double(seconds)) * 1e6 + 0.5), digits: 6).prefix(width))
      case .field: seconds < 43_200 ? "AM" : "PM"
      }
    }.joined()
  }

  /// A name, or the first three letters of it; `nil` where a number is asked for.
  private static func name(_ name: String, _ width: Int) -> String? {
    width < 3 ? nil : width == 3 ? String(name.prefix(3)) : name
  }

  // MARK: Reading

  /// A text that the pattern writes as programs write the day and time; `nil` for one of another form, and where the pattern
  /// leaves out what would be needed: the century, or which half of the day.
  package func plainText(of text: String) -> String? {
    var rest = Substring(text)
    var found: [Character: Int] = [:]
    for (place, piece) in pieces.enumerated() {
      switch piece {
      case .text(let text):
        guard rest.hasPrefix(text) else { return nil }
        rest.removeFirst(text.count)
      case .field(let letter, let width):
        let number = take(
          letter,
          width,
          from: &rest,
          isBeforeDigits: isNumber(at: place + 1),
          isBehindDigits: isNumber(at: place - 1)
        )
        guard let number else { return nil }
        let key: Character = letter == "L" ? "M" : letter
        if let other = found.updateValue(number, forKey: key), other != number { return nil }
      }
    }
    return rest.isEmpty ? Self.plainText(found) : nil
  }

  /// Whether digits stand at a place, so that only the width tells where a number beside them ends.
  private func isNumber(at place: Int) -> Bool {
    guard pieces.indices.contains(place) else { return false }
    switch pieces[place] {
    case .text(let text): return text.first?.isNumber == true
    case .field("M", let width), .field("L", let width): return width < 3
    case .field("E", _), .field("a", _): return false
    case .field: return true
    }
  }

  private func take(
    _ letter: Character,
    _ width: Int,
    from rest: inout Substring,
    isBeforeDigits: Bool,
    isBehindDigits: Bool
  ) -> Int? {
    switch letter {
    case "M" where width > 2, "L" where width > 2:
      return Self.take(Self.months, width, from: &rest).map { $0 + 1 }
    case "E": return Self.take(Self.weekdays, max(width, 3), from: &rest)
    case "a": return Self.take(["AM", "PM"], 4, from: &rest)
    // The text does not say which century is meant.
    case "y" where width == 2: return nil
    case "y":
      let digits = rest.prefix(4).prefix { $0.isASCII && $0.isNumber }
      rest.removeFirst(digits.count)
      switch digits.count {
      case 4: return Int(digits)
      // Who writes the year short means it as elsewhere, and the order of the pattern all the same.
      case 2 where !isBeforeDigits: return Int(digits).map(DateInput.year(ofTwoDigits:))
      default: return nil
      }
    default:
      let most = isBeforeDigits || letter == "S" ? width : 2
      let digits = rest.prefix(most).prefix { $0.isASCII && $0.isNumber }
      let isWidthMeant = isBeforeDigits || isBehindDigits || letter == "S"
      guard digits.count >= (isWidthMeant ? width : 1) else { return nil }
      rest.removeFirst(digits.count)
      return Int(letter == "S" ? (digits + "000000").prefix(6) : digits)
    }
  }

  /// The place of the name with which `rest` begins, in whatever case.
  private static func take(_ names: [String], _ width: Int, from rest: inout Substring) -> Int? {
    let names = width == 3 ? names.map { String($0.prefix(3)) } : names
    let found = names.firstIndex { rest.lowercased().hasPrefix($0.lowercased()) }
    if let found { rest.removeFirst(names[found].count) }
    return found
  }

  private static func plainText(_ found: [Character: Int]) -> String? {
    let hour =
      found["H"]
      ?? found["h"].flatMap { hour in
        found["a"].flatMap { (1...12).contains(hour) ? hour % 12 + $0 * 12 : nil }
      }
    if found["h"] != nil || found["a"] != nil, hour == nil { return nil }
    var time: String?
    if let hour {
      guard hour < 24, found["m"] ?? 0 < 60, found["s"] ?? 0 < 60 else { return nil }
      let fields = [hour, found["m"] ?? 0, found["s"] ?? 0]
      var text = fields.map { String($0, digits: 2) }.joined(separator: ":")
      if let fraction = found["S"], fraction > 0 { text += "." + String(fraction, digits: 6) }
      time = text
    } else if found["m"] != nil || found["s"] != nil || found["S"] != nil {
      return nil
    }
    guard let year = found["y"], let month = found["M"], let day = found["d"] else {
      let isTimeAlone = found["y"] == nil && found["M"] == nil && found["d"] == nil
      return isTimeAlone && found["E"] == nil ? time : nil
    }
    guard (1...9999).contains(year), (1...12).contains(month),
      (1...Date.dayCount(ofMonth: month, year: year)).contains(day)
    else { return nil }
    if let weekday = found["E"],
      ((Date.days(year: year, month: month, day: day) + 3) % 7 + 7) % 7 != weekday
    {
      return nil
    }
    let written = "\(String(year, digits: 4))-\(String(month, digits: 2))-\(String(day, digits: 2))"
    return time.map { "\(written) \($0)" } ?? written
  }
}
