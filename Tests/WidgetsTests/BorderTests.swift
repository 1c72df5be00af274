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
