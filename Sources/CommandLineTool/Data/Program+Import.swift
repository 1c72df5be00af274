import Diagnostics
import Formatting
import Pages
import EntityModel

extension Program {
  /// `d2t import`: makes an object of each row of a file, all in one transaction or none.
  func importRows() async throws -> Outcome {
    try checkDryRun()
    let path = invocation.file ?? "-"
    let isJSON =
      invocation.format.map { $0 == "json" }
      ?? [".json", ".jsonl", ".ndjson"].contains(where: path.lowercased().hasSuffix)
    let kind =
      invocation.format.flatMap(SeparatedValues.init(rawValue:)) ?? SeparatedValues(path: path)
    return try await withSession { session in
      let target = try target(in: session, task: "create")
      guard target.id == nil, target.qualifier == nil else {
        throw UsageError("'import' needs an entity alone: \(target.entity.name)")
      }
      let input = try InputFile(path) { interruption() != nil }
      let rows = try RowImport(
        of: target.entity,
        in: session,
        path: path,
        isTrial: invocation.isDryRun
      )
      do {
        try await isJSON
          ? readJSON(input, into: rows, path) : readTable(kind, of: input, into: rows, path)
        if let signal = interruption() {
          await rows.abandon()
          return Outcome(
            messages: "\(ProgramName.current): interrupted; nothing was imported\n",
            code: 128 + signal
          )
        }
        let (made, more) = try await rows.finish()
        if invocation.isDryRun { return reviewed(rows, count: made, in: session) }
        let name = target.entity.displayName
        let sentence =
          switch more {
          case made: nil as String?
          case let more?:
            "\(name): a trigger of the database has changed what was imported: "
              + "there are \(more) more than before, and \(made) were in the file"
          case nil:
            "\(name): what triggers of the database have made of the rows was not counted; "
              + "\(made) were in the file"
          }
        // What triggers do with them is the database's will: all rows were taken.
        let count = more.map { max($0, 0) } ?? made
        return report(count, "imported", telling: [sentence].compactMap(\.self))
      } catch {
        await rows.abandon()
        throw error
      }
    }
  }

  /// The rows of a table whose first line names the properties; what a row leaves out gets its default.
  private func readTable(
    _ kind: SeparatedValues,
    of input: InputFile,
    into rows: RowImport,
    _ path: String
  ) async throws {
    var columns: [Int]?
    var reader = SeparatedValuesReader(kind)
    func take(_ record: SeparatedValuesRecord, _ waiting: inout [RowImport.Row]) throws {
      guard let columns else {
        columns = try header(record, rows)
        return rows.beginPacking(columns ?? [])
      }
      guard record.count == columns.count else {
        throw ImportFault(
          line: record.line,
          "\(record.count) \(record.count == 1 ? "value" : "values"),"
            + " but the first line names \(columns.count) properties"
        )
      }
      // What waits comes first.
      if waiting.isEmpty, rows.pack(record) { return }
      waiting.append(try row(record, columns, of: rows))
    }
    try await readPieces(of: input, into: rows, path) { piece, waiting in
      if let piece { return try reader.read(piece) { try take($0, &waiting) } }
      try reader.finish { try take($0, &waiting) }
      guard columns != nil else {
        throw ImportFault("the file is empty; its first line is to name the properties")
      }
    }
  }

  /// Gives a file to `read` piece by piece, `nil` at its end, and the rows that came of each piece to `rows`.
  private func readPieces(
    of input: InputFile,
    into rows: RowImport,
    _ path: String,
    _ read: (ArraySlice<UInt8>?, inout [RowImport.Row]) throws -> Void
  ) async throws {
    var waiting: [RowImport.Row] = []
    do {
      while let piece = try input.next() {
        var rest = piece[...]
        while !rest.isEmpty {
          // The first rows of a batch are entered one by one, and there should be few of them.
          let part = rest.prefix(rows.beginsBatch ? Self.shortPiece : rest.count)
          rest = rest.dropFirst(part.count)
          try read(part, &waiting)
          try await rows.add(waiting)
          waiting.removeAll(keepingCapacity: true)
        }
      }
      guard interruption() == nil else { return }
      try read(nil, &waiting)
      try await rows.add(waiting)
    } catch let fault as ImportFault {
      throw fault.within(path)
    }
  }

  private static var shortPiece: Int { 1 << 10 }

  /// The columns that the first line names.
  private func header(_ record: SeparatedValuesRecord, _ rows: RowImport) throws -> [Int] {
    var columns: [Int] = []
    for index in 0..<record.count {
      let name: String?
      do { name = try record.text(index) } catch {
        throw ImportFault(
          line: record.line,
          "the name of column \(index + 1): \(error.message)"
        )
      }
      guard let name, !name.isEmpty else {
        throw ImportFault(line: record.line, "column \(index + 1) has no name")
      }
      do throws(UsageError) {
        let column = try rows.column(named: name)
        guard !columns.contains(column) else { throw UsageError("'\(name)' is named twice") }
        columns.append(column)
        if let clash = rows.clash(among: columns) { throw UsageError(clash) }
      } catch {
        throw ImportFault(line: record.line, error.message)
      }
    }
    return columns
  }

  private func row(
    _ record: SeparatedValuesRecord,
    _ columns: [Int],
    of rows: RowImport
  ) throws(ImportFault) -> RowImport.Row {
    var row = RowImport.Row(place: .line(record.line), length: record.length)
    row.cells.reserveCapacity(columns.count)
    for (index, column) in columns.enumerated() {
      do throws(MalformedText) {
        if let text = try record.text(index) { row.cells.append((column, .text(text))) }
      } catch {
        throw ImportFault(line: record.line, "\(rows.name(of: column)): \(error.message)")
      }
    }
    return row
  }

  /// The objects of an array, or one after the other, by the names of their members.
  private func readJSON(_ input: InputFile, into rows: RowImport, _ path: String) async throws {
    var reader = JSONRowReader(path: path)
    try await readPieces(of: input, into: rows, path) { piece, waiting in
      guard let piece else { return try reader.finish() }
      try reader.read(piece) { waiting.append(try row($0, rows)) }
    }
  }

  private func row(_ object: JSONRow, _ rows: RowImport) throws(ImportFault) -> RowImport.Row {
    var row = RowImport.Row(place: .object(object.number), length: 0)
    for (name, input) in object.members {
      do throws(UsageError) {
        row.cells.append((try rows.column(named: name), input))
        row.length += input.text?.utf8.count ?? 0
      } catch {
        throw ImportFault("object \(object.number): \(error.message)")
      }
    }
    if let clash = rows.clash(among: row.cells.map(\.column)) {
      throw ImportFault("object \(object.number): \(clash)")
    }
    return row
  }
}

/// What is wrong with a file to be imported, or with a row of it.
nonisolated struct ImportFault: Error {
  let message: String
  /// 2 for a fault in the file, 1 for what the database or a rule refuses.
  let code: Int32
  private let isPlaced: Bool

  init(_ message: String, code: Int32 = 2) {
    (self.message, self.code, isPlaced) = (message, code, false)
  }

  init(line: Int, _ message: String) { self.init("line \(line): \(message)") }

  private init(placed message: String, code: Int32) {
    (self.message, self.code, isPlaced) = (message, code, true)
  }

  /// The same with the file named.
  func within(_ path: String) -> ImportFault {
    isPlaced ? self : ImportFault(placed: "\(path): \(message)", code: code)
  }
}
