package import RuleEnvironment
import StandardKeys

nonisolated extension EnvironmentValues {
  /// Returns the title of a property of the entity of this scope.
  package func displayName(of key: String) -> String {
    let name = scoped(toProperty: key)[ModelKeys.shared.displayNameForProperty]
    return name.isEmpty ? key : name
  }
}
