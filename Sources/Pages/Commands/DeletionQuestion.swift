import AccessControl
import Editing
import EntityModel
import EntityStore
import Qualifiers
import RuleEnvironment
import StandardKeys
import Widgets

/// Asks before an object is deleted, and says what refers to it and what becomes of that as soon as it is counted.
struct DeletionQuestion: View {
  let object: ManagedObject
  let label: String
  let session: Session
  /// What becomes of objects that refer to those that go with this one, and what keeps it.
  let effects: DeletionEffects
  let onConfirm: () -> Void

  var body: some View {
    if let reason = effects.refusal {
      // A deletion that must fail needs no answer.
      Alert(
        "Not deleted",
        message: "\(object.entity.displayName) “\(label)” cannot be deleted",
        details: consequences + effects.further + (consequences.contains(reason) ? [] : [reason])
      )
    } else {
      Confirm(
        "Delete \(object.entity.displayName) “\(label)”? It goes at once.",
        details: consequences + effects.further + effects.unfollowed,
        verb: "delete it"
      ) { _ in onConfirm() }
    }
  }

  /// `Albums: 2, deleted too`, one for each relationship in which objects refer to this one.
  private var consequences: [String] {
    let scope = session.root.scoped(toTask: "inspect").scoped(to: object.snapshot)
    return object.entity.relationships.compactMap { relationship in
      guard relationship.isToMany, relationship.definition.throughName == nil,
        scope.shows(PropertyPath(relationship.name)),
        let count = session.counts.text(of: relationship, from: object.id),
        !["", "0"].contains(count)
      else { return nil }
      let name = scope.displayName(of: relationship.name)
      return "\(name): \(count), \(relationship.fate(ofOthers: count))"
    }
  }
}

nonisolated extension Relationship {
  /// What becomes of the objects, so many, that refer to a deleted one.
  func fate(ofOthers count: String) -> String {
    let s = count == "1" ? "s" : ""
    return switch definition.deleteRule {
    case .cascade: "deleted too"
    case .nullify: "which then refer\(s) to nothing"
    case .setDefault: "which then refer\(s) to the default"
    case .noAction where definition.isInferred: "which then refer\(s) to what is gone"
    case .deny: "which keep\(s) it from being deleted"
    // Whether the database minds is not told by a model that somebody has written.
    case .noAction: "which refer\(s) to it"
    }
  }
}
