import Pages
import Editing
import EntityStore
import StandardKeys
import Workspace
extension Program {
  /// `d2t set`: enters values into an object, or with `--all` into every one, and saves them in one transaction.
  func set() async throws -> Outcome {
    guard !invocation.assignments.isEmpty else {
      throw UsageError(
        "'set' needs a change: PROPERTY=VALUE, --null, --replace or --compute"
      )
    }
    try checkDryRun()
    return try await withWork { work in
      let target = try target(in: work, task: .edit)
      try Assignment.check(invocation.assignments, of: target.entity)
      let entered = invocation.assignments.filter { $0.manner == nil }
      let changes = try invocation.assignments.compactMap {
        try $0.change(in: target.scope, of: work, target.entity)
      }
      let records = try await target.objects(
        allowsMany: invocation.all,
        reading: changes.flatMap(\.paths)
      )
      let objects = records.map(work.editing.object)
      let references = ReferenceLookup(from: target.entity, in: work)
      let start = ContinuousClock.now
      for (number, object) in objects.enumerated() {
        if number.isMultiple(of: 100) {
          if interruption() != nil { throw StoreError.cancelled }
          work.loads.note(
            WorkProgress("changing", count: number, of: objects.count, since: start)
          )
        }
        for assignment in entered {
          try await work.enter(assignment, into: object, by: references)
        }
        for change in changes {
          do throws(PromptRefusal) { try change.apply(to: object) } catch {
            throw StoreError.refused("\(error.sentence)")
          }
        }
      }
      let changed = objects.filter(\.hasChanges)
      if invocation.isDryRun { return try await tryOut(changed, "changed", in: work) }
      let written = ExpectedChanges(of: changed)
      let output = try await save(changed, in: work)
      let sentences = [
        UnsavedChanges(work: work).lossSentence(of: changed),
        written.undoneSentence(in: work),
        await target.leftOutSentence,
      ]
      return report(
        written.count,
        "changed",
        of: changed.count,
        telling: sentences.compactMap(\.self),
        printing: output
      )
    }
  }
}

extension WorkContext {
  /// Enters a text into a property as a person would into its field; whether that is allowed is asked when it is saved.
  ///
  /// A to-one relationship takes the identity of the other object, which must exist for the user.
  func enter(
    _ assignment: Assignment,
    into object: ManagedObject,
    by references: ReferenceLookup
  ) async throws {
    let name = try assignment.propertyName(in: object.entity)
    let input = assignment.text.map(FieldInput.typed) ?? .null
    let column = try ImportColumn(name, of: object.entity)
    try await enter(input, of: column, into: object, by: references)
  }
}
