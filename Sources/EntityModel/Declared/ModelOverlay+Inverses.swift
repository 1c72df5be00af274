// MARK: - Ways back

extension ModelOverlay {
  /// Finds the relationship back from each; a flattened one needs a way back for every step.
  mutating func findInverses(at index: Int) {
    for position in slots[index].entity.relationships.indices {
      let relationship = slots[index].entity.relationships[position]
      guard let target = slotIndex(relationship.destinationName) else { continue }
      if let inverse = relationship.inverseName, self.relationship(inverse, at: target) != nil {
        continue
      }
      slots[index].entity.relationships[position].inverseName =
        relationship.path.isEmpty
        ? back(from: target, along: relationship, to: index)
        : backThrough(relationship.path, from: index, to: target)
    }
  }

  private func back(from target: Int, along relationship: Relationship.Definition, to index: Int)
    -> String?
  {
    let reversed = Set(
      relationship.joins.map { Relationship.Join(source: $0.destination, destination: $0.source) }
    )
    return slots[target].entity.relationships.first { candidate in
      candidate.path.isEmpty && Set(candidate.joins) == reversed
        && candidate.destinationName == slots[index].entity.name
        && candidate.name != relationship.name
    }?.name
  }

  /// The flattened relationship back, made and hidden when the model has none.
  private mutating func backThrough(_ path: [String], from index: Int, to target: Int) -> String? {
    var way: [String] = []
    var slot = index
    for name in path {
      guard let position = slots[slot].entity.relationships.firstIndex(where: { $0.name == name }),
        let next = slotIndex(slots[slot].entity.relationships[position].destinationName)
      else { return nil }
      let hop = slots[slot].entity.relationships[position]
      let known = hop.inverseName.flatMap { self.relationship($0, at: next)?.name }
      guard
        let inverse = known ?? back(from: next, along: hop, to: slot)
          ?? addBack(hop, from: next, to: slot)
      else { return nil }
      slots[slot].entity.relationships[position].inverseName = inverse
      way.insert(inverse, at: 0)
      slot = next
    }
    if let known = slots[target].entity.relationships.first(where: { $0.path == way }) {
      return known.name
    }
    var relationship = Relationship.Definition(
      name: unusedName(backTo: index, at: target),
      destinationName: slots[index].entity.name,
      isToMany: true,
      joins: []
    )
    relationship.path = way
    guard let first = self.relationship(way[0], at: target) else { return nil }
    relationship.throughName = first.destinationName
    relationship.isHidden = true
    slots[target].entity.relationships.append(relationship)
    return relationship.name
  }

  private mutating func addBack(_ hop: Relationship.Definition, from next: Int, to slot: Int)
    -> String?
  {
    guard hop.path.isEmpty, !hop.joins.isEmpty else { return nil }
    var relationship = Relationship.Definition(
      name: unusedName(backTo: slot, at: next, isToMany: !hop.isToMany),
      destinationName: slots[slot].entity.name,
      isToMany: !hop.isToMany,
      joins: hop.joins.map { Relationship.Join(source: $0.destination, destination: $0.source) }
    )
    relationship.inverseName = hop.name
    relationship.isHidden = true
    relationship.isInferred = true
    slots[next].entity.relationships.append(relationship)
    return relationship.name
  }

  private func unusedName(backTo index: Int, at target: Int, isToMany: Bool = true) -> String {
    let entity = slots[target].entity
    var taken = Set(
      (entity.attributes.map(\.name) + entity.relationships.map(\.name)).map { $0.lowercased() }
    )
    let name = Naming.propertyName(for: slots[index].entity.name)
    return Naming.unique(isToMany ? Naming.plural(of: name) : name, taken: &taken)
  }
}
