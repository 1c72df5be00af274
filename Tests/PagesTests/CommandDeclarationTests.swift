import Terminal
import Testing
import Widgets

@testable import Pages  // where commands are offered

/// Tests that each command declares all its texts and is offered somewhere.
@MainActor
struct CommandDeclarationTests {
  @Test func `Each command has a name, a label, a heading, a summary and a word on locked mode`() {
    for command in CommandDefinition.all {
      let name = command.name.rawValue
      #expect(!name.isEmpty && !command.title.isEmpty && !command.group.isEmpty)
      #expect(!command.summary.isEmpty && command.summary != command.title, "\(name)")
      #expect(command.locked != .unjudged, "\(name)")
      #expect(!command.keys.isEmpty || ["login", "logout"].contains(name), "\(name)")
    }
  }

  @Test func `Each command has a label of one to three words, and no synonym twice`() {
    for command in CommandDefinition.all {
      let words = command.label.split(separator: " ")
      #expect(1...3 ~= words.count && command.label.first?.isUppercase == true, "\(command.name)")
      let names = command.synonyms + [command.label.lowercased()]
      #expect(Set(names).count == names.count, "\(command.name)")
      #expect(command.synonyms.allSatisfy { $0 == $0.lowercased() })
    }
  }

  @Test func `Each description is an imperative of at most 48 characters without a full stop`() {
    for command in CommandDefinition.all {
      let summary = command.summary
      #expect(summary.count <= 48 && summary.last != ".", "\(command.name): \(summary)")
      #expect(summary.first?.isUppercase == true, "\(command.name): \(summary)")
      let verb = summary.prefix { $0 != " " }
      #expect(!verb.hasSuffix("s") || verb.hasSuffix("ss"), "\(command.name): \(summary)")
    }
  }

  @Test func `Keys and label of each command fit into one of two columns on 80 columns`() {
    // The frame of help takes six cells, the line between its columns three, the mark two, the gap behind the keys two.
    for command in CommandDefinition.all {
      #expect(9 + command.label.count + 4 <= (80 - 6 - 3) / 2, "\(command.name)")
    }
  }

  @Test func `Each command has a section of help, one word of a known list`() {
    let known: Set = [
      "Change", "Columns", "Fields", "Find", "Focus", "Go", "Help", "Menu", "Moving", "Program",
      "Prompt", "Query", "Question", "Text", "Why",
    ]
    for command in CommandDefinition.all {
      #expect(known.contains(command.group), "\(command.name)")
    }
    #expect(CommandDefinition.edit.section == CommandDefinition.ofPage)
    #expect(CommandDefinition.undo.section == "Change")
  }

  @Test func `Only a command without a meaning of its own is internal`() {
    #expect(CommandDefinition.all.filter(\.isInternal).map(\.name) == ["stay"])
  }

  @Test func `Each command is offered somewhere`() throws {
    var offered: Set<String> = []
    for text in try SourceTexts.all().values { offered.formUnion(Self.offered(text)) }
    // Made in a loop over definitions.
    let others = Set(RowsCommand.all.map(\.definition.name)).union(["stepDown", "stepUp"])
    for command in CommandDefinition.all where !others.contains(command.name) {
      #expect(offered.contains(command.name.rawValue), "\(command.name)")
    }
  }

  @Test func `A name that is only mentioned offers no command`() {
    let text = "Command(isNew ? .create : .edit, title: .open) { back(.quit) }; view.command(.copy)"
    #expect(Self.offered(text) == ["create", "edit", "copy"])
  }

  /// The names in the first arguments of the calls that make commands.
  private static func offered(_ text: String) -> Set<String> {
    var names: Set<String> = []
    for call in ["ommand(", "step(", "sideways(", "horizontal("] {
      for piece in text.split(separator: call).dropFirst() {
        let argument = piece.prefix { !",){".contains($0) }
        for word in argument.split(whereSeparator: \.isWhitespace) where word.hasPrefix(".") {
          names.insert(String(word.dropFirst().prefix { $0.isLetter }))
        }
      }
    }
    return names
  }
}
