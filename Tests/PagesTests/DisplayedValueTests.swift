import SceneSupport
import FoundationEssentials
import Qualifiers
import Testing
import TestSupport

@testable import Pages
import Workspace

/// Tests that filtering by a value finds the rows that show the same text.
@MainActor
struct DisplayedValueTests {
  private static let script = """
    CREATE TABLE town(id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE event(id INTEGER PRIMARY KEY, title TEXT, held_at DATETIME, price REAL,
      town_id INT REFERENCES town);
    INSERT INTO town VALUES (1, 'Rome'), (2, 'Oslo'), (3, 'Rome');
    INSERT INTO event VALUES
      (1, 'one', '2026-11-21 08:00:00', 1.231, 1), (2, 'two', '2026-11-21 23:59:59', 1.234, 2),
      (3, 'three', '2026-11-22 00:00:00', 1.236, 3), (4, 'four', '2026-11-21 00:00:00', 22.99, 1),
      (5, 'five', NULL, 22.990000000000002, NULL);
    """

  @Test(arguments: [
    ("held_at", "propertyKey = 'heldAt' => formatter = 'date'", ["one", "two", "four"]),
    ("held_at", "propertyKey = 'heldAt' => formatter = 'month'", ["one", "two", "three", "four"]),
    ("held_at", "", ["one"]),
    ("price", "propertyKey = 'price' => formatter = 'currency'", ["one", "two"]),
    ("town_id", "", ["one", "three", "four"]),
  ])
  func `A13: a filter by a value takes what is shown`(
    column: String,
    rules: String,
    titles: [String]
  )
    async throws
  {
    let columns =
      "entity.name = 'Event' => displayPropertyKeys = ['title', 'heldAt', 'price', 'town']"
    let scene = try await Scene(Self.script, rules: columns + "\n" + rules, "--entity Event")
    let place = ["held_at": "l", "price": "l l", "town_id": "l l l"][column] ?? ""
    try await scene.send(place + " =")
    let shown = ["one", "two", "three", "four", "five"].filter { title in
      scene.lines[2...].contains { $0.dropFirst(2).hasPrefix(title + " ") }
    }
    #expect(shown == titles, "\(scene.text)")
  }

  @Test func `A13: numbers that are shown alike are filtered alike`() async throws {
    let scene = try await Scene(
      Self.script,
      rules: "entity.name = 'Event' => displayPropertyKeys = ['title', 'price']",
      "--entity Event"
    )
    try await scene.send("j j j l =")
    #expect(scene.text.contains("four") && scene.text.contains("five"), "\(scene.text)")
  }

  @Test(arguments: [
    "date", "timestamp", "month", "year", "currency", "percent", "number", "integer", "bytes",
    "duration",
    "seconds", "milliseconds", "number('#,##0.0 CHF')", "number('0 %')", "unit('km')",
    "date('MMM yyyy')", "date('d MMM yyyy HH:mm')",
  ])
  func `A13: the condition holds for what is shown alike and nothing else`(name: String) throws {
    let formatter = try #require(Catalog.builtIn.formatter(called: name))
    let text = { (value: Value) in formatter.text(value, FormatContext()) ?? value.description }
    var random = SeededGenerator(seed: 3)
    let isDate = ["date", "timestamp", "month", "year"].contains(name) || name.hasPrefix("date(")
    let values = (0..<60).map { number -> Value in
      let near = Double(Int.random(in: 0..<40_000, using: &random))
      switch number % 4 {
      case _ where isDate:
        let scale = [0.0004, 1, 600, 90_000][number % 4]
        return .date(Date(timeIntervalSinceReferenceDate: 7e8 + near * scale))
      case 0: return .int(Int64(near))
      case 1: return .double(near / 10_000)
      case 2: return .double(near)
      default: return .decimal(Decimal(Int64(near)) / 1_000)
      }
    }
    for value in values.prefix(20) {
      let shown = DisplayedValue(path: PropertyPath("x"), text: text).qualifier(for: value)
      for other in values where other.isLike(value) {
        let holds = shown.evaluate(with: ValueContext(.dictionary(["x": other]))) == true
        #expect(holds == (text(other) == text(value)), "\(value) and \(other): \(shown)")
      }
    }
  }
}

extension Value {
  /// Whether both are stored alike, as the values of one column are.
  fileprivate func isLike(_ other: Value) -> Bool {
    switch (self, other) {
    case (.int, .int), (.double, .double), (.decimal, .decimal), (.date, .date): true
    default: false
    }
  }
}
