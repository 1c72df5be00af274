/// The origin of rules, in ascending rank; a later case overrides an earlier one regardless of priorities.
public enum Layer: Int, Sendable, Hashable, CaseIterable, Comparable {
  case builtIn, derived, look, application, site, user, live

  /// The name for users: `built in`, `derived from the model`.
  package var title: String {
    switch self {
    case .builtIn: "built in"
    case .derived: "derived from the model"
    case .look: "look"
    case .application: "application"
    case .site: "site"
    case .user: "user"
    case .live: "live"
    }
  }

  /// The name in JSON and other machine-readable output: `builtIn`, `derived`.
  package var name: String { "\(self)" }

  /// Its rules may narrow permissions but not widen them.
  package var mayOnlyNarrow: Bool { self >= .user }

  /// Its files serve any database, so that names of entities and properties in them are not judged.
  var servesAnyDatabase: Bool { self == .site || self == .user }

  /// Whether `right` beats `left`.
  public static func < (left: Layer, right: Layer) -> Bool { left.rawValue < right.rawValue }
}
