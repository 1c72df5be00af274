import Qualifiers
import StandardKeys
import Testing

/// What names an object for people.
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

  @Test func `What may not be seen is left out, and an alternative that is left empty with it`() {
    let key = LabelKey("firstName, lastName | boss.email")
    #expect(key.paths.map(\.description) == ["firstName", "lastName", "boss.email"])
    #expect(key.filter { $0 != PropertyPath("lastName") }?.description == "firstName | boss.email")
    #expect(key.filter { $0.components.count > 1 }?.description == "boss.email")
    #expect(key.filter { _ in false } == nil)
  }
}
