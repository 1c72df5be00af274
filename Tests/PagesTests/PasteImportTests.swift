import CommandLineTool
import SQLite
import SceneSupport
import TestSupport
import Testing

@testable import Pages
import Workspace

/// Tables pasted as new rows, beside the same tables imported from a file.
@MainActor
struct PasteImportTests {
  private static let script = """
    CREATE TABLE person(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    INSERT INTO person VALUES (1, 'Scott'), (2, 'Gilliam');
    CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT NOT NULL, length INT, price DECIMAL(8,2), due DATE,
      rating TEXT CHECK (rating IN ('G', 'PG', 'R')), director_id INT REFERENCES person(id));
    """
  private static let names = ["title", "length", "price", "due", "rating", "director"]
  private static let rules =
    "task = 'list' => displayPropertyKeys = [\(names.map { "'\($0)'" }.joined(separator: ", "))]\n"

  /// Texts for each column, in the end some that are refused.
  private static let cells = [
    ["ALIEN", "12\" disc", "two\nlines", "a\tb", "say \"hi\"", " blanks ", "Zoë", ""],
    ["117", "", "-1", "1 000", "9.5", "x"],
    ["9.99", "5", "", "cheap", "-0.5"],
    ["2024-01-31", "", "31.1.2024", "2024-13-01", "soon"],
    ["G", "PG", "", "X"],
    ["1", "", "2", "99", "nobody"],
  ]
  private static let all =
    "SELECT quote(title), quote(length), quote(price), quote(due), quote(rating), quote(director_id) FROM film ORDER BY id"

  private static func text(_ table: [[String]]) -> String {
    table.map { row in
      row.map { cell in
        let isSpecial = cell.contains { "\t\n\"".contains($0) }
        return isSpecial ? "\"\(cell.replacing("\"", with: "\"\""))\"" : cell
      }.joined(separator: "\t") + "\n"
    }.joined()
  }

  /// A refused cell: the number of its row, and its property.
  private struct Refusal: Hashable {
    let row: Int
    let name: String
  }

  /// Imports a table into a new database.
  private func imported(_ table: [[String]]) async throws -> (
    refused: Set<Refusal>, rows: [String]
  ) {
    let folder = TemporaryFolder()
    let path = "\(folder.path)/films.db"
    try Connection(path: path, mode: .create).execute(Self.script)
    let file = folder.write(Array(Self.text([Self.names] + table).utf8), to: "rows.tsv")
    let outcome = await Program(try Invocation(arguments: ["import", path, "Film", file])).run()
    var (line, rowNumbers) = (2, [Int: Int]())
    for (index, row) in table.enumerated() {
      rowNumbers[line] = index + 1
      line += Self.text([row]).count { $0 == "\n" }
    }
    var refused: Set<Refusal> = []
    for message in outcome.messages.split(separator: "\n") {
      guard let place = message.firstRange(of: ": line ") else { continue }
      let rest = message[place.upperBound...]
      let row = try #require(Int(rest.prefix(while: \.isNumber)).flatMap { rowNumbers[$0] })
      let name = rest.drop(while: \.isNumber).dropFirst(2).prefix(while: \.isLetter)
      // A text that is no key is told by the entity: “Person is identified by …”.
      refused.insert(Refusal(row: row, name: name == "Person" ? "director" : String(name)))
    }
    let connection = try Connection(path: path, mode: .readOnly)
    let rows = try connection.rows(Self.all) { row in
      (0..<row.columnCount).map { row.text($0) }.joined(separator: "|")
    }
    return (refused, rows)
  }

  @Test func `A table is pasted with the rows and the refusals of its import`() async throws {
    var (refusedCount, pastedCount) = (0, 0)
    for seed in 0..<TestLength.of("D2T_IMPORTS", 6) {
      var random = SeededGenerator(seed: UInt64(seed))
      let table = (0..<10).map { _ in
        Self.cells.map { texts in
          let places = (0..<2).map { _ in Int.random(in: texts.indices, using: &random) }
          return texts[places.min() ?? 0]
        }
      }
      let scene = try await Scene(
        Self.script,
        rules: Self.rules,
        "--entity Film",
        width: 140,
        height: 50
      )
      try await scene.send("p")
      try await scene.paste(Self.text(table))
      let plan = try #require(scene.session.navigator.current.paste?.plan, "\(scene.text)")
      #expect(plan.way == .new && plan.cells == table, "seed \(seed): \(plan.cells)")
      var refused: Set<Refusal> = []
      for line in plan.lines {
        #expect(line.problem == nil, "seed \(seed), row \(line.id)")
        for cell in line.cells where cell.problem != nil {
          refused.insert(Refusal(row: line.id, name: cell.title.lowercased()))
        }
      }
      let first = try await imported(table)
      #expect(refused == first.refused, "seed \(seed): \(table)")
      #expect(first.rows.isEmpty == !refused.isEmpty, "seed \(seed)")
      refusedCount += refused.count
      let faulty = Set(refused.map(\.row))
      let good = table.enumerated().filter { !faulty.contains($0.offset + 1) }.map(\.element)
      guard !good.isEmpty else { continue }
      try await scene.send("esc p")
      try await scene.paste(Self.text(good))
      try await scene.send("ctrl-s")
      let rows = try scene.rows(Self.all)
      #expect(try await imported(good).rows == rows, "seed \(seed): \(scene.text)")
      #expect(rows.count == good.count, "seed \(seed): \(scene.text)")
      pastedCount += rows.count
      await scene.end()
    }
    #expect(refusedCount > 10 && pastedCount > 10, "\(refusedCount), \(pastedCount)")
  }
}
