import RuleEnvironment
import Workspace

extension ListModel {
  /// A column of a list's table: its property key, title, width and the rule scope for its cells.
  struct Column: Identifiable {
    let key: String
    let title: String
    /// The scope of the column, in which its cells' scopes are nested.
    let scope: EnvironmentValues
    let width: Int?
    let showsTotals: Bool
    var id: String { key }
  }
}

/// The user's arrangement of a list: the order of its columns, the hidden ones and their widths, and its pane.
///
/// Columns that the user has not placed follow in the order of the rules.
struct ColumnArrangement: Equatable {
  /// The columns that have a place, in their order.
  private(set) var order: [String] = []
  private(set) var hidden: Set<String> = []
  /// The widths that were chosen, by key.
  var widths: [String: Int] = [:]
  /// The place that was chosen for the pane, and its width.
  var detailPlacement: DetailPlacement?
  var detailWidth: Int?

  /// The arrangement that rules give.
  init(in scope: EnvironmentValues) {
    order = scope[RenderingKeys.shared.columnOrder]
    hidden = Set(scope[RenderingKeys.shared.hiddenColumns])
  }

  /// Whether the columns are those that rules list, in their order.
  var leavesPlaces: Bool { order.isEmpty && hidden.isEmpty }

  /// All of the columns that rules list, in the order that a person gave them.
  func ordered(_ keys: [String]) -> [String] {
    order.filter(keys.contains) + keys.filter { !order.contains($0) }
  }

  /// Returns the visible columns in order; all of them when the user has hidden every column that rules list.
  func shown(_ keys: [String]) -> [String] {
    let ordered = ordered(keys)
    let shown = ordered.filter { !hidden.contains($0) }
    return shown.isEmpty ? ordered : shown
  }

  /// Puts a column in the place of another among those that rules list.
  mutating func move(_ key: String, toPlaceOf other: String, among keys: [String]) {
    order = ordered(keys)
    guard let from = order.firstIndex(of: key), let to = order.firstIndex(of: other) else { return }
    order.insert(order.remove(at: from), at: to)
  }

  mutating func hide(_ key: String) { hidden.insert(key) }

  mutating func show(_ key: String) { hidden.remove(key) }
}
