import DirectToTerminal
import DirectToTerminalTesting
import FoundationEssentials
import Testing

/// The code of documents is compiled here, outside of the package: what only the package may call is not promised.
@MainActor
struct DocumentsTests {
  private static let root = (0..<4).reduce(URL(filePath: #filePath)) { path, _ in
    path.deletingLastPathComponent()
  }

  private static func files(in folder: String, ending: String) throws -> [URL] {
    let folder = root.appending(path: folder)
    let paths = try FileManager.default.subpathsOfDirectory(
      atPath: folder.path(percentEncoded: false)
    )
    return paths.filter { $0.hasSuffix(ending) }.sorted().map { folder.appending(path: $0) }
  }

  private static func text(_ file: URL) throws -> String {
    try String(contentsOf: file, encoding: .utf8)
  }

  /// All code outside of the package: the examples, their tests, and these.
  private static let code = Result {
    try
      (files(in: "Examples/Sources", ending: ".swift")
      + files(in: "Examples/Tests", ending: ".swift"))
      .map { try text($0) }
  }

  private static let documents = Result {
    try files(in: "docs", ending: ".md") + [root.appending(path: "README.md")]
  }

  /// Lines without blanks before them, between line ends.
  private static func unindented(_ lines: [Substring]) -> String {
    "\n" + lines.map { $0.drop { $0 == " " } + "\n" }.joined()
  }

  private static func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// A document apart: its blocks of Swift, and the lines that stand in no block.
  private static func parts(_ text: String) -> (blocks: [String], prose: String) {
    var (blocks, prose): ([String], [Substring]) = ([], [])
    var (block, fence): ([Substring], Substring?) = ([], nil)
    for line in lines(text) {
      if let language = fence {
        if line == "```" {
          if language == "```swift" { blocks.append(unindented(block)) }
          fence = nil
        } else {
          block.append(line)
        }
      } else if line.hasPrefix("```") {
        (block, fence) = ([], line)
      } else {
        prose.append(line)
      }
    }
    return (blocks, prose.joined(separator: "\n"))
  }

  @Test func `P3: every block of Swift in every document is compiled outside of the package`()
    throws
  {
    let code = try Self.code.get().map { Self.unindented(Self.lines($0)) }
    var count = 0
    for document in try Self.documents.get() {
      for block in Self.parts(try Self.text(document)).blocks {
        #expect(
          code.contains { $0.contains(block) },
          "\(document.lastPathComponent): no file below Examples contains\(block)"
        )
        count += 1
      }
    }
    #expect(count >= 25)
  }

  @Test(arguments: ["docs/Applications.md", "docs/SwiftRules.md"])
  func `P3: every name of Swift in the text of a document is used outside of the package`(
    path: String
  )
    throws
  {
    let used = Set(try Self.code.get().flatMap { Self.words($0) })
    let prose = Self.parts(try Self.text(Self.root.appending(path: path))).prose
    let spans = prose.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map(\.element)
    // What documents say does not compile, and what the compiler says of it.
    let wrong = ["\\.entity.nmae", "NoSuchKeyOrAddedNamespace", "NoSuchMember"]
    let unused = spans.filter {
      Self.isSwift($0) && !wrong.contains(String($0)) && !used.isSuperset(of: Self.words($0))
    }
    #expect(unused == [], "use them in a test, or take them out of the document")
    #expect(spans.count { Self.isSwift($0) } > 20)
  }

  /// Whether what stands between backticks is code of Swift: a type, a member, a call or a path of a key.
  private static func isSwift(_ span: Substring) -> Bool {
    guard let first = span.first, !span.contains("…"), !span.contains("/"), !span.contains("'")
    else {
      return false
    }
    return first == "\\" || first == "@"
      || (first == "." && span.dropFirst().first?.isLetter == true)
      || span.contains("(") || span.hasPrefix("page.")
      || (first.isUppercase && span.allSatisfy(\.isLetter) && span.contains(where: \.isLowercase))
  }

  /// The words of code; texts in quotes and what is said to be no code are left out.
  private static func words(_ code: some StringProtocol) -> [String] {
    let outside = code.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      .filter { code.count > 200 || $0.offset % 2 == 0 }.map(\.element)
    return outside.joined(separator: " ").split { !($0.isLetter || $0.isNumber || $0 == "_") }
      .filter { $0.first?.isLetter == true }.map(String.init)
  }

  @Test func `The examples of rules in Swift say what the document says`() throws {
    #expect(documentedModels.map(\.rules.count) == [1, 9, 9, 2, 5, 1, 1])
    let rule = try #require(documentedModels.first?.rules.first)
    #expect(rule.text == "task = 'edit' and entity.name = 'Movie' => title = 'Edit Movie'")
    for (number, model) in documentedModels.enumerated() where number != 3 {
      #expect(!model.rules.contains { $0.text.contains("{ …") }, "only one of them has closures")
    }
    #expect(
      documentedModels[1].rules.contains {
        $0.text.hasPrefix("object.returnedAt is null and object.dueDate < today - 7 days")
      }
    )
  }

  @Test func `The examples of types are shown and entered`() async throws {
    let application = Application("desk") {
      Database(
        script: """
          CREATE TABLE job (id INTEGER PRIMARY KEY, name TEXT NOT NULL, urgency INTEGER, hours TEXT);
          INSERT INTO job VALUES (1, 'Paint', 3, '{"from":9,"to":17}');
          """,
        title: "Desk"
      )
      urgency
      opening
      Models(
        """
        {"entities": [{"name": "Job", "attributes": [
          {"name": "urgency", "type": "urgency"}, {"name": "hours", "type": "opening"}]}]}
        """
      )
    }
    let desk = try await ApplicationTester(application, ["--entity", "Job", "--id", "1"])
    #expect(desk.text.contains("high") && desk.text.contains("9–17"), "\(desk.text)")
    await desk.close()
  }
}
