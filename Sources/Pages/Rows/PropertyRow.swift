import RuleEnvironment
import StandardKeys
public import Widgets

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
  @Environment(\.session) private var session

  var body: some View {
    session.item(of: \.rows, named: name, kind: "row component") { $0.view() }
  }
}

/// The component the rules choose for a property.
public struct PropertyComponent: View {
  private let key: String?

  /// The component of the scope's property, or of another of its object, perhaps along a path.
  public init(_ key: String? = nil) { self.key = key }

  /// The component, or that there is none of that name.
  public var body: some View { ChosenComponent().scoped(toProperty: key) }
}

private struct ChosenComponent: View {
  @Environment(\.component) private var name
  @Environment(\.session) private var session

  var body: some View {
    session.item(of: \.components, named: name, kind: "component") { $0.view() }
  }
}

extension View {
  /// The view in the scope of a property; in the one around it for `nil`.
  fileprivate func scoped(toProperty key: String?) -> some View {
    transformEnvironment { if let key { $0 = $0.scoped(toProperty: key) } }
  }
}
