import Observation
import RuleEnvironment
import Testing
import Widgets

private struct ModelKeys: KeyNamespace {
  static let shared = Self()
  let store = Key("nowhere", "Where it is.")
}

extension EnvironmentValues {
  fileprivate subscript<V>(dynamicMember path: KeyPath<ModelKeys, Key<V>>) -> V {
    get { self[ModelKeys.shared[keyPath: path]] }
    set { self[ModelKeys.shared[keyPath: path]] = newValue }
  }
}

@MainActor @Observable
private final class Visit: EnvironmentBindable {
  @ObservationIgnored @Environment(\.store) var store
  var name = "Ann"
  @ObservationIgnored var next: Visit?
}

private struct Person {
  var name = "Eve"
}

private struct VisitView: View {
  @EnvironmentBound private var visit = Visit()
  @State private var other = Visit()
  @State private var person = Person()

  var body: some View {
    VStack {
      TextField(text: $visit.name)
      TextField(text: $other.name)
      TextField(text: $person.name)
      Text("\(visit.name) \(other.name) \(person.name) in \(visit.store)")
    }
  }
}

/// Reads its model in the same view that binds it.
private struct Visitor: View {
  let visit: Visit

  var body: some View {
    Text(visit.store + (visit.next.map { " then " + $0.store } ?? ""))
      .bindEnvironment(to: visit, includeChildren: true)
  }
}

/// A model that is bound with what it holds.
private struct Travellers: View {
  @EnvironmentBound(includeChildren: true) private var visit = pair()

  var body: some View { Text(visit.store + " then " + (visit.next?.store ?? "")) }

  static func pair() -> Visit {
    let visit = Visit()
    visit.next = Visit()
    return visit
  }
}

/// Bindings to what models and values hold, and models bound to keys.
@MainActor
struct BindingTests {
  @Test func `A dollar sign leads to what objects and values hold`() {
    let scene = SceneTester(width: 40, height: 4) { VisitView().environment(\.store, "Gull") }
    #expect(scene.lines[3] == "Ann Ann Eve in Gull")
    scene.type("a")
    scene.send("tab")
    scene.type("b")
    scene.send("tab")
    scene.type("c")
    #expect(scene.lines[3] == "Anna Annb Evec in Gull")
  }

  @Test func `A model has the right values in the first frame of the view that binds it`() {
    let visit = Visit()
    let scene = SceneTester(width: 40, height: 1) {
      Visitor(visit: visit).environment(\.store, "Gull")
    }
    #expect(scene.host.frameNumber <= 2)
    #expect(scene.lines[0] == "Gull")
    #expect(!scene.host.needsDisplay)
  }

  @Test func `Models that a model holds are bound where that is asked for`() {
    let scene = SceneTester(width: 40, height: 1) { Travellers().environment(\.store, "Gull") }
    #expect(scene.lines[0] == "Gull then Gull")
    let visitor = SceneTester(width: 40, height: 1) {
      Visitor(visit: Travellers.pair()).environment(\.store, "Quay")
    }
    #expect(visitor.lines[0] == "Quay then Quay")
  }

  @Test func `A scope that is another in each frame does not draw without end`() {
    let visit = Visit()
    let scene = SceneTester(width: 40, height: 1) {
      Visitor(visit: visit).transformEnvironment { $0.store = "Gull" }
    }
    #expect(scene.lines[0] == "Gull")
    #expect(!scene.host.needsDisplay && scene.host.frameNumber == 2)
  }
}
