import SceneSupport
import Terminal
import TestSupport
import Testing

@testable import Pages

/// Colours as values.
@MainActor
struct ColorTests {
  private let folder = TemporaryFolder()

  @Test func `A colour is shown beside its text, checked, and saved as it was typed`() async throws
  {
    let model = folder.write(
      Array(
        #"{"entities": [{"name": "Tag", "table": "tag", "attributes": [{"name": "shade", "type": "color"}]}]}"#
          .utf8
      ),
      to: "model.json"
    )
    let scene = try await Scene(
      """
      CREATE TABLE tag(id INTEGER PRIMARY KEY, name TEXT, shade TEXT);
      INSERT INTO tag VALUES (1, 'One', '#0f0');
      """,
      "--model \(model) --entity Tag --task edit --id 1"
    )
    func sample() throws -> Style? {
      let y = try #require(scene.lines.firstIndex { $0.contains("Shade") })
      let screen = scene.terminal.screen
      let cells = (0..<screen.size.width).map { screen[Point(x: $0, y: y)] }
      return cells.first { $0.text == "█" }?.style
    }
    #expect(try sample()?.foreground == .indexed(46), "\(scene.text)")
    try await scene.go(to: "shade")
    try await scene.retype("blu")
    #expect(scene.text.contains("a colour like #ff8800, #f80 or orange"), "\(scene.text)")
    try await scene.retype("Blue")
    #expect(try sample()?.foreground == .indexed(21), "\(scene.text)")
    try await scene.send("ctrl-s")
    scene.expectSaved()
    #expect(try scene.rows("SELECT shade FROM tag") == ["Blue"])
    #expect(try sample()?.foreground == .indexed(21), "\(scene.text)")
    #expect(scene.line(with: "Shade")?.contains("Blue") == true, "\(scene.text)")
  }

  @Test(arguments: [
    ("#ff0000", 196), ("#F00", 196), ("#ff000080", 196), ("white", 231), ("#808080", 244),
    ("#080808", 232), ("orange", 214),
  ])
  func `The nearest colour of the palette stands for one`(text: String, index: UInt8) throws {
    #expect(try #require(ColorValue(text)).nearest == .indexed(index))
  }

  @Test(arguments: ["", "#", "ff0000", "#ff000", "#gg0000", "#ff 000", "blau"])
  func `What is no colour is none`(text: String) {
    #expect(ColorValue(text) == nil)
  }
}
