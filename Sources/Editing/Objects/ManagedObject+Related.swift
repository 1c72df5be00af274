package import EntityModel
import EntityStore
package import Qualifiers

// Objects as ends of relationships: what refers to what, whether it is saved yet or not.
extension ManagedObject {
  /// Whether a person has entered anything: a new object as it was made is nobody's work, unless something refers to it.
  public var hasInput: Bool {
    if let context, context.isPending(self) { return context.isEntered(self) }
    return judgesAsInput
  }

  /// The answer of ``hasInput``, found anew.
  var judgesAsInput: Bool {
    guard state == .inserted else { return hasChanges }
    return hasOwnInput || context?.isReferredTo(self) == true
      || references.values.contains { $0.origin == .along && $0.destination.hasOwnInput }
  }

  /// Whether something was entered into a new object itself.
  package var hasOwnInput: Bool {
    !keysWithoutDefault.isEmpty
      || changedKeys.contains { references[$0]?.origin ?? .chosen == .chosen }
  }

  /// The new objects to which this one refers.
  var links: [UnsavedObjectIndex.UnsavedReference: ManagedObject] {
    var links: [UnsavedObjectIndex.UnsavedReference: ManagedObject] = [:]
    for reference in references.values {
      let (token, origin) = (reference.destination.token, reference.origin)
      links[UnsavedObjectIndex.UnsavedReference(destination: token, origin: origin)] =
        reference.destination
    }
    return links
  }

  /// Whether this object shows that somebody means to make `other`, which is new.
  package func counts(asInputOf other: ManagedObject) -> Bool {
    references.values.contains {
      $0.destination === other
        && ($0.origin == .chosen || $0.origin == .begun && hasOwnInput)
    }
  }

  /// Whether this new object was made along with `other`, and goes with it.
  package func isMade(along other: ManagedObject) -> Bool {
    references.values.contains { $0.destination === other && $0.origin == .along }
  }

  /// The objects along with which this new one was made.
  package var companions: [ManagedObject] {
    references.values.filter { $0.origin == .along }.map(\.destination)
  }

  /// Whether this new object cannot be without `other`, which is new too.
  func needs(_ other: ManagedObject) -> Bool {
    state == .inserted && self !== other
      && references.contains { name, reference in
        reference.destination === other && entity.attribute(named: name)?.isNullable == false
      }
  }

  /// Points a to-one relationship of a new object to the one it was begun from or made along with; the step that made it
  /// takes that back too.
  package func begin(
    referringBy relationship: Relationship,
    to destination: ManagedObject,
    as origin: ReferenceOrigin
  ) {
    for join in relationship.definition.joins {
      references[join.source] = NewReference(
        destination: destination,
        key: join.destination,
        origin: origin
      )
    }
    for path in base.layout.paths where path.components.count > 1 && path.first == relationship.name
    {
      overlay[path] = destination.snapshot.value(forPath: path.components.dropFirst()) ?? .null
    }
    refreshSnapshot()
  }

  /// Lets a to-one relationship lead where it led when the object was read; the step can be undone.
  package func takeBack(_ relationship: Relationship) {
    let keys = Set(relationship.definition.joins.map(\.source))
    change { object in
      object.overlay = object.overlay.filter { path, _ in
        path.components.count > 1 ? path.first != relationship.name : !keys.contains(path.first)
      }
      object.references = object.references.filter { !keys.contains($0.key) }
    }
  }

  /// Whether a to-one relationship leads to `other` now, or with `asRead` when this object was read.
  package func refers(
    by relationship: Relationship,
    to other: ManagedObject,
    asRead: Bool = false
  ) -> Bool {
    let live = asRead ? [:] : liveReferences
    let record = asRead ? base : snapshot
    let joins = relationship.definition.joins
    return !joins.isEmpty
      && joins.allSatisfy { join in
        if let reference = live[join.source] { return reference.destination === other }
        guard other.state != .inserted, let value = record.technicalValue(forPath: [join.source]),
          !value.isNull
        else { return false }
        return value == other.base.keyValue(forKey: join.destination)
          || value == other.base.value(forKey: join.destination)
      }
  }

  /// The new object to which a to-one relationship leads.
  package func newDestination(of relationship: Relationship) -> ManagedObject? {
    relationship.definition.joins.first.flatMap { liveReferences[$0.source]?.destination }
  }

  /// Takes values of other objects that were read for a new one, which shows them; nothing of it is pending.
  package func learn(_ paths: [PropertyPath], _ value: (PropertyPath) -> Value?) {
    guard state == .inserted else { return }
    var values = base.values
    for path in paths {
      guard let position = base.layout.position(of: path.components), let value = value(path) else {
        continue
      }
      values[position] = value
    }
    rebase(on: Record(layout: base.layout, id: nil, values: values, isNew: true))
    context?.onChange?()
  }
}
