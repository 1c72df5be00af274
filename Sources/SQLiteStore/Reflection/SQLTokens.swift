import EntityModel
import Formatting

/// The tokens of a SQL statement, as far as reading a `CREATE TABLE` needs them.
struct SQLTokens {
  /// A token: what it is, and its text without quotes.
  struct Token: Equatable {
    enum Kind { case word, quotedName, string, number, symbol }
    var kind: Kind
    var text: String
    /// The range in the statement, in bytes.
    var place: Range<Int>

    /// Whether it is the bare word given, in any case.
    func isWord(_ word: String) -> Bool { kind == .word && text.lowercased() == word }
    /// Whether it is the symbol given.
    func isSymbol(_ symbol: String) -> Bool { kind == .symbol && text == symbol }
    /// Whether it can be the name of a column.
    var isName: Bool { kind == .word || kind == .quotedName }
  }

  /// In their order; comments and blanks left out.
  private(set) var tokens: [Token] = []
  /// The ranges of comments in bytes, with their delimiters.
  private(set) var comments: [Range<Int>] = []
  private let bytes: [UInt8]
  private var position = 0

  /// Reads all of `statement`; what cannot be read is a symbol of its own.
  init(_ statement: String) {
    bytes = Array(statement.utf8)
    while position < bytes.count { readToken() }
  }

  private mutating func readToken() {
    let byte = bytes[position]
    switch byte {
    case UInt8(ascii: " "), 9...13: position += 1
    case UInt8(ascii: "-") where next == UInt8(ascii: "-"):
      let start = position
      skip { $0 != 10 }
      comments.append(start..<position)
    case UInt8(ascii: "/") where next == UInt8(ascii: "*"): skipComment()
    case UInt8(ascii: "'"): readQuoted(.string, until: byte)
    case UInt8(ascii: "\""), UInt8(ascii: "`"): readQuoted(.quotedName, until: byte)
    case UInt8(ascii: "["): readQuoted(.quotedName, until: UInt8(ascii: "]"))
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      read(.number) { Self.isWordByte($0) || $0 == UInt8(ascii: ".") }
    case _ where Self.isWordByte(byte): read(.word, while: Self.isWordByte)
    default:
      let text = String(decoding: [byte], as: UTF8.self)
      tokens.append(Token(kind: .symbol, text: text, place: position..<position + 1))
      position += 1
    }
  }

  /// Whether something is called so in the statement; SQLite takes texts for names, too.
  func names(_ name: String) -> Bool {
    tokens.contains { ($0.isName || $0.kind == .string) && $0.text.folded == name.folded }
  }

  /// The text of the statement at a place.
  func text(at place: Range<Int>) -> String { String(decoding: bytes[place], as: UTF8.self) }

  private var next: UInt8? { position + 1 < bytes.count ? bytes[position + 1] : nil }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }

  private mutating func skip(while condition: (UInt8) -> Bool) {
    while position < bytes.count, condition(bytes[position]) { position += 1 }
  }

  private mutating func skipComment() {
    let start = position
    defer { comments.append(start..<position) }
    position += 2
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "*"), next == UInt8(ascii: "/") { break }
      position += 1
    }
    position = min(position + 2, bytes.count)
  }

  private mutating func read(_ kind: Token.Kind, while condition: (UInt8) -> Bool) {
    let start = position
    skip(while: condition)
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    tokens.append(Token(kind: kind, text: text, place: start..<position))
  }

  /// Reads up to the closing quote; a doubled one stands for itself.
  private mutating func readQuoted(_ kind: Token.Kind, until quote: UInt8) {
    let start = position
    position += 1
    var text: [UInt8] = []
    while position < bytes.count {
      if bytes[position] == quote {
        guard next == quote, quote != UInt8(ascii: "]") else { break }
        position += 1
      }
      text.append(bytes[position])
      position += 1
    }
    position = min(position + 1, bytes.count)
    let content = String(decoding: text, as: UTF8.self)
    tokens.append(Token(kind: kind, text: content, place: start..<position))
  }

  /// The position of the parenthesis that closes the one at `open`; `nil` when there is none at either.
  static func closing(of open: Int, in tokens: [Token]) -> Int? {
    guard tokens.indices.contains(open), tokens[open].isSymbol("(") else { return nil }
    var depth = 0
    for index in open..<tokens.count {
      if tokens[index].isSymbol("(") { depth += 1 }
      if tokens[index].isSymbol(")") { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }
}
