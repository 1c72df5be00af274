package import Widgets

// The columns of a list.
nonisolated extension CommandDefinition {
  private static let arranging = CommandHeading("Columns")

  package static let columns = arranging(.safe, "columns", keys: "c", importance: 6)
    .saying("Lists the columns, to show or hide each, or to have all as the rules say.")
    .reading(["displayPropertyKeys"])
  package static let narrowColumn = arranging(.safe, "narrowColumn", "narrower", keys: "<")
    .saying("Makes the column under the cursor narrower.")
    .reading(["width"])
  package static let widenColumn = arranging(.safe, "widenColumn", "wider", keys: ">")
    .saying("Makes the column under the cursor wider.")
    .reading(["width"])
  package static let moveColumnLeft =
    arranging(.safe, "moveColumnLeft", "move left", keys: "alt-left")
    .saying("Puts the column under the cursor before the one at its left.")
  package static let moveColumnRight =
    arranging(.safe, "moveColumnRight", "move right", keys: "alt-right")
    .saying("Puts the column under the cursor behind the one at its right.")
  package static let hideColumn = arranging(.safe, "hideColumn", "hide column", keys: "-")
    .saying("Shows the column under the cursor no more; `columns` brings it back.")
}
