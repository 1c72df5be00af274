import Formatting
import SQLite
import TestSupport
import Testing

@testable import CommandLineTool
import Pages
import Workspace

/// Tables of texts of all kinds, imported in bulk, beside each row entered like an object on the screen.
@MainActor
struct ImportedRowsTests {
  private let folder = TemporaryFolder()

  private static let cases = TestLength.of("D2T_IMPORTS", 4)

  private static let schema = """
    CREATE TABLE thing(id INTEGER PRIMARY KEY, title TEXT, code VARCHAR(5), whole INTEGER, part REAL, price DECIMAL(12,4),
      day DATE, moment DATETIME, clock TIME, flag BOOLEAN, picture BLOB, anything, need TEXT NOT NULL,
      preset TEXT DEFAULT 'none', size INTEGER NOT NULL DEFAULT 7 CHECK(size > 0), kind TEXT CHECK(kind IN ('a', 'b')),
      tick DATE DEFAULT '0000-00-00', twice INTEGER GENERATED ALWAYS AS (whole * 2), up INTEGER REFERENCES thing(id));
    """

  /// The valid values of each column, as import files may write them.
  private static let texts: [String: [String]] = [
    "title": [
      "", "\"\"", "a", "Zoë", "\"a,b\"", "\"say \"\"hi\"\"\"", " x ", "日本", "1", "null", "\"\n\"",
    ],
    "code": ["", "abc", "Zoë12", "ééééé", "e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}"],
    "whole": [
      "", "1", "-5", "007", "-0", "+5", "1 000", "9223372036854775807", "123456789012345678",
    ],
    "part": [
      "", "1", "-0", "0.1", "1e300", "5.", ".5", "123456789012345.5", "0.30000000000000004",
      "1'000.5",
    ],
    "price": [
      "", "1", "1.50", "-0", "-0.0", "0.1", "5.", "12345678901.2345", "0.123456789012345678", "100",
    ],
    "day": [
      "", "2024-02-29", "2024-02-29 12:00:00", "20240301", "3.4.2024", "0000-01-01", "9999-12-31",
    ],
    "moment": [
      "", "2024-02-29", "2024-02-29 12:00:00", "2024-02-29T12:00:00", "2024-02-29 12:30",
      "0001-01-01 00:00:00",
      "2024-02-29 23:59:59.5",
    ],
    "clock": ["", "12:30", "9:05", "23:59:59", "00:00:00"],
    "flag": ["", "0", "1", "true", "no", "x"],
    "picture": ["", "00FF", "ab", "\"\""],
    "anything": ["", "1", "1.5", "a", "007", "1e5"],
    "need": ["a", "b", "\"\"", "0"],
    "preset": ["", "a", "\"\"", "none"],
    "size": ["", "1", "8", "99"],
    "kind": ["", "a", "b"],
    "tick": ["", "2024-01-01", "0000-00-00"],
  ]
  /// Values that at least one column refuses.
  private static let odd = [
    "x", "", "\"\"", "-1", "2023-02-29", "2024-13-01", "25:00", "1,5", "99999999999999999999",
    "abcdef", "c", "0", "maybe",
    "0G", "1e999", "nan",
  ]

  private static func table(_ random: inout SeededGenerator, refused: Bool) -> String {
    func any<Element>(_ elements: [Element]) -> Element {
      elements[Int.random(in: elements.indices, using: &random)]
    }
    let names = texts.keys.sorted().shuffled(using: &random)
      .filter { $0 == "need" || Int.random(in: 0..<4, using: &random) > 0 }
    var lines = [names.joined(separator: ",")]
    for _ in 0..<Int.random(in: 2...60, using: &random) {
      let cells = names.map { name in
        if refused, Int.random(in: 0..<200, using: &random) == 0 { return any(odd) }
        return any(texts[name] ?? [""])
      }
      lines.append(cells.joined(separator: ","))
    }
    // A line with one empty value is no row.
    return lines.joined(separator: "\n") + "\n"
  }

  private nonisolated static let rules = [
    "", "entity.name = 'Thing' and propertyKey = 'code' => length = 3",
    "entity.name = 'Thing' and propertyKey = 'title' => isMandatory = true",
    "entity.name = 'Thing' and propertyKey = 'kind' => choices = ['a'], allowsOtherValues = false",
    "entity.name = 'Thing' and propertyKey = 'whole' => isPropertyEditable = false",
    "entity.name = 'Thing' => initialPropertyValues = {title: 'begun', whole: 5, code: 'abc'}",
    "entity.name = 'Thing' and propertyKey = 'price' and object.price > 100 => validation = 'too dear'",
    "entity.name = 'Thing' => restrictingQualifier = where (whole = null or whole < 1000)",
    "entity.name = 'Thing' and propertyKey = 'title' => isPropertyVisible = false",
    "entity.name = 'Thing' => auditsChanges = true",
  ]

  /// Makes the program enter every row like an object on the screen: that rule looks at the row.
  private static let slow =
    "entity.name = 'Thing' and object.need = 'never there' and propertyKey = 'clock' => length = 1"

  /// Imports `table` into a new database and returns the exit code with the messages, then the stored rows.
  private func imported(_ table: String, _ rules: String) async throws -> [String] {
    let path = "\(folder.path)/things.db"
    let connection = try Connection(path: path, mode: .create)
    try connection.execute("DROP TABLE IF EXISTS thing; \(Self.schema)")
    let file = folder.write(Array(table.utf8), to: "things.csv")
    let ruleFile = folder.write(Array(rules.utf8), to: "my.rules")
    let words = ["import", path, "Thing", file, "--rules", ruleFile]
    let outcome = await Program(try Invocation(arguments: words)).run()
    let columns = Self.texts.keys.sorted().map { "typeof(\($0)), quote(\($0))" }
    let rows = try connection.rows(
      "SELECT \(columns.joined(separator: ", ")) FROM thing ORDER BY id"
    ) { row in
      (0..<row.columnCount).map { row.text($0) }.joined(separator: "|")
    }
    return ["\(outcome.code) \(outcome.messages)"] + rows
  }

  @Test(arguments: rules)
  func `B3: Rows of a table are imported as if each were entered on the screen`(
    rule: String
  ) async throws {
    for seed in 0..<Self.cases {
      var random = SeededGenerator(seed: UInt64(seed))
      let table = Self.table(&random, refused: seed.isMultiple(of: 2))
      let quick = try await imported(table, rule)
      let slow = try await imported(table, rule + "\n" + Self.slow)
      for (quick, slow) in zip(quick, slow) where quick != slow {
        Issue.record("seed \(seed): \(quick)\n but slowly \(slow)\n\(rule)\n\(table.prefix(2000))")
        break
      }
      #expect(quick.count == slow.count, "seed \(seed): \(rule)\n\(table)")
    }
  }

  @Test func `B3: Rows that are only to be stored are packed, others are entered`() async throws {
    let path = "\(folder.path)/things.db"
    try Connection(path: path, mode: .create).execute(Self.schema)
    let program = Program(try Invocation(arguments: ["import", path, "Thing", "-"]))
    let session = try await program.session()
    let entity = try session.work.model.entity(namedByUser: "Thing")
    let rows = try RowImport(of: entity, in: session.work)
    let columns = try ["need", "whole", "day"].map { try #require(try rows.columns.number(of: $0)) }
    rows.beginPacking(columns)
    var packed: [Bool] = []
    var reader = SeparatedValuesReader(.comma)
    let lines = "a,1,2024-01-01\nb,1 000,3.4.2024\nc,x,\n,1,\n\"\",,2024-01-01 00:00\n"
    #expect(rows.beginsBatch)
    try await rows.add([
      RowImport.Row(place: .line(1), cells: [(columns[0], .text("first"))], length: 5)
    ])
    reader.read(Array(lines.utf8)[...]) { packed.append(rows.pack($0)) }
    #expect(packed == [true, true, false, false, true])
    guard case .done(made: 4, changed: _, more: _) = try await rows.finish() else {
      Issue.record("not four rows")
      return
    }
    await session.close()
    let found = try Connection(path: path, mode: .readOnly).rows(
      "SELECT need, whole, day FROM thing"
    ) { row in
      (0..<3).map { row.text($0) }.joined(separator: "|")
    }
    #expect(found == ["first||", "a|1|2024-01-01", "b|1000|2024-04-03", "||2024-01-01 00:00"])
  }
}
