import EntityModel
import Formatting
import Qualifiers
import SQLite

extension Sampling {
  /// The most different values looked up for each guess.
  private static let mostValues = 12
  /// The most steps for one guess, in thousands: an index of another collation serves no lookup.
  private static let mostSteps = 50
  /// Longer bytes are no keys.
  private static let mostBytesOfKey: Int32 = 1_000

  /// Adds the references that names suggest and the rows looked at confirm.
  ///
  /// Lookups go by key, and are limited for each guess and in all.
  mutating func guessReferences(of schemaName: String, in schema: inout Schema) {
    var sampling = self
    schema.addGuessedReferences(of: schemaName) { path in sampling.sample(of: path) }
    self = sampling
  }

  /// Whether the values seen of a column are found; `nil` where that is not known.
  private mutating func sample(of path: Schema.ReferencePath) -> ReferenceSample? {
    if let recentValues, (recentValues.table, recentValues.column) == path.source {
      guard recentValues.values != nil else { return nil }
    } else {
      recentValues = (path.source.table, path.source.column, values(of: path))
    }
    guard let values = recentValues?.values, !path.needsAll || !values.isEmpty else { return nil }
    guard values.count <= lookupCount, !limit.isPassed else { return nil }
    let name = SQLText.table(path.target.name, in: path.target.schemaName)
    let key = SQLText.identifier(path.targetColumn.name)
    var steps = Self.mostSteps
    let found = try? connection.watching(
      every: 1000,
      {
        steps -= 1
        return steps > 0
      },
      during: { () throws(SQLiteError) in
        let statement = try connection.cached("SELECT 1 FROM \(name) WHERE \(key) = ? LIMIT 1")
        defer { statement.reset() }
        var found: [Value: Bool] = [:]
        for value in values {
          lookupCount -= 1
          try statement.bind([ColumnCoding.encodeRaw(value) ?? .null])
          found[value] = try statement.step()
          statement.reset()
          if path.needsAll, found[value] == false, !value.meansNone { break }
        }
        return found
      }
    )
    return found.map(ReferenceSample.init)
  }

  /// A few different values of a column that may refer, spread over those seen.
  private func values(of path: Schema.ReferencePath) -> [Value]? {
    guard let sample = samples[path.source.table],
      let place = sample.columns.firstIndex(of: path.source.column)
    else { return nil }
    if sample.rows.contains(where: { $0[place] == .data([]) }) { return bytes(of: path) }
    var seen: Set<Value> = []
    let values = sample.rows.map { $0[place] }.filter { value in
      guard !value.isNull else { return false }
      // A longer text is known by its beginning only.
      if case .string(let text) = value, text.count >= Self.textLength { return false }
      return seen.insert(value).inserted
    }
    guard values.count > Self.mostValues else { return values }
    return (0..<Self.mostValues).map { values[$0 * values.count / Self.mostValues] }
  }

  /// Some bytes of a column, which are not read with the rows.
  private func bytes(of path: Schema.ReferencePath) -> [Value] {
    let column = SQLText.identifier(path.sourceColumn.name)
    // A foreign key never leads out of its file.
    let name = SQLText.table(path.sourceTable, in: path.target.schemaName)
    let rows = try? connection.limitingValues(to: Self.mostBytesOfKey) { () throws(SQLiteError) in
      try connection.rows(
        "SELECT DISTINCT \(column) FROM (SELECT \(column) FROM \(name) NOT INDEXED LIMIT 24)"
          + " WHERE typeof(\(column)) = 'blob' LIMIT \(Self.mostValues)"
      ) { row throws(SQLiteError) in ColumnCoding.decodeRaw(row[0]) }
    }
    return rows ?? []
  }
}
