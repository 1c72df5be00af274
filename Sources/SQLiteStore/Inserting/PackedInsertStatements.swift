import EntityStore
import SQLite

/// The `INSERT` statements for packed rows: usually one, and further ones for rows whose nulls leave a value to the database.
struct PackedInsertStatements {
  /// An INSERT statement for rows with values for the same attributes, and the number of rows it was used for.
  private struct Run {
    let isGiven: [Bool]
    let template: InsertTemplate
    let cells: [Int?]
    var count = 0
  }

  private let rows: EncodedColumnRows
  /// Whether the plan's attributes have values where no cell leaves its own to the database.
  private let given: [Bool]
  /// The columns of which null leaves the value to the database.
  private let leaving: [Int]
  /// The statements, and which of them was used last.
  private var runs: [Run] = []
  private var last = 0
  private let start = ContinuousClock.now

  init(_ rows: EncodedColumnRows) {
    self.rows = rows
    var given = rows.constants.map { $0 != nil }
    for column in rows.columns { given[column.position] = true }
    self.given = given
    leaving = rows.columns.indices.filter { rows.columns[$0].hasDefault }
  }

  /// Inserts a row by the statement for the values it has, which `make` makes.
  mutating func run(
    _ batch: RowBatch,
    row: Int,
    _ make: ([Bool]) throws(StoreError) -> InsertTemplate
  ) throws(StoreError) {
    let isGiven = isGiven(batch, row)
    if !runs.indices.contains(last) || runs[last].isGiven != isGiven {
      last = runs.firstIndex { $0.isGiven == isGiven } ?? runs.count
      if last == runs.count {
        let template = try make(isGiven)
        runs.append(Run(isGiven: isGiven, template: template, cells: try template.begin(rows)))
      }
    }
    runs[last].count += 1
    try runs[last].template.run(batch, row: row, cells: runs[last].cells)
  }

  /// Whether a row has a value for each of the plan's attributes.
  private func isGiven(_ batch: RowBatch, _ row: Int) -> [Bool] {
    guard !leaving.isEmpty else { return given }
    var given = given
    for column in leaving where batch[row, column].storageClass == .null {
      given[rows.columns[column].position] = false
    }
    return given
  }

  /// The rows may go.
  func end() {
    let duration = ContinuousClock.now - start
    let count = max(runs.reduce(0) { $0 + $1.count }, 1)
    for run in runs { run.template.end(run.count, duration * run.count / count) }
  }
}
