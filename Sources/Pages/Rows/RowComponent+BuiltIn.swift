import Widgets

extension RowComponent {
  /// The rows that come with the program; one line adds one.
  public static let builtIn: [RowComponent] = [
    RowComponent("columns", listStyle: .columns),
    RowComponent("titledSummary", listStyle: .titledSummary),
    RowComponent("propertyValue") { PropertyValueRow() },
    RowComponent("propertyNameValue") { PropertyNameValueRow() },
    RowComponent("propertyNameAsTitle") { PropertyNameAsTitleRow() },
    RowComponent("namedToManyLink") { NamedToManyLinkRow() },
  ]
}
