import EntityModel
import EntityStore
import Qualifiers
import RuleEnvironment
import StandardKeys

// What is forbidden of the objects of one entity is so by whatever entity of the table a row of it is written. Of the
// entities above the rules tell by themselves: see ``Inheritance``.
extension RuleWriteGuard {
  /// The entities of whose rows one of `entity` may be besides, or may become, where somebody's rules say what may be
  /// written.
  func kinds(beside entity: Entity) -> [Entity] {
    guard asksOfKinds else { return [] }
    let top = entity.ancestorNames.last.flatMap { rights.model.entity(named: $0) } ?? entity
    return top.subentityNames.compactMap { rights.model.entity(named: $0) }.filter { kind in
      kind !== entity && kind.definition.table == entity.definition.table
        && !entity.ancestorNames.contains(kind.name)
    }
  }

  /// Judges a change of a row of `entity` as one of a row of `kind`, if it is or becomes one.
  func refusal(
    of change: Change,
    by entity: Entity,
    as kind: Entity,
    _ read: PrefetchedRows
  ) async throws(StoreError) -> String? {
    let written = written(by: change, of: entity)
    let (id, values) = (change.id, change.values)
    switch change.write {
    case .insert:
      guard kind !== entity else {
        return await creationRefusal(of: entity, values, entering: written, read)
      }
      return await entryRefusal(as: kind, writing: written, by: entity, read) { attribute in
        values[attribute.name] ?? rights.store.defaultValue(of: attribute, in: entity)
      }
    case .update:
      let own = names(of: kind, for: written, of: entity)
      if let scope = try await scope(of: id, by: entity, as: kind, read) {
        let reason = Permissions(rights, in: scope).editRefusal
        return reason.map { "\(label(of: id, in: scope)) cannot be changed: \($0)" }
          ?? propertyRefusal(of: own, of: kind, in: scope)
      }
      guard kind !== entity, !kind.marks.isDisjoint(with: own),
        let stored = try await row(id, of: entity, read)
      else { return nil }
      return await entryRefusal(as: kind, writing: written, by: entity, read) { attribute in
        values[attribute.name] ?? stored.value(forKey: attribute.name)
      }
    case .delete:
      guard let scope = try await scope(of: id, by: entity, as: kind, read) else { return nil }
      let reason = Permissions(rights, in: scope).deletionRefusal
      return reason.map { "\(label(of: id, in: scope)) cannot be deleted: \($0)" }
    }
  }

  private func label(of id: RecordID, in scope: EnvironmentValues) -> String {
    scope[ObjectKeys.shared.objectLabel] ?? id.entityName
  }

  /// Returns the scope for judging a stored row as an object of `kind`, with its values currently in the database.
  ///
  /// Returns `nil` when the row is not of that kind or not visible to the user; the store reports that case itself.
  private func scope(
    of id: RecordID,
    by entity: Entity,
    as kind: Entity,
    _ read: PrefetchedRows
  ) async throws(StoreError) -> EnvironmentValues? {
    let task = "edit"
    let root = root.scoped(toTask: task)
    // Where rules look at no row they say of this one what they say of all.
    guard looksAtRows || kind !== entity else { return root.scoped(to: entity) }
    let own = id.named(kind.name)
    guard kind === entity || EntityVisibility(in: root).refusal(of: kind) == nil else {
      // What is no object of its kind for the user is one for the rules.
      guard let stored = try await row(id, of: entity, read) else { return nil }
      let values = values(of: kind, by: entity) { stored.value(forKey: $0.name) }
      let record = record(of: kind, values, id: own)
      return kind.isOne(record) ? scopes.scope(of: record, inTask: task) : nil
    }
    // What was read together with others was looked for as each.
    let stored = read.stored[id] == nil ? try await row(own, of: kind, read) : read.stored[own]
    return stored.map { scopes.scope(of: $0, inTask: task) }
  }

  /// Why there may be no new row of `kind`, if one of `entity` with these values is one; its mark is no property that is
  /// entered.
  private func entryRefusal(
    as kind: Entity,
    writing names: Set<String>,
    by entity: Entity,
    _ read: PrefetchedRows,
    _ value: (Attribute) -> Value?
  ) async -> String? {
    let values = values(of: kind, by: entity, value)
    guard kind.isOne(record(of: kind, values)) else { return nil }
    let names = self.names(of: kind, for: names, of: entity).subtracting(kind.marks)
    return await creationRefusal(of: kind, values, entering: names, read)
  }

  /// The values of a row of `entity` as those of `kind`, by their columns.
  private func values(
    of kind: Entity,
    by entity: Entity,
    _ value: (Attribute) -> Value?
  ) -> [String: Value] {
    kind.attributes(sharedWith: entity).reduce(into: [:]) { $0[$1.own.name] = value($1.other) }
  }

  /// Returns the names that `kind` uses for the attributes `names` of `entity`, matched by column.
  private func names(of kind: Entity, for names: Set<String>, of entity: Entity) -> Set<String> {
    guard kind !== entity else { return names }
    let shared = kind.attributes(sharedWith: entity).filter { names.contains($0.other.name) }
    return Set(shared.map(\.own.name))
  }
}

extension Entity {
  /// Its attributes that are columns of `other` too.
  fileprivate func attributes(sharedWith other: Entity) -> [(own: Attribute, other: Attribute)] {
    let columns = Dictionary(other.attributes.map { ($0.columnName, $0) }) { first, _ in first }
    return attributes.compactMap { own in
      own.columnName.isEmpty ? nil : columns[own.columnName].map { (own, $0) }
    }
  }

  /// The attributes by which its rows are told from others of the table.
  fileprivate var marks: Set<String> { Set(rowQualifier?.paths.map(\.first) ?? []) }

  /// Whether a row is one of this entity, by what it holds.
  fileprivate func isOne(_ record: Record) -> Bool {
    rowQualifier?.evaluate(with: ValueContext(.object(record))) ?? (rowQualifier == nil)
  }
}
