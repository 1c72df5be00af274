public import RuleEnvironment
public import Widgets
public import Workspace

/// A named view that displays or edits one value, or enters one to search for.
///
///     Component("stars", for: .display, .edit, types: [.integer]) { Stars() }
public struct Component {
  /// The name of the component in rules.
  public let name: String
  /// The purpose of the component, in one sentence.
  public internal(set) var summary: String
  /// The uses of the component: display, edit or query.
  ///
  /// Outside of forms an edit-only component shows the value as text.
  package let purposes: Set<ComponentPurpose>
  /// The kinds of properties it is made for; `nil` for all.
  public let types: Set<PropertyKind>?
  /// The keys that it asks for and rules may set; `nil` where that is unknown.
  public internal(set) var reads: Set<String>?
  /// The value as a piece of text, for tables and summaries.
  public internal(set) var cell: @MainActor (EnvironmentValues) -> CellText
  /// Makes the view; called in the scope of the property.
  public internal(set) var view: @MainActor () -> AnyView

  /// The source of the component's text, for searches.
  ///
  /// Is unknown for an application's own components.
  var shows = Shown.unknown

  /// The source of the text that a component shows, which tells a list search how to search its column.
  ///
  /// With `unknown`, a search reads row by row.
  enum Shown {
    case unknown
    /// The value, by its formatter.
    case value
    /// The label of the object at the end of a to-one relationship.
    case label
    /// Nothing that could be searched for.
    case nothing
  }

  /// Returns the component with the source of its text.
  func showing(_ shown: Shown) -> Component {
    var copy = self
    copy.shows = shown
    return copy
  }

  /// A component that shows a value as text.
  public init(
    _ name: String,
    _ summary: String = "",
    types: Set<PropertyKind>? = nil,
    reads: Set<String>? = nil,
    cell: @escaping @MainActor (EnvironmentValues) -> CellText
  ) {
    (self.name, self.summary) = (name, summary)
    (self.types, self.reads) = (types, reads)
    purposes = [.display]
    self.cell = cell
    view = { AnyView(CellTextView(cell: cell)) }
  }

  /// A component with a view of its own, for showing and editing values unless it says otherwise.
  public init<Content: View>(
    _ name: String,
    _ summary: String = "",
    for purposes: ComponentPurpose...,
    types: Set<PropertyKind>? = nil,
    reads: Set<String>? = nil,
    cell: @escaping @MainActor (EnvironmentValues) -> CellText = CellText.formatted,
    @ViewBuilder view: @escaping @MainActor () -> Content
  ) {
    (self.name, self.summary) = (name, summary)
    self.purposes = purposes.isEmpty ? [.display, .edit] : Set(purposes)
    (self.types, self.reads) = (types, reads)
    self.cell = cell
    self.view = { AnyView(view()) }
  }
}
