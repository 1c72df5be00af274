import EntityModel
import EntityStore
import Formatting
import FoundationEssentials
import Qualifiers
import SQL
import SQLite

/// A table whose changed rows a save records: its columns with their codings, its keys, and the statements that read a row.
///
/// Rows are encoded completely, so that an undo can write them again exactly.
final class RecordedTable {
  let entity: Entity
  let name: TableName
  private let writtenName: NativeTableName
  /// The stored columns, each with the place of its value.
  let columns: [(sql: String, attribute: Attribute, coding: ColumnCoding)]
  let layout: RecordLayout
  let rowIDName: String?
  /// The positions of the key columns in a table without rowids.
  private let keyColumns: [Int]
  /// The positions of the identity's values in a row; `nil` for the rowid.
  let identity: [Int?]
  private let byKey: Statement
  private let byIdentity: Statement?
  /// Whether SQLite tells of changed rows what is in all of their columns, with the exception of those that have defaults: what it
  /// tells as null may be that.
  private let isTold: Bool
  /// The columns that have defaults.
  private let defaulted: [Int]
  /// The value kinds of each column that can be recorded without conversion.
  private let plainness: [Plainness]
  private let isUTF8: Bool
  private let numbersRows: Bool
  /// The row that is being coded, and where its values begin, and end.
  private let cells: UnsafeMutableBufferPointer<RowCell>
  private let starts: UnsafeMutableBufferPointer<Int>
  /// The keys of rows without rowids, each found by its place, and those places.
  private var keys: [[SQLiteValue]] = []
  private var places: [[SQLiteValue]: Int64] = [:]
  /// The columns that were set last, and the statement that did it.
  var setter: Setter?

  /// - Returns: `nil` for what is no entity of the model, or not with all of its columns, and for what a virtual table keeps
  ///   its own in.
  init?(_ name: TableName, _ adaptor: SQLiteAdaptor) throws(SQLiteError) {
    let entities = adaptor.model.entities.filter {
      $0.definition.table == name && $0.definition.kind == .table
    }
    guard let entity = entities.first(where: { $0.definition.parentName == nil }) ?? entities.first,
      !entity.identity.isEmpty,
      try adaptor.connection.scalar(
        "SELECT 1 FROM pragma_table_list WHERE schema = ? AND name = ? AND type = 'table'",
        [.text(name.schemaName), .text(name.name)]
      ) != nil
    else { return nil }
    let found = try adaptor.connection.rows(
      "SELECT name, hidden, dflt_value IS NOT NULL FROM pragma_table_xinfo(?, ?) ORDER BY cid",
      [.text(name.name), .text(name.schemaName)]
    ) { (name: $0.text(0), isStored: $0.int(1) == 0, hasDefault: $0.int(2) == 1) }
    var columns: [(sql: String, attribute: Attribute, coding: ColumnCoding)] = []
    for column in found where column.isStored {
      let attribute = entities.lazy.compactMap { entity in
        entity.attributes.first {
          $0.columnName.isExactly(column.name) && $0.definition.derivation == nil
        }
      }.first
      guard let attribute, !columns.contains(where: { $0.attribute.name == attribute.name }) else {
        return nil
      }
      columns.append((SQLText.identifier(column.name), attribute, ColumnCoding(attribute)))
    }
    let names = columns.map(\.attribute.name)
    identity = entity.identity.map(names.firstIndex)
    let rowIDName = entity.rowIDName
    keyColumns = entity.identity.compactMap { key in
      let column = entity.attribute(named: key)?.columnName
      return found.firstIndex { column?.isExactly($0.name) == true }
    }
    guard rowIDName != nil || keyColumns.count == entity.identity.count,
      rowIDName != nil || entity.definition.isWithoutRowNumbers, !columns.isEmpty
    else { return nil }
    (self.entity, self.name, self.columns, self.rowIDName) = (entity, name, columns, rowIDName)
    writtenName = NativeTableName(name.name, in: name.schemaName)
    numbersRows = entity.numbersRows
    defaulted = found.filter(\.isStored).enumerated().filter(\.element.hasDefault).map(\.offset)
    isUTF8 = adaptor.dialect.textEncoding == .utf8
    plainness = columns.map { Plainness($0.coding, $0.attribute, of: entity) }
    isTold = rowIDName != nil && found.allSatisfy(\.isStored) && isUTF8
    layout = RecordLayout(entity: entity, paths: names.map { PropertyPath(components: [$0]) })
    let keys = entity.identity.map { key in
      columns.first { $0.attribute.name == key }?.sql ?? rowIDName ?? ""
    }
    let list = (columns.map(\.sql) + [rowIDName].compactMap(\.self)).joined(separator: ", ")
    let select = "SELECT \(list) FROM \(entity.sqlName) WHERE "
    let condition = keys.map { "\($0) = ?" }.joined(separator: " AND ")
    byKey = try adaptor.connection.prepare(select + (rowIDName.map { "\($0) = ?" } ?? condition))
    byIdentity = try rowIDName.map { _ throws(SQLiteError) in
      try adaptor.connection.prepare(select + condition)
    }
    cells = .allocate(capacity: columns.count)
    starts = .allocate(capacity: columns.count + 1)
    starts.initialize(repeating: 0)
  }

  deinit {
    cells.deallocate()
    starts.deallocate()
  }

  /// The kinds of values of one column that can be recorded without decoding, and those that SQLite stores exactly as given.
  private struct Plainness {
    let integers, reals, texts, isDate: Bool
    /// Whether SQLite stores integers and texts exactly as a statement gives them, so that they need not be read again.
    let keepsIntegers, keepsTexts: Bool

    init(_ coding: ColumnCoding, _ attribute: Attribute, of entity: Entity) {
      (integers, reals, texts) = (coding.kind == .integer, coding.keepsReals, coding.keepsText)
      isDate = coding.readsISODates
      let affinity = Affinity(of: attribute, in: entity)
      let isReal = Affinity.isReal(attribute.definition.declaredType)
      keepsIntegers = integers && affinity != .text && !isReal
      keepsTexts = texts && affinity != .numeric
    }
  }

  /// Returns the positions of named columns among the stored columns, in the table's order.
  ///
  /// `nil` if one is not stored, or is part of the identity.
  func places(_ names: [String]) -> [AssignedColumns.Place]? {
    let places = columns.indices.compactMap { column in
      names.firstIndex(of: columns[column].attribute.columnName).map {
        AssignedColumns.Place(column: column, value: $0)
      }
    }
    let isKnownByThem = places.contains { identity.contains($0.column) }
    return places.count == names.count && !isKnownByThem ? places : nil
  }

  // MARK: Keys

  /// Whether a row is one of its own.
  func has(_ change: RowChange) -> Bool { change.isOf(writtenName) }

  /// Whether rows are found by their rowids.
  var hasRowIDs: Bool { rowIDName != nil }

  /// Returns the keys of a row before and after a change, while statements run.
  ///
  /// A key is the rowid, or the index of the primary key in ``keys``. It is `nil` if the row does not exist then, or SQLite
  /// does not provide it.
  func keys(of change: RowChange) -> (old: Int64?, new: Int64?) {
    guard rowIDName == nil else {
      return (
        change.kind == .insert ? nil : change.oldRowID,
        change.kind == .delete ? nil : change.newRowID
      )
    }
    func place(_ cell: (Int) -> StoredCell?) -> Int64? {
      let values = keyColumns.compactMap { cell($0)?.value }
      guard values.count == keyColumns.count else { return nil }
      if let known = places[values] { return known }
      keys.append(values)
      places[values] = Int64(keys.count - 1)
      return Int64(keys.count - 1)
    }
    return (place(change.old), place(change.new))
  }

  // MARK: Reading

  /// Codes a row as it is stored now; `nil` when there is none.
  func code(_ key: Int64, in writer: inout RecordWriter) throws(SQLiteError) -> Range<Int>? {
    try code(byKey, rowIDName == nil ? keys[Int(key)] : [.int(key)], in: &writer)
  }

  /// The row with an identity as it is stored now, coded; `nil` when there is none.
  func row(_ id: RecordID) throws(SQLiteError) -> Data? {
    var writer = RecordWriter()
    let range =
      if let number = id.rowNumber {
        try code(byKey, [.int(number)], in: &writer)
      } else {
        try code(byIdentity ?? byKey, SQLFragment("", stored(id)).bound, in: &writer)
      }
    return range == nil ? nil : writer.data
  }

  private func code(
    _ statement: Statement,
    _ parameters: [SQLiteValue],
    in writer: inout RecordWriter
  ) throws(SQLiteError) -> Range<Int>? {
    defer { statement.reset() }
    try statement.bind(parameters)
    guard try statement.step() else { return nil }
    statement.take(into: cells, isUTF8: isUTF8)
    return codeCells(rowIDName == nil ? nil : statement.int(columns.count), in: &writer)
  }

  /// Codes a row that is about to be changed; `nil` where SQLite does not tell all of it.
  func codeOld(_ change: RowChange, in writer: inout RecordWriter) -> Range<Int>? {
    guard isTold, change.takeOld(into: cells) else { return nil }
    for column in defaulted where cells[column].storageClass == .null { return nil }
    return codeCells(change.oldRowID, in: &writer)
  }

  /// Codes the row that was coded last with the new values of some columns, in their order, over what it was.
  /// - Returns: `nil` where they are those that it has.
  func codeNew(
    _ change: RowChange,
    setting places: UnsafeMutableBufferPointer<AssignedColumns.Place>,
    to values: UnsafeMutableBufferPointer<SQLiteValue?>,
    over former: Range<Int>,
    in writer: inout RecordWriter
  ) -> Range<Int>? {
    let start = writer.count
    var isSame = true
    writer.repeatBytes(former.lowerBound..<starts[0])
    var column = 0
    for changed in places {
      let next = changed.column
      writer.writeSame(next - column)
      let place = writer.count
      // To ask SQLite costs more than all the rest.
      if !write(given: values[changed.value], next, in: &writer) {
        if let cell = change.newCell(next) {
          code(cell, next, in: &writer)
        } else {
          writer.writeNull()
        }
      }
      if writer.ends(from: place, like: starts[next]..<starts[next + 1]) {
        writer.drop(from: place)
        writer.writeSame(1)
      } else {
        isSame = false
      }
      column = next + 1
    }
    writer.writeSame(cells.count - column)
    guard isSame else { return start..<writer.count }
    writer.drop(from: start)
    return nil
  }

  /// Codes the row that is in ``cells``.
  private func codeCells(_ rowID: Int64?, in writer: inout RecordWriter) -> Range<Int> {
    let start = writer.count
    let isKeyed = identity.allSatisfy {
      $0.map { cells[$0].storageClass != .null } ?? (rowID != nil)
    }
    let isKnown = isKeyed || numbersRows && rowID != nil
    writer.beginImage(keyedBy: isKnown ? identity.count : nil, number: isKeyed ? nil : rowID)
    if isKnown {
      for position in identity {
        if let position {
          code(cells[position], position, in: &writer)
        } else if let rowID {
          writer.write(integer: rowID)
        } else {
          writer.writeNull()
        }
      }
    }
    writer.beginValues(cells.count)
    for column in cells.indices {
      starts[column] = writer.count
      code(cells[column], column, in: &writer)
    }
    starts[cells.count] = writer.count
    return start..<writer.count
  }

  private func code(_ cell: RowCell, _ column: Int, in writer: inout RecordWriter) {
    let plain = plainness[column]
    switch cell.storageClass {
    case .null: writer.writeNull()
    case .integer where plain.integers: writer.write(integer: cell.int)
    case .real where plain.reals: writer.write(real: cell.double)
    case .blob: writer.write(blob: cell.content)
    case .text where plain.texts && writer.write(ascii: cell.content): break
    case .text where plain.isDate && write(date: cell, column, in: &writer): break
    default: writer.write(stored: columns[column].coding.decodeKey(cell))
    }
  }

  /// Codes a value that a column is given.
  /// - Returns: whether it is sure to stand there so.
  private func write(
    given value: SQLiteValue?,
    _ column: Int,
    in writer: inout RecordWriter
  ) -> Bool {
    switch value {
    case .int(let number) where plainness[column].keepsIntegers:
      writer.write(integer: number)
      return true
    case .text(var text) where plainness[column].keepsTexts && isUTF8:
      return text.withUTF8 { writer.write(ascii: UnsafeRawBufferPointer($0)) }
    default: return false
    }
  }

  /// - Returns: whether it is a date as most are written.
  private func write(date cell: RowCell, _ column: Int, in writer: inout RecordWriter) -> Bool {
    let bytes = cell.content.assumingMemoryBound(to: UInt8.self)
    guard let date = columns[column].coding.isoDate(bytes) else { return false }
    writer.write(date: date)
    return true
  }
}
