import Pages
import SceneSupport
import Testing

/// `y` copies the value, not its display.
@MainActor
struct ExactCopyTests {
  private static let script = """
    CREATE TABLE place(id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE reading(id INTEGER PRIMARY KEY, amount REAL, count INTEGER, price DECIMAL(12, 2), day DATE, at DATETIME,
      clock TIME, bytes BLOB, note TEXT, ok BOOLEAN, place_id INTEGER REFERENCES place(id));
    INSERT INTO place VALUES (7, 'Here');
    INSERT INTO reading VALUES (1, 1234567.000000125, 1234567890123, 1234.5, '2024-02-29', '2024-02-29 12:34:56.789',
      '09:05:01', x'00FF', 'two words', 1, 7);
    INSERT INTO reading(id) VALUES (2);
    """

  nonisolated static let values: [(name: String, value: String)] = [
    ("amount", "1234567.000000125"), ("count", "1234567890123"), ("price", "1234.5"),
    ("day", "2024-02-29"), ("at", "2024-02-29 12:34:56.789"), ("clock", "09:05:01"),
    ("bytes", "x'00FF'"), ("note", "two words"), ("ok", "1"), ("place", "7"),
  ]

  @Test func `K2: y copies the value with all its digits, a reference by its key`() async throws {
    for (id, expected) in [(1, Self.values), (2, Self.values.map { ($0.name, "") })] {
      let scene = try await Scene(
        Self.script,
        rules: "*true* => locale = 'de'",
        "--entity Reading --id \(id) --task inspect"
      )
      var copied: [String] = []
      scene.session.screen.onCopy = { copied.append($0) }
      for (name, value) in expected {
        try await scene.go(to: name)
        try await scene.send("y")
        #expect(copied.last == value, "\(name): \(scene.text)")
      }
      #expect(copied.count == expected.count)
    }
  }
}
