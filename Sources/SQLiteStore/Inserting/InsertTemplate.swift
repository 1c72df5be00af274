import EntityModel
import EntityStore
import Formatting
import Qualifiers
import SQL
import SQLite

/// An insert that is made once and bound again for each row that has values for the same attributes.
final class InsertTemplate {
  let statement: Statement
  /// How often it ran.
  private(set) var runs = 0
  /// How long all of it took.
  private(set) var duration = Duration.zero
  private let entity: Entity
  private let adaptor: SQLiteAdaptor
  /// The position of each parameter's value in a row, and its coding.
  private let parameters: [(position: Int, coding: ColumnCoding)]

  init(
    of entity: Entity,
    _ attributes: [String],
    given isGiven: [Bool],
    in adaptor: SQLiteAdaptor
  ) throws(StoreError) {
    (self.entity, self.adaptor) = (entity, adaptor)
    var columns: [String] = []
    var parameters: [(position: Int, coding: ColumnCoding)] = []
    for (position, name) in attributes.enumerated() where position < isGiven.count {
      guard isGiven[position], let attribute = entity.attribute(named: name) else { continue }
      columns.append(SQLText.identifier(attribute.columnName))
      parameters.append((position, ColumnCoding(attribute)))
    }
    self.parameters = parameters
    let marks = Array(repeating: "?", count: columns.count).joined(separator: ", ")
    let sql =
      "INSERT\(adaptor.conflictClause(of: entity)) INTO \(entity.sqlName)"
      + (columns.isEmpty
        ? " DEFAULT VALUES" : "(\(columns.joined(separator: ", "))) VALUES (\(marks))")
      // What triggers do instead is not counted, but the rows that they are called for are returned.
      + (entity.definition.kind == .view ? " RETURNING 1" : "")
    statement = try adaptor.mapped { () throws(SQLiteError) in
      try adaptor.connection.cached(sql)
    }
  }

  /// Inserts one row.
  func run(_ values: [Value?]) throws(StoreError) {
    let start = ContinuousClock.now
    defer {
      runs += 1
      duration += ContinuousClock.now - start
    }
    for index in parameters.indices { try bind(values[parameters[index].position], at: index) }
    try insert()
  }

  private func bind(_ value: Value?, at index: Int) throws(StoreError) {
    let value = try parameters[index].coding.stored(value ?? .null)
    try adaptor.mapped { () throws(SQLiteError) in
      try statement.bind(value, at: index + 1)
    }
  }

  private func insert() throws(StoreError) {
    let before = adaptor.connection.totalChanges
    var returned = 0
    try adaptor.mapped { () throws(SQLiteError) in
      defer { statement.reset() }
      while try statement.step() { returned += 1 }
    }
    // Triggers may be called and do nothing.
    let isWritten = adaptor.connection.totalChanges != before
    let touched =
      entity.definition.kind == .view ? (isWritten ? returned : 0) : adaptor.connection.changes
    guard touched > 0 else { throw .kept(entity) }
    guard touched == 1 else {
      throw .notExactlyOne(RecordID(entityName: entity.name, values: []), touched: touched)
    }
  }

  // MARK: Packed rows

  /// Returns the cell index for each parameter of packed rows.
  ///
  /// Parameters whose value all rows share are bound here, and get `nil`.
  func begin(_ rows: EncodedColumnRows) throws(StoreError) -> [Int?] {
    var cells: [Int?] = []
    for (index, parameter) in parameters.enumerated() {
      let cell = rows.columns.firstIndex { $0.position == parameter.position }
      if cell == nil { try bind(rows.constants[parameter.position], at: index) }
      cells.append(cell)
    }
    return cells
  }

  /// Inserts a packed row.
  func run(_ batch: RowBatch, row: Int, cells: [Int?]) throws(StoreError) {
    try adaptor.mapped { () throws(SQLiteError) in
      for (index, cell) in cells.enumerated() {
        if let cell { try statement.bind(batch, row: row, column: cell, at: index + 1) }
      }
    }
    try insert()
  }

  /// Packed rows were inserted, which took so long; they may go now.
  func end(_ runs: Int, _ duration: Duration) {
    statement.clearBindings()
    self.runs += runs
    self.duration += duration
  }
}
