import EntityModel
import Formatting
import Qualifiers
import SQLite

/// The sampling of rows from each table when a schema is read, to refine undeclared column types and confirm guessed
/// references.
///
/// The number of sampled rows is limited, so that schemas of any size cost about the same. The same file always gives the same
/// rows: some at the start of a table's b-tree, and some behind three places further on. Views and virtual tables get a fixed
/// number of SQLite steps.
struct Sampling {
  let connection: Connection
  /// Rows looked at in each table.
  private let rowCount: Int
  /// Cells that may still be looked at.
  private var cellCount = 60_000
  /// Thousands of SQLite's steps that views may still take.
  private var stepCount = 2_000
  private static let mostStepsOfView = 400
  /// The limit, in thousands of SQLite steps, for the first rows of a view if more are to be read, and for those.
  private static let fewStepsOfView = 60
  private static let spreadOfView = 20
  /// A disk that takes longer delays no start; what it has not given by then is left unknown.
  let limit = SamplingBudget(work: .seconds(1), time: .seconds(3))
  /// The sampled rows of tables with guessed references, by the position of the table.
  private(set) var samples: [Int: Sample] = [:]
  /// The values of the column that was last looked up: a guess after another may be about it.
  var recentValues: (table: Int, column: Int, values: [Value]?)?
  /// The lookups left for confirming guessed references.
  var lookupCount = 2_000

  /// The sampled rows of a table: the positions of the columns read and their values.
  ///
  /// They serve to confirm guessed references between tables.
  struct Sample {
    /// Positions of columns in the table.
    let columns: [Int]
    /// Values by the place of the column in `columns`.
    let rows: [[Value]]
  }

  /// The number of characters read of a text.
  static let textLength = 80
  /// Rows whose values are as large as files are not worth reading: SQLite refuses them before it does.
  static let mostBytes: Int32 = 100_000
  private static let stretches = 3

  /// Looks at tables that have so many columns in all.
  init(connection: Connection, columnCount: Int) {
    self.connection = connection
    rowCount = min(max(40_000 / max(columnCount, 1), 12), 48)
  }

  /// Notes what the rows of a table show, and replaces the open types of its columns by what they hold.
  mutating func refine(_ table: inout Schema.Table, at index: Int) {
    guard !table.isHidden, table.kind != .virtual || table.rowNumberName != nil else { return }
    guard !limit.isPassed else { return }
    let columns = table.columns.indices.filter { !table.columns[$0].isHidden }
    var rows: [[Value]] = []
    if !columns.isEmpty, cellCount > 0 {
      let known = table
      var steps = min(stepCount, Self.mostStepsOfView)
      let allowed = steps
      rows = connection.limitingValues(to: Self.mostBytes) {
        known.kind == .table
          ? self.rows(of: known, columns) : self.rows(ofView: known, columns, steps: &steps)
      }
      stepCount -= allowed - steps
      cellCount -= rows.count * columns.count
    }
    if table.kind == .table, !table.guesses.isEmpty || table.foreignKeys.isEmpty {
      samples[index] = Sample(columns: columns, rows: rows)
    }
    for (position, index) in columns.enumerated() where !rows.isEmpty {
      note(rows.map { $0[position] }, at: index, of: &table)
    }
    guard rows.isEmpty, table.kind == .table else { return }
    // Rows too large to be read as a whole, or a schema too large: what declarations leave open is looked at alone.
    let open = columns.filter { table.columns[$0].type.isOpen }
    guard !open.isEmpty else { return }
    let some = head(of: table, open, count: 24)
    for (position, index) in open.enumerated() {
      table.columns[index].type = table.columns[index].type.refined(by: some.map { $0[position] })
    }
  }

  private func note(_ values: [Value], at index: Int, of table: inout Schema.Table) {
    table.columns[index].evidence = ColumnStatistics(values)
    guard table.columns[index].type.needsSample else { return }
    let refined = table.columns[index].type
      .refined(by: values, namesRows: table.namesRows(by: index))
    // What a view computes has the type that the same column of a table has; a moment as text is one everywhere.
    let isMoment = refined.type.kind.isDay && !refined.storage.isCounted
    guard table.kind == .table || isMoment else { return }
    table.columns[index].type = refined
  }

  // MARK: Rows

  private func rows(of table: Schema.Table, _ columns: [Int]) -> [[Value]] {
    if table.isWithoutRowNumbers { return ends(of: table, columns) }
    let first = head(of: table, columns, count: headCount)
    guard first.count == headCount, let rowID = table.rowNumberName else { return first }
    return first + further(of: table, columns, rowID)
  }

  /// The number of rows sampled from the start of a table; the others come from further on.
  private var headCount: Int { max(rowCount / 4, min(8, rowCount)) }

  /// Rows of a view or a virtual table, which may compute for minutes before the first.
  ///
  /// If the first ones are all of one kind and cheap, half of them are spread over more rows: the view may be ordered
  /// by it. The others stay side by side, where rows of one name are.
  private func rows(ofView table: Schema.Table, _ columns: [Int], steps: inout Int) -> [[Value]] {
    let allowed = steps
    let count = min(rowCount, 24)
    let first = head(ofView: table, columns, count: count, steps: &steps)
    let cost = allowed - steps
    let isUniform = columns.indices.contains { column in
      first.allSatisfy { $0[column] == first[0][column] }
    }
    guard first.count == count, isUniform, cost <= Self.fewStepsOfView else { return first }
    var left = min(steps, Self.fewStepsOfView)
    let before = left
    let more = head(ofView: table, columns, count: count * Self.spreadOfView, steps: &left)
    steps -= before - left
    guard more.count > count else { return first }
    let half = count / 2
    let rest = more.dropFirst(half)
    return more.prefix(half)
      + (half..<count).map { rest[half + ($0 - half) * rest.count / (count - half)] }
  }

  private func head(
    ofView table: Schema.Table,
    _ columns: [Int],
    count: Int,
    steps: inout Int
  ) -> [[Value]] {
    var left = steps
    defer { steps = left }
    let rows = try? connection.watching(
      every: 1000,
      {
        left -= 1
        return left > 0
      },
      during: { () throws(SQLiteError) in head(of: table, columns, count: count) }
    )
    return rows ?? []
  }

  /// The first rows in the order of the b-tree: no search, no sort.
  private func head(of table: Schema.Table, _ columns: [Int], count: Int) -> [[Value]] {
    let hint = table.kind == .table ? " NOT INDEXED" : ""
    return read(select(columns, of: table) + hint + " LIMIT \(count)")
  }

  /// The first and the last rows by the primary key, of a table without a rowid; all of them where there are few.
  private func ends(of table: Schema.Table, _ columns: [Int]) -> [[Value]] {
    let first = head(of: table, columns, count: rowCount)
    guard first.count == rowCount, !table.primaryKey.isEmpty else { return first }
    let order = table.primaryKey.map { SQLText.identifier($0) + " DESC" }.joined(separator: ", ")
    let last = read(select(columns, of: table) + " ORDER BY \(order) LIMIT \(rowCount / 2)")
    return first.dropLast(last.count) + last
  }

  /// Rows behind those at the beginning: all of them where they are few, else some behind two places that are spread over
  /// the rowid, and the last ones.
  private func further(of table: Schema.Table, _ columns: [Int], _ rowID: String) -> [[Value]] {
    let name = SQLText.table(table.name, in: table.schemaName)
    let count = rowCount - headCount
    guard
      case .int(let start)? = try? connection.scalar(
        "SELECT \(rowID) FROM \(name) NOT INDEXED LIMIT 1 OFFSET \(headCount)"
      ), case .int(let end)? = try? connection.scalar("SELECT max(\(rowID)) FROM \(name)"),
      start <= end
    else { return [] }
    let select =
      self.select(columns, of: table, behind: "\(rowID), ")
      + " WHERE \(rowID) >= ? ORDER BY \(rowID)"
    let length = Double(end) - Double(start)
    var found: [[Value]] = []
    if length < Double(count) {
      found = read(select + " LIMIT \(count)", from: [start])
    } else {
      let each = max(count / Self.stretches, 1)
      let places = (1..<Self.stretches).map { stretch in
        let place = Double(start) + length * Double(stretch) / Double(Self.stretches)
        return Int64(exactly: place.rounded(.down)) ?? start
      }
      found = read(select + " LIMIT \(each)", from: places)
      found += read(select + " DESC LIMIT \(each)", from: [start])
    }
    // Where keys have gaps one stretch may reach into another.
    var seen: Set<Value> = []
    return found.filter { seen.insert($0[0]).inserted }.map { Array($0.dropFirst()) }
  }

  private func select(
    _ columns: [Int],
    of table: Schema.Table,
    behind first: String = ""
  ) -> String {
    let list = columns.map { column in
      let name = SQLText.identifier(table.columns[column].name)
      // Where bytes are to be expected they are not loaded.
      return [.blob, .any, .uuid].contains(table.columns[column].type.type)
        ? "CASE typeof(\(name)) WHEN 'blob' THEN x'' ELSE \(name) END" : name
    }
    let from = SQLText.table(table.name, in: table.schemaName)
    return "SELECT \(first)\(list.joined(separator: ", ")) FROM \(from)"
  }

  /// Returns the rows that can be read, starting from several rowids; for a damaged table, those before the damage.
  private func read(_ sql: String, from places: [Int64] = []) -> [[Value]] {
    var rows: [[Value]] = []
    do {
      let statement = try connection.prepare(sql)
      for place in places.isEmpty ? [nil] : places.map(Optional.some) {
        if let place { try statement.bind([.int(place)]) }
        while !limit.isPassed, try statement.step() { rows.append(values(of: statement)) }
        statement.reset()
      }
    } catch {
      return rows
    }
    return rows
  }

  /// Returns the sampled values of the current row: texts cut off, and blobs replaced by empty ones.
  private func values(of statement: Statement) -> [Value] {
    (0..<statement.columnCount).map { column in
      let cell = statement[column]
      switch cell.storageClass {
      case .null: return .null
      case .integer: return .int(cell.int)
      case .real: return .double(cell.double)
      case .blob: return .data([])
      case .text:
        return .string(
          cell.withText { bytes in
            // No character of so long a text is left out that has more bytes than one.
            let start = bytes.prefix(4 * Self.textLength)
            let text = String(decoding: start, as: UTF8.self)
            return start.count > Self.textLength ? String(text.prefix(Self.textLength)) : text
          }
        )
      }
    }
  }
}
