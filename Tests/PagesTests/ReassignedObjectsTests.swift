import SceneSupport
import Testing

@testable import Pages

/// Objects that belong to one owner only, linked to another one.
@MainActor
struct ReassignedObjectsTests {
  private static let script = """
    CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE book(id INTEGER PRIMARY KEY, title TEXT NOT NULL, customer_id INT REFERENCES customer);
    INSERT INTO customer VALUES(1, 'Ada'), (2, 'Bob'), (3, 'Cid'), (4, 'Dan');
    INSERT INTO book VALUES(1, 'Emma', 1), (2, 'Ulysses', NULL), (3, 'Dune', 2), (4, 'Watt', 3), (5, 'Zama', 4);
    """

  @Test(arguments: [
    (
      ["Dune"], "added Book “Dune” to Books, taken from Customer “Bob”",
      "saved; taken from Customer “Bob”"
    ),
    (["Ulysses"], "added Book “Ulysses” to Books", "saved"),
    (
      ["Ulysses", "Dune"],
      "added Book “Ulysses” and Book “Dune” to Books, 1 of them taken from Customer “Bob”",
      "saved 2 objects; 1 of them taken from Customer “Bob”"
    ),
    (
      ["Dune", "Watt", "Zama"], "added 3 objects to Books, taken from 3 others",
      "saved 3 objects; taken from 3 others"
    ),
  ])
  func `J9: linking tells from whom it takes, when it is pending and when it is saved`(
    titles: [String],
    added: String,
    saved: String
  ) async throws {
    let scene = try await Scene(
      Self.script,
      "--entity Customer --task edit --id 1",
      width: 140
    )
    try await scene.go(to: "books")
    try await scene.send("a")
    let all = ["Dune", "Emma", "Ulysses", "Watt", "Zama"]
    let order = all.sorted { place(of: $0, scene) < place(of: $1, scene) }
    for title in order {
      try await scene.send(titles.contains(title) ? "space" : "down")
    }
    try await scene.send("enter")
    scene.expectStatus(added)
    try await scene.send("ctrl-s")
    scene.expectStatus(saved)
  }

  private func place(of title: String, _ scene: Scene) -> Int {
    scene.lines.firstIndex { $0.contains(title) } ?? 99
  }

  @Test func `J9: many rows given to another tell from whom they are taken`() async throws {
    let scene = try await Scene(Self.script, "--entity Book", width: 140, height: 40)
    try await scene.send("A M")
    try await scene.type("customer")
    try await scene.send("tab tab")
    try await scene.type("dan")
    try await scene.send("enter ctrl-s")
    scene.expectStatus("changed 4 of 5 rows; 3 of them taken from 3 others; u takes that back")
  }
}
