import EntityStore
import Formatting

/// The fast path of an import for tables: it packs the rows of one batch as the database will store them.
///
/// ``RowImport`` uses it where no column refers to another object, and rules say the same of all rows of the batch.
final class RowPacking {
  /// The positions of the columns' values in each record.
  private let columns: [(index: Int, column: ImportColumn)]
  private let packer: any InsertionPacker
  /// The treatment of values that say their storage class.
  private let marks: StorageClassTagParsing
  /// The line of each row.
  private var lines: [Int] = []
  /// The columns as the rules of the batch have them.
  private var packed: [(index: Int, column: PackedColumn)] = []

  /// `nil` where rows with these columns cannot be packed: what refers to an object has to be looked up.
  init?(
    _ columns: [(index: Int, column: ImportColumn)],
    _ template: NewObjectTemplate,
    in store: EntityStore,
    marks: StorageClassTagParsing
  ) {
    for (_, column) in columns {
      guard case .attribute = column.target else { return nil }
    }
    let packer = store.packer(
      template.entity,
      attributes: template.attributes,
      columns: columns.map(\.column.name),
      constants: template.stored(template.initial)
    )
    guard let packer else { return nil }
    (self.columns, self.packer, self.marks) = (columns, packer, marks)
  }

  /// How many rows there are.
  var count: Int { lines.count }

  /// About how many bytes they have.
  var length: Int { packer.length }

  /// Takes a row in; `rules` are asked for the first row of a batch.
  ///
  /// - Returns: whether it could be packed; if not, entering the row tells why.
  func add(_ record: SeparatedValuesRecord, _ rules: () -> FieldRules?) -> Bool {
    if packed.isEmpty, let rules = rules() { begin(rules) }
    guard Self.add(record, packed, to: packer) else { return false }
    lines.append(record.line)
    return true
  }

  private static func add(
    _ record: SeparatedValuesRecord,
    _ columns: [(index: Int, column: PackedColumn)],
    to packer: any InsertionPacker
  ) -> Bool {
    packer.beginRow()
    for (index, column) in columns {
      guard record.withBytes(index, { column.append($0, to: packer) }) else {
        packer.dropRow()
        return false
      }
    }
    return true
  }

  private func begin(_ rules: FieldRules) {
    packed = columns.compactMap { index, column in
      guard case .attribute(let attribute, let position) = column.target else { return nil }
      return (index, PackedColumn(attribute, at: position, rules, marks: marks))
    }
  }

  /// Takes the rows out, with the line of each; what rules say is asked anew.
  func take() -> (rows: any PackedRows, lines: [Int]) {
    defer { (lines, packed) = ([], []) }
    return (packer.take(), lines)
  }
}
