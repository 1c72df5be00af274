import SceneSupport
import Testing

/// On a screen with hardly any room what is said and asked can still be read to its end.
@MainActor
struct CompactLayoutTests {
  private static let script = """
    CREATE TABLE artist(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE album(id INTEGER PRIMARY KEY, title TEXT NOT NULL,
      artist_id INTEGER NOT NULL REFERENCES artist ON DELETE CASCADE);
    INSERT INTO artist VALUES(1, 'Ada'), (2, 'Bob');
    INSERT INTO album VALUES(1, 'One', 1), (2, 'Two', 1);
    """

  /// All that can be read by scrolling down to the end, without the bar that says where one is.
  private func allText(_ scene: Scene) async throws -> String {
    var lines: [String] = []
    for _ in 0..<400 {
      let before = scene.lines
      for line in scene.lines.map(withoutBar) where !lines.suffix(before.count).contains(line) {
        lines.append(line)
      }
      try await scene.send("down")
      if scene.lines == before { break }
    }
    return lines.joined(separator: " ")
  }

  private func withoutBar(_ line: String) -> String {
    line.last == "│" || line.last == "┃" ? String(line.dropLast()) : line
  }

  private func words(_ text: String) -> [Substring] { text.split(separator: " ") }

  @Test(arguments: [(20, 5), (12, 4), (39, 6), (100, 30)])
  func `A question is read to its end, and answered`(width: Int, height: Int) async throws {
    let scene = try await Scene(Self.script, "--entity Artist", width: width, height: height)
    try await scene.send("j d")
    // What lies behind a question without a frame would be taken for a part of it.
    if width < 40 { #expect(!scene.text.contains("Ada"), "\(scene.text)") }
    let text = try await allText(scene)
    for word in words("Delete Artist “Bob”? It goes at once. y esc keep") {
      #expect(text.contains(word), "\(word) in \(text)")
    }
    try await scene.send("esc")
    #expect(try scene.rows("SELECT count(*) FROM artist") == ["2"])
    try await scene.send("d y")
    #expect(try scene.rows("SELECT name FROM artist") == ["Ada"])
  }

  @Test(arguments: [(20, 6), (39, 6), (100, 30)])
  func `A question on a page is read, and answered`(width: Int, height: Int) async throws {
    let scene = try await Scene(Self.script, "--entity Artist", width: width, height: height)
    try await scene.send("d")
    let text = try await allText(scene)
    for word in words("Delete Artist “Ada”? It goes at once, and 2 more with it.") {
      #expect(text.contains(word), "\(word) in \(text)")
    }
    #expect(text.contains("Albums: 2"), "\(text)")
    try await scene.send("y")
    #expect(try scene.rows("SELECT name FROM artist") == ["Bob"])
  }

  @Test(arguments: [(20, 5), (12, 4), (39, 6), (100, 30)])
  func `A choice is asked with its question, and each answer can be taken`(
    width: Int,
    height: Int
  ) async throws {
    let scene = try await Scene(
      Self.script,
      "--entity Artist --id 1 --task edit",
      width: width,
      height: height
    )
    try await scene.go(to: "name")
    try await scene.type("x")
    try await scene.send("esc")
    #expect(scene.text.contains("The changes"), "\(scene.text)")
    #expect(
      scene.text.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains("not saved")
    )
    try await scene.send("down enter")
    #expect(try scene.rows("SELECT name FROM artist WHERE id = 1") != ["Ada"])
  }

  private static let sentence =
    "‘price > 3.4.2024 and nothing else’ is a long message that has something to say at its very end: here"

  @Test(arguments: [(20, 5), (12, 4), (12, 3), (1, 1), (39, 6), (100, 30)])
  func `A message is read to its end`(width: Int, height: Int) async throws {
    let scene = try await Scene(Self.script, "--entity Artist", width: width, height: height)
    let before = scene.lines
    scene.say(Self.sentence)
    try await scene.settle()
    if width > 1 {
      let text = width == 100 ? scene.text : try await allText(scene)
      for word in words(Self.sentence) {
        #expect(text.contains(word), "\(word) in \(text)")
      }
    } else {
      #expect(try await allText(scene).contains("‘"))
    }
    // The next key takes it away, and does nothing else where it was all there was to see.
    try await scene.send("esc")
    if width <= 20 { #expect(scene.lines == before) }
  }

  @Test func `What a prompt refuses is read where the prompt covers the place of messages`()
    async throws
  {
    let scene = try await Scene(Self.script, "--entity Artist", width: 20, height: 5)
    try await scene.send("F")
    try await scene.type("id > > 3")
    try await scene.send("enter")
    let text = try await allText(scene)
    #expect(!text.contains("filter:"), "\(text)")
    #expect(text.hasPrefix("! "), "\(text)")
    try await scene.send("esc")
    #expect(scene.lines.last?.hasPrefix("filter: id > > 3") == true, "\(scene.text)")
  }

  @Test(arguments: [(12, 3), (1, 1), (11, 30)])
  func `What is smaller says so`(width: Int, height: Int) async throws {
    let scene = try await Scene(Self.script, "--entity Artist", width: width, height: height)
    let text = scene.lines.joined(separator: width > 1 ? " " : "")
    #expect(text.hasPrefix(width == 1 ? "1" : "\(width)×\(height) is too"), "\(text)")
    try await scene.resize(width: 20, height: 5)
    #expect(scene.text.contains("Ada"))
  }

  @Test(arguments: [
    (20, 5), (39, 7), (30, 30), (40, 8), (60, 10), (80, 24), (110, 32), (300, 100),
  ])
  func `What stands in front leaves the keys that end it to be read`(width: Int, height: Int)
    async throws
  {
    let scene = try await Scene(Self.script, "--entity Artist", width: width, height: height)
    for key in ["?", "ctrl-p"] + (width < 60 ? [] : ["c"]) {
      try await scene.send(key)
      #expect(scene.lines.last?.contains("esc close") == true, "\(scene.text)")
      let below = scene.lines.suffix(width < 40 || height < 8 ? 1 : 2)
      #expect(below.allSatisfy { !$0.contains(/[│└┘─]/) }, "\(scene.text)")
      try await scene.send("esc")
    }
  }
}
