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

  @Test func `Each command is offered somewhere`() throws {
    // What follows a point, in all files but those that declare commands.
    var mentioned: Set<Substring> = []
    for (name, text) in try SourceTexts.all() where !name.contains("CommandDefinition+") {
      for piece in text.split(separator: ".") {
        mentioned.insert(piece.prefix { $0.isLetter })
      }
    }
    let ofRows = Set(RowsCommand.all.map(\.definition.name))
    for command in CommandDefinition.all where !ofRows.contains(command.name) {
      #expect(mentioned.contains(Substring(command.name.rawValue)), "\(command.name)")
    }
  }
}
