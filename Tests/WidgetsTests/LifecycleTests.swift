import RuleEnvironment
import Testing
import Widgets

private struct TestKeys: KeyNamespace {
  static let shared = Self()
  let heading = Key("Untitled", "A heading.")
}

extension EnvironmentValues {
  fileprivate subscript<V>(dynamicMember path: KeyPath<TestKeys, Key<V>>) -> V {
    get { self[TestKeys.shared[keyPath: path]] }
    set { self[TestKeys.shared[keyPath: path]] = newValue }
  }
}

@MainActor
private final class Log {
  var entries: [String] = []
}

@MainActor
private final class HeadingModel: EnvironmentBindable {
  @Environment(\.heading) var heading
}

@MainActor
private struct Heading: View {
  @Environment(\.heading) private var heading
  @EnvironmentBound private var model = HeadingModel()
  let seen: (HeadingModel) -> Void

  var body: some View {
    seen(model)
    return Text("\(heading) \(model.heading)")
  }
}

extension CommandDefinition {
  fileprivate static let flip = CommandDefinition("flip", "flip", keys: "x")
}

@MainActor
private struct Flipper<Content: View>: View {
  @State private var isShown = true
  let content: Content

  var body: some View {
    VStack {
      Text("flip").focusable().command(.flip) { _ in isShown.toggle() }
      if isShown { content }
    }
  }
}

@MainActor
struct LifecycleTests {
  private let log = Log()

  @Test func `A view appears once and disappears once`() {
    let log = log
    let scene = SceneTester(width: 10, height: 2) {
      Flipper(
        content: Text("here")
          .onAppear { log.entries.append("appear") }
          .onDisappear { log.entries.append("disappear") }
      )
    }
    scene.host.setNeedsDisplay()
    #expect(scene.lines == ["flip", "here"])
    scene.send("x")
    #expect(scene.lines == ["flip", ""])
    scene.send("x")
    #expect(log.entries == ["appear", "disappear", "appear"])
  }

  @Test func `A task is cancelled when its view leaves`() async {
    let log = log
    let scene = SceneTester(width: 10, height: 2) {
      Flipper(
        content: Text("here").task {
          log.entries.append("start")
          while !Task.isCancelled { await Task.yield() }
          log.entries.append("cancelled")
        }
      )
    }
    await scene.wait { log.entries == ["start"] }
    scene.send("x")
    await scene.wait { log.entries.count == 2 }
    #expect(log.entries == ["start", "cancelled"])
  }

  @Test func `State is lost when the view leaves`() {
    let scene = SceneTester(width: 12, height: 3) { Flipper(content: Typed()) }
    scene.send("tab")
    scene.type("ab")
    #expect(scene.lines[1] == "ab")
    scene.send("backtab x x")
    #expect(scene.lines[1] == "")
  }

  @Test func `Keys reach views and the models bound to them`() {
    var models: [HeadingModel] = []
    let scene = SceneTester(width: 20, height: 2) {
      Flipper(content: Heading { models.append($0) }.environment(\.heading, "Films"))
    }
    #expect(scene.lines[1] == "Films Films")
    scene.host.setNeedsDisplay()
    _ = scene.lines
    #expect(models.count == 2 && models[0] === models[1])
    scene.send("x")
    #expect(!models[0].isEnvironmentBound)
    #expect(models[0].heading == "Untitled")
  }

  @Test func `An action runs in the scope of its view`() {
    let log = log
    let scene = SceneTester(width: 20, height: 2) {
      Text("x").focusable()
        .command(.flip) {
          log.entries.append($0.environment.heading + EnvironmentValues.current.heading)
        }
        .environment(\.heading, "A")
    }
    scene.send("x")
    #expect(log.entries == ["AA"])
  }

  @Test func `Another id begins with fresh state`() {
    let scene = SceneTester(width: 12, height: 2) { Switching() }
    scene.type("ab")
    scene.send("ctrl-t")
    #expect(scene.lines[0] == "")
  }
}

@MainActor
private struct Typed: View {
  @State private var text = ""
  var body: some View { TextField(text: $text) }
}

extension CommandDefinition {
  fileprivate static let next = CommandDefinition("next", "next", keys: "ctrl-t")
}

@MainActor
private struct Switching: View {
  @State private var page = 0
  var body: some View {
    Typed().id(page).command(.next) { _ in page += 1 }
  }
}
