import Diagnostics
import EntityModel
import EntityStore
import Formatting
import Qualifiers
import SQLite
import SQLiteStore
import Testing
import TestSupport

@testable import CommandLineTool

/// Values of all kinds in columns of all types, exported in bulk, beside each value written by itself.
@MainActor
struct ExportedRowsTests {
  private let folder = TemporaryFolder()

  private static let cases = TestLength.of("D2T_EXPORTS", 3)
  private static let rowCount = 200

  private static let schema = """
    CREATE TABLE thing(id INTEGER PRIMARY KEY, title TEXT, code VARCHAR(40), whole INTEGER, part REAL, price DECIMAL(12,4),
      day DATE, moment DATETIME, clock TIME, flag BOOLEAN, picture BLOB, anything, "odd ""name, one" TEXT);
    """
  private static let columnCount = 12

  private static let pieces = [
    "\"", ",", "\n", "\r", "\t", " ", "a", "Zoë", "\u{0}", "\u{1B}[2J", "'", "\\", "=", "+", "-",
    "@", "1", "\u{202E}", "e\u{301}", "👩‍👧", "\u{85}", "\u{2028}", "\u{7F}", "日本",
  ]

  private static let days = [
    "2024-02-29", "2023-02-29", "0000-01-01", "0001-01-01", "9999-12-31", "2024-2-1",
    "-0044-03-15", "+12024-01-01", "2024-01-01x", "1582-10-10",
  ]
  private static let clocks = [
    "00:00:00", "12:00:00", "12:30", "23:59:59", "24:00:00", "12:34:00", "00:00:01", "01:02:03.5",
    "1:2:3",
  ]

  /// Any value may stand in any column.
  private static func value(_ random: inout SeededGenerator) -> SQLiteValue {
    func any<Element>(_ elements: [Element]) -> Element {
      elements[Int.random(in: elements.indices, using: &random)]
    }
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return .null
    case 1:
      return .int(any([0, 1, -1, 9, 10, -10, .max, .min, 1 << 53, 20_240_229, 1_700_000_000]))
    case 2: return .int(.random(in: -1000...1000, using: &random))
    case 3:
      return .double(any([0, -0.0, 0.1 + 0.2, 1e300, -1e-300, 5, .infinity, 22.99, 1e15, 1e16]))
    case 4: return .double(Double(Int.random(in: -99_999...99_999, using: &random)) / 100)
    case 5: return .blob((0..<Int.random(in: 0...4, using: &random)).map { UInt8($0 * 85) })
    case 6:
      return .malformedText(any([[0xFF], [0x61, 0xC3], [0xED, 0xA0, 0x80, 0x2C], [0xF0, 0x9F]]))
    case 7: return .text(any(days))
    case 8: return .text(any(days) + any([" ", "T"]) + any(clocks))
    case 9:
      return .text(any(clocks + ["12", "-12.5", "=1+1", "-", "+5", "1e5", "nan", "inf", "true"]))
    default:
      return .text((0..<Int.random(in: 0...5, using: &random)).map { _ in any(pieces) }.joined())
    }
  }

  private func fill(_ path: String, seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let connection = try Connection(path: path, mode: .create)
    try connection.execute(Self.schema)
    let marks = Array(repeating: "?", count: Self.columnCount + 1).joined(separator: ", ")
    for id in 1...Self.rowCount {
      let row = [.int(Int64(id))] + (0..<Self.columnCount).map { _ in Self.value(&random) }
      try connection.run("INSERT INTO thing VALUES(\(marks))", row)
    }
  }

  // MARK: Each value by itself

  private static func quoted(_ value: String?, _ separator: String, _ escapes: Bool) -> String {
    guard var value else { return "" }
    if escapes, let first = value.unicodeScalars.first, "=+-@\t\r".unicodeScalars.contains(first),
      Double(value) == nil
    {
      value = "'" + value
    }
    let special = ["\"", separator, "\n", "\r"]
    let isPlain =
      !value.isEmpty && value.utf8.first != 0x20 && value.utf8.last != 0x20
      && !value.unicodeScalars.contains { special.contains(String($0)) }
    guard !isPlain else { return value }
    let scalars = value.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }
    return "\"" + scalars.joined() + "\""
  }

  private func naive(
    _ store: EntityStore,
    _ entity: Entity,
    _ format: String,
    _ escapes: Bool
  ) async throws -> String {
    let names = entity.attributes.map(\.name)
    let window = try await store.window(
      FetchSpecification(entityName: entity.name),
      from: .start,
      count: Self.rowCount
    )
    let files = entity.attributes.map { FileColumn($0) }
    var lines: [String] = []
    for record in window.records {
      var values: [Value] = []
      record.withWritten(Array(files.indices)) { values.append(files[$0].stored($1.value)) }
      if format == "json" {
        let members = zip(files, values).map { ($0.attribute.name, $0.json(of: $1)) }
        lines.append(JSON.object(members).text())
      } else {
        let separator = format == "csv" ? "," : "\t"
        let row = zip(files, values).map {
          Self.quoted($0.text(of: $1, isTyped: false).text, separator, escapes)
        }
        lines.append(row.joined(separator: separator) + "\n")
      }
    }
    if format == "json" { return "[\n  " + lines.joined(separator: ",\n  ") + "\n]\n" }
    let separator = format == "csv" ? "," : "\t"
    let head = names.map { Self.quoted($0, separator, false) }.joined(separator: separator)
    return head + "\n" + lines.joined()
  }

  @Test(arguments: ["csv", "tsv", "json"], [false, true])
  func `B3: Rows are exported byte for byte as if each value were written by itself`(
    format: String,
    escapes: Bool
  ) async throws {
    for seed in 0..<Self.cases {
      let path = "\(folder.path)/\(format)-\(escapes)-\(seed).db"
      try fill(path, seed: seed)
      let store = try await EntityStore.open(.file(path), readOnly: true)
      let entity = try #require(store.model.entity(named: "Thing"))
      let expected = try await naive(store, entity, format, escapes)
      await store.close()
      let words = ["export", path, "Thing", "--format", format]
      let options = escapes ? ["--escape-formulas"] : []
      let outcome = await Program(try Invocation(arguments: words + options)).run()
      #expect(outcome.code == 0, "\(outcome.messages)")
      let (ours, theirs) = (Array(outcome.output.utf8), Array(expected.utf8))
      guard ours != theirs else { continue }
      let place = zip(ours, theirs).enumerated().first { $1.0 != $1.1 }?.offset ?? 0
      let around = max(0, place - 60)
      Issue.record(
        """
        seed \(seed), byte \(place): \(String(decoding: ours.dropFirst(around).prefix(120), as: UTF8.self))
        expected \(String(decoding: theirs.dropFirst(around).prefix(120), as: UTF8.self))
        """
      )
    }
  }
}
