import AccessControl
import EntityStore
import Qualifiers
import StandardKeys
import Testing

/// Tests which questions and reads a permission check before a save needs, and that rows are read together.
@MainActor
struct WriteJudgementTests {
  private func updates(_ ids: ClosedRange<Int64>, of entity: String = "Album") -> [Change] {
    ids.map {
      .update(RecordID(entityName: entity, key: $0), values: ["stock": .int(7)], original: [:])
    }
  }

  private func insertions(by artists: ClosedRange<Int64>) -> [Change] {
    artists.map {
      .insert(
        entityName: "Album",
        values: ["title": .string("New"), "artistId": .int($0)],
        references: [:],
        token: Int($0)
      )
    }
  }

  private func refusal(of changes: [Change], in fixture: RightsFixture) async -> String? {
    await RuleWriteGuard(fixture.rights, in: fixture.root).refusal(ofAny: changes)
  }

  @Test func `S11: no row is read while no rule looks at one`() async throws {
    let rules = "entity.name = 'Artist' => isEntityReadOnly = true"
    for rules in ["", rules] {
      let fixture = try await RightsFixture(rules)
      let deletions = (1...50).map {
        Change.delete(RecordID(entityName: "Album", key: $0), original: [:])
      }
      let count = await fixture.statements {
        let changes = updates(1...50) + insertions(by: 1...50) + deletions
        #expect(await refusal(of: changes, in: fixture) == nil)
      }
      #expect(count == 0, "\(rules)")
    }
  }

  @Test func `Rows that rules look at are read together`() async throws {
    let fixture = try await RightsFixture("object.stock > 50 => isObjectEditable = false")
    func statements(_ ids: ClosedRange<Int64>) async -> Int {
      await fixture.statements { #expect(await refusal(of: updates(ids), in: fixture) == nil) }
    }
    #expect(await statements(1...2) > 0)
    #expect(await statements(1...50) == statements(3...4))
    #expect(
      await refusal(of: updates(40...60), in: fixture)?.contains("shop.rules:1") == true
    )
  }

  @Test func `Rows of several entities are each judged by what rules look at behind them`()
    async throws
  {
    let fixture = try await RightsFixture(
      "entity.name = 'Album' and object.artist.fee > 50 => isObjectEditable = false"
    )
    let (drafts, albums) = (updates(1...3, of: "Draft"), updates(49...51))
    for changes in [drafts + albums, albums + drafts] {
      #expect(await refusal(of: changes, in: fixture)?.contains("shop.rules:1") == true)
    }
    let allowed = drafts + updates(1...3)
    for changes in [allowed, allowed.reversed()] {
      #expect(await refusal(of: changes, in: fixture) == nil)
    }
  }

  @Test func `What new rows refer to is read together`() async throws {
    let fixture = try await RightsFixture("object.artist.fee > 50 => isEntityCreatable = false")
    func statements(_ artists: ClosedRange<Int64>) async -> Int {
      await fixture.statements {
        #expect(await refusal(of: insertions(by: artists), in: fixture) == nil)
      }
    }
    #expect(await statements(1...2) > 0)
    #expect(await statements(1...50) == statements(3...4))
    let refused =
      "Album cannot be created: a rule forbids it (shop.rules:1: isEntityCreatable = false)"
    #expect(await refusal(of: insertions(by: 49...51), in: fixture) == refused)
    #expect(await refusal(of: insertions(by: 51...51), in: fixture) == refused)
  }

  @Test func `Changes that write something else are asked about for themselves`() async throws {
    let fixture = try await RightsFixture(
      "entity.name = 'Album' and propertyKey = 'title' => isPropertyEditable = false"
    )
    let title = Change.update(
      RecordID(entityName: "Album", key: 9),
      values: ["title": .string("x")],
      original: [:]
    )
    #expect(await refusal(of: updates(1...3), in: fixture) == nil)
    let reason = await refusal(of: updates(1...3) + [title], in: fixture)
    #expect(
      reason?.contains("forbids it (shop.rules:1: isPropertyEditable = false)") == true,
      "\(reason ?? "")"
    )
  }

  @Test func `What goes with a deleted row is asked about, and read together`() async throws {
    let fixture = try await RightsFixture("object.stock = 60 => isObjectDeletable = false")
    let ids = (1...60).map { RecordID(entityName: "Album", key: $0) }
    let some = ids.prefix(50).map { Change.delete($0, original: [:]) }
    let few = await fixture.statements {
      #expect(await refusal(of: Array(some.prefix(2)), in: fixture) == nil)
    }
    let many = await fixture.statements { #expect(await refusal(of: some, in: fixture) == nil) }
    #expect(few == many && few > 0)
    let all = ids.map { Change.delete($0, original: [:]) }
    #expect(await refusal(of: all, in: fixture)?.contains("cannot be deleted") == true)
  }

  @Test func `Whether a row can be saved tells nothing of what is hidden along a path`()
    async throws
  {
    let fixture = try await RightsFixture(
      "entity.name = 'Artist' and propertyKey = 'name' => isPropertyVisible = false",
      own: "entity.name = 'Album' and object.artist.name = 'Artist 9' => isObjectEditable = false"
    )
    let one = await refusal(of: updates(8...8), in: fixture)
    let other = await refusal(of: updates(9...9), in: fixture)
    #expect((one == nil) == (other == nil), "\(one ?? "") \(other ?? "")")
  }

  @Test func `Nothing is seen or written when who asks is gone`() async throws {
    var fixture: RightsFixture? = try await RightsFixture("")
    let store = try #require(fixture?.store)
    let rights = try #require(fixture?.rights)
    #expect(try await store.count(FetchSpecification(entityName: "Album"), upTo: nil) == 60)
    fixture = nil
    #expect(await rights.accessGuard.refusal(ofAny: updates(1...1)) == "its session is closed")
    await #expect(throws: StoreError.self) {
      try await store.count(FetchSpecification(entityName: "Album"), upTo: nil)
    }
  }
}
