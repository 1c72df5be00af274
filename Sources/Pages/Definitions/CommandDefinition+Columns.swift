package import Widgets

// The columns of a list.
nonisolated extension CommandDefinition {
  private static let arranging = CommandHeading("Columns")

  package static let columns = arranging(.safe, "columns", keys: "c", importance: 6)
    .saying("Choose which columns are shown")
    .alsoCalled("show column", "unhide", "visible columns")
    .reading(["displayPropertyKeys", "columnOrder", "hiddenColumns"])
  package static let narrowColumn = arranging(.safe, "narrowColumn", title: "narrower", keys: "<")
    .saying("Make this column narrower")
    .labeled("Narrow column")
    .alsoCalled("width", "narrower", "smaller", "resize")
    .reading(["width"])
  package static let widenColumn = arranging(.safe, "widenColumn", title: "wider", keys: ">")
    .saying("Make this column wider")
    .labeled("Widen column")
    .alsoCalled("width", "wider", "larger", "resize")
    .reading(["width"])
  package static let moveColumnLeft =
    arranging(.safe, "moveColumnLeft", title: "move left", keys: "alt-left")
    .saying("Move this column one place to the left")
    .labeled("Move column left")
    .alsoCalled("reorder columns")
  package static let moveColumnRight =
    arranging(.safe, "moveColumnRight", title: "move right", keys: "alt-right")
    .saying("Move this column one place to the right")
    .labeled("Move column right")
    .alsoCalled("reorder columns")
  package static let hideColumn = arranging(.safe, "hideColumn", title: "hide column", keys: "-")
    .saying("Hide the column under the cursor")
    .alsoCalled("remove column")
}
