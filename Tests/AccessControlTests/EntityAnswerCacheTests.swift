import AccessControl
import EntityModel
import EntityStore
import RuleEngine
import RuleEnvironment
import StandardKeys
import Testing

/// Tests that an answer about an entity is cached when its rules do not look at rows.
@MainActor
struct EntityAnswerCacheTests {
  @Test func `An answer about an entity is found once for each question`() async throws {
    let fixture = try await RightsFixture("")
    let entities = try ["Artist", "Album"].map {
      try #require(fixture.store.model.entity(named: $0))
    }
    let answers = EntityAnswerCache<String>()
    var found: [String] = []
    for _ in 1...3 {
      for entity in entities + entities.reversed() {
        for question in ["edit", "create"] {
          let answer = answers.answer(question, about: entity) {
            found.append("\(question) \(entity.name)")
            return "\(question) \(entity.name)"
          }
          #expect(answer == "\(question) \(entity.name)")
        }
      }
    }
    #expect(found == ["edit Artist", "create Artist", "edit Album", "create Album"])
  }

  @Test(arguments: [
    ("entity.name = 'Album' => isObjectEditable = false", true),
    ("object.stock > 3 => isObjectEditable = false", false),
    ("objectLabel = 'x' => isObjectEditable = false", false),
  ])
  func `An answer is of all rows where no rule looks at one to find it`(
    rule: String,
    isOfAll: Bool
  ) async throws {
    let fixture = try await RightsFixture(rule)
    let entity = try #require(fixture.store.model.entity(named: "Album"))
    let key = PermissionKeys.shared.isObjectEditable
    #expect(fixture.root.scoped(to: entity).isOfAllRows(key) == isOfAll)
    #expect(fixture.resolver.model.mayLookAtRows(for: [key]) == !isOfAll)
  }
}
