import Qualifiers
import RuleEnvironment
import Testing

private struct ListPage {}

struct EnvironmentValuesTests {
  @Test func `A key that nobody set gives its default`() {
    let values = EnvironmentValues()
    #expect(values.title == "Untitled")
    #expect(values.note == "none")
    #expect(values.ruleValue(of: keys.count) == .int(0))
    #expect(values.origin(of: keys.title) == .default)
  }

  @Test func `A value set in a copy is not seen in the original`() {
    var outer = EnvironmentValues()
    outer.title = "Films"
    var inner = outer
    inner.title = "Actors"
    inner.count = 3
    #expect(outer.title == "Films" && outer.count == 0)
    #expect(inner.title == "Actors" && inner.count == 3)
    #expect(inner.isExplicit(keys.count) && !outer.isExplicit(keys.count))
    #expect(inner.origin(of: keys.title) == .explicit)
  }

  @Test func `The nearest scope wins and the others still show through`() {
    var values = EnvironmentValues()
    values.title = "outermost"
    for depth in 1...200 {
      let outer = values
      values.count = depth
      #expect(outer.count == depth - 1)
    }
    #expect(values.title == "outermost" && values.count == 200)
    #expect(values.isExplicit(keys.title) && !values.isExplicit(keys.look))
  }

  @Test func `A key of optional type can be set to nil`() {
    var values = EnvironmentValues()
    values.note = nil
    #expect(values.note == nil)
    #expect(values.ruleValue(of: keys.note) == .null)
    values.unset(keys.note)
    #expect(values.note == "none")
  }

  @Test func `Of several merged scopes the last wins`() {
    let least = EnvironmentValues().setting(\.title, to: "a").setting(\.count, to: 1)
    let most = EnvironmentValues().setting(\.title, to: "b")
    let merged = EnvironmentValues(merging: least, most)
    #expect(merged.title == "b" && merged.count == 1)
    var changed = merged
    changed.title = "c"
    #expect(least.title == "a" && most.title == "b" && merged.title == "b")
  }

  @Test func `A merged scope keeps the last resolver`() {
    let resolver = FakeResolver([keys.heading.slot: { _ in .string("H") }])
    let merged = EnvironmentValues(merging: EnvironmentValues(resolver: resolver), .init())
    #expect(merged.heading == "H")
  }

  @Test func `Paths lead behind a key`() {
    let values = EnvironmentValues().setting(\.person, to: Person("Ada"))
    #expect(values.read(keys.person, path: ["name"]) == .string("Ada"))
    #expect(values.read(keys.person, path: ["nam"]) == nil)
    #expect(values.read(keys.title, path: ["length"]) == .int(8))
  }

  @Test func `A value of the rule language is set when the type fits`() {
    var values = EnvironmentValues()
    let results = [
      values.set(.string("bright"), for: keys.look), values.set(.string("dull"), for: keys.look),
      values.set(.string("x"), for: keys.count),
    ]
    #expect(results == [true, false, false])
    #expect(values.look == .bright && values.count == 0)
  }

  @Test func `A required key that nobody set is told to the resolver with the reader`() {
    let resolver = FakeResolver([:])
    var values = EnvironmentValues(resolver: resolver)
    values.reader = ListPage.self
    #expect(values.person == nil)
    #expect(resolver.missed == ["ListPage"])
  }

  @Test func `Setting a required key by a path misses nothing, and each reader is told`() {
    let resolver = FakeResolver([:])
    var values = EnvironmentValues(resolver: resolver)
    #expect(values.setting(\.person, to: Person("Ada")).person?.name == "Ada")
    #expect(resolver.missed == [])
    for reader in [ListPage.self, EnvironmentValuesTests.self] as [any Any.Type] {
      values.reader = reader
      #expect(values.person == nil)
    }
    #expect(resolver.missed == ["ListPage", "EnvironmentValuesTests"])
  }

  @Test func `The whole context is readable as one value`() async {
    let values = EnvironmentValues().setting(\.title, to: "T")
    let path: KeyPath<EnvironmentValues, EnvironmentValues> = \.ruleContext
    #expect(values[keyPath: path].title == "T")
    await EnvironmentValues.$current.withValue(values) {
      #expect(EnvironmentValues.current.title == "T")
      await Task.yield()
      #expect(EnvironmentValues.current.title == "T")
    }
  }
}
