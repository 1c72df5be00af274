import Terminal
import Testing
import Widgets

@MainActor
struct BorderTests {
  @Test func `P5: A border stands around a view, with a title in its upper edge`() {
    let scene = SceneTester(width: 14, height: 4) {
      VStack {
        Text("tea").border("Shelf")
        Text("end")
      }
    }
    #expect(scene.lines == ["┌─ Shelf ─┐", "│tea      │", "└─────────┘", "end"])
  }

  @Test func `P5: A border without a title is as wide as what it holds`() {
    let scene = SceneTester(width: 14, height: 4) {
      VStack {
        Text("tea").padding(horizontal: 1).border()
        Text("end")
      }
    }
    #expect(scene.lines == ["┌─────┐", "│ tea │", "└─────┘", "end"])
  }

  @Test func `37-2: A box tells the keys of what can be done in it, and a click does it`() throws {
    var done: [String] = []
    let open = CommandDefinition("openShelf", "open", keys: "o", importance: 2)
    let take = CommandDefinition("takeTea", "take", keys: "x", importance: 1)
    let scene = SceneTester(width: 26, height: 5) {
      VStack {
        VStack {
          Text(" Shelf 2 ").padding(horizontal: 1)
          Text("tea").focusable()
        }
        .commands {
          Command(open) { _ in done.append("open") }
          Command(take, disabledReason: "empty") { _ in done.append("take") }
        }
        .box(keys: [take, open])
        VStack { Text("no line") }.box(keys: nil)
      }
    }
    #expect(
      scene.lines == ["┌─ Shelf 2 ─┐", "│tea        │", "└─ o open ──┘", "no line", ""],
      "\(scene.text)"
    )
    scene.send(.mouse(MouseEvent(.press(.left), at: Point(x: 4, y: 2))))
    #expect(done == ["open"], "what cannot be done is not told")
  }

  @Test func `P5: A divider is a line across a column, and down a row of views`() {
    let scene = SceneTester(width: 6, height: 5) {
      VStack {
        Text("one")
        Divider()
        HStack {
          Text("a")
          Divider()
          Text("b")
        }
        .frame(height: 2)
      }
    }
    #expect(scene.lines == ["one", "──────", "a │ b", "  │", ""])
  }

  @Test func `P5: Padding keeps cells free on all sides`() {
    let scene = SceneTester(width: 6, height: 3) { Text("tea").padding(1) }
    #expect(scene.lines == ["", " tea", ""])
  }

  @Test func `P5: A button acts on Enter and Space while it has the focus`() {
    var sold: [String] = []
    let scene = SceneTester(width: 24, height: 3) {
      HStack {
        Button("Sell") { _ in sold.append("tea") }
        Button("Close", enabledIf: false, else: "nothing is open") { _ in sold.append("never") }
      }
    }
    #expect(scene.lines[0] == "[ Sell ] [ Close ]")
    scene.send("enter space")
    #expect(sold == ["tea", "tea"])
    scene.send("tab enter")
    #expect(sold.count == 2)
  }
}
