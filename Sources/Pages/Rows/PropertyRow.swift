import RuleEnvironment
import StandardKeys
public import Widgets
import Workspace

/// The row the rules choose for a property.
public struct PropertyRow: View {
  private let key: String?

  /// The row of the scope's property, or of another of its object, perhaps along a path.
  public init(_ key: String? = nil) { self.key = key }

  /// The row, or that there is none of that name.
  public var body: some View { ChosenRow().scoped(toProperty: key) }
}

private struct ChosenRow: View {
  @Environment(\.rowComponent) private var name
  @Environment(\.userInterface) private var ui

  var body: some View {
    ui.item(of: \.rows, named: name, kind: "row component") { row in
      if row.listStyle == nil { row.view() } else { InapplicableRow(name: row.name) }
    }
  }
}

/// Stands for the row of a property where rules choose one of objects in a list.
struct InapplicableRow: View {
  let name: String

  var body: some View {
    Text("⚠ the row '\(name)' shows objects of a list, no property").role(.warning).wrap()
  }
}

/// The component the rules choose for a property; within the row of a form's field it edits that.
public struct PropertyComponent: View {
  private let key: String?

  /// The component of the scope's property, or of another of its object, perhaps along a path.
  public init(_ key: String? = nil) { self.key = key }

  /// The component, or that there is none of that name.
  public var body: some View { ChosenComponent().scoped(toProperty: key) }
}

private struct ChosenComponent: View {
  @Environment(\.component) private var name
  @Environment(\.userInterface) private var ui
  @Environment(\.field) private var field
  @Environment(\.propertyKey) private var key

  var body: some View {
    if let field, field.key == key {
      FieldValue(place: field)
    } else {
      ui.item(of: \.components, named: name, kind: "component") { $0.view() }
    }
  }
}

extension View {
  /// The view in the scope of a property, nothing where that may not be seen; in the scope around it for `nil`.
  @ViewBuilder fileprivate func scoped(toProperty key: String?) -> some View {
    if let key {
      if EnvironmentValues.current.showsProperty(key) {
        transformEnvironment { $0 = $0.scoped(toProperty: key) }
      }
    } else {
      self
    }
  }
}
