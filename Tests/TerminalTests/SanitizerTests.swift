import Terminal
import Testing

struct SanitizerTests {
  @Test(arguments: [
    ("plain text ~", "plain text ~"),
    ("\u{1B}[31mred", "␛[31mred"),
    ("a\u{07}b\u{00}c\u{7F}", "a␇b␀c␡"),
    ("a\u{9B}31m\u{85}", "a\u{FFFD}31m\u{FFFD}"),
    ("one\ntwo\tthree\r\n", "one⏎two⇥three␍⏎"),
    ("a\u{2028}b", "a⏎b"),
    ("photo\u{202E}gpj.exe", "photo·gpj.exe"),
    ("\u{200B}\u{200B}", "··"),
    ("a\u{200D}b\u{FEFF}", "a·b·"),
    ("👨\u{200D}👩\u{200D}👧", "👨👩👧"),
    ("👍🏽", "👍"),
    ("❤\u{FE0F} 1\u{FE0F}\u{20E3}", "❤ 1\u{20E3}"),
    ("🏴\u{E0067}\u{E0062}\u{E007F}", "🏴"),
    ("hi\u{E0067}\u{E0062}", "hi··"),
    ("\u{301}abc", "◌\u{301}abc"),
    ("soft\u{AD}hyphen", "soft·hyphen"),
    ("a\u{3164}b", "a·b"),
    ("\u{378}\u{E0B0}", "\u{FFFD}\u{E0B0}"),
    ("שלום مرحبا", "שלום مرحبا"),
  ])
  func `What is hidden shows and what drives is disarmed`(text: String, expected: String) {
    // Compared as scalars: as text, equivalent spellings would be equal.
    #expect(Array(Sanitizer.visible(text).unicodeScalars) == Array(expected.unicodeScalars))
  }

  @Test func `A letter keeps as many marks as a cell holds`() {
    let text = Sanitizer.visible("o" + String(repeating: "\u{302}", count: 200))
    #expect(text.unicodeScalars.count == 5)
  }

  @Test func `Every scalar becomes text of which each scalar is drawn as measured`() {
    for value in UInt32(0)..<0x110000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = Sanitizer.visible("x" + String(scalar))
      let again = Sanitizer.visible(text)
      guard Array(text.unicodeScalars) == Array(again.unicodeScalars) else {
        Issue.record("U+\(String(value, radix: 16)) is not visible after one pass")
        return
      }
      guard TextWidth.cells(of: text) >= 1,
        text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
      else {
        Issue.record("U+\(String(value, radix: 16)) reaches the terminal")
        return
      }
    }
  }

  @Test func `Only as much is read as is asked for`() {
    #expect(Sanitizer.visible("abcdef", upTo: 3) == "abc")
    #expect(Sanitizer.visible("日本語", upTo: 2) == "日本")
  }

  @Test func `Lines are split and tabs become spaces`() {
    #expect(
      Sanitizer.visibleLines("line one\r\nline\ttwo\nrm -rf /\rls\n")
        == ["line one", "line    two", "rm -rf /␍ls", ""]
    )
  }
}
