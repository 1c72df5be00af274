package import EntityModel
import Qualifiers
import RuleEngine
package import RuleEnvironment
import StandardKeys

/// The entities that a user may see, as rules decide for the whole database.
package nonisolated struct EntityVisibility {
  private let scope: EnvironmentValues
  private let resolver: RuleResolver?
  /// Rules of the user's own do not count.
  private let isTrusted: Bool

  /// Creates the entity visibility for the database that `scope` belongs to.
  ///
  /// With `trusted`, rules of the user's own are ignored.
  package init(in scope: EnvironmentValues, trusted: Bool = false) {
    self.scope = scope.scopedToDatabase.scoped(toTask: .query)
    resolver = scope.resolver as? RuleResolver
    isTrusted = trusted
  }

  private static let key = PermissionKeys.shared.visibleEntityNames

  /// Whether objects of the entity may be seen.
  ///
  /// Tables that only join others may be seen, though the program leaves them out of its first page.
  package func shows(_ entity: Entity) -> Bool { isNamed(entity) || rule == nil }

  /// Why objects of the entity may not be seen: a rule leaves it out.
  package func refusal(of entity: Entity) -> String? {
    guard !isNamed(entity), let rule else { return nil }
    if rule.isDenial { return rule.faultSentence }
    let name = scope.shownName(of: entity)
    return "a rule hides it (\(rule.file):\(rule.line) leaves \(name) out of visibleEntityNames)"
  }

  private func isNamed(_ entity: Entity) -> Bool {
    guard isTrusted else { return scope[Self.key].contains(entity.name) }
    guard case .list(let names)? = resolver?.trustedAnswer(Self.key, in: scope) else {
      return false
    }
    return names.contains(.string(entity.name))
  }

  /// The rule that names the entities to be seen, unless it is the program's own.
  private var rule: Rule? {
    let rule =
      isTrusted
      ? resolver?.trustedRule(Self.key, in: scope)
      : resolver?.explain(Self.key, in: scope).rule
    return rule?.layer == .builtIn ? nil : rule
  }
}

nonisolated extension EnvironmentValues {
  /// A copy of the scope without entity, object and property.
  package var scopedToDatabase: EnvironmentValues {
    guard self[ModelKeys.shared.entity] != nil else { return self }
    return setting {
      $0[ModelKeys.shared.entity] = nil
      $0[ObjectKeys.shared.object] = nil
      $0[ObjectKeys.shared.objectLabel] = nil
      Self.clearProperty(&$0)
    }
  }
}
