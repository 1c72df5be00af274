import Formatting
import Pages
import Workspace

/// The first line of an imported table, with its column names resolved to properties.
struct TableHeader {
  private let record: SeparatedValuesRecord
  private let separator: FieldSeparator

  init(_ record: SeparatedValuesRecord, _ separator: FieldSeparator) {
    (self.record, self.separator) = (record, separator)
  }

  /// The columns that it names; `nil` stands for one that is left out.
  ///
  /// - Throws: ``ImportFault`` for the last of the names that are none of a property; `rows` note the others.
  func columns(in rows: RowImport) throws -> [Int?] {
    var columns: [Int?] = []
    var names: [String] = []
    var faults: [ImportFault] = []
    func fail(_ message: String) {
      faults.append(ImportFault(at: .line(record.line), message))
    }
    var unknown: [String] = []
    for index in 0..<record.count {
      let name: String?
      do { name = try record.text(index) } catch {
        fail("the name of column \(index + 1): \(error.message)")
        continue
      }
      guard let name, !name.isEmpty else {
        fail("column \(index + 1) has no name")
        continue
      }
      names.append(name)
      do throws(UsageError) {
        let column = try rows.columns.number(of: name)
        let given = columns.compactMap(\.self)
        columns.append(column)
        guard let column else { continue }
        if given.contains(column) { throw UsageError("'\(name)' occurs twice; leave one out") }
        if let clash = rows.columns.clash(among: given + [column]) { throw UsageError(clash) }
      } catch {
        if !rows.columns.isKnown(name) { unknown.append(name) }
        fail(error.message)
      }
    }
    faults += rows.columns.unusedMappings(among: names)
    if let first = unknown.first {
      rows.faults.advice = ImportColumns.advice(about: first)
      // A name that is nearly one says what was meant.
      if unknown.count == record.count, unknown.allSatisfy(rows.columns.isUnknownColumn) {
        faults = []
        fail(rows.columns.strangeness(of: unknown, separatedBy: separator))
      }
    }
    if faults.isEmpty, let message = rows.keyFault(amongst: names, columns.compactMap(\.self)) {
      fail(message)
    }
    guard let last = faults.popLast() else { return columns }
    for fault in faults { try rows.note(fault) }
    throw last
  }
}

/// A converter of JSON objects to import rows that reports each unknown member name once for the whole file.
struct ObjectMembers {
  private var unknown: Set<String> = []
  /// The names that objects had so far.
  private var names: [String] = []

  /// The row that an object stands for; `nil` for one with faults, which `rows` note.
  mutating func row(_ object: JSONRow, _ rows: RowImport) throws -> RowImport.Row? {
    var row = RowImport.Row(place: object.place, length: 0)
    for fault in object.faults { try rows.note(fault) }
    var strangers: [(name: String, message: String)] = []
    for (name, input) in object.members {
      if !names.contains(name) { names.append(name) }
      do throws(UsageError) {
        guard let column = try rows.columns.number(of: name) else { continue }
        row.cells.append((column, input))
        row.length += input.text?.utf8.count ?? 0
      } catch {
        strangers.append((name, error.message))
      }
    }
    let isUnknownColumn = strangers.allSatisfy { rows.columns.isUnknownColumn($0.name) }
    if strangers.count == object.members.count, !strangers.isEmpty, unknown.isEmpty, isUnknownColumn
    {
      let message = rows.columns.strangeness(of: strangers.map(\.name), separatedBy: nil)
      unknown = Set(strangers.map(\.name))
      try rows.note(ImportFault(at: object.place, message))
    }
    for stranger in strangers where unknown.insert(stranger.name).inserted {
      try rows.note(ImportFault(at: object.place, stranger.message))
    }
    if let stranger = strangers.first(where: { !rows.columns.isKnown($0.name) }) {
      if rows.faults.advice == nil {
        rows.faults.advice = ImportColumns.advice(about: stranger.name)
      }
    }
    if !strangers.isEmpty { rows.faults.addRow(at: object.place) }
    guard strangers.isEmpty, object.faults.isEmpty else { return nil }
    if let clash = rows.columns.clash(among: row.cells.map(\.column)) {
      try rows.note(ImportFault(at: object.place, clash))
      return nil
    }
    return row
  }

  /// The end of the file.
  ///
  /// - Throws: ``ImportFault`` for a mapping of a member that no object has.
  func end(in rows: RowImport) throws(ImportFault) {
    if !names.isEmpty, let fault = rows.columns.unusedMappings(among: names).first { throw fault }
  }
}
