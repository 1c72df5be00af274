import SQLite

/// The columns that a statement sets in each of many rows, by their names, and what it sets them to.
final class ColumnsSet {
  /// Where a column stands in a table, and where it stands among these.
  struct Place {
    let column, value: Int
  }

  /// What is looked at for each row: memory of its own, for which nothing is counted.
  struct Memory: ~Copyable {
    private let names: [String]
    /// What the statement gives each of them in the row that is written next; `nil` where it makes something of that.
    let values: UnsafeMutableBufferPointer<SQLiteValue?>
    /// The table that was asked for last, and whether all of them are there.
    private var lastTable: RecordedTable?
    private var isThere = false
    /// Where they stand in it.
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

    /// Where they stand in a table, in the order of that; `nil` where one is not there.
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
