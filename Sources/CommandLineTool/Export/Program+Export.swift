import Diagnostics
import EntityModel

extension Program {
  /// `d2t export`: the attributes of the objects as they are stored, for other programs and for `d2t import`.
  func exportRows(_ emit: @escaping (String) throws -> Void) async throws -> Outcome {
    let format = try rowFormat()
    return try await withWork { work in
      var target = try target(in: work)
      // Much may have to be sorted before the first row.
      target.timeLimit = nil
      let standard = target.entity.attributes.filter { !$0.definition.isHidden }.map(\.name)
      return try await printColumns(target, standard, as: format, to: emit)
    }
  }

  /// Prints the columns that were asked for, or else the `standard` ones, and says which references are lost.
  func printColumns(
    _ target: LinkTarget,
    _ standard: [String],
    as format: RowWriter.Format,
    to emit: @escaping (String) throws -> Void
  ) async throws -> Outcome {
    let (isExport, isSQL) = (invocation.command == .exportRows, format == .sql)
    var keys = try keys(in: target.scope, or: standard)
    guard isExport || isSQL else { return try await printRows(target, keys, as: format, to: emit) }
    let areChosen = !invocation.columns.isEmpty
    let references = ExportedReferences(
      of: target.entity,
      among: keys,
      areChosen: areChosen || !isExport,
      isSQL: isSQL,
      in: target.scope,
      target.work
    )
    keys = references.keys
    if isSQL, !areChosen {
      keys.removeAll { target.entity.attribute(named: $0)?.isSetByStatements != true }
    }
    var outcome = try await printRows(target, keys, as: format, to: emit)
    for sentence in references.warnings {
      outcome.messages += "\(ProgramName.current): \(sentence)\n"
    }
    return outcome
  }
}
