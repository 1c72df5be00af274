package import EntityStore
import Qualifiers
import RuleEngine
package import RuleEnvironment
import StandardKeys

/// The attributes that the program itself set at a save, by object: update timestamps and counters of saves.
///
/// Rules name these attributes. ``RuleWriteGuard`` asks no permission for those named by trusted rule layers. Attributes named
/// by the user's own rules are not recorded here, and are set only where the user may write them.
package struct UpdateStamps {
  private var byToken: [Int: Set<String>] = [:]
  private var byID: [RecordID: Set<String>] = [:]

  /// Nothing was set.
  package init() {}

  /// Whether any object of the entity of `scope` may be stamped.
  package static func mayDemand(in scope: EnvironmentValues) -> Bool {
    keys.contains { key in
      guard scope[key] == nil, let resolver = scope.resolver as? RuleResolver else { return true }
      return resolver.trustedAnswer(key, in: scope).string != nil
        || resolver.model.mayLookAtRows(for: [key])
    }
  }

  private static let keys = [
    EditingKeys.shared.updateTimestampPropertyKey, EditingKeys.shared.versionPropertyKey,
  ]

  /// The attributes of an object that are to be set before it is saved; those that are set for everybody are
  /// remembered.
  ///
  /// - Parameters:
  ///   - token: What names the object while it is new.
  ///   - id: Its identity, when it is stored.
  ///   - judged: What is judged of it: it as it is stored, or as it would be.
  ///   - scope: Its scope in the task that saves it.
  /// - Returns: The names of the attributes.
  package mutating func demand(
    of token: Int,
    _ id: RecordID?,
    judged: Record,
    in scope: EnvironmentValues
  ) -> [String] {
    Self.keys.flatMap { key in
      let own = scope[key]
      let trusted = (scope.resolver as? RuleResolver).map {
        $0.trustedAnswer(key, in: scope).string
      }
      var names: [String] = []
      if let name = trusted ?? own {
        names.append(name)
        byToken[token, default: []].insert(name)
        if let id { byID[id, default: []].insert(name) }
      }
      if let own, own != names.first, scope.scoped(to: judged).mayWrite(own, of: judged.entity) {
        names.append(own)
      }
      return names
    }
  }

  /// The attributes that were set in a stored object for everybody.
  func names(in id: RecordID) -> Set<String> { byID[id] ?? [] }

  /// Returns the attributes that were stamped in a new object regardless of permissions.
  func names(inNew token: Int) -> Set<String> { byToken[token] ?? [] }
}
