import Qualifiers

// MARK: - Paths

extension ModelOverlay {
  /// Puts paths and inverses that reflection found in the new names of relationships.
  mutating func renamePaths(_ renamed: [[String: String]]) {
    for index in slots.indices {
      let declared = Set(slots[index].declaration?.relationships.map(\.name) ?? [])
      for position in slots[index].entity.relationships.indices {
        var relationship = slots[index].entity.relationships[position]
        if let target = slotIndex(relationship.destinationName),
          let inverse = relationship.inverseName,
          !declared.contains(relationship.name) || renamed[target][inverse] != nil
        {
          relationship.inverseName = renamed[target][inverse] ?? inverse
        }
        if relationship.path.count == 2, let through = relationship.throughName.flatMap(slotIndex),
          renamed[index].values.contains(relationship.name) || !declared.contains(relationship.name)
        {
          relationship.path = [
            renamed[index][relationship.path[0]] ?? relationship.path[0],
            renamed[through][relationship.path[1]] ?? relationship.path[1],
          ]
        }
        slots[index].entity.relationships[position] = relationship
      }
    }
  }

  /// The relationship called `name` of a slot.
  func relationship(_ name: String, at index: Int) -> Relationship.Definition? {
    slots[index].entity.relationships.first { $0.name == name }
  }

  /// Follows the paths of flattened relationships and attributes: where they lead, and whether to many.
  mutating func resolvePaths(at index: Int) {
    for position in slots[index].entity.relationships.indices {
      var relationship = slots[index].entity.relationships[position]
      guard !relationship.path.isEmpty else { continue }
      guard let end = end(of: relationship.path, from: index) else {
        relationship.destinationName = ""
        slots[index].entity.relationships[position] = relationship
        continue
      }
      relationship.destinationName = slots[end.slot].entity.name
      relationship.isToMany = end.isToMany
      relationship.throughName = end.isToMany ? slots[end.first].entity.name : nil
      slots[index].entity.relationships[position] = relationship
    }
    for position in slots[index].entity.attributes.indices {
      guard case .path(let path) = slots[index].entity.attributes[position].derivation else {
        continue
      }
      resolveAttribute(path, at: index, position)
    }
  }

  private mutating func resolveAttribute(_ path: PropertyPath, at index: Int, _ position: Int) {
    let attribute = slots[index].entity.attributes[position]
    let relationships = Array(path.components.dropLast())
    if let name = path.components.last, let end = end(of: relationships, from: index),
      !end.isToMany,
      let source = slots[end.slot].entity.attributes.first(where: {
        $0.name == name && $0.derivation == nil
      })
    {
      if attribute.type.kind == .any { slots[index].entity.attributes[position].type = source.type }
      slots[index].entity.attributes[position].storage = source.storage
      return
    }
    let place = slots[index].declaration?.attributes.first { $0.name == attribute.name }?.place
    if let place {
      report(
        "unknown-property",
        "the path '\(path)' leads to no attribute through to-one relationships",
        at: place
      )
    }
    slots[index].entity.attributes[position].derivation = .expression(Expression(.literal(.null)))
    slots[index].entity.attributes[position].isHidden = true
  }

  /// Returns the end of a path of relationships; `nil` when one of them does not exist.
  private func end(of path: [String], from index: Int) -> (slot: Int, first: Int, isToMany: Bool)? {
    var (slot, isToMany) = (index, false)
    var first: Int?
    var hops = path[...]
    var steps = 0
    while let name = hops.popFirst() {
      steps += 1
      // A flattened relationship may lead through flattened ones, but not in a ring.
      guard steps < 32, let relationship = relationship(name, at: slot) else { return nil }
      if !relationship.path.isEmpty {
        hops = relationship.path[...] + hops
        continue
      }
      guard let next = slotIndex(relationship.destinationName) else { return nil }
      first = first ?? next
      isToMany = isToMany || relationship.isToMany
      slot = next
    }
    return first.map { (slot, $0, isToMany) } ?? (slot, slot, isToMany)
  }

  /// Leaves out relationships that lead nowhere; those that were declared are reported.
  mutating func dropBroken(at index: Int) {
    let slot = slots[index]
    var kept: [Relationship.Definition] = []
    for relationship in slot.entity.relationships {
      if slotIndex(relationship.destinationName) != nil {
        kept.append(relationship)
      } else if let place = slot.declaration?.relationships
        .first(where: { $0.name == relationship.name })?.place
      {
        let path = relationship.path.joined(separator: ".")
        report(
          "unknown-property",
          "the path '\(path)' of '\(slot.entity.name).\(relationship.name)' leads nowhere",
          at: place
        )
      }
    }
    slots[index].entity.relationships = kept.filter { !$0.isToMany } + kept.filter(\.isToMany)
  }
}
