public import Terminal

/// Keys of commands as the person changed them: names to keys.
public nonisolated struct KeyBindings: Sendable, Hashable {
  private var keys: [CommandName: [KeyEvent]] = [:]

  /// No changes.
  public init() {}

  /// Changes as text: `["save": "ctrl-s f2", "delete": ""]`; an empty text takes all keys away.
  /// - Parameters:
  ///   - texts: Command names and their keys, separated by spaces.
  ///   - known: The commands there are; other names are problems. Empty accepts any.
  /// - Returns: The bindings, and what was wrong in sentences; wrong entries are left out.
  public static func reading(
    _ texts: [String: String],
    known: [CommandDefinition] = []
  ) -> (bindings: KeyBindings, problems: [String]) {
    var bindings = KeyBindings()
    var problems: [String] = []
    let names = Set(known.map(\.name))
    for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
      let command = CommandName(name)
      if !names.isEmpty, !names.contains(command) {
        problems.append("key binding '\(name)': there is no such command")
      } else if let keys = KeyEvent.sequence(text) {
        bindings.keys[command] = keys
      } else {
        problems.append("key binding '\(name)': one of the keys '\(text)' does not exist")
      }
    }
    problems += bindings.conflicts(among: known)
    return (bindings, problems)
  }

  /// The keys that run `definition` now.
  public func keys(for definition: CommandDefinition) -> [KeyEvent] {
    keys[definition.name] ?? definition.keys
  }

  /// Gives `name` other keys.
  public subscript(name: CommandName) -> [KeyEvent]? {
    get { keys[name] }
    set { keys[name] = newValue }
  }

  /// Keys that a change gave to two commands of one group, in sentences.
  public func conflicts(among definitions: [CommandDefinition]) -> [String] {
    var taken: [String: CommandDefinition] = [:]
    var problems: [String] = []
    for definition in definitions {
      for key in keys(for: definition) {
        let place = "\(definition.group) \(key)"
        if let other = taken[place], keys[other.name] != nil || keys[definition.name] != nil {
          problems.append(
            "key \(key) runs both '\(other.name)' and '\(definition.name)'; give one another key"
          )
        } else {
          taken[place] = definition
        }
      }
    }
    return problems
  }
}
