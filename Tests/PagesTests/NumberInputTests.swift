import FoundationEssentials
import Qualifiers
import SceneSupport
import Testing

@testable import Pages
import Workspace

/// Numbers that are stored as texts, computed in many rows.
@MainActor
struct NumberInputTests {
  @Test func `J20: prices stored as texts are raised, each in its own writing`() async throws {
    let scene = try await Scene(
      """
      CREATE TABLE book(id INTEGER PRIMARY KEY, price TEXT);
      INSERT INTO book VALUES (1, '9.90'), (2, '19,99'), (3, '5'), (4, NULL), (5, '0,125');
      """,
      "--entity Book",
      width: 140,
      height: 40
    )
    try await scene.send("A M")
    try await scene.type("price")
    try await scene.send("tab")
    try await scene.type("com")
    try await scene.send("tab")
    try await scene.type("price * 1.1")
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("u takes that back"), "\(scene.text)")
    #expect(
      try scene.rows("SELECT price FROM book ORDER BY id") == [
        "10.89", "21,99", "5.5", "", "0,138",
      ]
    )
  }

  @Test func `J20: a text that is no number is told, with what makes it one`() async throws {
    let scene = try await Scene(
      "CREATE TABLE book(id INTEGER PRIMARY KEY, price TEXT); INSERT INTO book VALUES (1, '9,90 €');",
      "--entity Book",
      width: 140,
      height: 40
    )
    try await scene.send("A M")
    let model = try #require(scene.session.navigator.current.bulk)
    model.input = BulkChange.Input(key: "price", manner: .compute, text: "price * 2")
    try await scene.settle()
    let sentence = "‘price’ is “9,90 €”, not a number like 9.90; ‘replace’ can make it one"
    #expect(scene.text.contains(sentence), "\(scene.text)")
  }
}
