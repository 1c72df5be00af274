import Terminal

extension CommandDefinition {
  private static let helping = CommandHeading("Help")

  /// Lists everything that can be done.
  package static let palette = helping(.safe, "palette", keys: "ctrl-p", importance: 15)
    .saying("Find and run any command")
    .labeled("Command palette")
    .alsoCalled("commands", "menu", "actions")
  /// Shows the keys.
  package static let help = helping(.safe, "help", keys: "? f1", importance: 20)
    .saying("Show every key that works here")
    .alsoCalled("keys", "shortcuts", "manual")
}

extension ViewHost {
  /// Shows all commands of this place, to be found by typing; those that cannot run say why.
  func presentPalette() {
    present { Menu("Commands", items: commandItems, isSearchable: true, width: 110) }
  }

  /// Shows the keys of this place.
  func presentHelp() {
    present { Menu("Keys", items: keyItems, isSearchable: true, width: 110, height: 24) }
  }

  /// All commands of this place; those that cannot run say why.
  package var commandItems: [MenuItem] {
    var labels: Set<String> = []
    return activeCommands.filter { active in
      !active.command.isHidden && !active.command.definition.isInternal
        && active.command.definition != .palette && labels.insert(active.command.label).inserted
    }
    .map { active in
      let definition = active.command.definition
      return MenuItem(
        active.command.label,
        note: definition.note,
        detail: active.keys.first.map(symbol) ?? "",
        disabledReason: active.command.disabledReason
      ) { _ in active.run() }
      .alsoFound(by: definition.synonyms + [definition.label, definition.name.rawValue])
    }
  }

  /// The keys of this place, what is done most first, motions behind by group; choosing one runs nothing.
  package var keyItems: [MenuItem] {
    let shown = activeCommands.filter { !$0.keys.isEmpty && !$0.command.definition.isInternal }
    let important = shown.filter { $0.command.definition.importance > 0 }.mostImportantFirst
    let others = shown.filter { $0.command.definition.importance == 0 }
    // The order of groups is that in which the person meets them: from the focus outwards.
    var groups: [String] = []
    for active in others where !groups.contains(active.command.definition.group) {
      groups.append(active.command.definition.group)
    }
    let rest = groups.flatMap { group in others.filter { $0.command.definition.group == group } }
    return (important + rest).map { active in
      let definition = active.command.definition
      let keys = active.keys.map(symbol).joined(separator: " ")
      let padding = String(repeating: " ", count: max(0, 5 - DisplayText.cells(keys)))
      return MenuItem(
        "\(keys)\(padding)  \(definition.label)",
        note: definition.note,
        disabledReason: active.command.disabledReason
      ) { _ in
        // Who looks something up does not mean to do it: the palette runs commands.
      }
      .alsoFound(by: definition.synonyms + [definition.summary, definition.group])
    }
  }
}

extension CommandDefinition {
  /// The description, unless it repeats the title.
  fileprivate var note: String { summary == title ? "" : summary }
}
