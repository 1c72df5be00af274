import EntityModel

extension Program {
  /// `d2t import`: makes an object of each row of a file, all in one transaction or none.
  func importRows() async throws -> Outcome {
    let path = invocation.file ?? "-"
    let isJSON =
      invocation.format.map { $0 == "json" }
      ?? [".json", ".jsonl", ".ndjson"].contains(where: path.hasSuffix)
    _ = try format(of: ["csv", "json"])
    return try await withSession { session in
      let target = try target(in: session, task: "create")
      guard target.id == nil, target.qualifier == nil else {
        throw UsageError("'import' needs an entity alone: \(target.entity.name)")
      }
      let input = try InputFile(path) { interruption() != nil }
      let rows = RowImport(of: target.entity, in: session, path: path)
      do {
        try await isJSON ? readJSON(input, into: rows, path) : readCSV(input, into: rows, path)
        if let signal = interruption() {
          await rows.abandon()
          return Outcome(messages: "d2t: interrupted; nothing was imported\n", code: 128 + signal)
        }
        return report(try await rows.finish(), "imported")
      } catch {
        await rows.abandon()
        throw error
      }
    }
  }

  /// The rows of a table whose first line names the properties; what a row leaves out gets its default.
  private func readCSV(_ input: InputFile, into rows: RowImport, _ path: String) async throws {
    var columns: [Int]?
    var reader = CSVReader()
    var waiting: [RowImport.Row] = []
    func take(_ record: CSVRecord) throws {
      guard let columns else { return columns = try header(record, rows) }
      guard record.count == columns.count else {
        throw ImportFault(
          "line \(record.line): \(record.count) \(record.count == 1 ? "value" : "values"),"
            + " but the first line names \(columns.count) properties"
        )
      }
      waiting.append(try row(record, columns, rows))
    }
    do {
      while let piece = try input.next() {
        try reader.read(piece, take)
        try await rows.add(waiting)
        waiting.removeAll(keepingCapacity: true)
      }
      guard interruption() == nil else { return }
      try reader.finish(take)
      try await rows.add(waiting)
    } catch let fault as CSVReader.Fault {
      throw ImportFault("\(path): line \(fault.line): \(fault.message)")
    } catch let fault as ImportFault {
      throw fault.within(path)
    }
    guard columns != nil else {
      throw ImportFault("\(path): the file is empty; its first line is to name the properties")
    }
  }

  /// The columns that the first line names.
  private func header(_ record: CSVRecord, _ rows: RowImport) throws -> [Int] {
    var columns: [Int] = []
    for index in 0..<record.count {
      let place = "line \(record.line)"
      let name: String?
      do { name = try record.text(index) } catch {
        throw ImportFault("\(place): the name of column \(index + 1): \(error.message)")
      }
      guard let name, !name.isEmpty else {
        throw ImportFault("\(place): column \(index + 1) has no name")
      }
      do throws(UsageError) {
        let column = try rows.column(named: name)
        guard !columns.contains(column) else {
          throw UsageError("'\(name)' is named twice")
        }
        columns.append(column)
      } catch {
        throw ImportFault("\(place): \(error.message)")
      }
    }
    return columns
  }

  private func row(
    _ record: CSVRecord,
    _ columns: [Int],
    _ rows: RowImport
  ) throws(ImportFault) -> RowImport.Row {
    var row = RowImport.Row(place: .line(record.line), length: record.length)
    row.cells.reserveCapacity(columns.count)
    for (index, column) in columns.enumerated() {
      do throws(MalformedText) {
        if let text = try record.text(index) { row.cells.append((column, text)) }
      } catch {
        throw ImportFault("line \(record.line): \(rows.name(of: column)): \(error.message)")
      }
    }
    return row
  }

  /// The objects of an array, or one after the other, by the names of their members.
  private func readJSON(_ input: InputFile, into rows: RowImport, _ path: String) async throws {
    var reader = JSONRowReader(path: path)
    var waiting: [RowImport.Row] = []
    func take(_ object: JSONRow) throws {
      var row = RowImport.Row(place: .object(object.number), length: 0)
      for (name, text) in object.members {
        do throws(UsageError) {
          row.cells.append((try rows.column(named: name), text))
          row.length += text?.utf8.count ?? 0
        } catch {
          throw ImportFault("object \(object.number): \(error.message)")
        }
      }
      waiting.append(row)
    }
    do {
      while let piece = try input.next() {
        try reader.read(piece, take)
        try await rows.add(waiting)
        waiting.removeAll(keepingCapacity: true)
      }
      guard interruption() == nil else { return }
      try reader.finish()
    } catch let fault as JSONRowReader.Fault {
      throw ImportFault("\(path): line \(fault.line): \(fault.message)")
    } catch let fault as ImportFault {
      throw fault.within(path)
    }
  }
}

/// What is wrong with a file to be imported, or with a row of it.
struct ImportFault: Error {
  let message: String
  /// 2 for a fault in the file, 1 for what the database or a rule refuses.
  let code: Int32
  private let isPlaced: Bool

  init(_ message: String, code: Int32 = 2) {
    (self.message, self.code, isPlaced) = (message, code, false)
  }

  private init(placed message: String, code: Int32) {
    (self.message, self.code, isPlaced) = (message, code, true)
  }

  /// The same with the file named.
  func within(_ path: String) -> ImportFault {
    isPlaced ? self : ImportFault(placed: "\(path): \(message)", code: code)
  }
}
