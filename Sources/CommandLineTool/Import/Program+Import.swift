import Diagnostics
import Formatting
import Pages
import EntityModel
import EntityStore
import Qualifiers
import Workspace

extension Program {
  /// `d2t import`: makes an object of each row of a file, all in one transaction or none.
  func importRows() async throws -> Outcome {
    try checkDryRun()
    let path = invocation.file ?? "-"
    return try await withWork { work in
      let entity = try newObjectsEntity(in: work)
      let skips = invocation.skipsFaults
      let input = try InputFile(path, isReadTwice: skips) { interruption() != nil }
      var excluded: [RowImport.Place: [ImportFault]] = [:]
      let options = RowImport.Options(
        isTrial: invocation.isDryRun,
        skipsFaults: skips,
        mappings: invocation.columnMappings,
        key: invocation.upsertKey
      )
      while true {
        let rows = try RowImport(of: entity, in: work, options, without: excluded)
        do {
          let end = try await imported(input, into: rows, path)
          // A signal behind the commit comes too late.
          if case .done(let made, let changed, let more) = end {
            let done = (made, changed, more)
            return outcome(of: rows, from: path, done, entity, in: work)
          }
          if interruption() != nil { throw StoreError.cancelled }
          switch end {
          case .done: break
          case .refused: return rows.faults.refusal(of: path, isSkipping: skips)
          case .again(let faulty): excluded = faulty
          }
        } catch let restart as RowImport.Restart {
          if let place = restart.fault.place { excluded[place, default: []].append(restart.fault) }
        } catch let fault as ImportFault {
          await rows.abandon()
          rows.faults.add(fault)
          return rows.faults.refusal(of: path, isSkipping: skips)
        } catch is RowImport.TooManyFaults {
          await rows.abandon()
          return rows.faults.refusal(of: path, isSkipping: skips)
        } catch {
          await rows.abandon()
          throw error
        }
        await rows.abandon()
        try input.rewind()
      }
    }
  }

  /// Reads a file to its end; what comes of it when the program is to end does not count.
  private func imported(
    _ input: InputFile,
    into rows: RowImport,
    _ path: String
  ) async throws -> RowImport.End {
    switch format(of: path) {
    case "json", "jsonl": try await readJSON(input, into: rows, path)
    default: try await readTable(input, into: rows, path)
    }
    guard interruption() == nil else { return .refused }
    return try await rows.finish()
  }

  /// The format that `--format` says, or else the name of the file.
  private func format(of path: String) -> String {
    if let format = invocation.format { return format }
    let endings = ["json": [".json"], "jsonl": [".jsonl", ".ndjson"], "tsv": [".tsv", ".tab"]]
    let name = path.lowercased()
    return endings.first { $0.value.contains(where: name.hasSuffix) }?.key ?? "csv"
  }

  private func outcome(
    of rows: RowImport,
    from path: String,
    _ done: (made: Int, changed: Int, more: Int?),
    _ entity: Entity,
    in work: WorkContext
  ) -> Outcome {
    var outcome: Outcome
    let (made, changed, more) = done
    if invocation.isDryRun {
      outcome = reviewed(rows, count: made + changed, in: work)
    } else {
      let name = entity.displayName
      let sentence =
        switch more {
        case made: nil as String?
        case let more?:
          "\(name): a trigger changed the imported rows: "
            + "\(more) more rows than before, \(made) in the file"
        case nil:
          "\(name): rows changed by triggers were not counted; "
            + "\(made) were in the file"
        }
      // All rows were taken; triggers may have removed some or added others.
      let count = more.map { max($0, 0) } ?? made
      let known = "\(changed) that \(changed == 1 ? "was" : "were") there written"
      let what = rows.isUpserting ? "imported, \(known)" : "imported"
      outcome = report(count, what, telling: [sentence].compactMap(\.self))
    }
    outcome.messages = rows.faults.skipped(of: path) + outcome.messages
    if made + changed > 0 {
      let columns = rows.columns.all
      for sentence in ExportedReferences.warnings(importing: columns, into: entity, work) {
        outcome.messages += "\(ProgramName.current): \(sentence)\n"
      }
    }
    if made + changed == 0, !rows.faults.isEmpty { outcome.code = 1 }
    return outcome
  }

  // MARK: Tables

  /// The rows of a table whose first line names the properties; what a row leaves out gets its default.
  private func readTable(
    _ input: InputFile,
    into rows: RowImport,
    _ path: String
  ) async throws {
    var columns: [Int?]?
    var separator = format(of: path) == "tsv" ? FieldSeparator.tab : nil
    var recognition = SeparatorRecognition()
    var reader = SeparatedValuesReader(separator ?? .comma)
    func take(_ record: SeparatedValuesRecord, _ waiting: inout [RowImport.Row]) throws {
      if let fault = record.fault.map(ImportFault.init) {
        guard columns != nil else { throw fault }
        return try rows.note(fault)
      }
      guard let columns else {
        columns = try TableHeader(record, separator ?? .comma).columns(in: rows)
        return rows.beginPacking(columns ?? [], marks: invocation.markReading)
      }
      guard record.count == columns.count else {
        let values = "\(record.count) \(record.count == 1 ? "value" : "values")"
        let message = "\(values), but the first line names \(columns.count) properties"
        return try rows.note(ImportFault(at: .line(record.line), message))
      }
      // What waits comes first.
      if waiting.isEmpty, rows.pack(record) { return }
      if let row = try row(record, columns, of: rows) { waiting.append(row) }
    }
    try await readPieces(of: input, into: rows) { piece, waiting in
      if separator == nil {
        separator = recognition.add(piece, isName: rows.columns.isKnown)
        guard let separator else { return }
        reader = SeparatedValuesReader(separator)
        try reader.read(recognition.head[...]) { try take($0, &waiting) }
        if piece != nil { return }
      }
      if let piece { return try reader.read(piece) { try take($0, &waiting) } }
      do { try reader.finish { try take($0, &waiting) } } catch let fault as SeparatedValuesFault {
        throw ImportFault(fault)
      }
      guard columns != nil else {
        throw ImportFault("the file is empty; its first line must name the properties")
      }
    }
  }

  private func row(
    _ record: SeparatedValuesRecord,
    _ columns: [Int?],
    of rows: RowImport
  ) throws -> RowImport.Row? {
    var row = RowImport.Row(place: .line(record.line), length: record.length)
    row.cells.reserveCapacity(columns.count)
    var isWhole = true
    func fail(_ message: String) throws {
      isWhole = false
      try rows.note(ImportFault(at: .line(record.line), message))
    }
    for (index, column) in columns.enumerated() {
      guard let column else { continue }
      let name = rows.columns[column].name
      let text: String?
      do throws(MalformedText) { text = try record.text(index) } catch {
        try fail("\(name): \(error.message)")
        continue
      }
      guard let text else {
        if rows.isUpserting { row.blanks.append(column) }
        continue
      }
      if invocation.markReading == .refused, rows.columns[column].matchesExportFormat(text) {
        rows.faults.advice = StorageClassTagParsing.advice
        try fail("\(name): '\(text.prefix(40))' is a mark of 'export --typed'")
        continue
      }
      do throws(InputProblem) {
        row.cells.append((column, try FieldInput(text, marks: invocation.markReading)))
      } catch {
        try fail("\(name) takes \(error.kind), not '\(text.prefix(40))'")
      }
    }
    return isWhole ? row : nil
  }

  /// Gives a file to `read` piece by piece, `nil` at its end, and the rows that came of each piece to `rows`.
  private func readPieces(
    of input: InputFile,
    into rows: RowImport,
    _ read: (ArraySlice<UInt8>?, inout [RowImport.Row]) throws -> Void
  ) async throws {
    var waiting: [RowImport.Row] = []
    while let piece = try input.next() {
      var rest = piece[...]
      while !rest.isEmpty {
        // The first rows of a batch are entered one by one, and there should be few of them.
        let part = rest.prefix(rows.beginsBatch ? Self.shortPiece : rest.count)
        rest = rest.dropFirst(part.count)
        try read(part, &waiting)
        try await rows.add(waiting)
        waiting.removeAll(keepingCapacity: true)
        rows.tell(share: input.share)
      }
    }
    guard interruption() == nil else { return }
    try read(nil, &waiting)
    try await rows.add(waiting)
  }

  private static var shortPiece: Int { 1 << 10 }

  // MARK: JSON

  /// The objects of an array, or one after the other, by the names of their members.
  private func readJSON(_ input: InputFile, into rows: RowImport, _ path: String) async throws {
    var reader = JSONRowReader(path: path, takesNothing: format(of: path) == "jsonl")
    var members = ObjectMembers()
    try await readPieces(of: input, into: rows) { piece, waiting in
      guard let piece else {
        try reader.finish()
        return try members.end(in: rows)
      }
      try reader.read(piece) { object in
        if let row = try members.row(object, rows) { waiting.append(row) }
      }
    }
  }
}
