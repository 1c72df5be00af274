import EntityModel
import EntityStore

package import Editing

@MainActor
extension EditingContext {
  /// The differences between the context's counters of pending objects and a full recount.
  package var accountFaults: [String] {
    var faults: [String] = []
    let pending = pendingObjects
    func isMeant(_ object: ManagedObject) -> Bool {
      guard object.state == .inserted else { return object.hasChanges }
      return object.hasOwnInput
        || pending.contains { $0 !== object && $0.counts(asInputOf: object) }
        || object.companions.contains(where: \.hasOwnInput)
    }
    for object in pending
    where isMeant(object) != isEntered(object) || isMeant(object) != object.hasInput {
      faults.append(
        "\(object.entity.name) \(object.token) is taken for \(isEntered(object) ? "" : "no ")input"
      )
    }
    func check(_ name: String, _ found: Int, _ expected: Int) {
      if found != expected { faults.append("\(found) \(name), not \(expected)") }
    }
    check("entered", enteredCount, pending.count(where: isMeant))
    check("in order", enteredObjects.count, enteredCount)
    check("new", enteredNewObjects.count, pending.count { $0.state == .inserted && isMeant($0) })
    check("overtaken", conflictingCount, pending.count(where: \.isChangedElsewhere))
    for entity in store.model.entities {
      let own = pending.filter { $0.entity.isKind(of: entity) }.map(\.token)
      if pendingObjects(of: entity).map(\.token) != own {
        faults.append("others of \(entity.name)")
      }
    }
    for object in pending where object.state == .inserted {
      let made = pending.filter { $0.isMade(along: object) }.map(\.token)
      if Set(objectsMade(along: object).map(\.token)) != Set(made) {
        faults.append("others made along")
      }
    }
    return faults
  }
}
