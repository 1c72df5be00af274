import SceneSupport
import Terminal
import Testing

import Pages
import Workspace
import StandardKeys

/// Databases with very many tables, and tables with very many columns, on every page.
@MainActor
struct ShapeTests {
  /// A database of unusual shape, and an entity of it with an object 7.
  struct Shape: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let script: String
    let entity: String
    /// A text at the end of the first page.
    let last: String
  }

  private nonisolated static let shapes = [
    Shape(
      testDescription: "500 tables",
      script: (1...500).map { number in
        """
        CREATE TABLE table_\(number) (
          id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT, amount DECIMAL(10, 2), made DATE,
          parent_id INTEGER REFERENCES table_\(max(1, number - 1))
        );
        \(rows(20)) INSERT INTO table_\(number) SELECT i, 'Row ' || i, 'kind ' || i % 5, i / 4.0, '2024-03-01', i FROM n;
        """
      }.joined(separator: "\n"),
      entity: "Table250",
      last: "Table500"
    ),
    Shape(
      testDescription: "1 000 columns",
      script: """
        CREATE TABLE wide (id INTEGER PRIMARY KEY, \(columns { "column_\($0) \(types[$0 % types.count])" }));
        \(rows(60)) INSERT INTO wide SELECT i, \(columns { $0 % 5 == 1 ? "'text ' || i" : "i" }) FROM n;
        """,
      entity: "Wide",
      last: "Wide"
    ),
  ]

  private nonisolated static let types = ["INTEGER", "TEXT", "REAL", "DATE", ""]

  private nonisolated static func columns(_ text: (Int) -> String) -> String {
    (1..<1000).map(text).joined(separator: ", ")
  }

  private nonisolated static func rows(_ count: Int) -> String {
    "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < \(count))"
  }

  private nonisolated static let sizes = [
    Size(width: 80, height: 24), Size(width: 120, height: 40),
  ]

  /// From the list to an object, its form, a new object, and back to the query.
  private nonisolated static let keys = [
    "pagedown", "G", "l", "!", "esc", "enter", "G", "e", "pagedown", "esc", "esc", "o", "tab",
    "esc",
    "esc", "G",
  ]

  @Test(arguments: shapes)
  func `Every page shows it at every size, and its end can be reached`(shape: Shape) async throws {
    let scene = try await Scene(shape.script, "--entity \(shape.entity)")
    var pages: Set<String> = []
    for keys in [""] + Self.keys {
      try await scene.send(keys)
      for size in Self.sizes {
        try await scene.resize(width: size.width, height: size.height)
        #expect(scene.lines.count == size.height, "\(keys)")
        for line in scene.lines {
          #expect(TextWidth.cells(of: line) <= size.width, "\(keys): \(line)")
        }
      }
      pages.insert(scene.session.navigator.current.task.rawValue)
    }
    #expect(pages.isSuperset(of: ["list", "inspect", "edit", "create", "query"]), "\(pages)")
    #expect(!scene.isFinished)
    #expect(scene.text.contains(shape.last), "\(scene.text)")
  }
}
