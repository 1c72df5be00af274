import SQLite
import Testing

struct RowPackerTests {
  private static let values: [SQLiteValue] = [
    .null, .int(.min), .int(0), .double(-0.5), .double(.infinity), .text(""), .text("a\0b"),
    .text("日本"), .blob([]), .blob([0, 255]), .blob([UInt8](repeating: 7, count: 100_000)),
  ]

  private static func value(_ cell: PackedCell) -> SQLiteValue {
    switch cell.storageClass {
    case .null: .null
    case .integer: .int(cell.int)
    case .real: .double(cell.double)
    case .text: .text(cell.withText { String(decoding: $0, as: UTF8.self) })
    case .blob: .blob(cell.withBlob { [UInt8]($0) })
    }
  }

  @Test(arguments: [1, 10, 20_000])
  func `Rows come out of batches as they went in`(expectedRows: Int) throws {
    let connection = try Connection()
    let statement = try connection.prepare("SELECT ?, ?, ?")
    var packer = RowPacker(columnCount: 3, expectedRows: expectedRows)
    var rows: [[SQLiteValue]] = []
    var batches: [RowBatch] = []
    for index in 0..<500 {
      let row = (0..<3).map { Self.values[(index * ($0 + 1)) % Self.values.count] }
      rows.append(row)
      try statement.bind(row)
      try statement.step()
      if packer.isFull { batches.append(packer.takeBatch()) }
      packer.appendRow(statement)
      statement.reset()
    }
    batches.append(packer.takeBatch())
    let packed = batches.flatMap { batch in
      (0..<batch.count).map { row in (0..<3).map { Self.value(batch[row, $0]) } }
    }
    #expect(packed == rows)
    #expect(packer.takeBatch().count == 0)
  }

  @Test func `B2: A very long text is copied once, what is no text byte for byte`() throws {
    let statement = try Connection().prepare("SELECT ?, ?, ?")
    let text = String(repeating: "é日", count: 1 << 18)
    let odd = [UInt8](repeating: 0xFF, count: 1 << 20)
    try statement.bind([.text(text), .malformedText(odd), .text("short")])
    try statement.step()
    var packer = RowPacker(columnCount: 3, expectedRows: 2)
    packer.appendRow(statement)
    #expect(packer.contentSize == text.utf8.count + odd.count + 5)
    let batch = packer.takeBatch()
    #expect(batch.longText(0, 0) == text)
    #expect(batch.longText(0, 1) == nil && batch.longText(0, 2) == nil)
    #expect(Self.value(batch[0, 0]) == .text(text))
    #expect(batch[0, 1].withText { $0.elementsEqual(odd) })
    #expect(Self.value(batch[0, 2]) == .text("short"))
    #expect(batch[0, 0].cut(to: 3).withText { String(decoding: $0, as: UTF8.self) } == "é日é")
  }

  @Test func `A long value is read in part`() throws {
    let connection = try Connection()
    try connection.execute("CREATE TABLE t(x); INSERT INTO t VALUES('äbcdef'), (x'010203'), (1)")
    let value = LongValue(connection, schemaName: "main", table: "t", column: "x")
    var packer = RowPacker(columnCount: 1, expectedRows: 2, maximumLength: 2)
    for (row, storageClass) in [(1, StorageClass.text), (2, .blob)] {
      try value.open(rowID: Int64(row))
      packer.beginRow()
      try packer.append(storageClass, beginningOf: value)
    }
    let batch = packer.takeBatch()
    #expect((0..<2).map { Self.value(batch[$0, 0]) } == [.text("äb"), .blob([1, 2])])
    #expect((0..<2).allSatisfy { batch[$0, 0].isTruncated })
    // Neither a number nor a row that is not there can be read in part; the next row can.
    #expect(throws: SQLiteError.self) { try value.open(rowID: 3) }
    #expect(throws: SQLiteError.self) { try value.open(rowID: 4) }
    try value.open(rowID: 1)
    #expect(value.count == 7)
  }
}
