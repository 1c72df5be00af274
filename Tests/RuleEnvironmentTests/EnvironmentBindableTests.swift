import Qualifiers
import RuleEnvironment
import Testing

private class Model: EnvironmentBindable {
  @Environment(\.title) var title
  @Environment(\.person?.name) var name
}

private final class Shop: Model {
  @Environment(\.count) var count
  let first = Model()
  var others: [Model] = [Model(), Model()]
  var parent: Shop?
}

/// Keeps what it found in the scopes that it was bound to.
private final class Listener: EnvironmentBindable {
  @Environment(\.title) var title
  var titles: [String] = []
  let child = Child()

  func environmentDidBind() { titles.append(title) }

  final class Child: EnvironmentBindable {
    var count = 0
    func environmentDidBind() { count += 1 }
  }
}

@MainActor private final class ScreenModel: EnvironmentBindable {
  @Environment(\.title) var title
  func later() async -> String {
    await Task.yield()
    return title
  }
}

private struct Page {
  @Environment(\.title) var title
}

struct EnvironmentBindableTests {
  private let films = EnvironmentValues().setting(\.title, to: "Films")

  @Test func `A struct reads the scope of the code that runs`() {
    let page = Page()
    #expect(page.title == "Untitled")
    EnvironmentValues.$current.withValue(films) { #expect(page.title == "Films") }
  }

  @Test func `An unbound object gives defaults and ignores the scope of the code that runs`() {
    let model = Model()
    EnvironmentValues.$current.withValue(films) { #expect(model.title == "Untitled") }
    #expect(!model.isEnvironmentBound)
    #expect(model.name == nil)
  }

  @Test func `A bound object reads its scope until it is unbound`() {
    let model = Shop()
    model.bindEnvironment(films.setting(\.person, to: Person("Ada")).setting(\.count, to: 2))
    #expect(model.isEnvironmentBound)
    #expect(model.title == "Films" && model.name == "Ada" && model.count == 2)
    model.unbindEnvironment()
    #expect(!model.isEnvironmentBound)
    #expect(model.title == "Untitled" && model.count == 0)
  }

  @Test func `A local write is seen until the next binding`() {
    let model = Model()
    model.title = "mine"
    #expect(model.title == "mine")
    model.bindEnvironment(films)
    #expect(model.title == "Films")
    model.title = "mine"
    #expect(model.title == "mine")
    model.bindEnvironment(films)
    #expect(model.title == "Films")
  }

  @Test func `P7: An object is told when it is bound, and reads its scope then`() {
    let listener = Listener()
    listener.bindEnvironment(films)
    #expect(listener.titles == ["Films"] && listener.child.count == 0)
    listener.bindEnvironment(films.setting(\.title, to: "Actors"), includeChildren: true)
    #expect(listener.titles == ["Films", "Actors"] && listener.child.count == 1)
    listener.unbindEnvironment(includeChildren: true)
    #expect(listener.titles.count == 2 && listener.child.count == 1)
  }

  @Test func `Children are bound on request only`() {
    let shop = Shop()
    shop.parent = shop
    shop.bindEnvironment(films)
    #expect(!shop.first.isEnvironmentBound)
    shop.bindEnvironment(films, includeChildren: true)
    #expect(shop.first.title == "Films")
    #expect(shop.others.allSatisfy { $0.title == "Films" })
    shop.unbindEnvironment(includeChildren: true)
    #expect(!shop.first.isEnvironmentBound)
  }

  @Test func `The first read is kept until the next binding`() {
    let resolver = FakeResolver([
      keys.title.slot: {
        $0.noteVolatile()
        return .string("asked")
      }
    ])
    let model = Model()
    model.bindEnvironment(EnvironmentValues(resolver: resolver))
    #expect(resolver.asked(keys.title) == 0)
    #expect(model.title == "asked" && model.title == "asked")
    #expect(resolver.asked(keys.title) == 1)
    model.bindEnvironment(EnvironmentValues(resolver: resolver))
    #expect(model.title == "asked")
    #expect(resolver.asked(keys.title) == 2)
  }

  @MainActor @Test func `A binding survives await`() async {
    let model = ScreenModel()
    model.bindTestEnvironment([\.title: "Test"])
    #expect(await model.later() == "Test")
  }

  @Test func `Tests bind values by key path`() {
    let shop = Shop()
    shop.bindTestEnvironment([\.title: "x", \.person: Person("Ada"), \.count: 7])
    #expect(shop.title == "x" && shop.name == "Ada" && shop.count == 7)
  }

  @Test func `A test value of the wrong type traps`() async {
    await #expect(processExitsWith: .failure) {
      final class Model: EnvironmentBindable { @Environment(\.title) var title }
      Model().bindTestEnvironment([\.title: 3])
    }
  }
}
