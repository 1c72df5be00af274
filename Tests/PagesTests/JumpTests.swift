import SceneSupport
import Testing

@testable import Pages

/// Going to another table from anywhere.
@MainActor
struct JumpTests {
  private static let script = """
    CREATE TABLE account(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE split(id INTEGER PRIMARY KEY, memo TEXT, account_id INT REFERENCES account);
    CREATE TABLE price(id INTEGER PRIMARY KEY, note TEXT);
    INSERT INTO account VALUES (1, 'Cash');
    INSERT INTO split VALUES (1, 'Tea', 1);
    INSERT INTO price VALUES (1, 'one');
    """

  @Test
  func
    `J15: the crumbs of a table that was jumped to begin with that, and going back is as before`()
    async throws
  {
    let scene = try await Scene(Self.script, "--entity Split")
    try await scene.send("enter")
    let before = scene.lines[0]
    #expect(before.contains("Tea"), "\(scene.text)")
    try await scene.run("price")
    #expect(scene.lines[0].contains("› Price"), "\(scene.text)")
    #expect(!scene.lines[0].contains("Tea") && !scene.lines[0].contains("Split"), "\(scene.text)")
    try await scene.send("enter")
    #expect(scene.lines[0].contains("› Price › "), "\(scene.text)")
    try await scene.run("account")
    #expect(
      scene.lines[0].contains("› Account") && !scene.lines[0].contains("Price"),
      "\(scene.text)"
    )
    try await scene.send("enter")
    #expect(scene.lines[0].contains("› Account › Cash"), "\(scene.text)")
    try await scene.send("esc esc")
    #expect(scene.lines[0].contains("› Price › "), "\(scene.text)")
    try await scene.send("esc esc")
    #expect(scene.lines[0] == before, "\(scene.text)")
  }
}
