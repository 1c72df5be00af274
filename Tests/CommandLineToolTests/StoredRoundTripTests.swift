import CommandLineTool
import SceneSupport
import SQLite
import Testing
import TestSupport

/// Values of all storage classes in columns of all declarations, out of a table and into an empty one like it.
@MainActor
struct StoredRoundTripTests {
  private static let columnCount = 10
  private static let rowCount = 20
  /// The number of tables, and of values in each.
  private static let tables =
    max(1, TestLength.of("D2T_PROPERTY_CASES", 600) / (columnCount * rowCount))
  private static let seed = TestLength.of("D2T_PROPERTY_SEED", 0)

  private nonisolated static let formats: [[String]] = [
    ["csv", "--typed"], ["tsv", "--typed"], ["json"], ["jsonl"], ["csv"], ["sql"],
  ]

  /// A table of random columns in one file, the same without rows in another.
  private func make(
    in folder: TemporaryFolder,
    _ random: inout SeededGenerator
  ) throws -> (source: String, schema: String, columns: [RandomColumn]) {
    let columns = (0..<Self.columnCount).map { RandomColumn(number: $0, &random) }
    let parts = columns.map { "\"\($0.name)\" \($0.declaration)" }
    let schema = "CREATE TABLE thing(id INTEGER PRIMARY KEY, \(parts.joined(separator: ", ")))"
    let source = "\(folder.path)/a.db"
    let connection = try Connection(path: source, mode: .create)
    try connection.execute(schema + "; BEGIN")
    let marks = Array(repeating: "?", count: Self.columnCount + 1).joined(separator: ", ")
    for id in 1...Self.rowCount {
      let row = columns.map { SQLiteValue($0.value(&random)) }
      try connection.run("INSERT INTO thing VALUES(\(marks))", [.int(Int64(id))] + row)
    }
    try connection.execute("COMMIT")
    return (source, schema, columns)
  }

  private func imported(
    _ exported: Program.Outcome,
    _ format: [String],
    into target: String,
    in folder: TemporaryFolder
  ) async throws -> Program.Outcome? {
    if format[0] == "sql" {
      try Connection(path: target, mode: .readWrite).execute(exported.output)
      return nil
    }
    let file = folder.write(Array(exported.output.utf8), to: "rows.\(format[0])")
    let words = ["import", target, "Thing", file] + format.dropFirst()
    return await Program(try Invocation(arguments: words)).run()
  }

  @Test(arguments: formats)
  func `K1: what is exported is restored by an import into an empty copy, byte for byte`(
    format: [String]
  ) async throws {
    for seed in Self.seed..<(Self.seed + Self.tables) {
      let folder = TemporaryFolder()
      var random = SeededGenerator(seed: UInt64(seed))
      let (source, schema, columns) = try make(in: folder, &random)
      let words = ["export", source, "Thing", "--format"] + format
      let exported = await Program(try Invocation(arguments: words)).run()
      #expect(exported.code == 0, "seed \(seed): \(exported.messages)")
      let isTold = exported.messages.isEmpty
      #expect(isTold || format == ["csv"], "seed \(seed): \(exported.messages)")
      // An import may refuse a value that is not told.
      guard isTold else { continue }
      let target = "\(folder.path)/b.db"
      try Connection(path: target, mode: .create).execute(schema)
      let back = try await imported(exported, format, into: target, in: folder)
      #expect(
        back == nil || back?.messages == "\(Self.rowCount) objects imported\n",
        "seed \(seed): \(back?.messages ?? "")"
      )
      let before = try StoredBytes.contents(of: "thing", at: source)
      let after = try StoredBytes.contents(of: "thing", at: target)
      #expect(before.count == after.count, "seed \(seed)")
      for (row, (old, new)) in zip(before, after).enumerated() {
        for (index, (old, new)) in zip(old, new).enumerated() where old != new {
          let column =
            index == 0 ? "id" : "\(columns[index - 1].name) \(columns[index - 1].declaration)"
          Issue.record("seed \(seed), row \(row + 1), \(column): \(old) became \(new)")
        }
      }
    }
  }

  /// Values that look like others, as literals.
  private static let alike = [
    "1", "1.0", "'1'", "'1.0'", "'01'", "' 1'", "x'31'", "1e3", "'1e3'", "''", "x''", "NULL",
    "'NULL'", "'true'", "'a'", "'2024-02-29'", "'2024-02-30'", "'2024-02-29 10:00:00'", "'[1]'",
  ]
  private static let types = [
    "", "INTEGER", "REAL", "NUMERIC", "DECIMAL(9,2)", "TEXT", "VARCHAR(30)", "BLOB", "BOOLEAN",
    "DATE", "DATETIME", "TIME", "JSON",
  ]

  @Test(arguments: formats.filter { $0 != ["csv"] })
  func `K1: values that look alike are restored as what they are in columns of every type`(
    format: [String]
  ) async throws {
    let folder = TemporaryFolder()
    let columns = Self.types.enumerated().map { "c\($0.offset) \($0.element)" }
    let schema = "CREATE TABLE thing(id INTEGER PRIMARY KEY, \(columns.joined(separator: ", ")))"
    let rows = Self.alike.map { value in
      "(NULL, \(Array(repeating: value, count: columns.count).joined(separator: ", ")))"
    }
    let (source, target) = ("\(folder.path)/a.db", "\(folder.path)/b.db")
    try Connection(path: source, mode: .create).execute(
      "\(schema); INSERT INTO thing VALUES \(rows.joined(separator: ", "))"
    )
    try Connection(path: target, mode: .create).execute(schema)
    let words = ["export", source, "Thing", "--format"] + format
    let exported = await Program(try Invocation(arguments: words)).run()
    let back = try await imported(exported, format, into: target, in: folder)
    #expect(back == nil || back?.code == 0, "\(back?.messages ?? "")")
    let before = try StoredBytes.contents(of: "thing", at: source)
    let after = try StoredBytes.contents(of: "thing", at: target)
    #expect(before.count == after.count)
    for (value, (old, new)) in zip(Self.alike, zip(before, after)) {
      for (index, (old, new)) in zip(old, new).enumerated() where old != new {
        Issue.record("\(value), column \(index): \(old) became \(new)")
      }
    }
  }

  /// Bit patterns of numbers whose shortest texts a reader of SQLite takes for their neighbours.
  private static let misread: [UInt64] = [
    9_341_132_134_088_262_656, 39_688_389_264_158_522, 16_625_938_675_579_292_065,
    13_269_462_291_119_385_917, 7_152_840_220_651_457, 12_877_420_133_262_336,
  ]

  @Test func `K1: a number in SQL is a literal that every SQLite reads to the last bit`()
    async throws
  {
    let folder = TemporaryFolder()
    let source = "\(folder.path)/a.db"
    let target = "\(folder.path)/b.db"
    var random = SeededGenerator(seed: UInt64(Self.seed))
    let few = [0.1, -22.99, 1e22, 1e15, 123_456_789_012_345, 1e-7, -2.5e-3, 100]
    var bits = Self.misread + few.map(\.bitPattern)
    while bits.count < TestLength.of("D2T_PROPERTY_CASES", 600) {
      let number = Double(bitPattern: random.next())
      if !number.isNaN { bits.append(number.bitPattern) }
      bits.append(Double.random(in: -180...180, using: &random).bitPattern)
    }
    for path in [source, target] {
      try Connection(path: path, mode: .create).execute("CREATE TABLE r(a REAL, b)")
    }
    let connection = try Connection(path: source, mode: .readWrite)
    try connection.execute("BEGIN")
    for pattern in bits {
      let number = SQLiteValue.double(Double(bitPattern: pattern))
      try connection.run("INSERT INTO r VALUES(?, ?)", [number, number])
    }
    try connection.execute("COMMIT")
    let words = ["export", source, "R", "--format", "sql"]
    let exported = await Program(try Invocation(arguments: words)).run()
    #expect(exported.code == 0 && exported.messages.isEmpty, "\(exported.messages)")
    try Connection(path: target, mode: .readWrite).execute(exported.output)
    let back = try StoredBytes.contents(of: "r", at: target)
    #expect(back.count == bits.count)
    let wrong = zip(bits, back).filter { $1 != [.real($0), .real($0)] }.map(\.0)
    #expect(wrong.isEmpty)
    // Numbers that people write stay as they are written.
    for number in few {
      #expect(exported.output.contains("VALUES(\(number),\(number));\n"), "\(number)")
    }
  }
}
