import Diagnostics
import Qualifiers

// MARK: - Relationships

extension ModelOverlay {
  /// Puts the relationships in the new names, adds the declared ones and finds the ways back.
  mutating func connect() {
    translateReflected()
    var renamed: [[String: String]] = []
    for index in slots.indices { renamed.append(addDeclared(at: index)) }
    renamePaths(renamed)
    for index in slots.indices { resolvePaths(at: index) }
    for index in slots.indices { dropBroken(at: index) }
    for index in slots.indices { findInverses(at: index) }
    for index in slots.indices where slots[index].declaration != nil { markForeignKeys(at: index) }
    for index in slots.indices { keepJoinedTexts(at: index) }
  }

  /// Entities and attributes of the reflected relationships in their new names.
  private mutating func translateReflected() {
    let byOldName = Dictionary(
      slots.enumerated().compactMap { index, slot in slot.oldName.map { ($0, index) } }
    ) { first, _ in first }
    for index in slots.indices {
      for position in slots[index].entity.relationships.indices {
        var relationship = slots[index].entity.relationships[position]
        let target = byOldName[relationship.destinationName]
        relationship.joins = relationship.joins.map { join in
          let destination = target.flatMap { slots[$0].renamed[join.destination] }
          return Relationship.Join(
            source: slots[index].renamed[join.source] ?? join.source,
            destination: destination ?? join.destination
          )
        }
        if let target { relationship.destinationName = slots[target].entity.name }
        if let through = relationship.throughName.flatMap({ byOldName[$0] }) {
          relationship.throughName = slots[through].entity.name
        }
        slots[index].entity.relationships[position] = relationship
      }
    }
  }

  /// Adds the declared relationships of a slot.
  /// - Returns: the new names of those that reflection found, by their old names.
  private mutating func addDeclared(at index: Int) -> [String: String] {
    guard let declaration = slots[index].declaration else { return [:] }
    let reflected = slots[index].entity.relationships
    var left = Array(reflected.indices)
    var result: [Relationship.Definition] = []
    var renamed: [String: String] = [:]
    for relationship in declaration.relationships {
      guard var definition = definition(of: relationship, at: index) else { continue }
      if let found = left.first(where: { isSame(reflected[$0], definition, relationship) }) {
        left.removeAll { $0 == found }
        renamed[reflected[found].name] = relationship.name
        definition = Self.merged(relationship, definition, over: reflected[found])
      } else if definition.joins.isEmpty, definition.path.isEmpty {
        diagnostics.append(
          relationship.place.fault(
            "missing",
            "'\(relationship.name)' says neither what it joins nor a path, and the database has none of its name",
            suggestion: "give it \"destination\" and \"joins\""
          )
        )
        continue
      } else {
        definition.isDeleteRuleDeclared = definition.deleteRule != .noAction
      }
      if slots[index].isComplete, let shown = declaration.shownProperties {
        definition.isHidden = !shown.contains(relationship.name)
      }
      result.append(definition)
    }
    if !slots[index].isComplete {
      var taken = Set(
        (result.map(\.name) + slots[index].entity.attributes.map(\.name)).map { $0.lowercased() }
      )
      for position in left {
        var definition = reflected[position]
        definition.name = Naming.unique(definition.name, taken: &taken)
        renamed[reflected[position].name] = definition.name
        result.append(definition)
      }
    }
    slots[index].entity.relationships =
      result.filter { !$0.isToMany } + result.filter(\.isToMany)
    return renamed
  }

  /// What a declaration says by itself; `nil` when its destination or joins lead nowhere.
  private mutating func definition(
    of declaration: RelationshipDeclaration,
    at index: Int
  ) -> Relationship.Definition? {
    var definition = Relationship.Definition(
      name: declaration.name,
      destinationName: declaration.destinationName ?? "",
      isToMany: declaration.isToMany ?? false,
      joins: declaration.joins ?? []
    )
    definition.path = declaration.path ?? []
    definition.throughName = declaration.throughName
    definition.inverseName = declaration.inverseName
    definition.isMandatory = declaration.isMandatory ?? false
    definition.isInferred = declaration.isInferred ?? false
    definition.deleteRule = declaration.deleteRule ?? .noAction
    definition.isHidden = declaration.isHidden ?? false
    definition.documentation = declaration.documentation
    guard let name = declaration.destinationName else { return definition }
    guard let target = slotIndex(name) else {
      let near = nearestEntity(to: name)
      diagnostics.append(
        declaration.place.fault(
          "unknown-entity",
          "'\(slots[index].entity.name).\(declaration.name)' leads to '\(name)', which is not declared",
          suggestion: near.map { "did you mean '\($0)'?" } ?? "give the model that declares it too"
        )
      )
      return nil
    }
    definition.joins = definition.joins.map { join in
      Relationship.Join(
        source: slots[index].aliases[join.source] ?? join.source,
        destination: slots[target].aliases[join.destination] ?? join.destination
      )
    }
    let ends = [
      (slots[index].entity, definition.joins.map(\.source)),
      (slots[target].entity, definition.joins.map(\.destination)),
    ]
    for (entity, names) in ends {
      for name in names where !entity.hasColumn(for: name) {
        let near = nearestName(to: name, in: entity.attributes.map(\.name))
        diagnostics.append(
          declaration.place.fault(
            "unknown-property",
            "'\(declaration.name)' joins '\(entity.name).\(name)', which is no attribute with a column",
            suggestion: near.map { "did you mean '\($0)'?" }
          )
        )
        return nil
      }
    }
    return definition
  }

  /// Whether a reflected relationship is the one declared: of its name, or joining the same.
  private func isSame(
    _ reflected: Relationship.Definition,
    _ definition: Relationship.Definition,
    _ declaration: RelationshipDeclaration
  ) -> Bool {
    let leadsAlike =
      declaration.destinationName == nil || reflected.destinationName == definition.destinationName
      || table(of: reflected.destinationName) == table(of: definition.destinationName)
    guard leadsAlike, declaration.isToMany.map({ $0 == reflected.isToMany }) ?? true else {
      return false
    }
    if !definition.joins.isEmpty { return Set(reflected.joins) == Set(definition.joins) }
    if !definition.path.isEmpty {
      return reflected.path == definition.path
        || !reflected.path.isEmpty && reflected.name == definition.name
    }
    return reflected.name == definition.name
  }

  private func table(of entityName: String) -> TableName? {
    slotIndex(entityName).map { slots[$0].entity.table }
  }

  private static func merged(
    _ declaration: RelationshipDeclaration,
    _ definition: Relationship.Definition,
    over reflected: Relationship.Definition
  ) -> Relationship.Definition {
    var result = reflected
    result.name = definition.name
    result.destinationName =
      declaration.destinationName == nil ? reflected.destinationName : definition.destinationName
    result.inverseName = definition.inverseName ?? reflected.inverseName
    result.isMandatory = declaration.isMandatory ?? reflected.isMandatory
    result.isHidden = definition.isHidden
    result.documentation = definition.documentation
    if let rule = declaration.deleteRule, rule != reflected.deleteRule {
      result.deleteRule = rule
      result.isDeleteRuleDeclared = rule != .noAction
    }
    if let isDeclared = declaration.isDeleteRuleDeclared {
      result.isDeleteRuleDeclared = isDeclared
    }
    return result
  }

  // MARK: Paths and ways back

  /// Puts paths and inverses that reflection found in the new names of relationships.
  private mutating func renamePaths(_ renamed: [[String: String]]) {
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
  private func relationship(_ name: String, at index: Int) -> Relationship.Definition? {
    slots[index].entity.relationships.first { $0.name == name }
  }

  /// Follows the paths of flattened relationships and attributes: where they lead, and whether to many.
  private mutating func resolvePaths(at index: Int) {
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
      if attribute.type == .any { slots[index].entity.attributes[position].type = source.type }
      slots[index].entity.attributes[position].storage = source.storage
      return
    }
    let place = slots[index].declaration?.attributes.first { $0.name == attribute.name }?.place
    if let place {
      diagnostics.append(
        place.fault(
          "unknown-property",
          "the path '\(path)' leads to no attribute through to-one relationships"
        )
      )
    }
    slots[index].entity.attributes[position].derivation = .expression(Expression(.literal(.null)))
    slots[index].entity.attributes[position].isHidden = true
  }

  /// Where a path of relationships leads; `nil` when one of them does not exist.
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
  private mutating func dropBroken(at index: Int) {
    let slot = slots[index]
    var kept: [Relationship.Definition] = []
    for relationship in slot.entity.relationships {
      if slotIndex(relationship.destinationName) != nil {
        kept.append(relationship)
      } else if let place = slot.declaration?.relationships
        .first(where: { $0.name == relationship.name })?.place
      {
        let path = relationship.path.joined(separator: ".")
        diagnostics.append(
          place.fault(
            "unknown-property",
            "the path '\(path)' of '\(slot.entity.name).\(relationship.name)' leads nowhere"
          )
        )
      }
    }
    slots[index].entity.relationships = kept.filter { !$0.isToMany } + kept.filter(\.isToMany)
  }

  /// Finds the relationship back from each; a flattened one needs a way back for every step.
  private mutating func findInverses(at index: Int) {
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

  /// Marks the attributes that to-ones stand for: not those keys that a far end only repeats.
  private mutating func markForeignKeys(at index: Int) {
    let entity = slots[index].entity
    var sources: Set<String> = []
    for relationship in entity.relationships where !relationship.isToMany {
      guard let target = slotIndex(relationship.destinationName) else { continue }
      let identity = slots[target].entity.identity
      let repeatsKey =
        relationship.joins.allSatisfy {
          entity.identity.contains($0.source) && identity.contains($0.destination)
        }
      if !repeatsKey || entity.identity.count > 1 {
        sources.formUnion(relationship.joins.map(\.source))
      }
    }
    for position in entity.attributes.indices {
      slots[index].entity.attributes[position].isForeignKey =
        sources.contains(entity.attributes[position].name)
    }
  }
  /// Moments that a relationship joins are the texts that they are: a row is found by the very text.
  private mutating func keepJoinedTexts(at index: Int) {
    for relationship in slots[index].entity.relationships where !relationship.joins.isEmpty {
      guard let target = slotIndex(relationship.destinationName) else { continue }
      for join in relationship.joins {
        keepText(of: join.source, at: index)
        keepText(of: join.destination, at: target)
      }
    }
    guard !slots[index].entity.identityIsRowNumber else { return }
    for name in slots[index].entity.identity { keepText(of: name, at: index) }
  }

  private mutating func keepText(of name: String, at index: Int) {
    let attributes = slots[index].entity.attributes
    guard let position = attributes.firstIndex(where: { $0.name == name }),
      attributes[position].storage.hasOffset
    else { return }
    slots[index].entity.attributes[position].type = .string
    slots[index].entity.attributes[position].storage = .native
    slots[index].entity.attributes[position].isWholeDay = false
  }
}

extension Entity.Definition {
  /// Whether a join may name `name`: an attribute with a column, or the number of the row.
  fileprivate func hasColumn(for name: String) -> Bool {
    attributes.contains { $0.name == name && $0.derivation == nil }
      || identityIsRowNumber && identity.contains(name)
  }
}
