import Editing
import EntityModel
import EntityStore
import Qualifiers
import RuleEngine
import RuleEnvironment
import StandardKeys

/// The time of the update, set where rules want one: what the layers want that may say what they like is set always, and
/// needs no permission; what rules of the user's own want is set where the user may write it.
struct UpdateStamps {
  private var byToken: [Int: Set<String>] = [:]
  private var byID: [RecordID: Set<String>] = [:]

  /// Nothing was set.
  init() {}

  /// Sets the time in those of `objects` that are new or changed.
  init(stamping objects: [ManagedObject], in scopes: ObjectScopes) {
    for object in objects where object.state == .inserted || object.isChanged {
      let task = object.state == .inserted ? "create" : "edit"
      let scope = scopes.scope(of: object.snapshot, inTask: task)
      let key = EditingKeys.shared.updateTimestampPropertyKey
      let own = scope[key]
      let trusted = (scope.resolver as? RuleResolver).map {
        $0.trustedAnswer(key, in: scope).string
      }
      let name = trusted ?? own
      if let name {
        Self.stamp(name, of: object, in: scope)
        byToken[object.token, default: []].insert(name)
        if let id = object.base.id { byID[id, default: []].insert(name) }
      }
      guard let own, own != name,
        scope.scoped(to: object.judged).mayWrite(own, of: object.entity)
      else { continue }
      Self.stamp(own, of: object, in: scope)
    }
  }

  private static func stamp(
    _ name: String,
    of object: ManagedObject,
    in scope: EnvironmentValues
  ) {
    let zone = scope[EditingKeys.shared.timeZone]
    let now = WallClock.now(for: object.entity.attribute(named: name), in: zone)
    object.set(.date(now), forAttribute: name, isTyping: true)
  }

  /// The attributes that were set in a stored object for everybody.
  func names(in id: RecordID) -> Set<String> { byID[id] ?? [] }

  /// The same in a new object.
  func names(inNew token: Int) -> Set<String> { byToken[token] ?? [] }
}

extension ManagedObject {
  fileprivate var isChanged: Bool { state == .stored && hasChanges }
}
