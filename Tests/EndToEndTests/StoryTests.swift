import Glibc
import SQLite
import TestSupport
import Testing

/// Each story of the folder, told to the real program in tmux.
@Suite(.enabled(if: Tmux.isInstalled || Corpus.isRequired, "needs tmux; CI requires it"))
struct StoryTests {
  /// The timeout for one line, long enough for a loaded machine.
  private static let patience = Duration.seconds(60)

  @Test(arguments: Story.all)
  func `What is told happens`(story: Story) async throws {
    try #require(Tmux.isInstalled)
    let folder = TemporaryFolder()
    let window = Tmux(folder: folder)
    defer { window.close() }
    let path = folder.path + "/story.db"
    for line in try story.lines() {
      let place = "\(story.name):\(line.number)"
      switch line.word {
      case "sql", "other": try Connection(path: path, mode: .create).execute(line.text)
      case "database":
        let made = try Story.database(line.text)
        try Connection(path: path, mode: .create).execute(made.script)
        if !made.rules.isEmpty { folder.write(made.rules, to: "story.rules") }
      case "run":
        let run = try ProgramRun(shell: line.text, in: folder)
        try #require(run.code == 0, "\(place): exit code \(run.code)\n\(run.messages)")
      case "rules": folder.write(line.text, to: "story.rules")
      case "file": folder.write(line.parts.dropFirst().joined(separator: "\n"), to: line.parts[0])
      case "start":
        let arguments = line.text.replacing(" Rules/", with: " \(Story.root)/Rules/")
        window.start(arguments, columns: story.columns, rows: story.rows)
      case "press": window.press(line.text)
      case "type": window.type(line.text)
      case "kill": window.kill()
      case "see", "gone":
        let isThere = await holds {
          Self.words(window.text).contains(Self.words(line.text)) == (line.word == "see")
        }
        try #require(isThere, "\(place): \(line.word) \(line.text)\n\(window.text)")
      case "ended":
        let hasEnded = await holds { window.text.isEmpty }
        try #require(hasEnded, "\(place): it goes on\n\(window.text)")
      case "rows":
        let wanted = Array(line.parts.dropFirst())
        let areThere = await holds { (try? rows(line.parts[0], in: path)) == wanted }
        let found = try rows(line.parts[0], in: path)
        try #require(areThere, "\(place): \(found)\n\(window.text)")
      default: Issue.record("\(place): nobody knows what '\(line.word)' means")
      }
    }
  }

  @Test func `Twenty stories are told`() { #expect(Story.all.count >= 20) }

  private func rows(_ query: String, in path: String) throws -> [String] {
    try Connection(path: path, mode: .readOnly).rows(query) { row in
      (0..<row.columnCount).map { row.text($0) }.joined(separator: "|")
    }
  }

  /// The words on a screen, one blank between them.
  ///
  /// Fields have bars or, with colours, blanks on a shade at their sides; the cursor stands between a mark and its name.
  private static func words(_ screen: String) -> String {
    screen.replacing("●›", with: "● ").split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in
        line.split { " ▏▕".contains($0) }.joined(separator: " ")
      }
      .joined(separator: "\n")
  }

  /// Waits until something is so.
  private func holds(_ condition: () -> Bool) async -> Bool {
    let start = ContinuousClock.now
    while !condition() {
      guard ContinuousClock.now - start < Self.patience, !Task.isCancelled else { return false }
      try? await Task.sleep(for: .milliseconds(50))
    }
    return true
  }
}
