import CNCurses
import Terminal
import Testing

@testable import NCursesTerminal

struct KeyDecoderTests {
  /// What the inputs are decoded to when they arrive together and nothing follows.
  private func decode(_ inputs: [KeyDecoder.Input]) -> [TerminalEvent] {
    var decoder = KeyDecoder()
    for input in inputs { decoder.take(input) }
    return decoder.finish()
  }

  private func scalars(_ text: String) -> [KeyDecoder.Input] {
    text.unicodeScalars.map { .scalar($0.value) }
  }

  private func keys(_ names: String) -> [TerminalEvent] {
    KeyEvent.sequence(names)?.map { .key($0) } ?? []
  }

  @Test(arguments: [
    ("jG é日", "j G space é 日"), ("\u{1B}", "esc"), ("\u{1B}\u{1B}", "esc esc"),
    ("\u{1B}x", "alt-x"), ("\u{1B}\u{13}", "ctrl-alt-s"), ("\u{1B}[", "alt-["),
    ("\u{1B}O", "alt-O"),
    ("\u{1B}\u{7F}", "alt-backspace"), ("\u{0A}", "enter"),
  ])
  func `Characters are keys and escape is Alt`(text: String, names: String) {
    #expect(decode(scalars(text)) == keys(names))
  }

  @Test(arguments: ["\u{1B}[99;5u", "\u{1B}[?62;1c", "\u{1B}Op", "\u{1B}[[A", "\u{1B}[27;5;13~"])
  func `A sequence nobody knows types nothing`(sequence: String) {
    #expect(decode(scalars(sequence + "j")) == keys("j"))
  }

  @Test func `Keys with codes are known with their modifiers`() {
    #expect(
      decode([.code(KEY_UP), .code(KEY_BTAB), .code(KEY_F0 + 5), .scalar(27), .code(KEY_LEFT)])
        == keys("up shift-tab f5 alt-left")
    )
    for (sequence, name) in [
      ("\u{1B}[1;5D", "ctrl-left"), ("\u{1B}[1;2A", "shift-up"), ("\u{1B}[5;3~", "alt-pgup"),
      ("\u{1B}[3;8~", "ctrl-alt-shift-del"), ("\u{1B}[H", "home"),
    ] {
      let code = KeyTable.definitions.first { $0.sequence == sequence }?.code
      #expect(code.flatMap(KeyTable.key(code:))?.description == name)
    }
  }

  @Test func `No sequence is defined twice and every code is a key or a report`() {
    let definitions = KeyTable.definitions
    #expect(Set(definitions.map(\.sequence)).count == definitions.count)
    for definition in definitions.dropFirst(5) {
      #expect(KeyTable.key(code: definition.code) != nil, "\(definition)")
    }
  }

  @Test func `Pasted text is data and no keys`() {
    let paste: [KeyDecoder.Input] =
      [.code(KeyTable.pasteStart)] + scalars("a\rb\u{1B}") + [.code(KEY_UP)]
      + scalars("q") + [.code(KeyTable.pasteEnd)]
    #expect(decode(paste + scalars("j")) == [.paste("a\nb\u{1B}q")] + keys("j"))
  }

  @Test func `A paste that arrives in parts is one paste`() {
    var decoder = KeyDecoder()
    decoder.take(.code(KeyTable.pasteStart))
    decoder.take(.scalar(97))
    #expect(decoder.finish() == [])
    decoder.take(.scalar(98))
    decoder.take(.code(KeyTable.pasteEnd))
    #expect(decoder.finish() == [.paste("ab")])
  }

  @Test func `A paste without an end ends before the next key`() {
    var decoder = KeyDecoder()
    let start = ContinuousClock.now
    decoder.inputArrives(at: start)
    decoder.take(.code(KeyTable.pasteStart))
    decoder.take(.scalar(97))
    #expect(decoder.finish() == [])
    decoder.inputArrives(at: start + .seconds(5))
    decoder.take(.scalar(106))
    #expect(decoder.finish() == [.paste("a")] + keys("j"))
  }

  @Test(arguments: [
    ("0;15;3M", MouseEvent(.press(.left), at: Point(x: 14, y: 2))),
    ("2;1;1m", MouseEvent(.release(.right), at: .zero)),
    ("32;150;40M", MouseEvent(.drag(.left), at: Point(x: 149, y: 39))),
    ("64;2;2M", MouseEvent(.scrollUp, at: Point(x: 1, y: 1))),
    ("81;2;2M", MouseEvent(.scrollDown, at: Point(x: 1, y: 1), .control)),
  ])
  func `Mouse reports are read`(report: String, event: MouseEvent) {
    #expect(decode([.code(KeyTable.mouse)] + scalars(report)) == [.mouse(event)])
  }

  @Test(arguments: ["0;0;0M", "3;1;1M", "1;2M", ";;M", "99999999999999999999;1;1M"])
  func `A mouse report that makes no sense is nothing`(report: String) {
    #expect(
      decode([.code(KeyTable.mouse)] + scalars(report)).contains {
        if case .mouse = $0 { true } else { false }
      } == false
    )
  }

  @Test func `Focus is reported`() {
    #expect(
      decode([.code(KeyTable.focusIn), .code(KeyTable.focusOut)]) == [.focus(true), .focus(false)]
    )
  }
}
