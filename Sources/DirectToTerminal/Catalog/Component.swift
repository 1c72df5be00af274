public import RuleEnvironment
public import Widgets

/// What shows or edits one value.
///
///     Component("stars", for: .display, .edit, types: [.integer]) { Stars() }
public struct Component {
  /// What rules call it.
  public let name: String
  /// What it does; one that only edits is shown as its text where nothing is edited.
  public let purposes: Set<ComponentPurpose>
  /// The kinds of properties it is made for; `nil` for all.
  public let types: Set<PropertyKind>?
  /// The keys that it reads and others do not.
  public let reads: Set<String>
  /// The value as a piece of text, for tables and summaries.
  public let cell: @MainActor (EnvironmentValues) -> CellText
  /// Makes the view; called in the scope of the property.
  public let view: @MainActor () -> AnyView

  /// A component that shows a value as text.
  public init(
    _ name: String,
    types: Set<PropertyKind>? = nil,
    reads: Set<String> = [],
    cell: @escaping @MainActor (EnvironmentValues) -> CellText
  ) {
    self.name = name
    (self.types, self.reads) = (types, reads)
    purposes = [.display]
    self.cell = cell
    view = { AnyView(CellTextView(cell: cell)) }
  }

  /// A component with a view of its own, for showing values unless it says otherwise.
  public init<Content: View>(
    _ name: String,
    for purposes: ComponentPurpose...,
    types: Set<PropertyKind>? = nil,
    reads: Set<String> = [],
    cell: @escaping @MainActor (EnvironmentValues) -> CellText = CellText.formatted,
    @ViewBuilder view: @escaping @MainActor () -> Content
  ) {
    self.name = name
    self.purposes = purposes.isEmpty ? Set(ComponentPurpose.allCases) : Set(purposes)
    (self.types, self.reads) = (types, reads)
    self.cell = cell
    self.view = { AnyView(view()) }
  }
}
