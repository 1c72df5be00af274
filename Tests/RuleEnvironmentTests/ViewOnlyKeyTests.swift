import Qualifiers
import RuleEnvironment
import Testing

/// Something that no rule could read: no value of the language stands for it.
private struct Basket: Sendable {
  let weight: Int
}

private struct BasketKeys: KeyNamespace {
  static let shared = Self()
  let basket = Key(viewOnly: Basket(weight: 0), "What is being bought.")
  let label = Key("none", "What stands on it.")
}

/// Keys that views alone hand down.
struct ViewOnlyKeyTests {
  private let basket = BasketKeys.shared.basket

  @Test func `A key for views holds any value, in the scope and inside of it`() {
    var values = EnvironmentValues()
    #expect(values[basket].weight == 0)
    values[basket] = Basket(weight: 3)
    let inner = values.setting(BasketKeys.shared.label, to: "inner")
    #expect(inner[basket].weight == 3)
    #expect(inner.setting(basket, to: Basket(weight: 5))[basket].weight == 5)
  }

  @Test func `No vocabulary has it, so that rules have no name for it`() {
    let vocabulary = Vocabulary(BasketKeys.shared)
    #expect(vocabulary.names == ["label"])
    #expect(vocabulary.name(of: basket) == nil)
    #expect(!basket.isAssignable && basket.decode(.int(1)) == nil)
    var values = EnvironmentValues()
    let isSet = values.set(.int(1), for: basket)
    #expect(!isSet)
  }

  @Test func `No resolver is asked for it, and an answer sees its default`() {
    let basket = basket
    let resolver = FakeResolver([
      basket.slot: { _ in .int(7) },
      BasketKeys.shared.label.slot: { .string("\($0[basket].weight)") },
    ])
    var values = EnvironmentValues(resolver: resolver)
    #expect(values[basket].weight == 0 && resolver.asked(basket) == 0)
    values[basket] = Basket(weight: 3)
    #expect(values[BasketKeys.shared.label] == "0")
    #expect(values.ruleValue(of: basket) == .null)
    // What was answered holds wherever something else is handed down.
    values[basket] = Basket(weight: 4)
    #expect(values[BasketKeys.shared.label] == "0")
    #expect(resolver.asked(BasketKeys.shared.label) == 1)
  }
}
