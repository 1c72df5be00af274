import Terminal

/// The bottom line: the keys that do something here and now, the most important first, as many as fit.
package struct KeyLine: NodeView {
  /// The footer of the screen.
  package init() {}

  /// The node the view is drawn with.
  package func node(in context: ViewContext) -> Node {
    DeferredLineNode(context, isOfFront: true) { canvas, line in
      let frame = line.frame
      var x = frame.minX + 1
      for entry in KeyLine.entries(on: line) {
        x += canvas.write(entry.symbol, x: x, y: frame.minY, style: line.style(of: .key))
        x += 1
        x += canvas.write(entry.title, x: x, y: frame.minY, style: line.style)
        x += 2
      }
    } press: { pressed, line, _ in
      var x = line.frame.minX + 1
      for entry in KeyLine.entries(on: line) {
        if x..<x + entry.cells ~= pressed {
          line.host.handle(.key(entry.key))
          return true
        }
        x += entry.cells + 2
      }
      return false
    }
  }

  private static func entries(on line: DeferredLineNode) -> [Entry] {
    let margin = CompactLayout.isTight(line.host.size) ? 1 : 2
    return entries(
      of: line.host.activeCommands,
      on: line.host,
      width: line.frame.width - margin
    )
  }

  /// An entry of the bottom line: a key, its symbol, and the title of the command it runs.
  ///
  /// A click on the entry presses the key.
  struct Entry {
    let key: KeyEvent
    let symbol: String
    let title: String

    var cells: Int { DisplayText.cells(symbol) + 1 + DisplayText.cells(title) }
  }

  /// Returns the entries that fit into `width`: enabled commands by importance, each title once.
  ///
  /// Help, which lists the others, has room reserved if it takes at most a quarter of the width.
  static func entries(of commands: [ActiveCommand], on host: ViewHost, width: Int) -> [Entry] {
    let shown = commands.filter { active in
      active.command.isEnabled && !active.command.isHidden && !active.keys.isEmpty
        && active.command.definition.importance > 0
    }
    var candidates: [(entry: Entry, isHelp: Bool)] = []
    var names: Set<CommandName> = []
    for active in shown.mostImportantFirst {
      let name = active.command.definition.name
      guard let key = active.keys.first, names.insert(name).inserted else { continue }
      let title = DisplayText.visible(active.command.title)
      let entry = Entry(key: key, symbol: host.symbol(of: key), title: title)
      candidates.append((entry, name == CommandDefinition.help.name))
    }
    let kept = candidates.first(where: \.isHelp)?.entry.cells ?? 0
    var reserve = kept > 0 && kept <= width / 4 ? kept + 2 : 0
    var entries: [Entry] = []
    var room = width
    for (entry, isHelp) in candidates {
      if isHelp { reserve = 0 }
      guard entry.cells <= room - reserve else { continue }
      entries.append(entry)
      room -= entry.cells + 2
    }
    return entries
  }
}

extension [ActiveCommand] {
  /// The commands by their importance; equal ones in the order they have.
  var mostImportantFirst: [ActiveCommand] {
    let importances = map { $0.command.definition.importance }
    let order = indices.sorted { first, second in
      let (importance, other) = (importances[first], importances[second])
      return importance == other ? first < second : importance > other
    }
    return order.map { self[$0] }
  }
}
