package import Diagnostics
package import EntityModel
import Formatting
import FoundationEssentials
package import Qualifiers

/// A typed condition whose locale-specific numbers, days and times were put in quotes, to be read by attribute type later.
///
/// For example `price > 1.234,56` becomes `price > '1.234,56'`.
package struct TypedLiterals {
  /// A number, day or time typed in the user's locale, such as `1.234,56`, that the program put in quotes in a condition.
  ///
  /// Its position tells it from a text that the user quoted. It is read later, by the type of the attribute compared.
  package nonisolated struct Literal: Hashable {
    package let text: String
    /// The offset of the literal's first character in ``text``, in UTF-8 bytes.
    fileprivate let place: Int
  }

  /// The interpretation of a literal: the attribute it is compared with and its value.
  package nonisolated struct Reading {
    package let literal: Literal
    /// The attribute that the literal is compared with; `nil` for a search in texts.
    package let attribute: Attribute?
    /// The interpreted value; `nil` when the literal is a text.
    package let value: Value?

    package init(literal: Literal, attribute: Attribute?, value: Value?) {
      (self.literal, self.attribute, self.value) = (literal, attribute, value)
    }
  }

  /// The condition.
  package private(set) var text = ""
  private var literals: [Literal] = []
  /// The hints about lists in which a comma could belong to a number; see ``NumberList``.
  private var listSentences: [String] = []
  package let locale: LocaleName

  private let characters: [Character]
  private var index = 0

  package init(_ typed: String, in locale: LocaleName) {
    characters = Array(typed)
    self.locale = locale
    read()
  }

  /// Returns one sentence for each literal or list that could be misread, saying how it was understood.
  ///
  /// - Throws: ``PromptRefusal`` for a literal that is no value of its attribute, or that is compared with nothing that gives
  /// it a type.
  package func understood(as readings: [Reading]) throws(PromptRefusal) -> [String] {
    let known = Dictionary(readings.map { ($0.literal, $0) }) { first, _ in first }
    var sentences: [String] = []
    for literal in literals {
      let text = literal.text
      guard let reading = known[literal] else {
        throw PromptRefusal("‘\(text)’ may be a number or a text; compare it with a property")
      }
      guard let value = reading.value else {
        guard reading.staysText else {
          throw PromptRefusal("‘\(text)’ is not a number, day or time of its property")
        }
        continue
      }
      guard let shown = shown(value, of: text) else { continue }
      let sentence = "‘\(text)’ is \(shown)"
      if !sentences.contains(sentence) { sentences.append(sentence) }
    }
    return sentences + listSentences
  }

  /// Returns the unambiguous text of `value`, or `nil` when `text` can be read in one way only.
  private func shown(_ value: Value, of text: String) -> String? {
    guard case .date = value else { return locale.mayBeMisread(text) ? value.description : nil }
    return value.civilTime.flatMap { time in
      // What programs write is read in one way only.
      guard !time.isTimeOfDay, Date(moment: text) == nil, Date.monthOrYear(text) == nil else {
        return nil
      }
      return "\(time.weekday) \(time.dayText)" + (text.contains(":") ? " \(time.timeText)" : "")
    }
  }

  /// Returns the literal with `text` within `span` of the condition; `nil` for a text that the user quoted.
  package func literal(_ text: String, at span: SourceSpan?) -> Literal? {
    guard let span else { return nil }
    return literals.first { $0.text == text && (span.start..<span.end).contains($0.place) }
  }

  /// Returns the place in the typed text, in UTF-8 bytes, for a place in ``text``, which has quotes that nobody typed.
  package func place(of offset: Int) -> Int {
    offset
      - literals.reduce(0) { count, literal in
        count + (literal.place <= offset ? 1 : 0)
          + (literal.place + literal.text.utf8.count < offset ? 1 : 0)
      }
  }

  // MARK: Reading

  private mutating func read() {
    // For each bracket that is open what it holds, where it begins a list.
    var brackets: [NumberList?] = []
    var word = ""
    while index < characters.count {
      let character = characters[index]
      if character == "'" || character == "\"" {
        copyText(to: character)
        word = ""
      } else if character == "@", text.last != "." {
        copyLiteral()
      } else if isNumberStart {
        let start = index > 0 && characters[index - 1] == "-" ? index - 1 : index
        readNumber(inList: (brackets.last ?? nil) != nil)
        if var list = brackets.popLast() {
          list?.add(characters[start..<index], before: characters[index...], locale.numbers)
          brackets.append(list)
        }
        word = ""
      } else {
        if character == "(" {
          brackets.append(Self.listsNumbers(behind: word) ? NumberList() : nil)
        }
        if character == "[" {
          // Right behind a name a condition stands in brackets: `items[amount > 1,5]`.
          let isCondition = text.last?.isWhitespace == false && isBehindValue(text[...])
          brackets.append(isCondition ? nil : NumberList())
        }
        if character == ")" || character == "]", let sentence = brackets.popLast()??.sentence {
          listSentences.append(sentence)
        }
        if character.isLetter || character.isNumber || "_.@$#".contains(character) {
          if index > 0, characters[index - 1].isWhitespace { word = "" }
          word.append(character)
        } else if !character.isWhitespace {
          word = ""
        }
        text.append(character)
        index += 1
      }
    }
  }

  /// Whether a comma in parentheses behind a word separates values.
  private static func listsNumbers(behind word: String) -> Bool {
    word.lowercased() == "in" || Function(rawValue: word) != nil
  }

  /// A text up to its quote; one behind a backslash belongs to it.
  private mutating func copyText(to quote: Character) {
    let start = index
    index += 1
    while index < characters.count, characters[index] != quote {
      index += characters[index] == "\\" ? 2 : 1
    }
    index = min(index + 1, characters.count)
    text += String(characters[start..<index])
  }

  /// A day as the language writes it: `@2024-03-01T12:30`.
  private mutating func copyLiteral() {
    let end = characters[index...].firstIndex { $0.isWhitespace || ")],".contains($0) }
    text += String(characters[index..<(end ?? characters.count)])
    index = end ?? characters.count
  }

  /// A digit that is no part of a name or of a day as the language writes it.
  private var isNumberStart: Bool {
    guard isDigit(at: index) else { return false }
    guard index > 0 else { return true }
    let before = characters[index - 1]
    return !(before.isLetter || before.isNumber || "_.@$#:".contains(before))
  }

  private func isDigit(at place: Int) -> Bool {
    characters.indices.contains(place) && characters[place].isNumber
  }

  /// A blank and three digits.
  private func isGroup(at place: Int) -> Bool {
    place < characters.count && characters[place] == " " && !isDigit(at: place + 4)
      && (1...3).allSatisfy { isDigit(at: place + $0) }
  }

  private mutating func readNumber(inList: Bool) {
    let start = index
    var end = runEnd(from: start, inList: inList)
    while locale.numbers.group == " ", isGroup(at: end),
      end - start <= 3 || characters[start..<end].contains(" ")
    {
      end = runEnd(from: end + 1, inList: inList)
    }
    // A time behind a day.
    let isDay = characters[start..<end].filter { ".-/".contains($0) }.count == 2
    if isDay, end + 3 < characters.count, characters[end] == " ", isDigit(at: end + 1),
      characters[(end + 2)...].prefix(2).contains(":")
    {
      end = runEnd(from: end + 1, inList: inList)
    }
    end = exponentEnd(from: operatorPlace(in: start..<end) ?? end)
    let token = String(characters[start..<end])
    index = end
    let isName = end < characters.count && (characters[end].isLetter || characters[end] == "_")
    guard !isName, needsQuotes(token) else { return text += token }
    // A sign belongs to the number, unless something stands before it from which the number is subtracted.
    let sign = text.last == "-" && !isBehindValue(text.dropLast()) ? "-" : ""
    if !sign.isEmpty { text.removeLast() }
    literals.append(Literal(text: sign + token, place: text.utf8.count + 1))
    text += "'\(sign)\(token)'"
  }

  /// Returns the place of the first `-` or `/` in a run of digits that is no day but a computation; `nil` for a day.
  private func operatorPlace(in run: Range<Int>) -> Int? {
    let signs: Set<Character> = ["-", "/"]
    guard let first = characters[run].firstIndex(where: signs.contains) else { return nil }
    let day = characters[run].prefix { $0 != " " }
    let counts = day.split(omittingEmptySubsequences: false, whereSeparator: signs.contains).map {
      $0.allSatisfy(\.isNumber) ? $0.count : 0
    }
    guard counts != [4, 2], counts.count != 3 || counts.filter({ $0 == 4 }).count != 1 else {
      return nil
    }
    let isShort = counts.allSatisfy((1...2).contains)
    guard isShort, counts.count == 3 || counts.count == 2 && characters[first] == "/" else {
      return first
    }
    // Beside another operator it is a number.
    let neighbours = [text.last { $0 != " " }, characters[run.upperBound...].first { $0 != " " }]
    return neighbours.contains { $0.map("*/%+-".contains) == true } ? first : nil
  }

  /// Whether a text ends with something from which can be subtracted, rather than with a word of the language.
  private func isBehindValue(_ text: Substring) -> Bool {
    let text = text.trimmed
    guard let last = text.last else { return false }
    guard last.isLetter || last.isNumber || last == "_" else { return ")]'\"".contains(last) }
    let word = String(text.reversed().prefix { $0.isLetter || $0.isNumber || $0 == "_" }.reversed())
    return Keyword(word: word) == nil
  }

  private func needsQuotes(_ token: String) -> Bool {
    guard let plain = locale.numbers.plainText(of: token) else { return Double(token) == nil }
    return plain != token
  }

  /// The end of an exponent behind a number: `e-07`; the end of the number where there is none.
  private func exponentEnd(from start: Int) -> Int {
    guard start < characters.count, "eE".contains(characters[start]) else { return start }
    var end = start + 1
    if end < characters.count, "+-".contains(characters[end]) { end += 1 }
    guard isDigit(at: end) else { return start }
    while isDigit(at: end) { end += 1 }
    return end
  }

  /// The end of digits with signs among them.
  private func runEnd(from start: Int, inList: Bool) -> Int {
    var end = start
    while end < characters.count {
      let character = characters[end]
      let isSign = ".:/-’".contains(character) || character == "," && !inList
      // A day of this year ends in a point.
      let isLastPoint = character == "." && characters[start..<end].contains(".")
      guard character.isNumber || isSign && (isDigit(at: end + 1) || isLastPoint) else { break }
      end += 1
    }
    return end
  }
}

nonisolated extension TypedLiterals.Reading {
  /// Whether what has no value is a text that can be compared as it stands.
  fileprivate var staysText: Bool {
    switch attribute?.type.kind {
    case .integer, .number, .decimal, .time, .bool: false
    case .date, .timestamp:
      Date(moment: literal.text) != nil || Date.monthOrYear(literal.text) != nil
    case .text, .blob, .any, nil: true
    }
  }
}
