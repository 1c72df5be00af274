import Terminal
import Testing

struct KeyEventTests {
  @Test(arguments: [
    ("ctrl-s", KeyEvent(.character("s"), .control)), ("^S", KeyEvent(.character("s"), .control)),
    ("Ctrl-P", KeyEvent(.character("p"), .control)), ("f", KeyEvent(.character("f"))),
    ("G", KeyEvent(.character("G"))), ("shift-g", KeyEvent(.character("G"))),
    ("pgdn", KeyEvent(.pageDown)), ("PageDown", KeyEvent(.pageDown)), ("esc", KeyEvent(.escape)),
    ("space", KeyEvent(.character(" "))), ("ctrl-space", KeyEvent(.character(" "), .control)),
    ("-", KeyEvent(.character("-"))), ("^", KeyEvent(.character("^"))),
    ("ctrl--", KeyEvent(.character("-"), .control)),
    ("ctrl-_", KeyEvent(.character("_"), .control)),
    ("shift-tab", KeyEvent(.backTab)), ("alt-left", KeyEvent(.left, .alt)),
    ("ctrl-alt-shift-up", KeyEvent(.up, [.control, .alt, .shift])),
    ("f5", KeyEvent(.function(5))), ("+", KeyEvent(.character("+"))),
    ("日", KeyEvent(.character("日"))),
  ])
  func `Keys are read as people write them`(text: String, event: KeyEvent) {
    #expect(KeyEvent(text) == event)
  }

  @Test(arguments: ["", "ctrl-", "pgdown", "f0", "f64", "hyper-x", "ctrl-foo"])
  func `What is no key is not read`(text: String) {
    #expect(KeyEvent(text) == nil)
  }

  @Test func `Every key is printed as it is read`() {
    let keys: [KeyEvent.Key] = [
      .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .enter, .escape, .tab, .backTab,
      .backspace, .delete, .insert, .function(1), .function(12), .character("a"), .character("A"),
      .character(" "), .character("-"), .character("+"), .character("^"), .character("é"),
    ]
    for key in keys {
      for bits in UInt8(0)..<8 {
        let event = KeyEvent(key, KeyEvent.Modifiers(rawValue: bits))
        #expect(KeyEvent(event.description) == event, "\(event)")
      }
    }
  }

  @Test func `A script is a sequence of keys`() {
    #expect(
      KeyEvent.sequence("j j enter ctrl-s")
        == [.character("j"), .character("j"), KeyEvent(.enter), .control("s")]
    )
    #expect(KeyEvent.sequence("j bogus") == nil)
  }

  @Test func `Only plain characters are typed`() {
    #expect(KeyEvent.character("x").typedCharacter == "x")
    #expect(KeyEvent.control("x").typedCharacter == nil)
    #expect(KeyEvent(.enter).typedCharacter == nil)
  }

  @Test func `Footers show short forms`() {
    #expect(KeyEvent.control("s").symbol == "^S")
    #expect(KeyEvent(.enter).symbol == "⏎")
    #expect(KeyEvent.character("e").symbol == "e")
    #expect(KeyEvent(.left, .alt).symbol == "M-←")
    let plain = [KeyEvent(.enter), KeyEvent(.backTab), KeyEvent(.left, .alt), .control("s")]
    #expect(plain.map { $0.symbol(isPlain: true) } == ["enter", "backtab", "M-left", "^S"])
  }
}
