public import Terminal

/// The user's changes to key bindings: the keys for each command name.
public nonisolated struct KeyBindings: Sendable, Hashable {
  /// A mistake in the user's key bindings, such as an unknown command or a key that never runs its command.
  public struct Problem: Sendable, Hashable {
    /// The description of the mistake.
    public let sentence: String
    /// Whether the key exists and yet never runs the command.
    public let isIdle: Bool
  }

  private var keys: [CommandName: [KeyEvent]] = [:]

  /// No changes.
  public init() {}

  /// Changes as text: `["save": "ctrl-s f2", "delete": ""]`; an empty text takes all keys away.
  /// - Parameters:
  ///   - texts: Command names and their keys, separated by spaces.
  ///   - known: The commands there are; other names are problems. Empty accepts any.
  /// - Returns: The bindings and the mistakes; wrong entries, and keys that never run the command, are left out.
  public static func reading(
    _ texts: [String: String],
    known: [CommandDefinition] = []
  ) -> (bindings: KeyBindings, problems: [Problem]) {
    var bindings = KeyBindings()
    var problems: [Problem] = []
    let definitions = Dictionary(known.map { ($0.name, $0) }) { first, _ in first }
    for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
      let command = CommandName(name)
      func note(_ what: String, isIdle: Bool = false) {
        problems.append(Problem(sentence: "key binding '\(name)': \(what)", isIdle: isIdle))
      }
      guard known.isEmpty || definitions[command] != nil else {
        note("there is no such command")
        continue
      }
      guard let keys = KeyEvent.sequence(text) else {
        note("one of the keys '\(text)' does not exist")
        continue
      }
      let own = definitions[command]?.keys ?? []
      let kept = keys.enumerated().compactMap { place, key -> KeyEvent? in
        guard !keys[..<place].contains(key) else { return nil }
        guard !own.contains(key), let refusal = key.bindingRefusal else { return key }
        note(refusal, isIdle: true)
        return nil
      }
      // A command keeps its own keys where none of the others can be bound.
      if keys.isEmpty || !kept.isEmpty { bindings.keys[command] = kept }
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

  /// Whether `definition` has `key` by a change alone.
  func adds(_ key: KeyEvent, to definition: CommandDefinition) -> Bool {
    keys[definition.name]?.contains(key) == true && !definition.keys.contains(key)
  }

  /// Keys that a change gave to two commands that may be offered in one place, where only one of them runs.
  public func conflicts(among definitions: [CommandDefinition]) -> [Problem] {
    var holders: [KeyEvent: [CommandDefinition]] = [:]
    for definition in definitions {
      for key in keys(for: definition) { holders[key, default: []].append(definition) }
    }
    return definitions.flatMap { definition in
      keys(for: definition).filter { adds($0, to: definition) }.compactMap { key in
        conflict(of: definition, with: holders[key] ?? [], at: key)
      }
    }
  }

  /// The first command among `others` that a key of `winner` keeps from running.
  private func conflict(
    of winner: CommandDefinition,
    with others: [CommandDefinition],
    at key: KeyEvent
  ) -> Problem? {
    // Those that have a key in common from the beginning are offered in different places.
    let strangers = others.filter { Set($0.keys).isDisjoint(with: winner.keys) }
    if let twin = strangers.first(where: { adds(key, to: $0) && mayMeet(winner, $0) }) {
      guard winner.name.rawValue < twin.name.rawValue else { return nil }
      return Problem(
        sentence: "the key '\(key)' is given to both '\(winner.name)' and '\(twin.name)', "
          + "and runs only one of them; give one another key",
        isIdle: true
      )
    }
    let loser = strangers.first { $0.group == winner.group && keys(for: $0) == [key] }
    return loser.map { loser in
      Problem(
        sentence: "the key '\(key)' runs '\(winner.name)' now, and '\(loser.name)' has no other; "
          + "give one of them another key",
        isIdle: false
      )
    }
  }

  /// Whether two commands may be offered in one place.
  private func mayMeet(_ one: CommandDefinition, _ other: CommandDefinition) -> Bool {
    one.group == other.group
      || Self.standaloneGroups.isDisjoint(with: [one.group, other.group])
  }

  /// The groups of commands that are offered where those of other groups are not.
  private static let standaloneGroups: Set = ["Why", "Prompt", "Menu", "Question", "Text", "Query"]
}
