import Widgets

extension RowComponent {
  /// The rows that come with the program; one entry adds one.
  public static let builtIn: [RowComponent] = [
    RowComponent(
      "columns",
      "Objects of a list as a table, a column for each property.",
      listStyle: .columns,
      reads: []
    ),
    RowComponent(
      "titledSummary",
      "Objects of a list in two lines: what names each, and its other properties.",
      listStyle: .titledSummary,
      reads: []
    ),
    RowComponent("propertyValue", "The value of a property alone.", reads: ofRows) {
      PropertyValueRow()
    },
    RowComponent(
      "propertyNameValue",
      "The name of a property at the left, its value beside it.",
      reads: ofRows.union(["labelWidth"])
    ) { PropertyNameValueRow() },
    RowComponent(
      "propertyNameAsTitle",
      "The name of a property above its value.",
      reads: ofRows
    ) { PropertyNameAsTitleRow() },
    RowComponent(
      "namedToManyLink",
      "The name of a relationship and how many objects there are; Enter opens their list.",
      reads: ofRows.union(["labelWidth", "platform"])
    ) { NamedToManyLinkRow() },
    RowComponent(
      "namedToManyRows",
      "The name of a relationship and how many objects there are, as `namedToManyLink`, with the objects below.",
      reads: ofRows.union(["labelWidth", "platform", "color", "style", "rows"])
    ) { NamedToManyRows() },
  ]

  /// What each row of a property asks for.
  private static let ofRows: Set<String> = [
    "component", "displayNameForProperty", "isPropertyVisible",
  ]
}
