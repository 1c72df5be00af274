import EntityModel
import EntityStore
import SQL
import SQLite

extension Selection {
  /// Reads the rows of one window into batches.
  struct Reader: ~Copyable {
    /// Tells when the reading began.
    let readNumber = ReadSequence.next()
    /// How many rows were read.
    private(set) var count = 0
    /// How many bytes the texts and blobs of finished batches have.
    private(set) var contentSize = 0
    private var batches: [RowBatch] = []
    private var packer: RowPacker
    private let extents: [Extent]
    private let longValues: [LongValue?]
    private let isPlain: Bool
    private let cutsTexts: Bool

    init(_ selection: Selection, _ connection: Connection, expectedRows: Int) {
      packer = RowPacker(
        columnCount: selection.extents.count,
        expectedRows: expectedRows,
        maximumLength: selection.maximumLength,
        maximumByteCount: selection.maximumByteCount,
        firstByte: selection.firstByte ?? 0
      )
      cutsTexts = selection.maximumLength != nil
      extents = selection.extents
      var isPlain = true
      longValues = selection.extents.map { extent in
        if case .whole = extent { return nil }
        isPlain = false
        guard case .apart(let column) = extent else { return nil }
        return LongValue(
          connection,
          schemaName: column.table.schemaName,
          table: column.table.name,
          column: column.name
        )
      }
      self.isPlain = isPlain
    }

    /// Whether it is time to stop, however many rows were asked for.
    var isFull: Bool { contentSize + packer.contentSize >= 1 << 28 }

    /// Reads the current row of a statement.
    mutating func read(_ statement: Statement) throws(SQLiteError) {
      if packer.isFull { takeBatch() }
      count += 1
      guard !isPlain else { return packer.appendRow(statement) }
      packer.beginRow()
      for (column, extent) in extents.enumerated() {
        switch extent {
        case .whole: packer.append(statement, column, isWhole: true)
        case .limited(let size):
          let isBlob = size != nil && statement.storageClass(column) == .blob
          packer.append(
            statement,
            column,
            blobSize: isBlob ? size.map { Int(statement.int($0)) } : nil
          )
        case .apart(let long):
          let storageClass = statement.storageClass(column)
          let isLong = storageClass == .blob || storageClass == .text && cutsTexts
          if isLong, let value = longValues[column] {
            try value.open(rowID: statement.int(long.rowNumber))
            try packer.append(storageClass, beginningOf: value)
          } else {
            packer.append(statement, column)
          }
        }
      }
    }

    /// Returns the batches read since the last call.
    mutating func finish() -> [RowBatch] {
      takeBatch()
      defer { batches = [] }
      return batches
    }

    private mutating func takeBatch() {
      contentSize += packer.contentSize
      batches.append(packer.takeBatch())
    }
  }
}
