package import Widgets

// The columns of a list.
nonisolated extension CommandDefinition {
  private static let arranging = CommandHeading("Columns")

  package static let columns = arranging(
    "columns",
    keys: "c",
    importance: 6,
    summary: "Lists the columns, to show or hide each, or to have all as the rules say.",
    reads: ["displayPropertyKeys"]
  )
  package static let narrowColumn = arranging(
    "narrowColumn",
    "narrower",
    keys: "<",
    summary: "Makes the column under the cursor narrower.",
    reads: ["width"]
  )
  package static let widenColumn = arranging(
    "widenColumn",
    "wider",
    keys: ">",
    summary: "Makes the column under the cursor wider.",
    reads: ["width"]
  )
  package static let moveColumnLeft = arranging(
    "moveColumnLeft",
    "move left",
    keys: "alt-left",
    summary: "Puts the column under the cursor before the one at its left."
  )
  package static let moveColumnRight = arranging(
    "moveColumnRight",
    "move right",
    keys: "alt-right",
    summary: "Puts the column under the cursor behind the one at its right."
  )
  package static let hideColumn = arranging(
    "hideColumn",
    "hide column",
    keys: "-",
    summary: "Shows the column under the cursor no more; `columns` brings it back."
  )
}
