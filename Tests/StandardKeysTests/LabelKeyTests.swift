import Qualifiers
import StandardKeys
import Testing

/// Tests how a label key becomes the label of an object: alternatives, separators, empty and hidden parts.
struct LabelKeyTests {
  private func text(_ key: String, _ values: [String: String]) -> String? {
    LabelKey(key).text { values[$0.description].map { .string($0) } }
  }

  @Test func `The first alternative with something to read names an object`() {
    let key = "firstName lastName | email"
    #expect(text(key, ["firstName": "Ada", "lastName": "Byron", "email": "a@b"]) == "Ada Byron")
    #expect(text(key, ["lastName": "Byron", "email": "a@b"]) == "Byron")
    #expect(text(key, ["firstName": "", "lastName": "  ", "email": "a@b"]) == "a@b")
    #expect(text(key, [:]) == nil)
  }

  @Test func `O1: what tells objects of one name apart stands behind a dot`() {
    let key = "first last · city · born | email · city"
    let all = ["first": "Ada", "last": "King", "city": "Ulm", "born": "1815", "email": "a@b"]
    #expect(text(key, all) == "Ada King · Ulm · 1815")
    #expect(text(key, ["last": "King", "born": "1815"]) == "King · 1815")
    #expect(text(key, ["city": "Ulm"]) == "Ulm")
    #expect(text(key, ["email": "a@b"]) == "a@b")
    #expect(LabelKey(key).description == key)
    #expect(LabelKey(key).paths.map(\.description).filter { $0 == "·" }.isEmpty)
    let values: [Value] = ["", "", "", "", "a@b", "Ulm"].map { .string($0) }
    #expect(LabelKey(key).text(ofParts: values) == "a@b · Ulm")
  }

  @Test func `O1: what may not be seen takes its dot along`() {
    let key = LabelKey("first last · city · born | email · city")
    let withoutCity = key.filter { $0 != PropertyPath("city") }
    #expect(withoutCity?.description == "first last · born | email")
    let only = key.filter { $0 == PropertyPath("born") }
    #expect(only?.description == "born")
  }

  @Test func `What may not be seen is left out, and an alternative that is left empty with it`() {
    let key = LabelKey("firstName, lastName | boss.email")
    #expect(key.paths.map(\.description) == ["firstName", "lastName", "boss.email"])
    #expect(key.filter { $0 != PropertyPath("lastName") }?.description == "firstName | boss.email")
    #expect(key.filter { $0.components.count > 1 }?.description == "boss.email")
    #expect(key.filter { _ in false } == nil)
  }
}
