import FoundationEssentials
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

  @Test(arguments: [
    ("┌─ Notes ─┐", "+- Notes -+"), ("│▏96 500 ▕│", "|[96 500 ]|"), ("└─ ⏎ open ┘", "+- ~ open +"),
    ("› ✓ ● ✗ ⚠", "> x * X !"), ("−5 ≈ 3 ✕", "-5 ~ 3 x"), ("│┃", "|#"), ("▁▂▃▄▅▆▇█", "_.:-=+*#"),
  ])
  func `Edges, bars and marks keep their form and stay apart`(text: String, expected: String) {
    var buffer = Buffer(size: Size(width: 12, height: 1))
    buffer.write(text, at: .zero)
    #expect(ASCIIFallback.of(buffer).lines == [expected])
  }

  @Test func `Every sign that pages write has one of ASCII`() throws {
    let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    var signs: Set<Unicode.Scalar> = []
    for module in ["Pages", "Widgets", "Workspace", "Editing", "StandardKeys"] {
      let folder = "\(root)/Sources/\(module)"
      for path in try FileManager.default.subpathsOfDirectory(atPath: folder)
      where path.hasSuffix(".swift") {
        let text = String(
          decoding: FileManager.default.contents(atPath: "\(folder)/\(path)") ?? Data(),
          as: UTF8.self
        )
        for line in text.split(separator: "\n")
        where !line.drop(while: { $0 == " " }).hasPrefix("//") {
          signs.formUnion(line.unicodeScalars.filter { !$0.isASCII })
        }
      }
    }
    #expect(signs.contains("›"))
    // A sign of numbers: no other says the same.
    signs.remove("‰")
    for sign in signs {
      var buffer = Buffer(size: Size(width: 2, height: 1))
      buffer.write(String(sign), at: .zero)
      let hasForm = !ASCIIFallback.of(buffer).lines[0].contains("?") || sign == "␡"
      #expect(hasForm, "\(sign) \(sign.value)")
    }
  }
}
