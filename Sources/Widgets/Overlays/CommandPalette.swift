import Terminal

extension CommandDefinition {
  /// Lists everything that can be done.
  public static let palette = CommandDefinition(
    "palette",
    "palette",
    keys: "ctrl-p",
    group: "Help",
    importance: 15,
    summary: "Finds and runs any command by its name."
  )
  /// Shows the keys.
  public static let help = CommandDefinition(
    "help",
    "help",
    keys: "? f1",
    group: "Help",
    importance: 20,
    summary: "Shows every key that does something here."
  )
}

extension ViewHost {
  /// Shows all commands of this place, to be found by typing; those that cannot run say why.
  /// - Parameter others: What else can be chosen, behind the commands.
  public func presentPalette(with others: [MenuItem] = []) {
    var titles: Set<String> = []
    let items = activeCommands.filter { active in
      !active.command.isHidden && active.command.definition != .palette
        && titles.insert(active.command.title).inserted
    }
    .map { active in
      MenuItem(
        active.command.title,
        detail: active.keys.first?.symbol ?? "",
        disabledReason: active.command.disabledReason
      ) { _ in active.run() }
    }
    present { Menu("Commands", items: items + others, isSearchable: true) }
  }

  /// Shows the keys of this place by group; the chosen one runs.
  public func presentHelp() {
    let groups = Dictionary(grouping: activeCommands.filter { !$0.keys.isEmpty }) {
      $0.command.definition.group
    }
    // The order of groups is that in which the person meets them: from the focus outwards.
    var order: [String] = []
    for active in activeCommands where !order.contains(active.command.definition.group) {
      order.append(active.command.definition.group)
    }
    let items = order.flatMap { group in
      (groups[group] ?? []).map { active in
        MenuItem(
          "\(active.keys.map(\.symbol).joined(separator: " "))  \(active.command.definition.summary)",
          detail: group,
          disabledReason: active.command.disabledReason
        ) { _ in active.run() }
      }
    }
    present { Menu("Keys", items: items, isSearchable: true, width: 110, height: 24) }
  }
}
