import StandardKeys
import Widgets

extension RowComponent {
  /// The rows that come with the program; one entry adds one.
  public static let builtIn: [RowComponent] = [
    RowComponent("columns", listStyle: .columns)
      .saying("Objects of a list as a table, a column for each property.")
      .reading([]),
    RowComponent("titledSummary", listStyle: .titledSummary)
      .saying("Objects of a list in two lines: the label, then other properties.")
      .reading([]),
    RowComponent("propertyValue") { PropertyValueRow() }
      .saying("The value of a property alone.")
      .reading(["component", "isPropertyVisible", "color", "style"]),
    RowComponent(RowName.propertyNameValue) { PropertyNameValueRow() }
      .besideName()
      .saying("The name of a property at the left, its value beside it.")
      .reading(ofRows.union(["labelWidth"])),
    RowComponent("propertyNameAsTitle") { PropertyNameAsTitleRow() }
      .saying("The name of a property above its value.")
      .reading(ofRows.union(["isMandatory", "color", "style"])),
    RowComponent("namedToManyLink") { NamedToManyLinkRow() }
      .besideName()
      .saying("The name of a relationship and its number of rows; Enter opens them.")
      .reading(ofRows.union(["labelWidth", "platform"])),
    RowComponent("namedToManyRows") { NamedToManyRows() }
      .saying(
        "Like `namedToManyLink`, with the rows below."
      )
      .reading(ofRows.union(["labelWidth", "platform", "color", "style", "rows", "isMandatory"])),
    RowComponent("boxedToManyRows") { NamedToManyRows(isBoxed: true) }
      .saying("Related rows in a border, with their name, number and keys in its edges.")
      .reading(ofRows.union(["labelWidth", "platform", "color", "style", "rows", "isMandatory"])),
  ]

  /// The rule keys that every property row reads.
  private static let ofRows: Set<String> = [
    "component", "displayNameForProperty", "isPropertyVisible",
  ]
}
