public import Widgets
public import Workspace

/// A named row view in the catalog that lays out one property on a page, or one object in a list.
public struct RowComponent {
  /// The style in which a list shows its objects: columns, titled summaries or own views; `nil` for rows of properties.
  public nonisolated enum ListStyle: Sendable {
    /// Cells in columns.
    case columns
    /// A line with the object's label, and a line with its other properties.
    case titledSummary
    /// A view for each object, of one line or several.
    case views
  }

  /// The name of the row component in rules.
  public let name: String
  /// The purpose of the row component, in one sentence.
  public internal(set) var summary: String
  /// For rows of objects: how the list shows them.
  public let listStyle: ListStyle?
  /// The kinds of properties it is made for; `nil` for all.
  public let types: Set<PropertyKind>?
  /// The keys that it asks for and rules may set; `nil` where that is unknown.
  public internal(set) var reads: Set<String>?
  /// Whether a form puts the name of the property beside the field, in line with those of other fields.
  private(set) var isBesideName = false
  /// Makes the view of the row; called in the scope of the property, or of the object.
  public internal(set) var view: @MainActor () -> AnyView

  /// The row of a property.
  public init<Content: View>(
    _ name: String,
    _ summary: String = "",
    types: Set<PropertyKind>? = nil,
    reads: Set<String>? = nil,
    @ViewBuilder view: @escaping @MainActor () -> Content
  ) {
    (self.name, self.summary, listStyle) = (name, summary, nil)
    (self.types, self.reads) = (types, reads)
    self.view = { AnyView(view()) }
  }

  /// The row of an object in a list, by a view of one's own; of the object is read what `displayPropertyKeys` names.
  public init<Content: View>(
    inList name: String,
    _ summary: String = "",
    reads: Set<String>? = nil,
    @ViewBuilder view: @escaping @MainActor () -> Content
  ) {
    (self.name, self.summary, listStyle) = (name, summary, .views)
    (types, self.reads) = (nil, reads)
    self.view = { AnyView(view()) }
  }

  /// Returns the row component with the property's name and its value side by side.
  func besideName() -> RowComponent {
    var row = self
    row.isBesideName = true
    return row
  }

  /// The row of an object in a list as the program draws it.
  init(_ name: String, listStyle: ListStyle) {
    (self.name, summary, self.listStyle, types) = (name, "", listStyle, nil)
    view = { AnyView(EmptyView()) }
  }
}
