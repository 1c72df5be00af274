/// A small reader of Swift text that knows comments and strings, and nothing else.
enum CodeText {
  /// `text` with every comment and every string's contents replaced by blanks; lines stay where they are.
  ///
  /// Interpolations stay, for they are code.
  static func blankingCommentsAndStrings(in text: String) -> String {
    var scanner = Scanner(bytes: Array(text.utf8))
    scanner.scanCode(untilParenthesis: false)
    return String(decoding: scanner.output, as: UTF8.self)
  }
}

private struct Scanner {
  let bytes: [UInt8]
  var position = 0
  var output: [UInt8] = []

  init(bytes: [UInt8]) {
    self.bytes = bytes
    output.reserveCapacity(bytes.count)
  }

  /// Copies code; with `untilParenthesis`, to the parenthesis that closes an interpolation.
  mutating func scanCode(untilParenthesis: Bool) {
    var depth = 0
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "/"), UInt8(ascii: "\""), UInt8(ascii: "#"), UInt8(ascii: "("),
        UInt8(ascii: ")"):
        break
      default:
        output.append(bytes[position])
        position += 1
        continue
      }
      if starts(with: "//") {
        blank { $0 == UInt8(ascii: "\n") }
      } else if starts(with: "/*") {
        scanBlockComment()
      } else if let pounds = poundsBeforeQuote() {
        scanString(pounds: pounds)
      } else {
        if bytes[position] == UInt8(ascii: "(") { depth += 1 }
        if bytes[position] == UInt8(ascii: ")") {
          if untilParenthesis, depth == 0 { return }
          depth -= 1
        }
        copy(1)
      }
    }
  }

  private mutating func scanBlockComment() {
    var depth = 0
    repeat {
      if starts(with: "/*") {
        depth += 1
        blank(2)
      } else if starts(with: "*/") {
        depth -= 1
        blank(2)
      } else {
        blank(1)
      }
    } while depth > 0 && position < bytes.count
  }

  /// How many `#` stand before a quote here; `nil` when no string begins here.
  private func poundsBeforeQuote() -> Int? {
    var end = position
    while end < bytes.count, bytes[end] == UInt8(ascii: "#") { end += 1 }
    return end < bytes.count && bytes[end] == UInt8(ascii: "\"") ? end - position : nil
  }

  private mutating func scanString(pounds: Int) {
    copy(pounds)
    let quote = starts(with: "\"\"\"") ? "\"\"\"" : "\""
    let close = quote + String(repeating: "#", count: pounds)
    let escape = "\\" + String(repeating: "#", count: pounds)
    copy(quote.utf8.count)
    while position < bytes.count, !starts(with: close) {
      if starts(with: escape + "(") {
        copy(escape.utf8.count + 1)
        scanCode(untilParenthesis: true)
      } else if starts(with: escape) {
        blank(escape.utf8.count + 1)
      } else {
        blank(1)
      }
    }
    copy(close.utf8.count)
  }

  private func starts(with text: String) -> Bool {
    bytes[position...].starts(with: text.utf8)
  }

  private mutating func copy(_ count: Int) {
    let end = min(position + count, bytes.count)
    output += bytes[position..<end]
    position = end
  }

  private mutating func blank(_ count: Int) {
    for _ in 0..<count where position < bytes.count {
      output.append(bytes[position] == UInt8(ascii: "\n") ? UInt8(ascii: "\n") : UInt8(ascii: " "))
      position += 1
    }
  }

  private mutating func blank(until isEnd: (UInt8) -> Bool) {
    while position < bytes.count, !isEnd(bytes[position]) { blank(1) }
  }
}
