import AccessControl
import Editing
import EntityModel
import EntityStore
import Qualifiers
import RuleEnvironment
import StandardKeys

/// What is set in objects that are being saved, the time of the update and hashes of passwords; it goes where the save is
/// refused.
struct StampedObjects {
  /// What was set in which objects.
  private(set) var stamps = UpdateStamps()
  private var before: [(object: ManagedObject, name: String, value: Value?)] = []

  /// Sets it in those of `objects` that are new or changed.
  init(_ objects: [ManagedObject], in scopes: ObjectScopes) {
    var known: [String: Bool] = [:]
    for object in objects where object.state == .inserted || object.isChanged {
      let task = object.state == .inserted ? "create" : "edit"
      let place = task + " " + object.entity.name
      let isStamped =
        known[place] ?? Self.mayStamp(scopes.scope(ofAll: object.entity, inTask: task))
      known[place] = isStamped
      guard isStamped else { continue }
      let scope = scopes.scope(of: object.snapshot, inTask: task)
      let zone = scope[EditingKeys.shared.timeZone]
      let names = stamps.demand(
        of: object.token,
        object.base.id,
        judged: object.judged,
        in: scope
      )
      for name in names where !object.isPartlyRead(name) {
        let now = WallClock.now(for: object.entity.attribute(named: name), in: zone)
        before.append((object, name, object.stamp(.date(now), forAttribute: name)))
      }
      for (name, hash) in object.hashedPasswords(in: scope) {
        before.append((object, name, object.stamp(.string(hash), forAttribute: name)))
      }
    }
  }

  /// Whether anything may be set in objects of the entity of a scope.
  private static func mayStamp(_ scope: EnvironmentValues) -> Bool {
    UpdateStamps.mayDemand(in: scope)
      || scope[ModelKeys.shared.entity]?.attributes.contains { $0.type == .password } != false
  }

  /// Leaves the objects as they were before, for nothing of them was saved.
  func takeBack() {
    for (object, name, value) in before.reversed() { object.stamp(value, forAttribute: name) }
  }
}

extension ManagedObject {
  fileprivate var isChanged: Bool { state == .stored && hasChanges }
}
