import Diagnostics

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
      if let found = left.first(where: { isSame(reflected[$0], definition, of: relationship) }) {
        left.removeAll { $0 == found }
        renamed[reflected[found].name] = relationship.name
        definition = reflected[found]
        Relationship.members.lay(relationship, over: &definition, isFound: true)
      } else if definition.joins.isEmpty, definition.path.isEmpty {
        report(
          "missing",
          "'\(relationship.name)' has no joins and no path, and the database has no such relationship",
          at: relationship.place,
          suggestion: "give it \"destination\" and \"joins\""
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
    var taken = Set(
      (result.map(\.name) + slots[index].entity.attributes.map(\.name)).map { $0.lowercased() }
    )
    for position in left {
      var definition = reflected[position]
      if slots[index].isComplete {
        // What the database itself does along its references it does though the model says nothing of them.
        guard definition.path.isEmpty, !definition.isInferred else { continue }
        definition.isHidden = true
      }
      definition.name = Naming.unique(definition.name, taken: &taken)
      renamed[reflected[position].name] = definition.name
      result.append(definition)
    }
    slots[index].entity.relationships =
      result.filter { !$0.isToMany } + result.filter(\.isToMany)
    return renamed
  }

  /// Returns the relationship's definition from its declaration alone; `nil`, with an error, for an unknown destination or
  /// join.
  private mutating func definition(
    of declaration: RelationshipDeclaration,
    at index: Int
  ) -> Relationship.Definition? {
    var definition = declaration.definition
    guard let name = declaration.destinationName else { return definition }
    guard let target = slotIndex(name) else {
      let near = nearestEntity(to: name)
      report(
        "unknown-entity",
        "'\(slots[index].entity.name).\(declaration.name)' leads to '\(name)', which is not declared",
        at: declaration.place,
        suggestion: near.map { "did you mean '\($0)'?" } ?? "add the model that declares it"
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
        report(
          "unknown-property",
          "'\(declaration.name)' joins '\(entity.name).\(name)', which is not a stored attribute",
          at: declaration.place,
          suggestion: near.map { "did you mean '\($0)'?" }
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
    of declaration: RelationshipDeclaration
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

  /// Marks the attributes that to-ones stand for: not those keys that a far end only repeats.
  private mutating func markForeignKeys(at index: Int) {
    let entity = slots[index].entity
    var sources: Set<String> = []
    let declared = slots[index].declaration?.relationships.map(\.name) ?? []
    for relationship in entity.relationships where !relationship.isToMany {
      // One that a complete model does not tell of takes no column's place.
      if slots[index].isComplete, !declared.contains(relationship.name) { continue }
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
      for join in relationship.joins
      where hasOffset(join.source, at: index) || hasOffset(join.destination, at: target) {
        keepText(of: join.source, at: index)
        keepText(of: join.destination, at: target)
      }
    }
    guard !slots[index].entity.identityIsRowNumber else { return }
    for name in slots[index].entity.identity where hasOffset(name, at: index) {
      keepText(of: name, at: index)
    }
  }

  private func hasOffset(_ name: String, at index: Int) -> Bool {
    slots[index].entity.attributes.first { $0.name == name }?.storage.hasOffset == true
  }

  private mutating func keepText(of name: String, at index: Int) {
    let attributes = slots[index].entity.attributes
    guard let position = attributes.firstIndex(where: { $0.name == name }),
      !attributes[position].type.hasOneWriting
    else { return }
    slots[index].entity.attributes[position].type = .string
    slots[index].entity.attributes[position].storage = .native
    slots[index].entity.attributes[position].isWholeDay = false
    slots[index].entity.attributes[position].omissions = []
  }
}

extension Entity.Definition {
  /// Whether a join may name `name`: an attribute with a column, or the number of the row.
  fileprivate func hasColumn(for name: String) -> Bool {
    attributes.contains { $0.name == name && $0.derivation == nil }
      || identityIsRowNumber && identity.contains(name)
  }
}
