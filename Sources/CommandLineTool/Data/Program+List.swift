import Pages

extension Program {
  /// `d2t list`: the objects of an entity as its list shows them.
  func list(_ emit: @escaping (String) throws -> Void) async throws -> Outcome {
    let format = try rowFormat()
    return try await withSession { session in
      let target = try target(in: session)
      let standard = target.scope.propertyKeys
      let keys = try keys(in: target.scope, or: standard)
      return try await printRows(target, keys, as: format, to: emit)
    }
  }
}
