import Diagnostics
import Testing

@testable import PropertyLists

struct XMLTests {
  private func document(_ text: String) throws(MalformedDocument) -> XMLElement {
    try XMLDocument(reading: Array(text.utf8), name: "a.xml").root
  }

  private func fault(_ text: String) -> String? {
    do throws(MalformedDocument) {
      _ = try document(text)
      return nil
    } catch {
      let place = error.diagnostic.position.map { "\($0.line):\($0.column): " } ?? ""
      return place + error.diagnostic.message
    }
  }

  @Test func `Elements, attributes and texts read`() throws {
    let root = try document(
      """
      <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <!DOCTYPE model [ <!ENTITY x "y"> ]>
      <!-- a model -->
      <model type='a &lt; b' v="1&#10;2"><entity name="Movie"/><entity name="Talent">
        <?skip this?><![CDATA[<&>]]>&amp;&#233;&#xe9;</entity></model>
      <!-- end -->
      """
    )
    #expect(root.name == "model")
    #expect(root["type"] == "a < b")
    #expect(root["v"] == "1\n2")
    #expect(root["w"] == nil)
    #expect(root.elements(named: "entity").compactMap { $0["name"] } == ["Movie", "Talent"])
    #expect(root.elements.last?.text == "\n  <&>&éé")
  }

  @Test func `Elements know where they stand`() throws {
    let text = "<a>\n  <b c='d'>e</b>\n</a>"
    let document = try XMLDocument(reading: SourceText(name: "a.xml", text: text))
    let element = try #require(document.root.element(named: "b"))
    #expect(document.source.text(in: element.span) == "<b c='d'>e</b>")
    #expect(document.source.text(in: element.nameSpan) == "b")
    let attribute = try #require(element.attribute("c"))
    #expect(document.source.text(in: attribute.span) == "d")
    #expect(document.source.text(in: document.root.span) == text)
  }

  @Test(arguments: [
    ("", "1:1: the file holds no XML element"), ("a", "1:1: an XML element was expected here"),
    ("<![CDATA[a]]>", "1:1: an XML element was expected here"),
    ("<a>", "1:4: the file ends inside `<a>`, which begins at line 1, column 1"),
    ("<a><b></a>", "1:7: `</a>` does not end `<b>` of line 1"),
    ("<a></a><b/>", "1:8: nothing may follow the outermost element"),
    ("</a>", "1:1: an end tag without a start tag"),
    ("<a b=c/>", "1:6: the value of the attribute `b` needs quotes"),
    ("<a b='c' b='d'/>", "1:10: `<a>` has the attribute `b` twice"),
    ("<a b/>", "1:5: the attribute `b` has no value"),
    ("<a b='c'd='e'/>", "1:9: this does not belong in the tag `<a>`"),
    ("<a b='<'/>", "1:7: `<` must be written `&lt;` in an attribute's value"),
    ("<a>&x;</a>", "1:4: the entity `&x;` is unknown"),
    ("<a>&#0;</a>", "1:4: `&#0;` is not a character"),
    ("<a>&#xD800;</a>", "1:4: `&#xD800;` is not a character"),
    ("<a>a & b</a>", "1:6: `&` begins an entity without a `;`"),
    ("<a><!-- b</a>", "1:4: the comment that begins here does not end"),
    ("<a><![CDATA[ b</a>", "1:4: the CDATA section that begins here does not end"),
    ("<a b='c", "1:6: the value of the attribute `b` that begins here does not end"),
    ("<a b", "1:1: the tag `<a` that begins here does not end"),
    ("<!DOCTYPE a [", "1:1: the document type that begins here does not end"),
    ("<a>\u{01}</a>", "1:4: the control character 1 is not allowed in XML"),
    ("<1/>", "1:2: an element's name was expected here"),
  ])
  func `A fault says what and where`(text: String, message: String) {
    #expect(fault(text) == message)
  }

  @Test func `Entities that a document declares are not expanded`() {
    let bomb = #"<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><a>&c;</a>"#
    #expect(fault(bomb) == "1:55: the entity `&c;` is unknown")
  }

  @Test func `A bomb of elements is refused with a sentence`() {
    let bomb = String(repeating: "<a>", count: 400_000)
    #expect(fault(bomb)?.contains("deep") == true)
  }

  @Test func `The declared encoding counts`() throws {
    let start = #"<?xml version="1.0" encoding="ISO-8859-1"?><a b=""#
    let bytes = Array(start.utf8) + [0xE9] + Array(#""/>"#.utf8)
    #expect(try XMLDocument(reading: bytes, name: "a")["b"] == "é")
    let other = Array(#"<?xml version="1.0" encoding="EBCDIC"?><a/>"#.utf8)
    #expect(throws: MalformedDocument.self) { try XMLDocument(reading: other, name: "a") }
  }

  @Test func `Line breaks of all kinds are one`() throws {
    #expect(try document("<a>b\r\nc\rd\n</a>").text == "b\nc\nd\n")
  }
}

extension XMLDocument {
  fileprivate subscript(name: String) -> String? { root[name] }
}

struct XMLPropertyListTests {
  private func plist(_ body: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">\(body)</plist>
    """
  }

  @Test func `Values of every kind read`() throws {
    let list = try read(
      plist(
        """
        <dict><key>rules</key><array><string>a &amp; b</string><integer>-5</integer><integer>0x10</integer>
        <real>1.5</real><true/><false/><date>2001-09-17T08:00:00Z</date><data> AQL/ </data><dict/>
        </array></dict>
        """
      )
    )
    #expect(
      list
        == .dictionary([
          "rules": .array(
            .string("a & b"),
            PropertyList(.integer(-5)),
            PropertyList(.integer(16)),
            PropertyList(.real(1.5)),
            PropertyList(.boolean(true)),
            PropertyList(.boolean(false)),
            PropertyList(.date(1_000_713_600)),
            PropertyList(.data([1, 2, 255])),
            .dictionary([:])
          )
        ])
    )
  }

  @Test(arguments: [
    ("<dict><key>a</key></dict>", "the key `a` has no value"),
    ("<dict><string>a</string></dict>", "`<key>` was expected here"),
    ("<dict><key>a</key><key>b</key></dict>", "the key `a` has no value"),
    ("<integer>x</integer>", "`<integer>` must hold a whole number of 64 bits, not `x`"),
    (
      "<date>yesterday</date>",
      "`<date>` must hold a date like 2001-09-17T08:00:00Z, not `yesterday`"
    ),
    ("<data>?</data>", "`<data>` must hold base 64, not `?`"),
    ("<strin>x</strin>", "`<strin>` is not an element of property lists"),
    ("<string><b/></string>", "`<b>` is not allowed in `<string>`"),
    ("<array>x</array>", "text is not allowed directly in `<array>`"),
    ("", "the property list is empty"),
    ("<true/><true/>", "a property list holds one value, not several"),
  ])
  func `What is no property list is refused`(body: String, message: String) {
    #expect(fault(plist(body))?.hasSuffix(message) == true, "\(fault(plist(body)) ?? "read")")
  }

  @Test(arguments: [
    "1582-10-15T00:00:00Z", "1969-12-31T23:59:59Z", "2000-02-29T12:00:00Z", "9999-12-31T00:00:00Z",
  ])
  func `Dates are written as they were read`(text: String) throws {
    #expect(DateText.text(of: try #require(DateText.seconds(text))) == text)
  }
}
