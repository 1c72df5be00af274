import Diagnostics
import Testing

import Qualifiers

struct LexerTests {
  private func lexer(_ text: String) -> Lexer { Lexer(SourceText(name: "test", text: text)) }

  private func texts(_ text: String) -> [String] {
    let lexer = lexer(text)
    return lexer.tokens.dropLast().map { lexer.source.text(in: $0.span) }
  }

  @Test(arguments: [
    ("a.b=-1", ["a.b", "=", "-", "1"]), ("a<>b=<c=>d", ["a", "<>", "b", "=<", "c", "=>", "d"]),
    ("a// x\n b # y\n/* z\n*/c", ["a", "b", "c"]), ("1_000.5e-3 .5", ["1_000.5e-3", ".5"]),
    ("@2024-03-01T12:30 roles.@count", ["@2024-03-01T12:30", "roles.@count"]),
    ("$user.id x'CA' xa", ["$user.id", "x'CA'", "xa"]),
    ("*TRUE*=>'a\\'b'", ["*TRUE*", "=>", "'a\\'b'"]),
    ("`{a + '}'} \\` {b}`c", ["`{a + '}'} \\` {b}`", "c"]), ("größe = 日本", ["größe", "=", "日本"]),
    ("\u{FEFF}a\u{A0}b", ["a", "b"]), ("\\null.'two words'", ["\\null.'two words'"]),
    ("`{`{a}`}`", ["`{`{a}`}`"]),
  ])
  func `Tokens`(text: String, expected: [String]) {
    #expect(texts(text) == expected)
    #expect(lexer(text).diagnostics.isEmpty)
  }

  @Test func `A quote left open costs one line`() {
    let lexer = lexer("a = 'x\nb = \"y\r\nc = `z\nd = 1")
    #expect(lexer.diagnostics.all.count == 3)
    #expect(
      lexer.tokens.filter(\.startsLine).map { lexer.source.text(in: $0.span) } == [
        "a", "b", "c", "d",
      ]
    )
    #expect(lexer.tokens.filter(\.isFaulty).count == 3)
    #expect(lexer.source.text(in: lexer.diagnostics.all[1].span) == "\"y")
  }

  @Test(arguments: ["`{`\\", "`{`\\\na = 1", "`{'\\", "'\\", "`\\", "$'\\", "x'\\"])
  func `A backslash at the end of a line takes nothing of what follows`(text: String) {
    let lexer = lexer(text)
    let line = text.utf8.prefix { $0 != UInt8(ascii: "\n") }.count
    #expect(lexer.diagnostics.all.count >= 1)
    #expect(lexer.diagnostics.all.allSatisfy { $0.span.end <= line })
  }

  @Test func `Comments are kept with their place`() {
    let lexer = lexer("// one\na /* two */ # three")
    #expect(lexer.comments.map(lexer.source.text(in:)) == ["// one", "/* two */", "# three"])
  }

  @Test(arguments: [
    "12abc", "1.2.3", "@2024-13-01", "x'CAF'", "x'XY'", "a..b", "$", "§", "\u{7}", "%@", "*x*",
    "a.",
    "/* open", "“curly”", "`{a", "`", "'", "\\", "@", "&", "|", "~",
  ])
  func `What is no token is one fault`(text: String) {
    let lexer = lexer(text)
    #expect(lexer.diagnostics.all.count == 1, "\(lexer.diagnostics.all)")
    #expect(lexer.tokens.contains { $0.isFaulty })
  }

  @Test func `Escapes`() {
    guard case .string(let text) = lexer(#"'\n\t\'\"\\\u{1F600}\d\*\u{zz}\é'"#).tokens[0].kind
    else {
      Issue.record("no string")
      return
    }
    #expect(text == "\n\t'\"\\😀\\d\\*\\u{zz}\\é")
  }

  @Test func `Faults in different lines do not hide one another`() {
    let (_, faults) = Qualifier.parse("a = 1 and (b lke 'x'\n or c = 'open\n or d lke 'y')")
    #expect(faults.map { $0.position?.line ?? 0 }.sorted() == [1, 2, 3])
  }
}
