import Workspace

extension Program {
  /// `d2t list`: the objects of an entity as its list shows them.
  func list(_ emit: @escaping (String) throws -> Void) async throws -> Outcome {
    let format = try rowFormat()
    return try await withWork { work in
      let target = try target(in: work)
      return try await printColumns(target, target.scope.propertyKeys, as: format, to: emit)
    }
  }
}
