import Qualifiers
import RuleEnvironment
import StandardKeys
import Widgets
import Workspace

/// Says why a page about an object has no row.
struct NoPropertiesNotice: View {
  var body: some View {
    Text(Self.sentence(in: EnvironmentValues.current)).role(.dim).padding(horizontal: 1)
  }

  private static func sentence(in scope: EnvironmentValues) -> String {
    let keys = scope.propertyKeys
    guard let entity = scope[ModelKeys.shared.entity], !keys.isEmpty else {
      return "the rules list no property for this page; ! shows them"
    }
    let lacksAll = keys.allSatisfy { entity.property(at: PropertyPath($0)) == (nil, nil) }
    guard lacksAll else {
      return "all properties of this page are hidden; ! tells why"
    }
    let names = keys.prefix(3).joined(separator: ", ") + (keys.count > 3 ? ", …" : "")
    return
      "\(scope[ModelKeys.shared.displayNameForEntity]) has none of the properties of this page: \(names)"
  }
}
