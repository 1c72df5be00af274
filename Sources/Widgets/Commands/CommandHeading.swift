/// What commands are listed under in help: makes the definitions of those that belong to it.
///
///     static let back = going("back", keys: "esc q", importance: 40, summary: "Goes back to the page before.")
package nonisolated struct CommandHeading: Sendable {
  private let name: String

  package init(_ name: String) { self.name = name }

  /// A command under this heading, called by its name unless it has a `title`; one without `importance` is in no footer.
  package func callAsFunction(
    _ command: CommandName,
    _ title: String? = nil,
    keys: String,
    importance: Int = 0,
    summary: String? = nil,
    reads: Set<String> = []
  ) -> CommandDefinition {
    CommandDefinition(
      command,
      title ?? command.rawValue,
      keys: keys,
      group: name,
      importance: importance,
      summary: summary,
      reads: reads
    )
  }
}

nonisolated extension CommandDefinition {
  static let fields = CommandHeading("Fields")
  static let focus = CommandHeading("Focus")
  static let moving = CommandHeading("Moving")
  static let prompt = CommandHeading("Prompt")
}
