import Testing
import Widgets

@MainActor
struct LayoutTests {
  @Test func `A column puts views below each other`() {
    let scene = SceneTester(width: 10, height: 3) {
      VStack {
        Text("one")
        Text("two")
      }
    }
    #expect(scene.lines == ["one", "two", ""])
  }

  @Test func `A spacer pushes its neighbours apart`() {
    let scene = SceneTester(width: 10, height: 1) {
      HStack {
        Text("ab")
        Spacer()
        Text("cd")
      }
    }
    #expect(scene.lines == ["ab      cd"])
  }

  @Test func `The longest text gives way first and is cut with an ellipsis`() {
    let scene = SceneTester(width: 12, height: 1) {
      HStack {
        Text("a very long title")
        Spacer()
        Text("99")
      }
    }
    #expect(scene.lines == ["a very …  99"])
  }
}
