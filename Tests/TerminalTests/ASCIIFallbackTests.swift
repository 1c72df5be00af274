import Testing

import Terminal

struct ASCIIFallbackTests {
  @Test(arguments: [
    ([:], false), (["LANG": "C"], true), (["LC_ALL": "POSIX"], true), (["LANG": "C.UTF-8"], false),
    (["LANG": "de_DE.UTF-8", "LC_ALL": "C"], true),
    (["LANG": "C", "LC_CTYPE": "en_US.utf8"], false),
    (["LC_ALL": "", "LANG": "C"], true), (["LANG": "ru_RU.KOI8-R"], true),
    (["LANG": "de_DE"], false),
    (["LANG": "de_DE.UTF-8@euro"], false),
  ])
  func `E16: a locale that says it has no UTF-8 gets ASCII, silence does not`(
    variables: [String: String],
    expected: Bool
  ) {
    #expect(ASCIIFallback.areWanted { variables[$0] } == expected)
  }

  @Test func `E16: every glyph becomes one of ASCII in the same cells`() {
    var buffer = Buffer(size: Size(width: 24, height: 1))
    buffer.write("┌─ Größe É 日本 e\u{301} › ∅…", at: .zero)
    let plain = ASCIIFallback.of(buffer)
    #expect(plain.lines == ["+- Grose E ???? e > -."])
    for (before, after) in zip(buffer.row(0), plain.row(0)) {
      #expect(after.scalar.isASCII && !after.hasMarks && after.style == before.style)
    }
  }
}
