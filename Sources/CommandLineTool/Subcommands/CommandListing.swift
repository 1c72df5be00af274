import Pages
import Diagnostics
import Terminal
import Widgets

/// Every command with its keys, as text, JSON and the page `docs/KeyBindings.md`.
struct CommandListing {
  private let all: [CommandDefinition]

  init(_ commands: [CommandDefinition]) { all = commands }

  private var groups: [(name: String, commands: [CommandDefinition])] {
    var names: [String] = []
    for command in all where !names.contains(command.group) {
      names.append(command.group)
    }
    return names.map { name in (name, all.filter { $0.group == name }) }
  }

  var json: JSON {
    .array(
      all.map { command in
        [
          "name": .string(command.name.rawValue),
          "group": .string(command.group),
          "title": .string(command.title),
          "keys": .array(command.keys.map { .string("\($0)") }),
          "summary": .string(command.summary),
        ]
      }
    )
  }

  var text: String {
    groups.map { group in
      "\(group.name)\n"
        + group.commands.map { command in
          let keys = command.keys.map(\.description).joined(separator: " ")
          return "  \(padded(command.name.rawValue, 18))\(padded(keys, 20))\(command.summary)\n"
        }.joined()
    }.joined(separator: "\n")
  }

  var markdown: String {
    """
    # Commands and keys

    <!-- Made by `\(ProgramName.current) commands --format markdown`; a test fails when it is stale. -->

    Where a key means two things, the innermost place decides: a field before its page, a page before the program.
    A rule gives commands other keys; an empty text takes them all away:

    ```rules
    *true* => keyBindings = {edit: 'f4 E', quitNow: ''}
    ```


    """
      + groups.map { group in
        "## \(group.name)\n\n| command | keys | what it does |\n|---|---|---|\n"
          + group.commands.map(row).joined()
      }.joined(separator: "\n")
  }

  private func row(_ command: CommandDefinition) -> String {
    let keys = command.keys.map { "`\($0)`" }.joined(separator: " ")
    let cell = keys.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
    return "| `\(command.name)` | \(cell) | \(command.summary) |\n"
  }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}
