/// Moves within lists, tables and pages; each can be remapped like any command.
extension CommandDefinition {
  /// One row down.
  package static let moveDown = moving(.safe, "moveDown", title: "down", keys: "down j")
    .saying("Move one row down")
  /// One row up.
  package static let moveUp = moving(.safe, "moveUp", title: "up", keys: "up k")
    .saying("Move one row up")
  /// One column left.
  package static let moveLeft = moving(.safe, "moveLeft", title: "left", keys: "left h")
    .saying("Move one column left")
  /// One column right.
  package static let moveRight = moving(.safe, "moveRight", title: "right", keys: "right l")
    .saying("Move one column right")
  /// A screenful down.
  package static let pageDown = moving(.safe, "pageDown", title: "page down", keys: "pgdn ctrl-f")
    .saying("Move one screenful down")
    .alsoCalled("scroll down")
  /// A screenful up.
  package static let pageUp = moving(.safe, "pageUp", title: "page up", keys: "pgup ctrl-b")
    .saying("Move one screenful up")
    .alsoCalled("scroll up")
  /// Half a screenful down.
  package static let halfPageDown =
    moving(.safe, "halfPageDown", title: "half a page down", keys: "ctrl-d")
    .saying("Move half a screenful down")
    .labeled("Half page down")
    .alsoCalled("scroll down")
  /// Half a screenful up.
  package static let halfPageUp =
    moving(.safe, "halfPageUp", title: "half a page up", keys: "ctrl-u")
    .saying("Move half a screenful up")
    .labeled("Half page up")
    .alsoCalled("scroll up")
  /// To the first row.
  package static let toStart = moving(.safe, "toStart", title: "first row", keys: "g home")
    .saying("Go to the first row")
    .alsoCalled("top", "start", "beginning")
  /// To the last row.
  package static let toEnd = moving(.safe, "toEnd", title: "last row", keys: "G end")
    .saying("Go to the last row")
    .alsoCalled("bottom", "end")
  /// To the first column.
  package static let toFirstColumn =
    moving(.safe, "toFirstColumn", title: "first column", keys: "0")
    .saying("Go to the first column")
    .alsoCalled("leftmost")
  /// To the last column.
  package static let toLastColumn = moving(.safe, "toLastColumn", title: "last column", keys: "$")
    .saying("Go to the last column")
    .alsoCalled("rightmost")
}
