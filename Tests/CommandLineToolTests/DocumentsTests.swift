import Diagnostics
import CommandLineTool
import Pages
import FoundationEssentials
import Qualifiers
import RuleEngine
import TestSupport
import Testing
import Widgets
import Workspace

/// Documents say what the program does.
@MainActor
struct DocumentsTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func document(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  private static func output(_ arguments: String) async throws -> Program.Outcome {
    let words = arguments.split(separator: " ").map(String.init)
    return await Program(try Invocation(arguments: words)).run()
  }

  @Test(arguments: [
    ("docs/Keys.md", "keys"), ("docs/Catalog.md", "catalog"), ("docs/KeyBindings.md", "commands"),
    ("docs/Lints.md", "rules lints"), ("docs/DateForms.md", "locales"),
  ])
  func `A listing is what the program prints; scripts/docs writes it anew`(
    path: String,
    command: String
  ) async throws {
    let printed = try await Self.output(command + " --format markdown")
    #expect(try Self.document(path) == printed.output)
  }

  @Test(arguments: ["docs/RuleLanguage.md", "docs/KeyBindings.md", "docs/Permissions.md"])
  func `Every example of the documents is a rule without faults`(path: String) throws {
    let examples = Self.blocks("rules", in: try Self.document(path))
    #expect(!examples.isEmpty || path == "docs/Permissions.md")
    for example in examples {
      let faults = Self.faults(in: example)
      #expect(faults.isEmpty, "\(example)\n\(faults.map(\.rendered))")
    }
  }

  @Test func `What an example expects is what its rules answer`() async throws {
    let examples = Self.blocks("rules", in: try Self.document("docs/RuleLanguage.md"))
      .filter { $0.contains("expect ") }
    #expect(examples.count > 1)
    let folder = TemporaryFolder()
    for example in examples {
      let file = folder.write(Array(example.utf8), to: "example.rules")
      let outcome = await Program(try Invocation(arguments: ["rules", "test", file])).run()
      #expect(outcome.code == 0, "\(example)\n\(outcome.output)\(outcome.messages)")
    }
  }

  @Test func `What stands left of an arrow in an example gives what stands right of it`() throws {
    let document = try Self.document("docs/RuleLanguage.md")
    let object = try #require(Self.blocks("object", in: document).first)
    let film = try #require(
      Expression.parse(object).expression?.evaluate(with: ValueContext(.null))
    )
    let context = ValueContext(
      .dictionary(["object": film]),
      now: try #require(Date(wallClock: "2024-03-01T12:30"))
    )
    let lines = Self.blocks("results", in: document).flatMap { $0.split(separator: "\n") }
    #expect(lines.count > 40)
    for line in lines {
      let sides = line.split(separator: "→").map { $0.split(separator: " ").joined(separator: " ") }
      try #require(sides.count == 2, "\(line)")
      let source = String(line.prefix { $0 != "→" })
      let (expression, faults) = Expression.parse(source)
      #expect(faults.isEmpty, "\(line) \(faults.map(\.rendered))")
      let found = try #require(expression)
      if case .condition(let condition) = found.kind {
        let words: [Truth: String] = [
          .yes: "true", .no: "false", .unknown: "unknown", .unanswered: "no answer",
        ]
        #expect(words[condition.truth(with: context)] == sides[1], "\(line)")
      } else {
        let value = found.evaluate(with: context)
        #expect((value?.literal ?? "no answer") == sides[1], "\(line)")
      }
    }
  }

  @Test func `Every example of the language is of a kind that is tested`() throws {
    let kinds = try Self.document("docs/RuleLanguage.md").split(separator: "\n")
      .filter { $0.hasPrefix("```") && $0 != "```" }.map { String($0.dropFirst(3)) }
    #expect(Set(kinds) == ["rules", "faulty", "object", "results", "ebnf"])
  }

  @Test func `What the documents call a mistake is one`() throws {
    let examples = Self.blocks("faulty", in: try Self.document("docs/RuleLanguage.md"))
    #expect(examples.map { Self.faults(in: $0).map(\.id) } == [["unknown-key"]])
  }

  @Test(arguments: [["rules", "check"], ["rules", "check", "--strict"]])
  func `The rules that come with the program are clean`(arguments: [String]) async throws {
    let outcome = await Program(try Invocation(arguments: arguments)).run()
    #expect(outcome.code == 0 && outcome.output.isEmpty, "\(outcome.output)")
  }

  @Test func `Every command has one name, one entry and a summary`() {
    let names = CommandDefinition.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(CommandDefinition.all.allSatisfy { !$0.summary.isEmpty })
  }

  @Test(arguments: ["", " --format json", " --format markdown"])
  func `The list of commands leaves internal ones out`(format: String) async throws {
    let printed = try await Self.output("commands" + format).output
    #expect(printed.contains("quitNow") && !printed.contains("stay"))
  }

  @Test(arguments: ["Application", "Changing", "Columns"])
  func `Every command that is defined is listed`(file: String) throws {
    let path = "Sources/Pages/Definitions/CommandDefinition+\(file).swift"
    let listed = Set(CommandDefinition.all.map(\.name.rawValue))
    for piece in try Self.document(path).split(separator: "static let ").dropFirst()
    where !piece.contains(" = CommandHeading(\"") && !piece.contains(": Set<String>") {
      let name = piece.drop { $0 != "\"" }.dropFirst().prefix { $0 != "\"" }
      #expect(listed.contains(String(name)), "add it to CommandDefinition.all")
    }
  }

  private static func faults(in text: String) -> [Diagnostic] {
    RuleModel.load(
      layers: [(.application, [SourceText(name: "example.rules", text: text)])],
      vocabulary: builtInVocabulary,
      names: Catalog.builtIn.names(with: nil)
    ).diagnostics
  }

  /// The code between fences with a name.
  private static func blocks(_ name: String, in text: String) -> [String] {
    var blocks: [String] = []
    var block: [Substring]?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let lines = block {
        if line == "```" {
          blocks.append(lines.joined(separator: "\n"))
          block = nil
        } else {
          block = lines + [line]
        }
      } else if line == "```" + name {
        block = []
      }
    }
    return blocks
  }
}
