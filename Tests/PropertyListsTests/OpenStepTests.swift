import Diagnostics
import Testing

import PropertyLists

/// Parses an old-style property list, for tests of all its value kinds.
func read(_ text: String) throws(MalformedDocument) -> PropertyList {
  try PropertyListDocument(reading: Array(text.utf8), name: "a.plist").root
}

/// The fault of a text as `line:column: message`; `nil` when it reads.
func fault(_ text: String) -> String? {
  do throws(MalformedDocument) {
    _ = try read(text)
    return nil
  } catch {
    let place = error.diagnostic.position.map { "\($0.line):\($0.column): " } ?? ""
    return place + error.diagnostic.message
  }
}

extension PropertyList {
  /// A string, for expectations.
  static func string(_ text: String) -> Self { Self(.string(text)) }

  /// A dictionary, for expectations.
  static func dictionary(_ entries: KeyValuePairs<String, PropertyList>) -> Self {
    Self(.dictionary(.init(entries.map { .init($0.key, $0.value) })))
  }

  /// An array, for expectations.
  static func array(_ values: PropertyList...) -> Self { Self(.array(values)) }
}

struct OpenStepTests {
  @Test func `Dictionaries, arrays, strings and data read`() throws {
    let list = try read(#"{ rules = ( { author = 100; "a b" = 'c'; }, x, ); data = <0fbd77 1C>; }"#)
    #expect(
      list
        == .dictionary([
          "rules": .array(
            .dictionary(["author": .string("100"), "a b": .string("c")]),
            .string("x")
          ),
          "data": PropertyList(.data([0x0F, 0xBD, 0x77, 0x1C])),
        ])
    )
  }

  @Test(arguments: [
    (#""a\"b\\c""#, "a\"b\\c"), (#""a\n\t\r\a\b\f\v""#, "a\n\t\r\u{07}\u{08}\u{0C}\u{0B}"),
    (#""\U00e9\U20AC""#, "é€"), (#""\Ud83d\Ude00""#, "😀"), (#""\Ud83d""#, "\u{FFFD}"),
    (#""\101\351\0""#, "AØ\0"), (#""\7z""#, "\u{07}z"), ("\"two\nlines\"", "two\nlines"),
    (#"'it is "so"'"#, #"it is "so""#), (#""""#, ""),
    ("jdbc:mysql://localhost/", "jdbc:mysql://localhost/"),
    ("com.apple.X$Y", "com.apple.X$Y"), ("*true*", "*true*"), ("größe", "größe"), ("\"日本\"", "日本"),
    ("/usr/bin", "/usr/bin"), (#""\q\'""#, "q'"),
  ])
  func `A string reads with its escapes`(text: String, value: String) throws {
    #expect(try read(text).string == value)
  }

  @Test func `Comments stand between tokens, and never inside a word`() throws {
    let text = """
      // first
      { /* a } */ a = b; // c = d;
        url = jdbc:x://y/*z*/; e /**/ = /**/ f }
      // last
      """
    #expect(
      try read(text)
        == .dictionary([
          "a": .string("b"), "url": .string("jdbc:x://y/*z*/"), "e": .string("f"),
        ])
    )
  }

  @Test(arguments: [
    "{a=b}", "{a=b;}", "{\r\n\ta = b;\r\n}\r\n", "\u{FEFF}{a=b;};", "a = b;", "a=b",
  ])
  func `What people leave out is forgiven`(text: String) throws {
    #expect(try read(text) == .dictionary(["a": .string("b")]))
  }

  @Test func `A key without a value is its own value, as in strings files`() throws {
    #expect(try read(#""Yes"; a;"#) == .dictionary(["Yes": .string("Yes"), "a": .string("a")]))
  }

  @Test(arguments: ["", " \n", "// nothing\n"])
  func `An empty file is an empty dictionary`(text: String) throws {
    #expect(try read(text) == .dictionary([:]))
  }

  @Test(arguments: [
    ("<*I-5>", PropertyList.Content.integer(-5)), ("<*R\"1.5\">", .real(1.5)),
    ("<*BY>", .boolean(true)),
    ("<*D2001-09-17 10:00:00 +0200>", .date(1_000_713_600)), ("<[AQL/]>", .data([1, 2, 255])),
    ("<>", .data([])),
  ])
  func `What GNUstep writes in angle brackets has its type`(
    text: String,
    content: PropertyList.Content
  ) throws {
    #expect(try read("{a=\(text);}")["a"] == PropertyList(content))
  }

  @Test func `Values and keys know where they stand`() throws {
    let text = "{\n  rules = (\n    { author = \"100\"; }\n  );\n}"
    let document = try PropertyListDocument(reading: Array(text.utf8), name: "a.plist")
    let rule = try #require(document.root["rules"]?.array?.first)
    #expect(document.source.position(at: rule.span.start) == SourcePosition(line: 3, column: 5))
    #expect(document.source.text(in: rule.span) == #"{ author = "100"; }"#)
    let entry = try #require(rule.dictionary?.entry(of: "author"))
    #expect(document.source.text(in: entry.keySpan) == "author")
    #expect(document.source.text(in: entry.value.span) == #""100""#)
    #expect(document.format == .openStep)
  }

  @Test(arguments: [
    ("{", "1:2: the file ends inside the dictionary that begins at line 1, column 1"),
    ("{ a = (1, 2", "1:12: the file ends inside the array that begins at line 1, column 7"),
    ("{ a = b;\n c = ", "2:6: the file ends where a value was expected"),
    ("{ a = \"b\n}", "1:7: the string that begins here does not end"),
    ("{ a = <0f", "1:7: the file ends inside the data that begins at line 1, column 7"),
    ("{ a = <0g>; }", "1:9: data between `<` and `>` holds hexadecimal digits only"),
    (
      "{ a = <0>; }",
      "1:9: data takes two hexadecimal digits a byte; the last byte has one"
    ),
    ("{ a b; }", "1:5: `=` was expected after the key `a`"),
    ("{ a = b c }", "1:9: `;` was expected after the value of `a`"),
    ("{ a = b; ) }", "1:10: a key or `}` was expected here"),
    ("( a b )", "1:5: `,` or `)` was expected in the array of line 1"),
    ("{ a = b; } }", "1:12: the property list ends before this"),
    ("/* a", "1:1: the comment that begins here does not end"),
    ("{ a = \"\\Ux\"; }", "1:8: `\\U` takes four hexadecimal digits"),
    ("{ a = \0; }", "1:7: a value was expected here"),
    ("{ a = , }", "1:7: a value was expected here"),
  ])
  func `A fault says what and where`(text: String, message: String) {
    #expect(fault(text) == message)
  }

  @Test func `A bomb of brackets is refused with a sentence`() {
    for bracket in ["(", "{a=", "((("] {
      let bomb = String(repeating: bracket, count: 400_000)
      #expect(fault(bomb)?.contains("more than 200 deep") == true)
    }
  }

  @Test func `As deep as allowed is read and written`() throws {
    let text = String(repeating: "(", count: 200) + String(repeating: ")", count: 200)
    #expect(try read(try read(text).openStepLine) == read(text))
    #expect(fault("(" + text + ")") != nil)
  }

  @Test func `Bytes that are no UTF-8 are Mac OS Roman`() throws {
    let bytes = Array("{a=\"caf".utf8) + [0x8E] + Array("\";}".utf8)
    #expect(try PropertyListDocument(reading: bytes, name: "a").root["a"]?.string == "café")
  }

  @Test(arguments: [true, false], [true, false])
  func `UTF-16 reads with and without a mark`(isBig: Bool, hasMark: Bool) throws {
    let units = Array((hasMark ? "\u{FEFF}" : "").utf16) + Array("{a=\"é😀\";}".utf16)
    let bytes = units.flatMap { unit in
      let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      return isBig ? pair : pair.reversed()
    }
    #expect(try PropertyListDocument(reading: bytes, name: "a").root["a"]?.string == "é😀")
  }

  @Test func `A key written twice counts once, with its last value`() throws {
    let list = try read("{ a = 1; b = 2; a = 3; }")
    #expect(list["a"]?.string == "3")
    #expect(list.dictionary?.repetitions.map(\.key) == ["a"])
  }
}
