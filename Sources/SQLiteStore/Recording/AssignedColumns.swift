import SQLite

/// The columns that a repeated `UPDATE` sets, by name, and the values for the row being updated.
///
/// The save recorder reads them to know a row's new values.
final class AssignedColumns {
  /// The position of a column in a table, and of its value among the set values.
  struct Place {
    let column, value: Int
  }

  /// The column names, the values for the current row and their column positions in a table.
  ///
  /// Is manually managed memory, to avoid reference counting for each row.
  struct Memory: ~Copyable {
    private let names: [String]
    /// The values that the statement gives the columns of the next row; `nil` for a value that it computes.
    let values: UnsafeMutableBufferPointer<SQLiteValue?>
    /// The table that was asked for last, and whether all of them are there.
    private var lastTable: RecordedTable?
    private var isThere = false
    /// The positions of the columns in ``lastTable``.
    private let places: UnsafeMutableBufferPointer<Place>

    init(_ names: [String]) {
      self.names = names
      values = .allocate(capacity: names.count)
      values.initialize(repeating: nil)
      places = .allocate(capacity: names.count)
      places.initialize(repeating: Place(column: 0, value: 0))
    }

    deinit {
      values.deinitialize()
      values.deallocate()
      places.deallocate()
    }

    /// Returns the positions of the columns in a table, in the table's order; `nil` if one is missing there.
    mutating func places(in table: RecordedTable) -> UnsafeMutableBufferPointer<Place>? {
      if lastTable !== table {
        let found = table.places(names)
        (lastTable, isThere) = (table, found != nil)
        for (index, place) in (found ?? []).enumerated() { places[index] = place }
      }
      return isThere ? places : nil
    }
  }

  let memory: UnsafeMutablePointer<Memory>

  init(_ names: [String]) {
    memory = .allocate(capacity: 1)
    memory.initialize(to: Memory(names))
  }

  deinit {
    memory.deinitialize(count: 1)
    memory.deallocate()
  }

  /// Notes what the statement gives one of them.
  func note(_ value: SQLiteValue?, at place: Int) { memory.pointee.values[place] = value }
}
