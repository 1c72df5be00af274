package import AccessControl
package import Editing
import EntityModel
import EntityStore
import Qualifiers
import RuleEnvironment
import StandardKeys

/// The values that the program sets during a save: update times, version counts and password hashes.
///
/// A refused save reverts them.
package struct SaveStamps {
  /// The attributes that were set, by object.
  package private(set) var stamps = UpdateStamps()
  private let scopes: ObjectScopes
  /// The objects of the save that are new or changed.
  private let objects: [ManagedObject]
  private var before: [(object: ManagedObject, name: String, value: Value?)] = []

  /// Sets the time and the count in those of `objects` that are new or changed.
  package init(_ objects: [ManagedObject], in scopes: ObjectScopes) {
    self.objects = objects.filter { $0.state == .inserted || $0.isChanged }
    self.scopes = scopes
    let stamped = EntityAnswerCache<Bool>()
    for object in self.objects {
      let (entity, task) = (object.entity, object.savingTask)
      let isStamped = stamped.answer(task, about: entity) {
        UpdateStamps.mayDemand(in: scopes.scope(ofAll: entity, inTask: task))
      }
      guard isStamped else { continue }
      let scope = scope(of: object)
      let zone = scope[EditingKeys.shared.timeZone]
      let names = stamps.demand(
        of: object.token,
        object.base.id,
        judged: object.judged,
        in: scope
      )
      for name in names where !object.isPartlyRead(name) {
        let attribute = object.entity.attribute(named: name)
        var value = Value.date(WallClock.now(for: attribute, in: zone))
        if attribute?.type.kind == .integer, name == scope[EditingKeys.shared.versionPropertyKey] {
          let count = object.state == .stored ? object.base.value(forKey: name) : nil
          value = if case .int(let number)? = count { .int(number &+ 1) } else { .int(1) }
        }
        before.append((object, name, object.stamp(value, forAttribute: name)))
      }
    }
  }

  private func scope(of object: ManagedObject) -> EnvironmentValues {
    scopes.scope(of: object.snapshot, inTask: object.savingTask)
  }

  /// Puts hashes in the place of passwords, once all that rules demand of these was looked at.
  ///
  /// - Throws: ``SaveError/invalid(_:)`` where one cannot be made, or has no room.
  package mutating func hashPasswords() throws(SaveError) {
    let passwords = EntityAnswerCache<Set<String>>()
    for object in objects {
      let entity = object.entity
      let names = passwords.answer("edit", about: entity) {
        entity.passwordKeys(in: scopes.scope(ofAll: entity, inTask: "edit"))
      }
      guard !names.isEmpty else { continue }
      let set = try object.hashPasswords(names, in: scope(of: object))
      before += set.map { (object, $0.name, $0.value) }
      let problems = set.isEmpty ? [] : object.problems()
      guard problems.isEmpty else { throw .invalid(problems) }
    }
  }

  /// Leaves the objects as they were before, for nothing of them was saved.
  package func takeBack() {
    for (object, name, value) in before.reversed() { object.stamp(value, forAttribute: name) }
  }
}

extension ManagedObject {
  fileprivate var savingTask: String { state == .inserted ? "create" : "edit" }
  fileprivate var isChanged: Bool { state == .stored && hasChanges }
}
