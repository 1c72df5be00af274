import Terminal
import Testing
import Widgets

/// Whatever is cut shows that it is, wherever it is cut.
@MainActor
struct CutTextTests {
  nonisolated static let words = ["abcdef", "ab", "中中中", "e\u{301}e\u{301}e\u{301}", "a中b", "x"]

  @Test(arguments: words, words)
  func `Pieces of text beside each other end in one mark where they do not fit`(
    first: String,
    second: String
  ) {
    let whole = first + second
    for width in 1...14 {
      let scene = SceneTester(width: width, height: 1) { Text(first).bold() + Text(second) }
      let line = scene.lines[0]
      if TextWidth.cells(of: whole) <= width {
        #expect(line == whole)
      } else {
        #expect(
          line.hasSuffix("…") && line.dropLast().allSatisfy { $0 != "…" },
          "\(width): \(line)"
        )
        #expect(whole.hasPrefix(line.dropLast()), "\(width): \(line)")
        #expect(TextWidth.cells(of: line) <= width, "\(width): \(line)")
      }
    }
  }

  @Test func `What is cut by the room around it shows that`() {
    let scene = SceneTester(width: 10, height: 1) { Text("much too wide").frame(width: 20) }
    #expect(scene.lines == ["much too …"])
    let trailing = SceneTester(width: 10, height: 1) {
      HStack(spacing: 1) {
        Text("six").frame(width: 6)
        Text("fifteen").frame(width: 15)
      }
    }
    #expect(trailing.lines == ["six    fi…"])
  }

  @Test func `A field that is scrolled shows at both ends that it goes on`() {
    let scene = SceneTester(width: 8, height: 1) { Field(text: "0123456789abcdef") }
    scene.send("home")
    #expect(scene.lines == ["0123456…"])
    scene.send("end")
    #expect(scene.lines == ["…abcdef"])
    scene.send("left left left left left left left")
    #expect(scene.lines[0].hasPrefix("…9abcd"))
    let cursor = scene.cursor
    #expect(cursor.map { scene.lines[0].dropFirst($0.x).first } == "9")
    scene.send("home")
    #expect(scene.lines == ["0123456…"])
  }

  @Test func `A wide character at the edge of a field gives way to the mark`() {
    let scene = SceneTester(width: 7, height: 1) { Field(text: "中中中中中中") }
    scene.send("home")
    #expect(scene.lines == ["中中中…"])
    scene.send("end")
    #expect(scene.lines == ["… 中中"])
  }
}

@MainActor
private struct Field: View {
  @State var text: String

  init(text: String) { _text = State(wrappedValue: text) }

  var body: some View { TextField(text: $text).defaultFocus() }
}
