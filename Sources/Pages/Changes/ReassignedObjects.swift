import Editing
import EntityModel
import EntityStore
import Qualifiers
import RuleEnvironment
import StandardKeys
import Workspace

/// The previous owners of stored objects that pending changes give to another owner.
///
/// They make the note `taken from Movie “Alien”` in messages about saving and linking.
struct ReassignedObjects {
  /// The objects before, each as people call it, by the objects that were linked to them.
  private var owners: [Int: String] = [:]
  private let count: Int

  /// The ones of `objects`, looked at before they are saved; whom people may not see is named by no sentence.
  init(of objects: [ManagedObject], in work: WorkContext) {
    count = objects.count
    for object in objects where object.state == .stored {
      let relationship = object.entity.relationships.first { Self.isTaken(object, by: $0) }
      guard let relationship else { continue }
      owners[object.token] = Self.owner(of: object, by: relationship, in: work)
    }
  }

  /// `taken from Movie “Alien”`; `nil` where nothing is taken.
  var sentence: String? {
    guard !owners.isEmpty else { return nil }
    let names = Set(owners.values).sorted()
    let from = names.count > 2 ? "\(names.count) others" : names.joined(separator: " and ")
    let part = owners.count < count ? "\(NumberText.count(owners.count)) of them " : ""
    return "\(part)taken from \(from)"
  }

  private static func isTaken(_ object: ManagedObject, by relationship: Relationship) -> Bool {
    let joins = relationship.definition.joins
    guard !relationship.isToMany, !joins.isEmpty,
      joins.contains(where: { object.changedKeys.contains($0.source) })
    else { return false }
    let isNew = object.newDestination(of: relationship) != nil
    return joins.allSatisfy { join in
      let isHeld = object.base.technicalValue(forPath: [join.source])?.isNull == false
      return isHeld
        && (isNew || object.snapshot.technicalValue(forPath: [join.source])?.isNull == false)
    }
  }

  private static func owner(
    of object: ManagedObject,
    by relationship: Relationship,
    in work: WorkContext
  ) -> String {
    let entity = relationship.destination.map {
      work.root.scoped(to: $0)[ModelKeys.shared.displayNameForEntity]
    }
    let name = entity ?? relationship.displayName
    let review = PendingReview(work: work)
    let isSeen =
      relationship.destination.map { work.visibilityRefusal(of: $0) == nil } == true
      && review.shows(relationship.name, of: object)
    let row = object.pendingRow
    let label = isSeen ? review.change(of: relationship.name, in: row).old?.text : nil
    return label.map { "\(name) “\($0)”" } ?? "another \(name)"
  }
}
