import SceneSupport
import Testing
import Widgets

@testable import Pages

/// JSON: checked while it is typed, shown in lines that fold, and saved as it was written.
@MainActor
struct JSONTests {
  private static let text =
    #"{"name":"A","tags":["x","y\u0041",[]],"size":{"w":1.50,"h":{"deep":null}},"e":{}}"#

  private func scene(_ arguments: String, rules: String = "", width: Int = 100) async throws
    -> Scene
  {
    try await Scene(
      """
      CREATE TABLE thing(id INTEGER PRIMARY KEY, title TEXT, data JSON, plain TEXT);
      INSERT INTO thing VALUES (1, 'One', '\(Self.text)', '{"a":[1,2]}'), (2, 'Two', 'no json', NULL);
      """,
      rules: rules,
      "--entity Thing \(arguments)",
      width: width
    )
  }

  @Test func `A document is lines, each as it was written, and brackets fold`() throws {
    let tree = try #require(JSONTree(Self.text))
    #expect(tree.depth == 3)
    tree.rows.outline.fold(below: 1)
    #expect(
      tree.rows.bounds.positions.map(tree.text) == [
        "{", #"  "name": "A","#, #"  "tags": [… 3 ],"#, #"  "size": {… 2 },"#, #"  "e": {}"#, "}",
      ]
    )
    let isUnfolded = tree.rows.outline.setFolded(false, at: 3)
    #expect(isUnfolded)
    #expect(
      tree.rows.bounds.positions.map(tree.text) == [
        "{", #"  "name": "A","#, #"  "tags": [… 3 ],"#, #"  "size": {"#, #"    "w": 1.50,"#,
        #"    "h": {… 1 }"#, "  },", #"  "e": {}"#, "}",
      ]
    )
    tree.rows.outline.fold(below: 0)
    #expect(tree.rows.bounds.positions.map(tree.text) == ["{… 4 }"])
    #expect(
      JSONTree("no json") == nil && JSONTree(#"{"a":1,"a":2}"#) == nil && JSONTree("7") != nil
    )
  }

  @Test func `On a page about an object it is indented and folded, and keys unfold it`()
    async throws
  {
    let scene = try await scene("--task inspect --id 1")
    try await scene.go(to: "data", by: "j")
    #expect(scene.line(with: #""tags": [… 3 ],"#) != nil, "\(scene.text)")
    try await scene.send("z")
    #expect(scene.line(with: #""w": 1.50,"#) != nil && scene.line(with: #""h": {… 1 }"#) != nil)
    try await scene.send("z")
    #expect(scene.text.contains("more lines"), "\(scene.text)")
    try await scene.send("z z z Z Z Z")
    #expect(scene.line(with: "{… 4 }") != nil, "\(scene.text)")
    #expect(try scene.rows("SELECT data FROM thing WHERE id = 1") == [Self.text])
  }

  @Test func `As a page of its own each bracket folds, and what is searched for is unfolded`()
    async throws
  {
    let scene = try await scene("--task inspect --id 1")
    try await scene.go(to: "data", by: "j")
    try await scene.send("V")
    #expect(scene.line(with: #""deep": null"#) != nil, "\(scene.text)")
    try await scene.send("j j enter")
    #expect(scene.line(with: #""tags": [… 3 ],"#) != nil && scene.line(with: #""x","#) == nil)
    try await scene.send("right")
    #expect(scene.line(with: #""x","#) != nil, "\(scene.text)")
    try await scene.send("j left left")
    #expect(scene.line(with: #""tags": [… 3 ],"#) != nil, "\(scene.text)")
    try await scene.send("Z")
    #expect(scene.line(with: #""size": {… 2 }"#) != nil, "\(scene.text)")
    try await scene.send("/")
    try await scene.type("DEEP")
    try await scene.send("enter")
    #expect(scene.line(with: #""deep": null"#) != nil, "\(scene.text)")
    try await scene.send("V")
    #expect(scene.text.contains(#"{"name":"A","tags""#), "\(scene.text)")
    try await scene.send("esc esc")
    #expect(scene.lines[0].contains("One"), "\(scene.text)")
  }

  @Test func `A rule shows texts so, and what is no JSON is shown as it stands`() async throws {
    let ruled = try await scene(
      "--task inspect --id 1",
      rules: "task = 'inspect' and propertyKey = 'plain' => component = 'DisplayJSON'"
    )
    #expect(ruled.line(with: #""a": [… 2 ]"#) != nil, "\(ruled.text)")
    let broken = try await scene("--task inspect --id 2")
    #expect(broken.line(with: "no json") != nil, "\(broken.text)")
    try await broken.go(to: "data", by: "j")
    try await broken.send("z V")
    #expect(broken.text.contains("no json"), "\(broken.text)")
  }

  @Test
  func `While it is typed the place of a fault is told, and what is saved is what was written`()
    async throws
  {
    let scene = try await scene("--task edit --id 1", width: 160)
    try await scene.go(to: "data")
    try await scene.send("ctrl-x")
    try await scene.paste("{ \"a\" : 1.50,\n \"b\": [1, }")
    #expect(scene.text.contains("not JSON: "), "\(scene.text)")
    #expect(scene.text.contains("line 2, column"), "\(scene.text)")
    try await scene.send("ctrl-s")
    #expect(try scene.rows("SELECT data FROM thing WHERE id = 1") == [Self.text])
    try await scene.send("backspace backspace backspace")
    try await scene.type("]}")
    #expect(!scene.text.contains("not JSON: "), "\(scene.text)")
    try await scene.send("ctrl-s")
    scene.expectSaved()
    #expect(
      try scene.rows("SELECT data FROM thing WHERE id = 1") == ["{ \"a\" : 1.50,\n \"b\": [1]}"]
    )
  }
}
