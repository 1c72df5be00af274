import Diagnostics
import Terminal
import Widgets

/// Every command with its keys, as text, JSON and the page `docs/KeyBindings.md`.
struct CommandListing: Listing {
  private let all: [CommandDefinition]

  /// The commands that users know.
  init(all: [CommandDefinition]) { self.all = all.filter { !$0.isInternal } }

  private var groups: [(name: String, members: [CommandDefinition])] { all.groups(by: \.group) }

  var json: JSON {
    .array(
      all.map { command in
        [
          "name": .string(command.name.rawValue),
          "group": .string(command.group),
          "label": .string(command.label),
          "title": .string(command.title),
          "keys": .array(command.keys.map { .string("\($0)") }),
          "summary": .string(command.summary),
          "synonyms": .array(command.synonyms.map { .string($0) }),
        ]
      }
    )
  }

  var text: String {
    groups.map { group in
      "\(group.name)\n"
        + group.members.map { command in
          let keys = command.keys.map(\.description).joined(separator: " ")
          let name = command.name.rawValue.filled(to: 18)
          return "  \(name)\(keys.filled(to: 20))\(command.summary)\n"
        }.joined()
    }.joined(separator: "\n")
  }

  var markdown: String {
    """
    # Commands and keys

    <!-- Made by `\(ProgramName.current) commands --format markdown`; a test fails when it is stale. -->

    `:` and the palette find a command by its name, its label and the words it is also found as.

    Where a key means two things, the innermost place decides: a field before its page, a page before the program.
    A rule gives commands other keys; an empty text takes them all away:

    ```rules
    *true* => keyBindings = {open: 'enter l', edit: 'f4', quitNow: ''}
    ```

    A key that a rule gives to a command runs that command wherever it is offered, also where the key moves the cursor
    otherwise; a field keeps the letters that are typed into it. Next come the keys of an application's own commands, then
    the keys below. `esc`, `ctrl-c` and `ctrl-z` cannot be bound, and neither can keys that no terminal sends, such as
    `ctrl-i`, which is `tab`. `\(ProgramName.current) rules check` tells of them (`idle-binding`).


    """
      + groups.map { group in
        "## \(group.name)\n\n| command | keys | label | what it does | also found as |\n|---|---|---|---|---|\n"
          + group.members.map(row).joined()
      }.joined(separator: "\n")
  }

  private func row(_ command: CommandDefinition) -> String {
    let keys = command.keys.map { "`\($0)`" }.joined(separator: " ")
    let synonyms = command.synonyms.joined(separator: ", ")
    return "| `\(command.name)` | \(keys.markdownCell) | \(command.label) | \(command.summary) "
      + "| \(synonyms) |\n"
  }
}
