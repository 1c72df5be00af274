import Terminal
import Testing

struct ScreenModelTests {
  private func lines(_ text: String, width: Int = 10, height: Int = 4) -> [String] {
    var screen = ScreenModel(size: Size(width: width, height: height))
    screen.feed(text.utf8)
    return screen.lines
  }

  @Test(arguments: [
    ("one\r\ntwo", ["one", "two", "", ""]),
    ("\u{1B}[2;3Habc\u{1B}[1Gx\u{1B}[4dy", ["", "x abc", "", " y"]),
    ("0123456789ab", ["0123456789", "ab", "", ""]),
    ("0123456789\r\nab", ["0123456789", "ab", "", ""]),
    ("\u{1B}[?7l0123456789ab\u{1B}[?7h", ["012345678b", "", "", ""]),
    ("abcdef\u{1B}[1;3H\u{1B}[2P", ["abef", "", "", ""]),
    ("abcdef\u{1B}[1;3H\u{1B}[2@", ["ab  cdef", "", "", ""]),
    ("abcdef\u{1B}[1;3H\u{1B}[2X", ["ab  ef", "", "", ""]),
    ("abcdef\u{1B}[1;3H\u{1B}[K", ["ab", "", "", ""]),
    ("abcdef\u{1B}[1;3H\u{1B}[1K", ["   def", "", "", ""]),
    ("-\u{1B}[5b|", ["------|", "", "", ""]),
    ("a\r\nb\r\nc\r\nd\u{1B}[2;3r\u{1B}[S", ["a", "c", "", "d"]),
    ("a\r\nb\r\nc\r\nd\u{1B}[2;3r\u{1B}[T", ["a", "", "b", "d"]),
    ("a\r\nb\r\nc\r\nd\u{1B}[2;3r\u{1B}[3;1H\n", ["a", "c", "", "d"]),
    ("a\r\nb\r\nc\r\nd\u{1B}[2;3r\u{1B}[2;1H\u{1B}M", ["a", "", "b", "d"]),
    ("a\r\nb\r\nc\r\nd\u{1B}[2;1H\u{1B}[L", ["a", "", "b", "c"]),
    ("a\r\nb\r\nc\r\nd\u{1B}[2;1H\u{1B}[2M", ["a", "d", "", ""]),
    ("a\r\nb\r\nc\r\nd\r\ne", ["b", "c", "d", "e"]),
    ("日本語\u{1B}[1;2HX", [" X本語", "", "", ""]),
    ("e\u{301}x", ["e\u{301}x", "", "", ""]),
    ("abc\u{1B}[1;2H\u{1B}[4hX\u{1B}[4l", ["aXbc", "", "", ""]),
    ("a\u{1B}]0;title\u{07}b\u{1B}Pq~~\u{1B}\\c\u{1B}(Bd", ["abcd", "", "", ""]),
    ("a\u{1B}[2 q\u{1B}[>cb", ["ab", "", "", ""]),
  ])
  func `Output is shown as xterm shows it`(output: String, expected: [String]) {
    #expect(lines(output) == expected)
  }

  @Test func `The main screen comes back`() {
    var screen = ScreenModel(size: Size(width: 10, height: 2))
    screen.feed("shell\u{1B}[?1049h\u{1B}[?25l\u{1B}[2Japp".utf8)
    #expect(screen.lines == ["     app", ""])
    #expect(screen.isAlternateScreen && !screen.isCursorVisible)
    screen.feed("\u{1B}[?25h\u{1B}[?1049l".utf8)
    #expect(screen.lines == ["shell", ""])
    #expect(screen.cursor == Point(x: 5, y: 0))
  }

  @Test func `A sequence that arrives in parts is one sequence`() {
    var screen = ScreenModel(size: Size(width: 10, height: 2))
    for byte in "\u{1B}[1;31m日\u{1B}[0m".utf8 { screen.feed([byte]) }
    let cell = screen.buffer[.zero]
    #expect(cell.text == "日")
    #expect(cell.style == Style(foreground: .red, attributes: .bold))
  }

  @Test func `What a buffer says as escape sequences is shown as the buffer`() {
    var buffer = Buffer(size: Size(width: 12, height: 3))
    buffer.write("日本語", at: .zero, style: Style(foreground: .indexed(208), attributes: .reverse))
    buffer.write("e\u{301}", at: Point(x: 3, y: 1), style: Style(background: .blue.bright))
    var screen = ScreenModel(size: Size(width: 12, height: 3))
    let text = buffer.ansiText.split(separator: "\n").joined(separator: "\r\n")
    screen.feed(text.utf8)
    #expect(screen.buffer == buffer)
  }
}
