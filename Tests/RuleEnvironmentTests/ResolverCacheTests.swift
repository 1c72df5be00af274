import Qualifiers
import RuleEnvironment
import Testing

struct ResolverCacheTests {
  private func titleByName() -> FakeResolver {
    FakeResolver([
      keys.title.slot: { values in values.read(keys.person, path: ["name"]) },
      keys.heading.slot: { values in .string("<\(values.title)>") },
    ])
  }

  @Test func `An answer is computed once per scope`() {
    let resolver = titleByName()
    let values = EnvironmentValues(resolver: resolver).setting(\.person, to: Person("Ada"))
    #expect(values.heading == "<Ada>" && values.heading == "<Ada>" && values.title == "Ada")
    #expect(resolver.asked(keys.heading) == 1 && resolver.asked(keys.title) == 1)
    #expect(values.origin(of: keys.title) == .rule)
  }

  @Test func `A child scope inherits answers that read nothing that differs`() {
    let resolver = titleByName()
    let outer = EnvironmentValues(resolver: resolver).setting(\.person, to: Person("Ada"))
    #expect(outer.heading == "<Ada>")
    #expect(outer.setting(\.count, to: 3).heading == "<Ada>")
    #expect(resolver.asked(keys.heading) == 1)
    #expect(outer.setting(\.person, to: Person("Bob")).heading == "<Bob>")
    #expect(outer.setting(\.title, to: "T").heading == "<T>")
    #expect(outer.heading == "<Ada>")
  }

  @Test func `Siblings share what they do not differ in`() {
    let resolver = titleByName()
    let outer = EnvironmentValues(resolver: resolver).setting(\.person, to: Person("Ada"))
    for count in 1...10 {
      #expect(outer.setting(\.count, to: count).heading == "<Ada>")
    }
    #expect(resolver.asked(keys.heading) == 1)
  }

  @Test func `Another snapshot re-answers only what read the part that changed`() {
    let resolver = FakeResolver([
      keys.title.slot: { $0.read(keys.person, path: ["name"]) },
      keys.count.slot: { $0.read(keys.person, path: ["age"]) },
    ])
    let outer = EnvironmentValues(resolver: resolver).setting(\.person, to: Person("Ada", age: 1))
    #expect(outer.title == "Ada" && outer.count == 1)
    let inner = outer.setting(\.person, to: Person("Ada", age: 2))
    #expect(inner.title == "Ada" && inner.count == 2)
    #expect(resolver.asked(keys.title) == 1 && resolver.asked(keys.count) == 2)
  }

  @Test func `A value set in place re-answers only what read it`() {
    let resolver = FakeResolver([
      keys.title.slot: { $0.read(keys.person, path: ["name"]) },
      keys.heading.slot: { .string("\($0.count)") },
    ])
    var values = EnvironmentValues(resolver: resolver)
    values.person = Person("Ada", age: 1)
    #expect(values.title == "Ada" && values.heading == "0")
    values.count = 1
    values.person = Person("Ada", age: 2)
    #expect(values.title == "Ada" && values.heading == "1")
    #expect(resolver.asked(keys.title) == 1 && resolver.asked(keys.heading) == 2)
    values.person = Person("Bob")
    #expect(values.title == "Bob" && values.heading == "1")
    #expect(resolver.asked(keys.title) == 2 && resolver.asked(keys.heading) == 2)
  }

  @Test func `New rules make all answers new`() {
    let resolver = titleByName()
    let values = EnvironmentValues(resolver: resolver).setting(\.person, to: Person("Ada"))
    #expect(values.heading == "<Ada>")
    resolver.replace(keys.title.slot) { _ in .string("new") }
    #expect(values.heading == "<new>")
    #expect(values.setting(\.count, to: 1).heading == "<new>")
  }

  @Test func `An answer of the wrong type gives the default`() {
    let resolver = FakeResolver([keys.count.slot: { _ in .string("many") }])
    #expect(EnvironmentValues(resolver: resolver).count == 0)
  }

  @Test func `What depends on the clock is asked again in time`() {
    let resolver = FakeResolver([
      keys.title.slot: {
        $0.noteValid(until: 100)
        return .string("today")
      },
      keys.heading.slot: {
        $0.noteVolatile()
        return .string("now")
      },
    ])
    let values = EnvironmentValues(resolver: resolver)
    #expect(values.title == "today" && values.title == "today")
    #expect(resolver.asked(keys.title) == 1)
    resolver.advance(by: 100)
    #expect(values.title == "today")
    #expect(resolver.asked(keys.title) == 2)
    #expect(values.heading == "now" && values.heading == "now")
    #expect(resolver.asked(keys.heading) == 2)
  }

  @Test func `A cycle is told once per answer and ends in the default`() {
    let resolver = FakeResolver([
      keys.title.slot: { $0.read(keys.heading, path: []) },
      keys.heading.slot: { $0.read(keys.title, path: []) },
      keys.note.slot: { $0.read(keys.note, path: []) },
    ])
    let values = EnvironmentValues(resolver: resolver)
    #expect(values.title == "Untitled")
    #expect(resolver.cycles == [[keys.title.slot, keys.heading.slot, keys.title.slot]])
    #expect(values.heading == "No heading" && values.note == "none")
  }

  @Test func `Inside a cycle each key falls to its own next answer, whichever is asked first`() {
    let rules: [Int: FakeResolver.Rule] = [
      keys.title.slot: { $0.read(keys.heading, path: []) ?? .string("T") },
      keys.heading.slot: { $0.read(keys.title, path: []) ?? .string("H") },
    ]
    let first = EnvironmentValues(resolver: FakeResolver(rules))
    let second = EnvironmentValues(resolver: FakeResolver(rules))
    let answers = (first.title, first.heading)
    let reversed = (second.heading, second.title)
    #expect(answers == (reversed.1, reversed.0))
  }

  @Test func `Cached answers equal uncached ones, whatever is set and asked in which order`() {
    var random = Seeded(17)
    for _ in 0..<2_000 { checkOneModel(&random) }
  }

  /// Random aliases among keys; two resolvers with the same rules, one asked in fresh scopes only.
  private func checkOneModel(_ random: inout Seeded) {
    let texts = [keys.title, keys.heading]
    var rules: [Int: FakeResolver.Rule] = [:]
    for key in [keys.title, keys.heading] as [Key<String>] where random.next(4) > 0 {
      let (first, second) = (texts[random.next(2)], random.next(3))
      rules[key.slot] = { values in
        if second == 0, let name = values.read(keys.person, path: ["name"]) { return name }
        if second == 1, values.read(keys.count, path: []) == .int(1) { return .string("one") }
        return values.read(first, path: [])
      }
    }
    let limit = random.next(3)
    rules[keys.count.slot] = { values in
      values.read(keys.person, path: ["age"]) == .int(Int64(limit))
        ? .int(1) : values.read(keys.heading, path: ["length"])
    }
    let cached = FakeResolver(rules)
    var scopes = [EnvironmentValues(resolver: cached)]
    for _ in 0..<12 {
      var scope = scopes[random.next(scopes.count)]
      switch random.next(4) {
      case 0: scope.person = Person(["a", "b"][random.next(2)], age: random.next(3))
      case 1: scope.title = ["x", "y"][random.next(2)]
      case 2: scope.count = random.next(2)
      default: break
      }
      scopes.append(scope)
      let asked = scopes[random.next(scopes.count)]
      for key in [keys.title, keys.heading, keys.count] as [any AnyKey] where random.next(2) == 0 {
        var fresh = EnvironmentValues(merging: asked)
        fresh.resolver = FakeResolver(rules)
        #expect(asked.ruleValue(of: key) == fresh.ruleValue(of: key))
      }
    }
  }

  @Test func `Many threads read the same scope`() async {
    let resolver = titleByName()
    let outer = EnvironmentValues(resolver: resolver).setting(\.person, to: Person("Ada"))
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<8 {
        group.addTask {
          (0..<200).allSatisfy { outer.setting(\.count, to: $0 + number).heading == "<Ada>" }
        }
      }
      for await allRight in group { #expect(allRight) }
    }
  }
}

/// A small generator whose numbers are the same in every run.
struct Seeded {
  private var state: UInt64
  init(_ seed: UInt64) { state = seed }
  mutating func next(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % bound
  }
}
