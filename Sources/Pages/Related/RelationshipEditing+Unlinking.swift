import AccessControl
import Editing
import EntityModel
import StandardKeys
import Widgets
import Workspace

// Taking objects out of a to-many relationship, and deleting them.
extension RelationshipEditing {
  /// Why an object cannot be without the owner.
  private func bond(_ object: ManagedObject, _ back: Relationship) -> String? {
    let needs = back.definition.joins.contains {
      object.entity.attribute(named: $0.source)?.isNullable == false
    }
    guard needs || back.definition.isMandatory else { return nil }
    let name = work.shownName(object.entity.name, back.name)
    return "\(label(object)) needs a value in \(name); delete it, or give it another one"
  }

  private func deletionRefusal(of object: ManagedObject) -> String? {
    object.state == .inserted
      ? nil : work.permissions(for: object, task: .edit).deletionRefusal
  }

  /// Takes an object out of the relationship.
  func remove(_ object: ManagedObject) {
    let name = label(object)
    let step = "\(name) out of \(place)"
    func finish(_ refusal: String?) {
      let isMade = object.state != .inserted || editing.isPending(object)
      let sentence =
        refusal.map { "not taken out: \($0)" }
        ?? "\(name) is taken out of \(title)\(isMade ? "" : " and is not made")"
      page.say(sentence, refusal == nil ? .normal : .warning)
    }
    switch link.way {
    case .fixed: finish(fixedRefusal)
    case .direct(let back):
      let isTakenBack = object.state == .stored && !object.refers(by: back, to: owner, asRead: true)
      let bond = isTakenBack ? nil : bond(object, back)
      let isDropped = object.state == .inserted && bond != nil
      if !isDropped, let reason = refusal(ofChanging: back.name, in: object) ?? bond {
        return finish(reason)
      }
      editing.group(step, of: owner, at: key) {
        if isDropped {
          editing.delete(object)
        } else if isTakenBack {
          object.takeBack(back)
        } else {
          object.setToOne(back, to: nil)
        }
      }
      finish(nil)
    case .through:
      let new = link.changes().added.first { $0.object === object }?.join
      if let new, object.state == .inserted || owner.state == .inserted {
        editing.group(step, of: owner, at: key) { editing.delete(new) }
        return finish(nil)
      }
      work.loads.act {
        // Others may have made the same link.
        guard let joins = await storedJoins(to: [object.base]) else { return }
        if let reason = joins.lazy.compactMap(deletionRefusal).first { return finish(reason) }
        let all = [new].compactMap(\.self) + joins
        guard !all.isEmpty else { return finish("the row that links it does not exist") }
        editing.group(step, of: owner, at: key) { for join in all { editing.delete(join) } }
        finish(nil)
      }
    }
  }

  /// Marks an object for deletion with the next save, or takes that back.
  func delete(_ object: ManagedObject) {
    if let reason = linkedRefusal { return page.say("delete: \(reason)", .warning) }
    if object.state == .deleted {
      editing.group("deletion of \(label(object))", of: owner, at: key) { object.markKept() }
      return page.say("\(label(object)) is kept")
    }
    if let reason = deletionRefusal(of: object) { return page.say("delete: \(reason)", .warning) }
    let label = label(object)
    editing.group("deletion of \(label)", of: owner, at: key) { editing.delete(object) }
    let isNew = object.state == .inserted
    page.say(isNew ? "\(label) is not made" : "\(label): deleted with the next save")
  }
}
