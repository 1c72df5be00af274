import DirectToTerminal
import DirectToTerminalTesting
import Testing
import Workspace

/// Counts what lies in the basket that a view around it has.
private struct Weight: View {
  @Environment(\.seed.basket) private var basket

  var body: some View { Text("weighs \(basket.weight)") }
}

/// Tests the declaration of environment keys: name, type, default, help, and who may set them.
@MainActor
struct EnvironmentKeysSeedTests {
  private let vocabulary = Vocabulary(BuiltInKeys.self, adding: [SeedKeys.shared])

  private func run(_ rules: String, _ arguments: String...) async -> Program.Outcome {
    await ApplicationTester.run(.seed(rules: rules), arguments)
  }

  @Test func `One line gives a key its name, type, default, help and group`() async throws {
    let charge = try #require(vocabulary.entry(named: "charge"))
    #expect(charge.typeName == "whole number" && charge.defaultValue == .int(1))
    #expect(charge.summary == "What is put on top of each price." && charge.category == "Seeds")
    let listed = await run("", "keys")
    #expect(listed.output.contains("What is put on top of each price."), "\(listed)")
    let page = await run("", "keys", "--format", "markdown")
    #expect(page.output.contains("| `charge` | whole number | `1` |"), "\(page.output)")
  }

  @Test func `One line makes rules for a key checked: its name, and the type of its values`() async
  {
    let misspelt = await run("*true* => chagre = 2", "rules", "check")
    #expect(misspelt.code == 2 && (misspelt.output + misspelt.messages).contains("charge"))
    let wrong = await run("*true* => charge = 'much'", "rules", "check")
    #expect(wrong.code == 2, "\(wrong)")
    #expect((wrong.output + wrong.messages).contains("whole number"), "\(wrong)")
  }

  @Test func `One line makes a key completed where keys are typed`() async throws {
    let shop = try await ApplicationTester(.seed())
    try await shop.send(":")
    try await shop.type("set charg")
    try await shop.send("tab")
    #expect(shop.text.contains("set charge"), "\(shop.text)")
    try await shop.type(" = 8")
    try await shop.send("enter")
    #expect(shop.text.contains("charge = 8 from now on"), "\(shop.text)")
    await shop.close()
  }

  @Test func `A key says its own group, the values it takes, and whether it must be set`()
    async throws
  {
    let tone = try #require(vocabulary.entry(named: "tone"))
    #expect(tone.category == "Manners" && !tone.isRequired)
    #expect(tone.allowedValues == [.string("plain"), .string("loud")])
    #expect(vocabulary.entry(named: "guide")?.isRequired == true)
    let wrong = await run("*true* => tone = 'shrill'", "rules", "check")
    #expect(wrong.code == 2, "\(wrong)")
    #expect((wrong.output + wrong.messages).contains("loud"), "\(wrong)")
  }

  @Test(arguments: ["object", "database", "entity", "model", "propertyKey", "user"])
  func `What is live is read in conditions, and set by no rule`(name: String) async {
    let read = await run("\(name) is null => title = 'none'", "rules", "check")
    #expect(read.code == 0, "\(read)")
    let set = await run("*true* => \(name) = 'x'", "rules", "check")
    #expect(set.code == 2, "\(set)")
    #expect(vocabulary.entry(named: name)?.isAssignable == false)
  }

  @Test func `A key for views alone holds any value, goes down the views, and no rule knows it`()
    async throws
  {
    let page = try await ApplicationTester.page {
      Weight().environment(\.seed.basket, Basket(weight: 4))
    }
    #expect(page.text.contains("weighs 4"), "\(page.text)")
    await page.close()
    #expect(vocabulary["basket"] == nil)
    #expect(await run("basket is null => title = 'x'", "rules", "check").code == 2)
  }

  @Test func `A rule file declares a key of its own, and rules set and read it`() async throws {
    let rules = """
      key discount: number = 0 "Percent taken off for members."
      entity.name = 'Artist' => discount = 5
      discount > 0 => navigationBarTitle = `{discount} % off`
      """
    let shop = try await ApplicationTester(.seed(rules: rules), ["--entity", "Artist"])
    #expect(shop.lines[0].contains("5 % off"), "\(shop.text)")
    await shop.close()
    let other = try await ApplicationTester(.seed(rules: rules), ["--entity", "Album"])
    #expect(!other.lines[0].contains("off"), "\(other.text)")
    await other.close()
    #expect(await run(rules, "keys").output.contains("Percent taken off for members."))
  }

  @Test func `What a person reads of the keys is made of their declarations`() async {
    let json = await run("", "keys", "--format", "json")
    for name in vocabulary.names { #expect(json.output.contains("\"\(name)\""), "\(name)") }
    #expect(!json.output.contains("\"basket\""))
  }

  @Test(arguments: [
    ["database", "object", "editingContext"],
    ["model", "entity", "attribute", "relationship", "propertyKey", "propertyValue"],
    [
      "title", "navigationBarTitle", "displayNameForEntity", "displayNameForProperty",
      "displayStringForNil", "hideEmptyProperty", "formatter", "displayPropertyKeys",
      "visibleEntityNames", "sortOrderings", "labelKey", "length", "rows", "width", "alignment",
      "color", "style", "hint",
    ],
    [
      "task", "firstTask", "firstEntity", "nextTask", "pageConfiguration", "page", "pageWrapper",
      "rowComponent", "component", "debugComponent", "tabs", "sections", "actions",
    ],
    [
      "user", "role", "isObjectEditable", "isObjectDeletable", "isEntityReadOnly",
      "readOnlyEntityNames", "isEntityCreatable", "isPropertyEditable", "isPropertyVisible",
      "restrictingQualifier", "auditsChanges",
    ],
    [
      "initialPropertyValues", "creationTimestampPropertyKey", "updateTimestampPropertyKey",
      "isMandatory", "validation", "choices", "lockingPolicy",
    ],
    ["auxiliaryQualifier", "batchSize", "prefetchKeyPaths", "fetchTimeLimit"],
    ["look", "platform", "debug", "locale", "timeZone", "keyBindings", "screen"],
  ])
  func `The program has the keys that are promised, each under its name`(names: [String]) {
    #expect(names.filter { builtInVocabulary[$0] == nil } == [])
  }

  @Test func `Conditions read how large the terminal is`() async throws {
    let rules = "screen.width > 110 and screen.height = 20 and screen.colors > 1 => title = 'Large'"
    for (width, isLarge) in [(100, false), (112, true)] {
      let shop = try await ApplicationTester(.seed(rules: rules), width: width, height: 20)
      #expect(shop.lines[0].contains("Large") == isLarge, "\(shop.text)")
      await shop.close()
    }
  }
}
