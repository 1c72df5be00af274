import Pages
import SceneSupport
import TestSupport
import Testing

/// `y` copies the value, not its display.
@MainActor
struct ExactCopyTests {
  @Test func `K2: y copies the value with all its digits, a reference by its key`() async throws {
    for (id, expected) in [
      (1, ReadingValues.all), (2, ReadingValues.all.map { ($0.name, "") }),
    ] {
      let scene = try await Scene(
        ReadingValues.script,
        rules: "*true* => locale = 'de'",
        "--entity Reading --id \(id) --task inspect"
      )
      var copied: [String] = []
      scene.session.ui.screen.onCopy = { copied.append($0) }
      for (name, value) in expected {
        try await scene.go(to: name)
        try await scene.send("y")
        #expect(copied.last == value, "\(name): \(scene.text)")
      }
      #expect(copied.count == expected.count)
    }
  }

  @Test func `K2: y copies the label of a reference whose key rules hide`() async throws {
    let scene = try await Scene(
      ReadingValues.script,
      rules: "propertyKey in ['id', 'placeId'] => isPropertyVisible = false",
      "--entity Reading --id 1 --task inspect"
    )
    var copied: [String] = []
    scene.session.ui.screen.onCopy = { copied.append($0) }
    try await scene.go(to: "place")
    try await scene.send("y")
    #expect(copied == ["Here"], "\(scene.text)")
  }
}
