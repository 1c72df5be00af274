import Editing
import EntityModel
import EntityStore
import Qualifiers
import Widgets
import Workspace

// Objects that people put into an order: an attribute of each, or of the object between, holds its place.
extension RelationshipEditing {
  /// Puts the object of a row before or behind its neighbour.
  func move(by step: Int, in rows: RelatedObjects) {
    guard let orderKey = rows.orderKey else { return }
    let positions = rows.bounds.positions
    let here = rows.cursor.position
    guard positions.contains(here), positions.contains(here + step) else {
      return page.say(step < 0 ? "this is the first" : "this is the last")
    }
    let index = here - positions.lowerBound
    guard let moved = rows.current.map(rows.object), var objects = rows.placedObjects() else {
      return page.say("\(title) is not fully read yet; go to its end first", .warning)
    }
    objects.swapAt(index, index + step)
    let values = places(of: objects, swapping: index, index + step, by: orderKey)
    for (object, _) in values {
      if let reason = refusal(ofChanging: orderKey, in: object) {
        return page.say("not moved: \(reason)", .warning)
      }
    }
    editing.group("place of \(label(moved)) in \(place)", of: owner, at: key) {
      for (object, value) in values { object.set(value, forAttribute: orderKey) }
    }
    rows.show(moved)
  }

  /// The places that are others: two change theirs where both have one, else all are counted anew.
  private func places(
    of objects: [ManagedObject],
    swapping first: Int,
    _ second: Int,
    by key: String
  ) -> [(ManagedObject, Value)] {
    let own = objects.map { $0.snapshot.value(forKey: key) ?? .null }
    let isClear = own.allSatisfy { !$0.isNull } && Set(own).count == own.count
    if isClear { return [(objects[first], own[second]), (objects[second], own[first])] }
    return objects.enumerated().compactMap { index, object in
      let place = Value.int(Int64(index + 1))
      return own[index] == place ? nil : (object, place)
    }
  }

  /// The place behind all others, where objects between hold places that are numbers; `nil` where that is not known.
  func nextPlace() async -> Int64?? {
    guard case .through(let join, _, let back, _) = link.way,
      let key = link.orderKey(in: work), join.attribute(named: key)?.type.kind == .integer
    else { return .some(nil) }
    var last: Int64 = 0
    func count(_ record: Record) {
      if case .int(let number)? = record.value(forKey: key) { last = max(last, number) }
    }
    if var specification = link.allJoins(in: work) {
      specification.sortOrderings = [SortOrdering(key: "-" + key)]
      let found = await work.readFaults.value(orSay: "\(title) is unchanged") {
        () async throws(StoreError) in
        try await work.store.window(specification, from: .start, count: 1).records
      }
      guard let found else { return nil }
      found.forEach(count)
    }
    for object in editing.pendingObjects(of: join)
    where object.entity === join && object.refers(by: back, to: owner) { count(object.snapshot) }
    return last + 1
  }

  /// Returns the initial values of a new join object at a sort position; empty when the relationship has no order.
  func beginning(at place: Int64?) -> [String: Value] {
    guard let place, let key = link.orderKey(in: work) else { return [:] }
    return [key: .int(place)]
  }
}
