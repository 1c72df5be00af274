import Terminal
import Testing

@testable import NCursesTerminal

struct KeyTableTests {
  @Test(arguments: [
    (Unicode.Scalar(19 as UInt8), "ctrl-s"), ("\u{1F}", "ctrl-_"), ("\0", "ctrl-space"),
    ("\u{7F}", "backspace"),
    ("\u{8}", "backspace"), ("\r", "enter"), ("\t", "tab"), ("日", "日"), ("G", "G"),
  ])
  func `A character is the key that typed it`(scalar: Unicode.Scalar, name: String) {
    #expect(KeyTable.key(scalar: scalar).description == name)
  }
}
