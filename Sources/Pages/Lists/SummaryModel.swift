import Widgets
import Workspace

/// The table of a page that summarizes the rows of a list: values of a column, profiles of columns, or groups.
protocol SummaryModel: AnyObject, TableSource {
  var list: ListModel { get }
  var cursor: ListCursor { get }
  var read: BackgroundRead { get }
  var tableColumns: [TableColumn] { get }
  /// The text that stands for the rows where there are none.
  var emptyText: String { get }
  /// The sentence of what could not be read.
  var fault: String? { get }
  /// The numbers for the status line.
  var summary: String { get }

  /// Reads anew when something was saved, rules are others, or something else is asked for.
  func follow()
}
