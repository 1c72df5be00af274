import Testing
import Widgets

extension CommandDefinition {
  fileprivate static let add = CommandDefinition("add", "add", keys: "a")
}

@MainActor
private struct Counter: View {
  let name: String
  @State private var count = 0

  var body: some View {
    Text("\(name) \(count)")
      .focusable()
      .command(.add) { _ in count += 1 }
  }
}

@MainActor
struct StateTests {
  @Test func `State lives with the identity of its view`() {
    let scene = SceneTester(width: 10, height: 2) {
      VStack {
        ForEach(["x", "y"]) { Counter(name: $0) }
      }
    }
    scene.send("a a tab a")
    #expect(scene.lines == ["x 2", "y 1"])
  }
}
