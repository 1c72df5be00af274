import AccessControl
import Editing
import EntityModel
import EntityStore
import Qualifiers
import RuleEnvironment
import StandardKeys

extension UpdateStamps {
  /// Sets the time in those of `objects` that are new or changed.
  init(stamping objects: [ManagedObject], in scopes: ObjectScopes) {
    self.init()
    for object in objects where object.state == .inserted || object.isChanged {
      let task = object.state == .inserted ? "create" : "edit"
      let scope = scopes.scope(of: object.snapshot, inTask: task)
      let zone = scope[EditingKeys.shared.timeZone]
      let names = demand(of: object.token, object.base.id, judged: object.judged, in: scope)
      for name in names {
        let now = WallClock.now(for: object.entity.attribute(named: name), in: zone)
        object.set(.date(now), forAttribute: name, isTyping: true)
      }
    }
  }
}

extension ManagedObject {
  fileprivate var isChanged: Bool { state == .stored && hasChanges }
}
