package import EntityModel
package import EntityStore
package import Qualifiers
package import RuleEngine
package import RuleEnvironment
import StandardKeys

/// The context for evaluating access rights: the rules, the outermost scope, and the store whose rows they protect.
///
/// Does not depend on a screen: its owner supplies the outermost scope. Scopes below that scope hold it as
/// ``RightsKeys/rights``.
package final class RightsContext {
  /// The store whose rows are read and written.
  package let store: EntityStore
  /// The rules.
  package let resolver: RuleResolver
  /// The cached label keys of entities.
  package let labelPaths = LabelPaths()
  /// The guard that restricts what the store reads to what the user may see; it must be passed to the store.
  package private(set) lazy var accessGuard = RuleAccessGuard(self)
  private let currentRoot: () -> EnvironmentValues?
  private let renewal: () -> Void
  private let objectPaths: (Entity, EnvironmentValues) -> [PropertyPath]

  /// Rights over the rows of `store`.
  ///
  /// - Parameters:
  ///   - store: Whose rows are seen and written.
  ///   - resolver: The rules.
  ///   - root: The outermost scope as it is now; `nil` when who asks is gone, and then nothing is allowed any more.
  ///   - renewal: Makes the outermost scope another one, so that nothing holds that was answered below it.
  ///   - objectPaths: What is read of an object of an entity to show it, by which a stored one is judged.
  package init(
    store: EntityStore,
    resolver: RuleResolver,
    root: @escaping () -> EnvironmentValues?,
    renewal: @escaping () -> Void,
    objectPaths: @escaping (Entity, EnvironmentValues) -> [PropertyPath]
  ) {
    (self.store, self.resolver) = (store, resolver)
    currentRoot = root
    self.renewal = renewal
    self.objectPaths = objectPaths
    resolver.concealment = { [weak resolver] path, values in
      resolver?.hides(path, in: values) ?? true
    }
    let model = store.model
    if model.entities.contains(where: { !$0.ancestorNames.isEmpty }) {
      resolver.inheritance = { $1.inheritedPlaces(asking: $0, in: model) }
    }
  }

  /// The outermost scope; `nil` when who asks is gone.
  var root: EnvironmentValues? { currentRoot() }

  /// The entities of the database.
  var model: Model { store.model }

  /// The paths that some rule reads from `object`.
  package private(set) lazy var rulePaths = resolver.model.objectPaths + marks

  /// The attributes by which rows are of one entity or another, where rules are asked of a row as of each of its entities.
  var marks: [PropertyPath] {
    guard asksOfKinds else { return [] }
    return model.entities.filter { !$0.ancestorNames.isEmpty }
      .flatMap { $0.rowQualifier?.paths ?? [] }
      .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The rules are others now.
  package func noteRules() { rulePaths = resolver.model.objectPaths + marks }

  /// Makes the outermost scope another one.
  func renewRoot() { renewal() }

  /// Returns the paths to fetch for showing an object of `entity`, in the scope of its entity.
  func paths(toShow entity: Entity, in scope: EnvironmentValues) -> [PropertyPath] {
    objectPaths(entity, scope)
  }

  /// Whether somebody else than the program itself answers one of `keys`.
  func isAnswered(anyOf keys: [any AnyKey]) -> Bool {
    guard let root else { return true }
    return keys.contains { resolver.isAnswered($0, in: root) }
  }

  /// Whether somebody else than the program itself answers a key that may keep objects from being deleted.
  var mayRefuseDeletions: Bool {
    let keys = PermissionKeys.shared
    return isAnswered(anyOf: [
      keys.isObjectDeletable, keys.isEntityReadOnly, keys.readOnlyEntityNames,
      keys.restrictingQualifier, keys.visibleEntityNames, keys.auditEntity,
    ])
  }

  /// Whether entities are kinds of others, and somebody else than the program itself answers a key of which each has a say.
  var asksOfKinds: Bool {
    let keys = PermissionKeys.shared
    return resolver.inheritance != nil
      && isAnswered(anyOf: [
        keys.isEntityReadOnly, keys.readOnlyEntityNames, keys.isEntityCreatable,
        keys.isObjectEditable, keys.isObjectDeletable, keys.isPropertyEditable,
        keys.isPropertyVisible, keys.auditsChanges,
      ])
  }

  /// Keeps no answers any more: who asks is gone.
  package func forget() {
    labelPaths.forget()
    accessGuard.forget()
  }

  /// The refusal message after the session that owns the rights has ended.
  static let closed = "its session is closed"
}
