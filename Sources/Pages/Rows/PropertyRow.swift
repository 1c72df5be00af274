import RuleEnvironment
import StandardKeys
public import Widgets
import Workspace

/// The view of one property in the row layout that rules choose by `rowComponent`, such as name and value side by side.
///
/// Used by the inspect page and by application pages.
public struct PropertyRow: View {
  private let key: String?

  /// The row of the scope's property, or of another of its object, perhaps along a path.
  public init(_ key: String? = nil) { self.key = key }

  /// The row, or that there is none of that name.
  public var body: some View { ChosenRow().scoped(toProperty: key) }
}

/// The view that looks up the row component named by the rules and shows the property with it.
///
/// Body of `PropertyRow`, evaluated in the property's scope.
private struct ChosenRow: View {
  @Environment(\.rowComponent) private var name
  @Environment(\.rendering) private var rendering

  var body: some View {
    rendering.item(of: \.rows, named: name, kind: "row component") { row in
      if row.listStyle == nil { row.view() } else { InapplicableRow(name: row.name) }
    }
  }
}

/// The warning shown for a property where rules choose a row component made for objects in a list.
struct InapplicableRow: View {
  let name: String

  var body: some View {
    Text("⚠ the row '\(name)' shows objects of a list, no property").role(.warning).wrap()
  }
}

/// The component that the rules choose to show a property; in a form's row it edits the property.
public struct PropertyComponent: View {
  private let key: String?

  /// The component of the scope's property, or of another of its object, perhaps along a path.
  public init(_ key: String? = nil) { self.key = key }

  /// The component, or that there is none of that name.
  public var body: some View { ChosenComponent().scoped(toProperty: key) }
}

/// The view that looks up the component named by the rules and shows a property's value with it.
///
/// Body of `PropertyComponent`; in the field of a form it edits the value instead.
private struct ChosenComponent: View {
  @Environment(\.component) private var name
  @Environment(\.rendering) private var rendering
  @Environment(\.field) private var field
  @Environment(\.propertyKey) private var key

  var body: some View {
    if let field, field.key == key {
      FieldValue(place: field)
    } else {
      rendering.item(of: \.components, named: name, kind: "component") { $0.view() }
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
