import Diagnostics
import DirectToTerminal
import FoundationEssentials
import RuleEngine
import Testing
import Widgets

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
    ("docs/Keys.md", "keys"), ("docs/KeyBindings.md", "commands"), ("docs/Lints.md", "rules lints"),
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

  @Test func `Every command that is defined is listed`() throws {
    let path = "Sources/DirectToTerminal/Commands/CommandDefinition+Application.swift"
    let listed = Set(CommandDefinition.all.map(\.name.rawValue))
    for piece in try Self.document(path).split(separator: "CommandDefinition(").dropFirst() {
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
