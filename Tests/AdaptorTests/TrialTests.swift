import AdaptorSuite
import EntityStore
import Qualifiers
import Testing

/// A save that is tried out: all is checked, and nothing is written.
struct TrialTests {
  private let stock = Stock()

  private func newMaker(_ subject: Subject) -> Change {
    .insert(
      entityName: subject.entity("maker"),
      values: ["name": .string("New")],
      references: [:],
      token: 1
    )
  }

  @Test(arguments: adaptors)
  func `A trial leaves every row as it was, and the save after it does the same`(
    kind: AdaptorUnderTest
  ) async throws {
    let subject = try await stock.open(kind)
    let before = try await subject.contents()
    let changes = [
      newMaker(subject), .delete(subject.id("maker", .int(1)), original: [:]),
      .update(subject.id("part", .int(4)), values: ["weight": .int(2)], original: [:]),
    ]
    let tried = try await subject.save(changes, isTrial: true)
    #expect(try await subject.contents() == before)
    let saved = try await subject.save(changes)
    #expect(try await subject.contents() != before)
    #expect(tried.inserted == saved.inserted)
  }

  @Test(arguments: adaptors)
  func `What keeps a save from being done keeps a trial too, references that end nowhere included`(
    kind: AdaptorUnderTest
  ) async throws {
    let subject = try await stock.open(kind)
    for wrong in [
      Change.insert(
        entityName: subject.entity("part"),
        values: ["name": .string("lost"), "makerId": .int(999)],
        references: [:],
        token: 1
      ), .update(subject.id("part", .int(999)), values: ["weight": .int(2)], original: [:]),
    ] {
      for isTrial in [false, true] {
        await #expect(throws: StoreError.self, "\(wrong) \(isTrial)") {
          try await subject.save([newMaker(subject), wrong], isTrial: isTrial)
        }
      }
    }
  }
}
