package import EntityModel
package import EntityStore
package import Qualifiers

// What is pending as a journal keeps it, and back.
extension ManagedObject {
  /// Returns the unsaved changes and the invalid input in the object's fields, for the journal; `nil` when there are none.
  ///
  /// For attributes that must not be recorded, it notes only that something was entered.
  package func pendingState(
    drafts: [String: String],
    keeping isKept: (String) -> Bool
  ) -> PendingState? {
    let isPending = context?.isPending(self) == true
    guard isPending || state != .inserted && !drafts.isEmpty else { return nil }
    var result = PendingState(
      subject: PendingState.Subject(
        entityName: entity.name,
        tableName: entity.tableName,
        id: id
      )
    )
    func put(_ part: PendingState.Part, of name: String, _ value: Value?) {
      guard let value else { return }
      if isKept(name), CodedValue(value) != nil {
        result.contents[PendingState.Place(part, name)] = value
      } else if part == .value || part == .draft {
        result.contents[PendingState.Place(.withheld, name)] = .null
      }
    }
    for (name, draft) in drafts { put(.draft, of: name, .string(draft)) }
    guard isPending else { return result }
    if state == .deleted { result.contents[PendingState.Place(.deletion)] = .bool(true) }
    for (path, value) in overlay where path.components.count == 1 {
      guard state == .inserted || changedKeys.contains(path.first) else { continue }
      put(.value, of: path.first, value)
      guard chosenKeys[path.first] == value, !value.isNull else { continue }
      put(.chosen, of: path.first, value)
    }
    for (name, reference) in references {
      let parts: [Value] = [
        .int(Int64(reference.destination.token)), .string(reference.key),
        .string(reference.origin.rawValue),
      ]
      put(.reference, of: name, .list(parts))
    }
    for name in state == .inserted ? [] : keysToCompare {
      put(.original, of: name, knownValue(of: name))
    }
    for path in state == .inserted ? base.layout.paths : [] where path.components.count == 1 {
      guard let value = base.value(forKey: path.first), !value.isNull else { continue }
      put(.initial, of: path.first, value)
    }
    return result
  }

  /// The attributes that must be in the database as they were known, when the object is saved.
  private var keysToCompare: Set<String> {
    state == .deleted || lockingPolicy == .all || versionKeys != nil
      ? readKeys : changedKeys.union(entity.recognitionKeys)
  }

  private func knownValue(of name: String) -> Value? {
    if let original = originals[PropertyPath(components: [name])] { return original }
    let record = state == .deleted ? readForDeletion ?? base : base
    return record.isTruncated([name]) ? nil : record.value(forKey: name)
  }

  /// Lays over the object what a journal says of it; of a stored one that is a step.
  fileprivate func lay(
    _ pending: PendingState,
    over objects: [Int: ManagedObject],
    where permits: (String) -> Bool
  ) {
    let names = Set(entity.attributes.map(\.name))
    let isMeant = { (entry: (key: String, value: Value)) in
      names.contains(entry.key) && permits(entry.key)
    }
    let (values, references) = (
      pending[.value].filter(isMeant), pending[.reference].filter(isMeant)
    )
    let originals = pending[.original].filter { names.contains($0.key) }
    let mutate = { (object: ManagedObject) in
      for (name, value) in values {
        let path = PropertyPath(components: [name])
        object.overlay[path] = value
        object.references[name] = nil
      }
      for (name, value) in originals { object.originals[PropertyPath(components: [name])] = value }
      for (name, value) in pending[.chosen] { object.chosenKeys[name] = value }
      for (name, value) in references {
        object.references[name] = NewReference(value, among: objects)
      }
      guard pending.isDeletion else { return }
      object.state = .deleted
      object.readForDeletion = object.base.holding(originals)
    }
    if pending.isNew {
      mutate(self)
      keepOriginals()
      refreshSnapshot()
    } else {
      change(mutate)
      // What must be as it was and is not: nothing is written before somebody has looked.
      let isOther = originals.contains { name, value in
        self.originals[PropertyPath(components: [name])] == nil
          && base.value(forKey: name).map { $0 != value } == true
      }
      if isOther, state == .stored { _ = contest(asRead: base.holding(originals)) }
    }
  }

  /// Shows what names the object to which a to-one relationship leads by now; `nil` where that is not known.
  package func show(_ destination: Record?, behind relationship: Relationship) {
    for path in base.layout.paths
    where path.components.count > 1 && path.first == relationship.name {
      overlay[path] = destination?.value(forPath: path.components.dropFirst()) ?? .null
    }
    refreshSnapshot()
  }
}

extension ManagedObject.NewReference {
  /// The reference that a journal tells of, to one of `objects`; `nil` where that is not there.
  fileprivate init?(_ value: Value, among objects: [Int: ManagedObject]) {
    guard case .list(let parts) = value, parts.count == 3, case .int(let token) = parts[0],
      let destination = objects[Int(token)], let key = parts[1].string,
      let origin = parts[2].string.flatMap(ManagedObject.ReferenceOrigin.init(rawValue:))
    else { return nil }
    self.init(destination: destination, key: key, origin: origin)
  }
}

extension EditingContext {
  /// Makes pending again what a journal says, as steps that can be undone: nothing of it is written.
  ///
  /// - Parameters:
  ///   - states: What was pending, by the numbers of the journal.
  ///   - records: The rows as they are now; objects without one are left out.
  ///   - begin: What a new object begins with, and what is known of it.
  ///   - permits: Whether an attribute of an object may be set.
  /// - Returns: The objects by the numbers of the journal.
  package func take(
    _ states: [Int: PendingState],
    over records: [RecordID: Record],
    beginning begin: (Entity) -> (values: [String: Value], paths: [PropertyPath]),
    where permits: (ManagedObject, String) -> Bool
  ) -> [Int: ManagedObject] {
    var objects: [Int: ManagedObject] = [:]
    let states = states.sorted { $0.key < $1.key }
    for (token, state) in states {
      if let id = state.subject.id {
        objects[token] = records[id].map(object(for:))
      } else if let entity = store.model.entity(named: state.subject.entityName) {
        let (values, paths) = begin(entity)
        objects[token] = insert(
          entity,
          values: values.merging(state[.initial]) { $1 },
          paths: paths
        )
      }
    }
    for (token, state) in states {
      guard let object = objects[token] else { continue }
      object.lay(state, over: objects) { permits(object, $0) }
    }
    return objects
  }
}

extension Record {
  /// Returns a copy of the record with other values for some of its attributes.
  func holding(_ values: [String: Value]) -> Record {
    func isRead(_ position: Int) -> Bool {
      let path = layout.paths[position]
      return path.components.count > 1 || values[path.first] == nil
    }
    return Record(
      layout: layout,
      id: id,
      values: layout.paths.map { path in
        (path.components.count == 1 ? values[path.first] : nil)
          ?? value(forPath: path.components[...]) ?? .null
      },
      truncatedPositions: truncatedPositions.filter(isRead),
      sizes: truncatedSizes.filter { isRead($0.key) }
    )
  }
}
