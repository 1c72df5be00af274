import Qualifiers
import RuleEnvironment
import Testing

private struct FirstKeys: KeyNamespace {
  static let shared = Self()
  static let category = "First"
  let title = Key("none", "What it is called.")
}

private struct SecondKeys: KeyNamespace {
  static let shared = Self()
  let count = Key(0, "How many there are.")
}

/// A place in the list that is free.
private struct NoKeys: KeyNamespace {
  static let shared = Self()
}

private typealias Listed = KeyNamespaces<
  FirstKeys, SecondKeys, NoKeys, NoKeys, NoKeys, NoKeys, NoKeys, NoKeys, NoKeys
>

/// A scope whose keys are found by their names.
@dynamicMemberLookup
private struct Named: KeyNameLookup {
  typealias NamedKeys = Listed
  var values = EnvironmentValues()

  subscript<V: Sendable>(key: Key<V>) -> V {
    get { values[key] }
    set { values[key] = newValue }
  }
}

private struct Wrapper<V: Sendable>: KeyNameLookupWrapper {
  typealias NamedKeys = Listed
  let key: Key<V>
  init(_ key: Key<V>) { self.key = key }
}

/// A namespace is a struct, and a word in a list.
struct KeyNameLookupTests {
  @Test func `A namespace of the list is read and set by the names of its keys`() {
    var named = Named()
    #expect(named.title == "none" && named.count == 0)
    named.title = "Ada"
    named.count += 2
    #expect(named.values[FirstKeys.shared.title] == "Ada")
    #expect(named.values[SecondKeys.shared.count] == 2)
  }

  @Test func `A wrapper is given the key`() {
    #expect(Wrapper(\.count).key === SecondKeys.shared.count)
    #expect(Wrapper(\.title).key === FirstKeys.shared.title)
  }

  @Test func `The vocabulary of a list has the keys of the environment and of each namespace`() {
    let vocabulary = Vocabulary(Listed.self)
    #expect(vocabulary.names == ["debug", "title", "count"])
    #expect(vocabulary.entry(named: "title")?.category == "First")
  }
}
