import Terminal
import Testing

@testable import NCursesTerminal

struct KeyTableTests {
  @Test(arguments: [
    (UInt32(19), "ctrl-s"), (31, "ctrl-_"), (0, "ctrl-space"), (127, "backspace"), (8, "backspace"),
    (13, "enter"), (9, "tab"), (0x65E5, "日"), (71, "G"),
  ])
  func `A character is the key that typed it`(value: UInt32, name: String) {
    #expect(KeyTable.key(scalar: value)?.description == name)
  }
}
