import Diagnostics
import EntityModel
import Editing
import EntityStore
import StandardKeys
import Workspace

extension Program {
  /// `d2t insert`: makes an object, begun with what rules say, and prints the link to it.
  func insert(_ emit: (String) throws -> Void) async throws -> Outcome {
    try checkDryRun()
    return try await withWork { work in
      let entity = try newObjectsEntity(in: work)
      try Assignment.check(invocation.assignments, of: entity)
      let object = NewObjects.make(entity, in: work)
      let references = ReferenceLookup(from: entity, in: work)
      for assignment in invocation.assignments {
        try await work.enter(assignment, into: object, by: references)
      }
      if invocation.isDryRun { return try await tryOut([object], "made", in: work) }
      let json = try await save([object], in: work)
      guard let id = object.id, !id.values.isEmpty else {
        let loss = UnsavedChanges(work: work).lossSentence(of: [object])
        return Outcome(
          output: json,
          messages: "\(ProgramName.current): \(loss ?? Self.namelessSentence(entity))\n"
        )
      }
      let link = entity.link(to: id)
      do { try emit(json.isEmpty ? link + "\n" : json) } catch {
        return .failure("\(error); \(link) was inserted", code: 1)
      }
      return Outcome()
    }
  }

  /// The entity whose objects a command makes: nothing is written behind its name.
  func newObjectsEntity(in work: WorkContext) throws -> Entity {
    let target = try target(in: work, task: .create)
    guard target.id == nil, target.qualifier == nil else {
      throw UsageError(
        "'\(invocation.command.rawValue)' needs only an entity; write \(target.entity.name)"
      )
    }
    return target.entity
  }

  /// Returns the message after inserting an object without a key, as through a view whose trigger stores it.
  private static func namelessSentence(_ entity: Entity) -> String {
    let maker = entity.definition.kind == .view ? "passed to the view's trigger" : "saved"
    return "\(entity.displayName): \(maker), but the database does not report its key"
  }
}
