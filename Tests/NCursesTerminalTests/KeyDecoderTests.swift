import Terminal
import Testing

@testable import NCursesTerminal

struct KeyDecoderTests {
  /// Decodes bytes that arrive at once with nothing after them.
  ///
  /// Typed text becomes one key event for each character.
  private func decode(_ text: String) -> [TerminalEvent] {
    var decoder = KeyDecoder()
    decoder.take(Array(text.utf8))
    return decoder.finish().flatMap { event -> [TerminalEvent] in
      guard case .typed(let text) = event else { return [event] }
      return text.unicodeScalars.map { .key(KeyTable.key(scalar: $0)) }
    }
  }

  private func keys(_ names: String) -> [TerminalEvent] {
    KeyEvent.sequence(names)?.map { .key($0) } ?? []
  }

  @Test(arguments: [
    ("jG é日", "j G space é 日"), ("\u{1B}", "esc"), ("\u{1B}\u{1B}", "esc esc"),
    ("\u{1B}x", "alt-x"), ("\u{1B}\u{13}", "ctrl-alt-s"), ("\u{1B}[", "alt-["),
    ("\u{1B}O", "alt-O"), ("\u{1B}é", "alt-é"),
    ("\u{1B}\u{7F}", "alt-backspace"), ("\u{0A}", "enter"), ("a\rb", "a enter b"),
  ])
  func `Characters are keys and escape is Alt`(text: String, names: String) {
    #expect(decode(text) == keys(names))
  }

  @Test(arguments: ["\u{1B}[99;5u", "\u{1B}[?62;1c", "\u{1B}Op", "\u{1B}[[A", "\u{1B}[27;5;13~"])
  func `A sequence nobody knows types nothing`(sequence: String) {
    #expect(decode(sequence + "j") == keys("j"))
  }

  @Test(arguments: [
    ("\u{1B}[A", "up"), ("\u{1B}[Z", "shift-tab"), ("\u{1B}\u{1B}[D", "alt-left"),
    ("\u{1B}[1;5D", "ctrl-left"), ("\u{1B}[1;2A", "shift-up"), ("\u{1B}[5;3~", "alt-pgup"),
    ("\u{1B}[3;8~", "ctrl-alt-shift-del"), ("\u{1B}[H", "home"), ("\u{1B}OP", "f1"),
    ("\u{1B}[15~", "f5"),
  ])
  func `Sequences are keys with their modifiers`(sequence: String, name: String) {
    let functions: [String: String] = ["kf1": "\u{1B}OP", "kf5": "\u{1B}[15~", "kcuu1": "\u{0B}"]
    var decoder = KeyDecoder(sequences: .described { functions[$0].map { Array($0.utf8) } })
    decoder.take(Array(sequence.utf8))
    let events = decoder.finish()
    guard case .key(let key) = events.first, events.count == 1 else {
      Issue.record("\(events)")
      return
    }
    #expect(key.description == KeyEvent(name)?.description)
  }

  @Test func `No sequence is defined twice`() {
    let definitions = KeyTable.definitions
    #expect(Set(definitions.map(\.sequence)).count == definitions.count)
  }

  @Test func `N1: the keys that can be bound are those that some bytes are decoded to`() {
    let functions = Dictionary(
      uniqueKeysWithValues: (1...63).map { ("kf\($0)", Array("\u{1B}[\(100 + $0)~".utf8)) }
    )
    let sequences = KeySequences.described { functions[$0] }
    let plain =
      (UInt8(0)...127).map { [$0] } + functions.values
      + KeyTable.definitions.map { Array($0.sequence.utf8) }
    var sent: Set<KeyEvent> = []
    for bytes in plain + plain.map({ [KeyTable.escape] + $0 }) {
      var decoder = KeyDecoder(sequences: sequences)
      decoder.take(bytes)
      for case .key(let key) in decoder.finish() { sent.insert(key) }
    }
    // A line end that arrives is a text.
    sent.insert(KeyEvent(.enter))
    let characters = (UInt8(32)...126).map { KeyEvent.Key.character(Character(Unicode.Scalar($0))) }
    let others: [KeyEvent.Key] = [
      .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .enter, .escape, .tab, .backTab,
      .backspace, .delete, .insert,
    ]
    for key in characters + others + (1...63).map({ .function($0) }) {
      for modifiers in UInt8(0)..<8 {
        let event = KeyEvent(key, KeyEvent.Modifiers(rawValue: modifiers))
        #expect(event.isSent == sent.contains(event), "\(event)")
      }
    }
  }

  @Test func `Pasted text is data and no keys`() {
    let paste = "\u{1B}[200~a\rb\u{1B}\u{1B}[Aq\r\nc\u{1B}[201~"
    #expect(decode(paste + "j") == [.paste("a\nb\u{1B}\u{1B}[Aq\nc")] + keys("j"))
  }

  @Test func `A paste that arrives in parts is one paste`() {
    var decoder = KeyDecoder()
    decoder.take(Array("\u{1B}[200~a".utf8))
    #expect(decoder.finish() == [])
    decoder.take(Array("b\u{1B}[201~".utf8))
    #expect(decoder.finish() == [.paste("ab")])
  }

  @Test func `A paste without an end ends before the next key`() {
    var decoder = KeyDecoder()
    let start = ContinuousClock.now
    func arrive(_ text: String, after pause: Duration) {
      decoder.inputArrives(Array(text.utf8), at: start + pause)
      decoder.take(Array(text.utf8))
    }
    arrive("\u{1B}[200~a", after: .zero)
    #expect(decoder.finish() == [])
    arrive("bcd", after: .seconds(5))
    #expect(decoder.finish() == [], "a paste goes on after a pause")
    arrive("j", after: .seconds(10))
    #expect(decoder.finish() == [.paste("abcd")] + keys("j"))
  }

  @Test(arguments: [
    ("0;15;3M", MouseEvent(.press(.left), at: Point(x: 14, y: 2))),
    ("2;1;1m", MouseEvent(.release(.right), at: .zero)),
    ("32;150;40M", MouseEvent(.drag(.left), at: Point(x: 149, y: 39))),
    ("64;2;2M", MouseEvent(.scrollUp, at: Point(x: 1, y: 1))),
    ("81;2;2M", MouseEvent(.scrollDown, at: Point(x: 1, y: 1), .control)),
  ])
  func `Mouse reports are read`(report: String, event: MouseEvent) {
    #expect(decode("\u{1B}[<" + report) == [.mouse(event)])
  }

  @Test func `E19: a press and its release in one read, or in pieces, are both reported`() {
    let bytes = Array("\u{1B}[<0;3;4M\u{1B}[<0;3;4m".utf8)
    let point = Point(x: 2, y: 3)
    let expected: [TerminalEvent] = [
      .mouse(MouseEvent(.press(.left), at: point)), .mouse(MouseEvent(.release(.left), at: point)),
    ]
    for cut in 3..<bytes.count where cut < bytes.count / 2 || cut > bytes.count / 2 + 2 {
      var decoder = KeyDecoder()
      decoder.take(bytes[..<cut])
      let first = decoder.finish()
      decoder.take(bytes[cut...])
      #expect(first + decoder.finish() == expected, "cut at \(cut)")
    }
  }

  @Test(arguments: ["0;0;0M", "3;1;1M", "1;2M", ";;M", "99999999999999999999;1;1M"])
  func `A mouse report that makes no sense is nothing`(report: String) {
    #expect(
      decode("\u{1B}[<" + report).contains {
        if case .mouse = $0 { true } else { false }
      } == false
    )
  }

  @Test func `Focus is reported`() {
    #expect(decode("\u{1B}[I\u{1B}[O") == [.focus(true), .focus(false)])
  }

  @Test(arguments: [
    ("rgb:ffff/ffff/ffff", true), ("rgb:0000/0000/0000", false), ("rgb:fd/f6/e3", true),
    ("rgb:1e1e/1e1e/1e1e", false), ("rgba:eeee/eeee/eeee/ffff", true), ("rgb:0/2b/36", false),
  ])
  func `The answer about the background is no typing, however it arrives`(
    answer: String,
    isLight: Bool
  ) {
    for end in ["\u{07}", "\u{1B}\\"] {
      let bytes = Array("\u{1B}]11;\(answer)\(end)x".utf8)
      for cut in 3...bytes.count {
        var decoder = KeyDecoder()
        decoder.take(bytes[..<cut])
        let first = decoder.finish()
        decoder.take(bytes[cut...])
        let events = first + decoder.finish()
        #expect(events == [.ground(isLight: isLight), .key(.character("x"))], "cut at \(cut)")
      }
    }
  }

  @Test func `Alt with a bracket is still a key, and an answer without sense is nothing`() {
    #expect(decode("\u{1B}]") == [.key(KeyEvent(.character("]"), .alt))])
    #expect(decode("\u{1B}]11;none\u{07}") == [])
    #expect(decode("\u{1B}]11;rgb:zz/1/1\u{07}") == [])
  }

  @Test(
    arguments: [
      (nil, false), ("", false), ("15;0", false), ("0;15", true), ("0;default;15", true),
      ("12;8", false), ("0;7", true), ("x", false),
    ] as [(String?, Bool)]
  )
  func `COLORFGBG tells of the background before an answer comes`(value: String?, isLight: Bool) {
    #expect(ModeSequences.isLight(colorVariable: value) == isLight)
  }
}
