import Testing
import Widgets

@testable import Pages  // where commands are offered

/// What the one declaration of a command says.
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
    let sources = try SourceTexts.all().filter { !$0.key.contains("CommandDefinition+") }
    let ofRows = Set(RowsCommand.all.map(\.definition.name))
    for command in CommandDefinition.all where !ofRows.contains(command.name) {
      let offers = [
        "(.\(command.name)", ", .\(command.name)", "[.\(command.name)", "? .\(command.name)",
        ": .\(command.name)",
      ]
      #expect(
        sources.values.contains { text in offers.contains { text.contains($0) } },
        "\(command.name)"
      )
    }
  }
}
