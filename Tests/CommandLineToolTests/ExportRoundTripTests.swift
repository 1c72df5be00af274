import CommandLineTool
import EntityModel
import EntityStore
import SQLite
import SQLiteStore
import Testing
import TestSupport

/// Values of all kinds by chance, out of a table and into an empty one like it.
@MainActor
struct ExportRoundTripTests {
  private let folder = TemporaryFolder()

  private static let schema = """
    CREATE TABLE thing(id INTEGER PRIMARY KEY, title TEXT, code VARCHAR(40), whole INTEGER, big BIGINT, part REAL,
      price DECIMAL(12,4), day DATE, moment DATETIME, clock TIME, flag BOOLEAN, picture BLOB, parent INTEGER);
    """
  private static let columns = [
    "id", "title", "code", "whole", "big", "part", "price", "day", "moment", "clock", "flag",
    "picture", "parent",
  ]

  /// How many tables are tried.
  private static let cases = TestLength.of("D2T_ROUND_TRIPS", 3)
  private static let rowCount = 150

  private static let pieces = [
    "\"", "\"\"", ",", ";", "\n", "\r", "\r\n", "\t", " ", "a", "Zoë", "\u{0}", "\u{1B}[2J", "'",
    "\\", "\\n", "{", "]", "\u{202E}", "\u{FEFF}", "e\u{301}", "null", "NULL", "0", "-", "👩‍👧",
    "\u{85}",
    "\u{2028}",
  ]

  private static func text(_ random: inout SeededGenerator) -> SQLiteValue {
    let count = Int.random(in: 0...6, using: &random)
    return .text((0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined())
  }

  private static func int(_ random: inout SeededGenerator) -> SQLiteValue {
    let known: [Int64] = [0, 1, -1, .max, .min, .max - 1, 1 << 53, (1 << 53) + 1, 1_700_000_000]
    return .int(
      Bool.random(using: &random)
        ? known.randomElement(using: &random) ?? 0 : .random(in: .min ... .max, using: &random)
    )
  }

  private static func real(_ random: inout SeededGenerator) -> SQLiteValue {
    let known = [
      0.1, 0.1 + 0.2, 1e300, -1e-300, Double.leastNonzeroMagnitude, 1.7976931348623157e308, -0.5,
      1e15,
      123456789.123456789, .infinity, -.infinity,
    ]
    if Bool.random(using: &random) { return .double(known.randomElement(using: &random) ?? 0) }
    let number = Double(bitPattern: random.next())
    return .double(number.isFinite ? number : 2.5)
  }

  private static func two(_ range: ClosedRange<Int>, _ random: inout SeededGenerator) -> String {
    let number = Int.random(in: range, using: &random)
    return number < 10 ? "0\(number)" : "\(number)"
  }

  private static func value(_ column: String, _ random: inout SeededGenerator) -> SQLiteValue {
    if Int.random(in: 0..<6, using: &random) == 0 { return .null }
    let day =
      "\(Int.random(in: 1000...2999, using: &random))-\(two(1...12, &random))-\(two(1...28, &random))"
    let time = "\(two(0...23, &random)):\(two(0...59, &random)):\(two(0...59, &random))"
    switch column {
    case "title", "code": return text(&random)
    case "whole", "big", "parent": return int(&random)
    case "part": return real(&random)
    case "price":
      return .double(Double(Int.random(in: -9_999_999...9_999_999, using: &random)) / 1e4 + 0.00005)
    case "day": return .text(day)
    case "moment": return .text("\(day) \(time)")
    case "clock": return .text(time)
    case "flag": return .int(Int64.random(in: 0...1, using: &random))
    default:
      let count = Int.random(in: 0...20, using: &random)
      return .blob((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
    }
  }

  private static func contents(_ path: String) throws -> [String] {
    let parts = columns.map { "typeof(\($0)) || hex(\($0)) || coalesce(quote(\($0)), '-')" }
    let sql = "SELECT \(parts.joined(separator: " || '|' || ")) FROM thing ORDER BY id"
    return try Connection(path: path, mode: .readOnly).rows(sql) { $0.text(0) }
  }

  @Test(arguments: ["csv", "tsv", "json"])
  func `Rows that are exported and imported into an empty table are the same`(
    format: String
  ) async throws {
    for seed in 0..<Self.cases {
      var random = SeededGenerator(seed: UInt64(seed))
      let (source, target) = ("\(folder.path)/\(seed).db", "\(folder.path)/\(seed)-copy.db")
      try Connection(path: target, mode: .create).execute(Self.schema)
      let connection = try Connection(path: source, mode: .create)
      try connection.execute(Self.schema)
      let marks = Self.columns.map { _ in "?" }.joined(separator: ", ")
      for id in 1...Self.rowCount {
        let row = Self.columns.map { $0 == "id" ? .int(Int64(id)) : Self.value($0, &random) }
        try connection.run("INSERT INTO thing VALUES(\(marks))", row)
      }
      let words = ["export", source, "Thing", "--format", format]
      let exported = await Program(try Invocation(arguments: words)).run()
      #expect(exported.code == 0, "\(exported.messages)")
      let file = folder.write(Array(exported.output.utf8), to: "rows.\(format)")
      let back = await Program(try Invocation(arguments: ["import", target, "Thing", file])).run()
      #expect(back.messages == "\(Self.rowCount) objects imported\n", "\(back.messages)")
      let (before, after) = (try Self.contents(source), try Self.contents(target))
      for (old, new) in zip(before, after) where old != new {
        Issue.record("seed \(seed): \(old)\n became \(new)")
      }
      #expect(before.count == after.count)
    }
  }

  // MARK: Relationships

  /// How a child may refer to its parents: the columns of the child, what they join to, and what is unique there.
  private nonisolated static let references = [
    ("p INTEGER REFERENCES parent(id)", "p", "id"),
    ("p TEXT REFERENCES parent(code)", "p", "code"),
    ("p INTEGER REFERENCES parent(number)", "p", "number"),
    (
      "p INTEGER, q TEXT, FOREIGN KEY(p, q) REFERENCES parent(number, code)", "p, q", "number, code"
    ),
    (
      "q TEXT, p INTEGER, FOREIGN KEY(q, p) REFERENCES parent(code, number)", "q, p", "code, number"
    ),
    ("p BLOB REFERENCES parent(anything)", "p", "anything"),
  ]

  @Test(
    arguments: references.indices,
    ["id INTEGER PRIMARY KEY", "id INTEGER, PRIMARY KEY(code, id)"]
  )
  func `A2: references that are exported lead to the same objects when they are imported`(
    index: Int,
    key: String
  ) async throws {
    let (columns, names, destination) = Self.references[index]
    let (first, rest) =
      key.contains(",") ? ("id INTEGER", ", PRIMARY KEY(code, id), UNIQUE(id)") : (key, "")
    let (source, target) = ("\(folder.path)/a.db", "\(folder.path)/b.db")
    let schema = """
      CREATE TABLE parent(\(first), code TEXT NOT NULL UNIQUE, number INTEGER NOT NULL UNIQUE,
        anything UNIQUE, name TEXT, UNIQUE(number, code), UNIQUE(code, number)\(rest));
      CREATE TABLE child(id INTEGER PRIMARY KEY, note TEXT, \(columns));
      """
    var random = SeededGenerator(seed: UInt64(index))
    // Keys that are others' keys, with what lists and links give a meaning to.
    let codes = ["1", "2", "3", "k,1", "it's", "", "007", "null", "5"]
    let numbers = (1...9).shuffled(using: &random)
    for path in [source, target] {
      let connection = try Connection(path: path, mode: .create)
      try connection.execute(schema)
      for (row, code) in codes.enumerated() {
        let number = Int64(numbers[row])
        try connection.run(
          "INSERT INTO parent VALUES(?, ?, ?, ?, ?)",
          [
            .int(Int64(row + 1)), .text(code), .int(number),
            row.isMultiple(of: 2) ? .int(number) : .text("0\(number)"), .text("same"),
          ]
        )
      }
    }
    let connection = try Connection(path: source, mode: .readWrite)
    for _ in 0..<30 {
      try connection.run(
        "INSERT INTO child(note, \(names)) SELECT 'n', \(destination) FROM parent WHERE id = ?",
        [.int(Int64.random(in: 1...9, using: &random))]
      )
    }
    try connection.run("INSERT INTO child(note) VALUES('none')")
    let store = try await EntityStore.open(.file(source))
    let toOne = try #require(
      store.model.entity(named: "Child")?.relationships.first { !$0.isToMany }
    )
    await store.close()
    let words = [
      "export", source, "Child", "--columns", "id,note,\(toOne.name)", "--format", "json",
    ]
    let exported = await Program(try Invocation(arguments: words)).run()
    let file = folder.write(Array(exported.output.utf8), to: "rows.json")
    let back = await Program(try Invocation(arguments: ["import", target, "Child", file])).run()
    #expect(back.messages == "31 objects imported\n", "\(back) \(exported.output)")
    let rows = "SELECT id, note, quote(p), \(names) FROM child ORDER BY id"
    func contents(_ path: String) throws -> [String] {
      try Connection(path: path, mode: .readOnly).rows(rows) { row in
        (0..<row.columnCount).map { row.text($0) }.joined(separator: "|")
      }
    }
    #expect(try contents(source) == contents(target))
  }

  @Test(arguments: [["csv"], ["csv", "--typed"], ["tsv"], ["json"], ["jsonl"], ["sql"]])
  func `K1: a table without rows goes out of a file and into another`(format: [String]) async throws
  {
    let schema = Self.schema + "CREATE TABLE one(note TEXT);"
    for (entity, table) in [("Thing", "thing"), ("One", "one")] {
      let source = "\(folder.path)/\(table).db"
      try Connection(path: source, mode: .create).execute(schema)
      let words = ["export", source, entity, "--format"] + format
      let exported = await Program(try Invocation(arguments: words)).run()
      #expect(exported.code == 0 && exported.messages.isEmpty, "\(exported)")
      if format == ["sql"] {
        try Connection(path: source, mode: .readWrite).execute(exported.output)
      } else {
        let file = folder.write(Array(exported.output.utf8), to: "rows.\(format[0])")
        let words = ["import", source, entity, file] + format.dropFirst()
        let back = await Program(try Invocation(arguments: words)).run()
        #expect(back.code == 0 && back.messages == "0 objects imported\n", "\(back)")
      }
      let count = try Connection(path: source, mode: .readOnly).rows(
        "SELECT count(*) FROM \(table)"
      ) { $0.int(0) }
      #expect(count == [0])
    }
  }

  @Test(arguments: ["csv", "json", "jsonl"])
  func `K1: a name that a column has for its values is understood where there are none`(
    format: String
  ) async throws {
    let schema =
      "CREATE TABLE ratings(id INTEGER PRIMARY KEY, rating INTEGER UNIQUE);"
      + "CREATE TABLE books_ratings(id INTEGER PRIMARY KEY, note TEXT, rating INTEGER NOT NULL);"
    let (source, target) = ("\(folder.path)/a.db", "\(folder.path)/b.db")
    try Connection(path: source, mode: .create).execute(
      schema + """
        INSERT INTO ratings VALUES(1, 20), (2, 40), (3, 60), (4, 80);
        INSERT INTO books_ratings VALUES(1, 'a', 4), (2, 'b', 2), (3, 'c', 3), (4, 'd', 2), (5, 'e', 1);
        """
    )
    try Connection(path: target, mode: .create).execute(schema)
    let words = ["export", source, "books_ratings", "--format", format]
    let exported = await Program(try Invocation(arguments: words)).run()
    #expect(exported.output.contains("ratingId"), "\(exported)")
    let file = folder.write(Array(exported.output.utf8), to: "rows.\(format)")
    let back = await Program(
      try Invocation(arguments: ["import", target, "books_ratings", file])
    ).run()
    #expect(back.messages == "5 objects imported\n", "\(back)")
    let kept = try Connection(path: target, mode: .readOnly).rows(
      "SELECT rating FROM books_ratings ORDER BY id"
    ) { $0.int(0) }
    #expect(kept == [4, 2, 3, 2, 1])
  }
}
