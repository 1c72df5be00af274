/// Moves within lists, tables and pages; each can be remapped like any command.
extension CommandDefinition {
  /// One row down.
  public static let moveDown = motion("moveDown", "down", "down j")
  /// One row up.
  public static let moveUp = motion("moveUp", "up", "up k")
  /// One column left.
  public static let moveLeft = motion("moveLeft", "left", "left h")
  /// One column right.
  public static let moveRight = motion("moveRight", "right", "right l")
  /// A screenful down.
  public static let pageDown = motion("pageDown", "page down", "pgdn ctrl-f")
  /// A screenful up.
  public static let pageUp = motion("pageUp", "page up", "pgup ctrl-b")
  /// Half a screenful down.
  public static let halfPageDown = motion("halfPageDown", "half a page down", "ctrl-d")
  /// Half a screenful up.
  public static let halfPageUp = motion("halfPageUp", "half a page up", "ctrl-u")
  /// To the first row.
  public static let toStart = motion("toStart", "first row", "g home")
  /// To the last row.
  public static let toEnd = motion("toEnd", "last row", "G end")
  /// To the first column.
  public static let toFirstColumn = motion("toFirstColumn", "first column", "0")
  /// To the last column.
  public static let toLastColumn = motion("toLastColumn", "last column", "$")

  private nonisolated static func motion(
    _ name: CommandName,
    _ title: String,
    _ keys: String
  ) -> CommandDefinition {
    CommandDefinition(name, title, keys: keys, group: "Moving", importance: 0)
  }
}
