package import SQLite
package import TestSupport

extension SQLiteValue {
  /// A value as a parameter of a statement.
  package init(_ value: StoredBytes) {
    switch value {
    case .null: self = .null
    case .integer(let number): self = .int(number)
    case .real(let bits): self = .double(Double(bitPattern: bits))
    case .text(let bytes):
      self = String(validating: bytes, as: UTF8.self).map { .text($0) } ?? .malformedText(bytes)
    case .blob(let bytes): self = .blob(bytes)
    }
  }
}

extension StoredBytes {
  /// The rows of a table of a file in their order, each value with its storage class and its bytes.
  package static func contents(of table: String, at path: String) throws -> [[StoredBytes]] {
    let sql = "SELECT * FROM \(SQLText.identifier(table))"
    return try Connection(path: path, mode: .readOnly).rows(sql) { row in
      (0..<row.columnCount).map { column in
        let cell = row[column]
        return switch cell.storageClass {
        case .null: .null
        case .integer: .integer(cell.int)
        case .real: .real(cell.double.bitPattern)
        case .text: .text(cell.withText { Array($0) })
        case .blob: .blob(cell.withBlob { Array($0) })
        }
      }
    }
  }
}
