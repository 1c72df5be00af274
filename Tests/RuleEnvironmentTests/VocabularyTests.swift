import Qualifiers
import RuleEnvironment
import Testing

private struct OtherKeys: KeyNamespace {
  static let shared = Self()
  let title = Key("", "Clashes.")
  let size = Key(1, "Does not.")
}

struct VocabularyTests {
  private let vocabulary = Vocabulary(ShopKeys.shared, CoreKeys.shared)

  @Test func `Names come from the properties in their order`() {
    #expect(vocabulary.names.prefix(3) == ["title", "heading", "count"])
    #expect(vocabulary["title"] === keys.title)
    #expect(vocabulary["titel"] == nil)
    #expect(vocabulary.name(of: keys.count) == "count")
  }

  @Test func `Metadata is listed with every name`() throws {
    let title = try #require(vocabulary.entry(named: "title"))
    #expect(title.category == "Shop" && title.summary == "Text in the top border.")
    #expect(title.typeName == "text" && title.defaultValue == .string("Untitled"))
    #expect(title.isAssignable && !title.isRequired && title.namespace == "ShopKeys")
    #expect(vocabulary.entry(named: "heading")?.category == "Rendering")
    #expect(vocabulary.entry(named: "person")?.isRequired == true)
    #expect(vocabulary.entry(named: "person")?.isAssignable == false)
    #expect(
      vocabulary.entry(named: "look")?.allowedValues == [.string("plain"), .string("bright")]
    )
    #expect(keys.isEditable.isPermission && keys.person.valueKeys == ["name", "age"])
  }

  @Test func `A name declared twice is found`() {
    let (found, duplicates) = Vocabulary.collecting([ShopKeys.shared, OtherKeys.shared])
    #expect(duplicates.map(\.name) == ["title"])
    #expect(duplicates.first?.description.contains("ShopKeys and in OtherKeys") == true)
    #expect(found["title"] === keys.title && found["size"] != nil)
  }

  @Test func `A name declared twice traps where it cannot be reported`() async {
    await #expect(processExitsWith: .failure) {
      _ = Vocabulary(ShopKeys.shared, OtherKeys.shared)
    }
  }
}
