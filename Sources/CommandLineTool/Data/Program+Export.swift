import EntityModel

extension Program {
  /// `d2t export`: the attributes of the objects as they are stored, for other programs and for `d2t import`.
  func exportRows(_ emit: @escaping (String) throws -> Void) async throws -> Outcome {
    let format = try rowFormat()
    return try await withSession { session in
      var target = try target(in: session)
      // Much may have to be sorted before the first row.
      target.timeLimit = nil
      let standard = target.entity.attributes.filter { !$0.definition.isHidden }.map(\.name)
      let keys = try keys(in: target.scope, or: standard)
      return try await printRows(target, keys, as: format, to: emit)
    }
  }
}
