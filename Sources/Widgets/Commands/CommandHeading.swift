/// A heading in help, which also makes the definitions of the commands under it.
///
///     static let back = going(.safe, "back", keys: "esc q", importance: 40)
///       .saying("Go back to the previous page")
///       .alsoCalled("return", "previous page")
package nonisolated struct CommandHeading: Sendable {
  private let name: String

  package init(_ name: String) { self.name = name }

  /// A command under this heading, called by its name unless it has a `title`; one without `importance` is in no footer.
  package func callAsFunction(
    _ locked: CommandDefinition.Locked,
    _ command: CommandName,
    title: String? = nil,
    keys: String,
    importance: Int = 0
  ) -> CommandDefinition {
    var definition = CommandDefinition(
      command,
      title ?? command.rawValue,
      keys: keys,
      group: name,
      importance: importance
    )
    definition.locked = locked
    return definition
  }
}

nonisolated extension CommandDefinition {
  /// Sets the description: an imperative of at most 48 characters.
  package func saying(_ summary: String) -> Self {
    var definition = self
    definition.summary = summary
    return definition
  }

  /// Sets the name in help and the palette, where the title with a capital letter says too little.
  package func labeled(_ label: String) -> Self {
    var definition = self
    definition.label = label
    return definition
  }

  /// Sets other words by which the palette and the command line find the command.
  package func alsoCalled(_ synonyms: String...) -> Self {
    var definition = self
    definition.synonyms += synonyms
    return definition
  }

  /// Leaves the command out of help, palette and lists of commands.
  package func asInternal() -> Self {
    var definition = self
    definition.isInternal = true
    return definition
  }

  /// Returns the definition with the names of the rule keys that affect whether it is enabled and what it does.
  package func reading(_ keys: Set<String>) -> Self {
    var definition = self
    definition.reads = keys
    return definition
  }

  static let fields = CommandHeading("Fields")
  static let focus = CommandHeading("Focus")
  static let moving = CommandHeading("Moving")
  static let prompt = CommandHeading("Prompt")
}
