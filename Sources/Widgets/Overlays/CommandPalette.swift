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
  func presentHelp() { present { SectionMenu("Help", items: keyItems) } }

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

  /// The keys of this place in sections: what its page is for, then by heading, those of every page behind.
  package var keyItems: [MenuItem] {
    let shown = activeCommands.filter { !$0.keys.isEmpty && !$0.command.definition.isInternal }
    let items = shown.mostImportantFirst.map { active in
      let definition = active.command.definition
      return MenuItem(
        definition.label,
        note: definition.note,
        detail: active.keys.map(symbol).joined(separator: " "),
        disabledReason: active.command.disabledReason
      ) { _ in active.run() }
      .inSection(definition.section)
      .alsoFound(by: definition.synonyms + [definition.summary, definition.group])
    }
    var sections: [String] = []
    for item in items where !sections.contains(item.section) { sections.append(item.section) }
    let ordered = (0...CommandDefinition.lastRank).flatMap { rank in
      sections.filter { CommandDefinition.rank(ofSection: $0) == rank }
    }
    return ordered.flatMap { section in items.filter { $0.section == section } }
  }
}

extension CommandDefinition {
  /// The description, unless it repeats the title.
  fileprivate var note: String { summary == title ? "" : summary }
}
