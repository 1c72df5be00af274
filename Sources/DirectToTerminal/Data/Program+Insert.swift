import Qualifiers
import EntityModel
import Editing
import EntityStore

extension Program {
  /// `d2t insert`: makes an object, begun with what rules say, and prints the link to it.
  func insert(_ emit: (String) throws -> Void) async throws -> Outcome {
    try await withSession { session in
      let target = try target(in: session, task: "create")
      guard target.id == nil, target.qualifier == nil else {
        throw UsageError("'insert' needs an entity alone: \(target.entity.name)")
      }
      let object = session.newObject(of: target.entity)
      for assignment in invocation.assignments { try await session.enter(assignment, into: object) }
      try await session.save([object])
      if let id = object.id, !id.values.isEmpty {
        try emit(target.entity.link(to: id) + "\n")
      }
      let loss = PendingWork.lossSentence(of: [object])
      return Outcome(messages: loss.map { "d2t: \($0)\n" } ?? "")
    }
  }
}
