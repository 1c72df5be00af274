import Diagnostics
import EntityModel

extension Program {
  /// `d2t export`: the attributes of the objects as they are stored, for other programs and for `d2t import`.
  func exportRows(_ emit: @escaping (String) throws -> Void) async throws -> Outcome {
    let format = try rowFormat()
    return try await withSession { session in
      var target = try target(in: session)
      // Much may have to be sorted before the first row.
      target.timeLimit = nil
      let standard = target.entity.attributes.filter {
        // The database computes it anew where statements make the row again.
        !$0.definition.isHidden && !(format == .sql && $0.definition.isGenerated)
      }.map(\.name)
      let references = ExportedReferences(
        of: target.entity,
        among: try keys(in: target.scope, or: standard),
        areChosen: !invocation.columns.isEmpty,
        in: target.scope,
        session
      )
      var outcome = try await printRows(target, references.keys, as: format, to: emit)
      for sentence in references.omissions {
        outcome.messages += "\(ProgramName.current): \(sentence)\n"
      }
      return outcome
    }
  }
}
