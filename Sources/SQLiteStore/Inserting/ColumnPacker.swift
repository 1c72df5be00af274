import EntityModel
import EntityStore
import Formatting
import Qualifiers
import SQL
import SQLite

/// The rows to be inserted, packed in the encoding of their columns, with the values that all rows share.
///
/// `ColumnPacker` makes them; `PackedInsertStatements` inserts them.
struct EncodedColumnRows: PackedRows {
  /// The attribute that a cell of each packed row belongs to, with its coding and whether null means the column's default.
  struct Column: Sendable {
    /// The index of the attribute in the plan.
    let position: Int
    let coding: ColumnCoding
    /// Whether null leaves the value to the database.
    let hasDefault: Bool
  }

  let batches: [RowBatch]
  let columns: [Column]
  /// The values that all rows share, for attributes without a cell; `nil` leaves the value to the database.
  let constants: [Value?]

  /// How many rows there are.
  var count: Int { batches.reduce(0) { $0 + $1.count } }

  /// Whether all rows have the same of an attribute, given by its place in the plan.
  func isConstant(_ position: Int) -> Bool { !columns.contains { $0.position == position } }

  /// The rows one by one, each with a value for each attribute of the plan.
  var unpacked: [[Value?]] {
    batches.flatMap { batch in (0..<batch.count).map { values(batch, $0) } }
  }

  /// The first row with a value for each attribute of the plan; `nil` when there is none.
  var first: [Value?]? {
    batches.first { $0.count > 0 }.map { values($0, 0) }
  }

  func values(_ batch: RowBatch, _ row: Int) -> [Value?] {
    var values = constants
    for (index, column) in columns.enumerated() {
      let cell = batch[row, index]
      let isLeft = column.hasDefault && cell.storageClass == .null
      values[column.position] = isLeft ? nil : column.coding.decode(cell)
    }
    return values
  }
}

/// A packer of rows to be inserted, value by value, that copies values stored as they come without converting them.
final class ColumnPacker: InsertionPacker {
  private let columns: [EncodedColumnRows.Column]
  private let constants: [Value?]
  private var packer: RowPacker
  private var batches: [RowBatch] = []
  private var packedLength = 0
  /// The index of the column that the next value belongs to.
  private var next = 0

  /// See ``Adaptor/packer(_:attributes:columns:constants:)``.
  init?(
    _ entity: Entity,
    attributes: [String],
    columns names: [String],
    constants: [Value?]
  ) {
    var columns: [EncodedColumnRows.Column] = []
    for name in names {
      // How a moment with an offset is written depends on the other rows.
      guard let position = attributes.firstIndex(of: name),
        let attribute = entity.attribute(named: name), !attribute.definition.storage.hasOffset
      else { return nil }
      columns.append(
        EncodedColumnRows.Column(
          position: position,
          coding: ColumnCoding(attribute),
          hasDefault: attribute.definition.hasDefault
        )
      )
    }
    (self.columns, self.constants) = (columns, constants)
    packer = Self.packer(columns)
  }

  private static func packer(_ columns: [EncodedColumnRows.Column]) -> RowPacker {
    RowPacker(columnCount: columns.count, expectedRows: .max)
  }

  /// About how many bytes they have.
  var length: Int { packedLength + packer.contentSize }

  /// Takes what was packed since the last call.
  func take() -> any PackedRows {
    takeBatch()
    defer { (batches, packedLength) = ([], 0) }
    return EncodedColumnRows(batches: batches, columns: columns, constants: constants)
  }

  private func takeBatch() {
    guard packer.count > 0 else { return }
    packedLength = length
    batches.append(packer.takeBatch())
  }

  // MARK: Rows

  /// Begins a row; a value for each column follows.
  func beginRow() {
    if packer.isFull { takeBatch() }
    packer.beginRow()
    next = 0
  }

  /// Takes back the row that was begun last.
  func dropRow() { packer.dropRow() }

  /// Packs a whole number.
  func append(_ number: Int64) {
    packer.append(number)
    next += 1
  }

  /// Packs a number.
  func append(_ number: Double) {
    if columns[next].coding.writesRealsAsText {
      packer.append(.text(StorageClassTag.digits(number)))
    } else {
      packer.append(number)
    }
    next += 1
  }

  /// Packs a text.
  func append(text: UnsafeBufferPointer<UInt8>) {
    packer.append(text: text)
    next += 1
  }

  /// Packs a text that a column of days or moments stores as it is.
  ///
  /// - Returns: whether the text is such a one.
  func append(moment text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard columns[next].coding.stores(text) else { return false }
    append(text: text)
    return true
  }

  /// Packs a value.
  ///
  /// - Returns: whether it could be; lists, dictionaries and objects no column holds.
  func append(_ value: Value) -> Bool {
    guard let stored = try? columns[next].coding.stored(value) else { return false }
    packer.append(stored)
    next += 1
    return true
  }
}

extension ColumnCoding {
  /// Whether a text is a day or moment in the very spelling in which the column stores it.
  fileprivate func stores(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard readsISODates, CalendarText.date(text) != nil else { return false }
    guard kind == .timestamp else { return text.count == 10 }
    return text.count == 19 && text[10] == UInt8(ascii: storage == .isoTextT ? "T" : " ")
  }
}
