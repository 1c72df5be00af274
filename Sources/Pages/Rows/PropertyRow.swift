import RuleEnvironment
public import Widgets

/// The row the rules choose for the scope's property.
public struct PropertyRow: View {
  @Environment(\.rowComponent) private var name
  @Environment(\.session) private var session

  /// A row in the scope of a property.
  public init() {}

  /// The row, or that there is none of that name.
  public var body: some View {
    if let row = session?.catalog.rows[name] {
      row.view()
    } else {
      UnknownName(kind: "row component", name: name, existing: session.names(\.rows))
    }
  }
}

/// The component the rules choose for the scope's property.
public struct PropertyComponent: View {
  @Environment(\.component) private var name
  @Environment(\.session) private var session

  /// A component in the scope of a property.
  public init() {}

  /// The component, or that there is none of that name.
  public var body: some View {
    if let component = session?.catalog.components[name] {
      component.view()
    } else {
      UnknownName(kind: "component", name: name, existing: session.names(\.components))
    }
  }
}
