import DirectToTerminal
import DirectToTerminalTesting
import Synchronization
import Testing
import Workspace

/// An object of an application that reads keys outside of the views.
@MainActor
private class Reader: EnvironmentBindable {
  @Environment(\.title) var title
  @Environment(\.seed.charge) var charge
  var child: Reader?

  func titleAfterAWhile() async -> String {
    await Task.yield()
    return title
  }
}

/// A reader like ``Reader`` that is not bound to the main actor.
private final class FreeReader: EnvironmentBindable {
  @Environment(\.title) var title
}

/// One that is `Sendable` by itself.
private final class SharedReader: EnvironmentBindable, Sendable {
  private let boundTitle = Environment(\.title)
  var title: String { boundTitle.boundValue }
}

/// Answers some keys and counts how often each was asked for.
private final class CountingResolver: EnvironmentResolver {
  private let rules: [Int: @Sendable (EnvironmentValues) -> Value]
  private let counts = Mutex<[Int: Int]>([:])
  let generation = 0

  init(_ rules: [Int: @Sendable (EnvironmentValues) -> Value]) { self.rules = rules }

  func answer(_ key: any AnyKey, in values: EnvironmentValues) -> Value? {
    counts.withLock { $0[key.slot, default: 0] += 1 }
    return rules[key.slot]?(values)
  }

  func asked(_ key: any AnyKey) -> Int { counts.withLock { $0[key.slot] ?? 0 } }
}

/// A log of the model objects that a view had, in the order of its updates.
@MainActor
private final class Seen {
  var models: [Reader] = []
}

/// Has a model of its own and says what that reads.
private struct Owner: View {
  @EnvironmentBound private var model = Reader()
  let seen: Seen

  var body: some View {
    seen.models.append(model)
    return Text("\(model.title) for \(model.charge)")
  }
}

/// Shows a view until a key is pressed, and again after the next.
private struct Door<Content: View>: View {
  @State private var isOpen = true
  private let content: Content

  init(@ViewBuilder content: () -> Content) { self.content = content() }

  var body: some View {
    VStack {
      Text("door").focusable().command(Self.turn) { _ in isOpen.toggle() }
      if isOpen { content }
    }
  }

  private static var turn: CommandDefinition { CommandDefinition("turn", "turn", keys: "x") }
}

/// A page with a model of its own.
private struct ReaderPage: View {
  @EnvironmentBound private var model = Reader()
  @Environment(\.objectLabel) private var label
  let seen: Seen

  var body: some View {
    seen.models.append(model)
    return Text("\(label ?? "none") is told: \(model.title) for \(model.charge)")
  }
}

private struct GuidePage: View {
  @Environment(\.seed.guide) private var guide

  var body: some View { Text("led by \(guide ?? "nobody")") }
}

private struct GuideLine: View {
  @Environment(\.seed.guide) private var guide

  var body: some View { Text("behind \(guide ?? "nobody")") }
}

/// Objects outside of the views that read the environment.
@MainActor
struct ObservableObjectsSeedTests {
  private let films = EnvironmentValues().setting(\.title, to: "Films").setting(
    \.seed.charge,
    to: 3
  )

  @Test func `A class declares the keys it reads as a view does`() {
    let reader = Reader()
    reader.bindEnvironment(films)
    #expect(reader.title == "Films" && reader.charge == 3)
  }

  @Test func `A class that is Sendable without further ado reads its keys by constants`() {
    let reader = SharedReader()
    EnvironmentValues.$current.withValue(films) {
      #expect(reader.title == EnvironmentValues().title && !reader.isEnvironmentBound)
    }
    reader.bindEnvironment(films)
    #expect(reader.title == "Films" && reader.isEnvironmentBound)
  }

  @Test func `A view makes its model once and binds it anew whenever its scope changes`() {
    let seen = Seen()
    let scene = SceneTester(host: ViewHost(environment: films) { Owner(seen: seen) })
    #expect(scene.lines[0] == "Films for 3")
    scene.host.environment = films.setting(\.title, to: "Actors")
    #expect(scene.lines[0] == "Actors for 3")
    #expect(seen.models.count >= 2 && seen.models.allSatisfy { $0 === seen.models[0] })
  }

  @Test func `A view binds one object, or several, that were made elsewhere`() {
    let one = Reader()
    let others = [Reader(), Reader()]
    let scene = SceneTester(width: 30, height: 2) {
      VStack {
        Text("one").bindEnvironment(to: one).environment(\.title, "Left")
        Text("others").bindEnvironments(to: others).environment(\.title, "Right")
      }
    }
    #expect(scene.lines == ["one", "others"])
    #expect(one.title == "Left" && others.map(\.title) == ["Right", "Right"])
  }

  @Test func `An object is bound while its view is on the screen, and no longer`() {
    let seen = Seen()
    let held = Reader()
    let scene = SceneTester(
      host: ViewHost(environment: films) {
        Door { Owner(seen: seen).bindEnvironment(to: held) }
      }
    )
    #expect(scene.lines[1] == "Films for 3")
    #expect(held.isEnvironmentBound && seen.models[0].isEnvironmentBound)
    scene.send("x")
    #expect(!held.isEnvironmentBound && !seen.models[0].isEnvironmentBound)
    #expect(held.title == EnvironmentValues().title && seen.models[0].charge == 1)
    scene.send("x")
    #expect(scene.lines[1] == "Films for 3" && held.title == "Films")
  }

  @Test func `A binding belongs to its view: two views tell their objects two things`() {
    let seen = Seen()
    let scene = SceneTester(width: 30, height: 2) {
      VStack {
        Owner(seen: seen).environment(\.title, "Left")
        Owner(seen: seen).environment(\.title, "Right")
      }
    }
    #expect(scene.lines == ["Left for 1", "Right for 1"])
    #expect(Set(seen.models.map { ObjectIdentifier($0) }).count == 2)
    #expect(seen.models[0].title == "Left")
  }

  @Test func `Nothing ambient or global reaches an object`() {
    let reader = Reader()
    EnvironmentValues.$current.withValue(films) {
      #expect(EnvironmentValues.current.title == "Films")
      #expect(reader.title == EnvironmentValues().title && reader.charge == 1)
      reader.bindEnvironment(EnvironmentValues().setting(\.title, to: "Mine"))
      #expect(reader.title == "Mine" && reader.charge == 1)
    }
    #expect(EnvironmentValues.current.title == EnvironmentValues().title)
  }

  @Test func `An object says whether it is bound, and gives defaults when it is not`() {
    let reader = Reader()
    #expect(!reader.isEnvironmentBound && reader.charge == 1)
    reader.bindEnvironment(films)
    #expect(reader.isEnvironmentBound && reader.charge == 3)
    reader.unbindEnvironment()
    #expect(!reader.isEnvironmentBound && reader.charge == 1)
  }

  @Test func `The objects that an object holds are bound only where that is asked for`() {
    let reader = Reader()
    reader.child = Reader()
    reader.child?.child = reader
    reader.bindEnvironment(films)
    #expect(reader.child?.isEnvironmentBound == false)
    reader.bindEnvironment(films, includeChildren: true)
    #expect(reader.child?.title == "Films")
    reader.unbindEnvironment(includeChildren: true)
    #expect(reader.child?.isEnvironmentBound == false)
  }

  @Test func `A key is asked for when it is first read, and again after the next binding`() {
    let charge = SeedKeys.shared.charge
    let resolver = CountingResolver([
      charge.slot: {
        $0.noteVolatile()
        return .int(8)
      }
    ])
    let reader = Reader()
    reader.bindEnvironment(EnvironmentValues(resolver: resolver))
    #expect(resolver.asked(charge) == 0)
    #expect(reader.charge == 8 && reader.charge == 8 && resolver.asked(charge) == 1)
    reader.bindEnvironment(EnvironmentValues(resolver: resolver))
    #expect(reader.charge == 8 && resolver.asked(charge) == 2)
  }

  @Test func `What an object writes itself counts until the next binding`() {
    let reader = Reader()
    reader.bindEnvironment(films)
    reader.title = "Mine"
    #expect(reader.title == "Mine" && reader.charge == 3)
    reader.bindEnvironment(films)
    #expect(reader.title == "Films")
  }

  @Test func `Values stay readable behind a suspension, on the main actor and off it`() async {
    let reader = Reader()
    reader.bindEnvironment(films)
    #expect(await reader.titleAfterAWhile() == "Films")
    let free = FreeReader()
    free.bindEnvironment(films)
    #expect(await Self.title(of: free) == "Films")
  }

  @concurrent
  private nonisolated static func title(of reader: sending FreeReader) async -> String {
    await Task.yield()
    return reader.title
  }

  @Test func `A test binds the keys that it names, and all others are defaults`() {
    let reader = Reader()
    #expect(reader.title == EnvironmentValues().title)
    reader.bindTestEnvironment([\.title: "Test"])
    #expect(reader.title == "Test" && reader.charge == 1 && reader.isEnvironmentBound)
    reader.bindTestEnvironment([\.seed.charge: 5])
    #expect(reader.title == EnvironmentValues().title && reader.charge == 5)
  }

  @Test func `Of what was read only that is answered anew which depends on the change`() {
    let (charge, remark) = (SeedKeys.shared.charge, SeedKeys.shared.remark)
    let title = RenderingKeys.shared.title
    let resolver = CountingResolver([
      charge.slot: { _ in .int(2) },
      title.slot: { .string("about \($0[remark] ?? "nothing")") },
    ])
    let scope = EnvironmentValues(resolver: resolver)
    let scene = SceneTester(host: ViewHost(environment: scope) { Owner(seen: Seen()) })
    #expect(scene.lines[0] == "about nothing for 2")
    scene.host.environment = scope.setting(remark, to: "films")
    #expect(scene.lines[0] == "about films for 2")
    #expect(resolver.asked(title) == 2 && resolver.asked(charge) == 1)
  }

  @Test func `A page that somebody goes to has its own objects bound to its own place`()
    async throws
  {
    let seen = Seen()
    let page = try await ApplicationTester.page(
      rules: "object.name = 'Accept' => charge = 4",
      of: "--entity Artist"
    ) { ReaderPage(seen: seen) }
    try await page.send("enter")
    #expect(page.text.contains("Accept is told: Accept for 4"), "\(page.text)")
    let first = try #require(seen.models.last)
    #expect(first.isEnvironmentBound)
    try await page.send("esc")
    #expect(!first.isEnvironmentBound)
    try await page.send("j enter")
    #expect(page.text.contains("Blind Guardian is told: Blind Guardian for 1"), "\(page.text)")
    #expect(seen.models.last !== first)
    await page.close()
  }

  @Test func `A required key that nobody set is a fault that names the key and each view`()
    async throws
  {
    let page = try await ApplicationTester.page {
      VStack {
        GuideLine().environment(\.seed.guide, "Ada")
        GuidePage()
        GuideLine()
      }
    }
    for piece in ["behind Ada", "led by nobody", "behind nobody", "2 rule faults"] {
      #expect(page.text.contains(piece), "\(page.text)")
    }
    try await page.send("!")
    for view in ["GuidePage", "GuideLine"] {
      #expect(page.text.contains("nobody set `guide`, which \(view) reads"), "\(page.text)")
    }
    await page.close()
  }

  @Test func `A required key that a view sets or a rule answers is no fault`() async throws {
    let set = try await ApplicationTester.page { GuidePage().environment(\.seed.guide, "Ada") }
    #expect(set.text.contains("led by Ada") && !set.text.contains("fault"), "\(set.text)")
    await set.close()
    let ruled = try await ApplicationTester.page(rules: "*true* => guide = 'Bea'") { GuidePage() }
    #expect(ruled.text.contains("led by Bea") && !ruled.text.contains("fault"), "\(ruled.text)")
    await ruled.close()
  }
}
