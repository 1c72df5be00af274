import Editing
import Qualifiers

extension RowImport {
  /// The position of a row in its imported file.
  nonisolated struct Place: Hashable {
    /// The line on which it begins, from 1.
    let line: Int
    /// Its number in a file of JSON, from 1.
    let object: Int?

    /// A row of a table.
    static func line(_ line: Int) -> Place { Place(line: line, object: nil) }

    var text: String { "line \(line)" + (object.map { ", object \($0)" } ?? "") }
  }

  /// A row of the imported file before conversion: its place, the input for each column, and the columns left empty.
  ///
  /// Attributes without a column get their default.
  struct Row {
    let place: Place
    var cells: [(column: Int, input: FieldInput)] = []
    /// The columns that it leaves empty, where that counts.
    var blanks: [Int] = []
    /// About how long its texts are.
    var length: Int
  }

  /// The imported rows that wait to be inserted together, with their places in the file.
  struct Batch {
    var rows: [[Value?]] = []
    var places: [Place] = []
    /// The rows as objects, where something is to be told of them.
    var objects: [ManagedObject] = []
    /// About how long their texts are.
    var length = 0
  }

  /// The options of an import: trial run, skipping of faulty rows, column mappings, and the key that finds objects to update.
  struct Options {
    /// All is taken back in the end.
    var isTrial = false
    /// Rows with faults are passed over.
    var skipsFaults = false
    /// The properties for columns that have other names.
    var mappings: [ColumnMapping] = []
    /// The properties by which objects that are there are found, to be changed; without them all rows are new.
    var key: [String] = []
  }

  /// The outcome of an import: done with counts, refused because of faults, or to be repeated without some faulty rows.
  enum End {
    /// The number of objects that were made, of stored ones that were changed, and of rows that the table has more than before.
    ///
    /// `more` is `nil` if triggers may have changed it and nobody has counted.
    case done(made: Int, changed: Int, more: Int?)
    /// Nothing is imported, because of faults.
    case refused
    /// Nothing is imported yet: rows that only showed themselves to be faulty when they were stored are to be left out.
    case again(without: [Place: [ImportFault]])
  }

  /// An error that ends the reading of an imported file, because the report holds as many faults as it can.
  struct TooManyFaults: Error {}

  /// An error that restarts an import without a faulty row, because nothing can be inserted after that row failed.
  ///
  /// The database ended the transaction, or kept a part of the row.
  struct Restart: Error {
    let fault: ImportFault
  }

  /// The rows that an import has written to the database: how many, and where each stands in the imported file.
  ///
  /// A fault that shows only at the end names its row by number; its place is found here.
  struct WrittenRows {
    /// The number of new objects.
    private(set) var newCount = 0
    /// The number of stored objects that have the values of the file.
    private(set) var matchedCount = 0
    private var lines = RunLengthNumbers()
    /// The numbers of objects of JSON.
    private var numbers = RunLengthNumbers()

    mutating func noteNew(_ place: Place) {
      newCount += 1
      note(place)
    }

    mutating func noteChanged(_ place: Place) {
      matchedCount += 1
      note(place)
    }

    mutating func noteUnchanged() { matchedCount += 1 }

    private mutating func note(_ place: Place) {
      lines.append(place.line)
      if let number = place.object { numbers.append(number) }
    }

    /// The places of rows, by their number among all that were written.
    func place(of row: Int) -> Place {
      Place(line: lines[row], object: numbers.count > row ? numbers[row] : nil)
    }
  }
}

/// A compressed list of numbers that mostly grow by a constant step, such as the line numbers of imported rows.
///
/// Each run of equal steps takes the memory of one entry.
nonisolated struct RunLengthNumbers {
  private var runs: [(first: Int, number: Int, step: Int?)] = []
  private(set) var count = 0

  mutating func append(_ number: Int) {
    defer { count += 1 }
    guard let last = runs.last else { return runs.append((count, number, nil)) }
    let step = last.step ?? number - last.number
    guard number == last.number + step * (count - last.first) else {
      return runs.append((count, number, nil))
    }
    runs[runs.count - 1].step = step
  }

  subscript(_ index: Int) -> Int {
    var (low, high) = (0, runs.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if runs[middle].first <= index { low = middle } else { high = middle - 1 }
    }
    return runs[low].number + (runs[low].step ?? 0) * (index - runs[low].first)
  }
}
