/// Moves within lists, tables and pages; each can be remapped like any command.
extension CommandDefinition {
  /// One row down.
  package static let moveDown = moving("moveDown", "down", keys: "down j")
  /// One row up.
  package static let moveUp = moving("moveUp", "up", keys: "up k")
  /// One column left.
  package static let moveLeft = moving("moveLeft", "left", keys: "left h")
  /// One column right.
  package static let moveRight = moving("moveRight", "right", keys: "right l")
  /// A screenful down.
  package static let pageDown = moving("pageDown", "page down", keys: "pgdn ctrl-f")
  /// A screenful up.
  package static let pageUp = moving("pageUp", "page up", keys: "pgup ctrl-b")
  /// Half a screenful down.
  package static let halfPageDown = moving("halfPageDown", "half a page down", keys: "ctrl-d")
  /// Half a screenful up.
  package static let halfPageUp = moving("halfPageUp", "half a page up", keys: "ctrl-u")
  /// To the first row.
  package static let toStart = moving("toStart", "first row", keys: "g home")
  /// To the last row.
  package static let toEnd = moving("toEnd", "last row", keys: "G end")
  /// To the first column.
  package static let toFirstColumn = moving("toFirstColumn", "first column", keys: "0")
  /// To the last column.
  package static let toLastColumn = moving("toLastColumn", "last column", keys: "$")
}
