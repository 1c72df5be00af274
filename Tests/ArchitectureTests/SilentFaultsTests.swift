import Testing

/// Tests that no error of the store is discarded, so that each one reaches the user.
struct SilentFaultsTests {
  /// The files that may discard an error of the store, each with the reason.
  private static let exceptions = [
    // Nothing is read: without the second connection the first does its work, and says what is wrong.
    "Sources/EntityStore/Connections/BackgroundConnection.swift":
      "falls back to the first connection",
    // Nothing is read: the rows are taken back, by the store or by closing it.
    "Sources/EntityStore/Saving/Insertion.swift": "nothing is left to be taken back",
  ]

  /// The calls whose errors must not be discarded.
  private static let sources = ["store.", "worker.", "opener.", "adaptor.", "await "]

  private func isMeant(_ line: String) -> Bool {
    guard let start = line.ranges(of: "try?").first else { return false }
    let call = line[start.upperBound...]
    // What reads the schema or prepares a statement gives errors of SQLite, and does without.
    let isMeant = !call.contains("Task.sleep(") && !call.contains("adaptor.connection.")
    return isMeant && Self.sources.contains { call.contains($0) }
  }

  @Test func `A20: no error of the store is thrown away by try?`() throws {
    for file in try SourceTree.sources.get() where file.mentions("try?") {
      for (index, line) in file.code.enumerated()
      where isMeant(line) && Self.exceptions[file.path] == nil {
        Issue.record("\(file):\(index + 1): 'try?' makes a failed read silent: say its sentence")
      }
    }
  }

  /// The lines between the braces of a `catch`, for those that catch whatever the store says.
  private func caught(in file: SourceFile) -> [(line: Int, body: [Substring])] {
    var found: [(Int, [Substring])] = []
    for (index, line) in file.code.enumerated() where line.hasSuffix("} catch {") {
      let indentation = line.prefix { $0 == " " }
      let body = file.code[(index + 1)...].prefix { $0 != indentation + "}" }
      found.append((index + 1, body.map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }))
    }
    return found
  }

  @Test func `A20: no error of the store is caught and forgotten`() throws {
    let silent = ["continue", "break", "return", "return nil", "return false", "return []"]
    for file in try SourceTree.sources.get()
    where ["EntityStore", "Editing", "Pages", "CommandLineTool"].contains(file.target)
      && file.mentions("throws(StoreError)") && Self.exceptions[file.path] == nil
    {
      for (line, body) in caught(in: file)
      where body.isEmpty || body.count == 1 && silent.contains(String(body[0])) {
        Issue.record("\(file):\(line): this 'catch' makes a failed read silent: say its sentence")
      }
    }
  }

  @Test func `A20: the exceptions are still needed`() throws {
    let files = try SourceTree.sources.get()
    for (path, reason) in Self.exceptions {
      let file = try #require(files.first { $0.path == path }, "\(path) is no more: \(reason)")
      let isNeeded =
        file.code.contains(where: isMeant) || caught(in: file).contains { $0.body.count < 2 }
      #expect(isNeeded, "\(path): nothing is silent there any more")
    }
  }
}
