import Terminal

extension CommandDefinition {
  private static let helping = CommandHeading("Help")

  /// Lists everything that can be done.
  package static let palette = helping(.safe, "palette", keys: "ctrl-p", importance: 15)
    .saying("Finds and runs any command by its name.")
  /// Shows the keys.
  package static let help = helping(.safe, "help", keys: "? f1", importance: 20)
    .saying("Shows every key that does something here.")
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
    var titles: Set<String> = []
    return activeCommands.filter { active in
      !active.command.isHidden && active.command.definition != .palette
        && titles.insert(active.command.title).inserted
    }
    .map { active in
      MenuItem(
        active.command.title,
        note: active.command.definition.note,
        detail: active.keys.first.map(symbol) ?? "",
        disabledReason: active.command.disabledReason
      ) { _ in active.run() }
    }
  }

  /// The keys of this place, what is done most first, motions behind by group; choosing one runs nothing.
  package var keyItems: [MenuItem] {
    let shown = activeCommands.filter { !$0.keys.isEmpty }
    let important = shown.filter { $0.command.definition.importance > 0 }.mostImportantFirst
    let others = shown.filter { $0.command.definition.importance == 0 }
    // The order of groups is that in which the person meets them: from the focus outwards.
    var groups: [String] = []
    for active in others where !groups.contains(active.command.definition.group) {
      groups.append(active.command.definition.group)
    }
    let rest = groups.flatMap { group in others.filter { $0.command.definition.group == group } }
    return (important + rest).map { active in
      MenuItem(
        "\(active.keys.map(symbol).joined(separator: " "))  \(active.command.definition.summary)",
        detail: active.command.definition.group,
        disabledReason: active.command.disabledReason
      ) { _ in
        // Who looks something up does not mean to do it: the palette runs commands.
      }
    }
  }
}

extension CommandDefinition {
  /// The summary to show beside the title; empty if it repeats the title.
  fileprivate var note: String { summary == title ? "" : summary }
}
