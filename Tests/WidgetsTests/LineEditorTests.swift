import Terminal
import Testing
import TestSupport
import Widgets

struct LineEditorTests {
  private func edited(_ text: String, _ keys: String) -> String {
    var editor = LineEditor(text)
    for key in KeyEvent.sequence(keys) ?? [] { _ = editor.handle(key) }
    let bytes = Array(editor.text.utf8)
    return String(decoding: bytes[..<editor.cursor], as: UTF8.self) + "|"
      + String(decoding: bytes[editor.cursor...], as: UTF8.self)
  }

  @Test(arguments: [
    ("abc", "ctrl-a x", "x|abc"),
    ("abc def", "alt-b", "abc |def"),
    ("abc def", "ctrl-a alt-f", "abc| def"),
    ("abc def", "ctrl-left ctrl-k", "abc |"),
    ("abc def", "ctrl-w", "abc |"),
    ("abc def", "ctrl-u", "|"),
    ("abc def", "ctrl-w ctrl-w ctrl-y", "abc def|"),
    ("abc", "left left backspace", "|bc"),
    ("abc", "left left del", "a|c"),
    ("abc", "ctrl-h ctrl-h", "a|"),
    ("a", "x y z ctrl-_", "a|"),
    ("a", "x y z ctrl-_ alt-_", "axyz|"),
    ("abc", "home end x", "abcx|"),
    ("äe\u{301}👨‍👩‍👧x", "left backspace", "äe\u{301}|x"),
    ("äe\u{301}", "backspace", "ä|"),
    ("abc def", "shift-left shift-left x", "abc dx|"),
    ("abc def", "shift-home del", "|"),
    ("abc def", "ctrl-shift-left backspace", "abc |"),
    ("abc def", "shift-left shift-left left", "abc d|ef"),
    ("abc def", "home shift-right shift-right right", "ab|c def"),
    ("abc def", "home shift-end ctrl-w end ctrl-y ctrl-y", "abc defabc def|"),
    ("abc def", "ctrl-shift-left alt-w home ctrl-y", "def|abc def"),
    ("abc def", "shift-left shift-left x ctrl-_", "abc d|ef"),
    ("abc def", "shift-left shift-right x", "abc defx|"),
    ("äe\u{301}👨‍👩‍👧", "shift-left shift-left del", "ä|"),
  ])
  func `Keys do what readline does`(text: String, keys: String, expected: String) {
    #expect(edited(text, keys) == expected)
  }

  @Test(arguments: 0..<20)
  func `Undoing everything gives back what was there`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let keys =
      KeyEvent.sequence(
        "a b space left right home end backspace del ctrl-k ctrl-u ctrl-w ctrl-y alt-d alt-b shift-left shift-home"
      ) ?? []
    var editor = LineEditor("the first text")
    for _ in 0..<80 { _ = editor.handle(keys.randomElement(using: &random) ?? .character("x")) }
    let last = editor.text
    while editor.undo() {}
    #expect(editor.text == "the first text")
    while editor.redo() {}
    #expect(editor.text == last)
  }
}
