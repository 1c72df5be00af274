import EntityModel
import EntityStore
import Qualifiers
import StandardKeys

import struct FoundationEssentials.Date

// What is read of rows to judge what is done with them: of many at once, and only where rules look at rows.
extension RuleWriteGuard {
  /// The stored rows that a write guard fetches before it checks several changes: the changed rows, and the rows that new ones
  /// refer to.
  nonisolated struct PrefetchedRows {
    /// The rows that are changed or deleted, as they are in the database now.
    var stored: [RecordID: Record] = [:]
    /// The rows that new ones refer to, by what the relationship is called.
    var referred: [Reference: Record] = [:]
  }

  /// A foreign-key reference of a new row, as dictionary key of ``PrefetchedRows``: entity, relationship and the identity
  /// referred to.
  nonisolated struct Reference: Hashable {
    let entityName: String
    let relationship: String
    let id: RecordID
  }

  /// Fetches the rows that rules need for judging `changes`.
  ///
  /// A single change is not read in advance: its row is read when it is judged.
  func readings(for changes: [Change]) async throws(StoreError) -> PrefetchedRows {
    var readings = PrefetchedRows()
    guard changes.count > 1 else { return readings }
    readings.stored = try await stored(changes)
    if looksAtNewRows { readings.referred = try await referred(by: changes) }
    return readings
  }

  /// A group of rows to fetch with one query before their changes are checked: one entity and the property paths that rules
  /// read.
  private struct Reading: Hashable {
    let entityName: String
    let paths: [PropertyPath]
  }

  private func stored(_ changes: [Change]) async throws(StoreError) -> [RecordID: Record] {
    var ids: [Reading: [RecordID]] = [:]
    var shown: [String: [PropertyPath]] = [:]
    for id in changes.compactMap(\.storedID) {
      guard let entity = rights.model.entity(named: id.entityName) else { continue }
      let kinds = kinds(beside: entity)
      guard looksAtRows || !kinds.isEmpty else { continue }
      for entity in [entity] + kinds where EntityVisibility(in: root).refusal(of: entity) == nil {
        let id = id.named(entity.name)
        let paths = paths[id] ?? shown[entity.name] ?? shownPaths(of: entity)
        if self.paths[id] == nil { shown[entity.name] = paths }
        ids[Reading(entityName: entity.name, paths: paths), default: []].append(id)
      }
    }
    var stored: [RecordID: Record] = [:]
    for (reading, ids) in ids {
      guard let entity = rights.model.entity(named: reading.entityName) else { continue }
      let judged = withRulePaths(reading.paths, of: entity)
      stored.merge(try await rights.store.records(ids, paths: judged)) { first, _ in first }
    }
    return stored
  }

  /// The rows that new ones refer to by their whole identity; what is not among them is read when it is judged.
  private func referred(by changes: [Change]) async throws(StoreError) -> [Reference: Record] {
    var ids: [Relationship: (entity: Entity, ids: Set<RecordID>)] = [:]
    var read: [String: [Relationship]] = [:]
    for change in changes where change.write == .insert {
      let name = change.entityName
      guard let entity = rights.model.entity(named: name) else { continue }
      let relationships = read[name] ?? pathsBehind(entity).map(\.relationship)
      read[name] = relationships
      guard !relationships.isEmpty else { continue }
      let own = record(of: entity, change.values)
      for relationship in relationships {
        guard let id = relationship.identity(from: own) else { continue }
        ids[relationship, default: (entity, [])].ids.insert(id)
      }
    }
    var referred: [Reference: Record] = [:]
    for (relationship, (entity, ids)) in ids where ids.count > 1 {
      let paths = pathsBehind(entity).first { $0.relationship === relationship }?.paths ?? []
      let found: [RecordID: Record]
      do throws(StoreError) {
        found = try await rights.store.records(Array(ids), paths: paths)
      } catch {
        // What may not be seen is null for the rules; who is judged alone is told of it.
        guard case .refused = error else { throw error }
        continue
      }
      for (id, record) in found {
        let place = Reference(
          entityName: entity.name,
          relationship: relationship.name,
          id: id
        )
        referred[place] = record
      }
    }
    return referred
  }

  /// A row as it is stored; `nil` where it is not there for the user.
  func row(
    _ id: RecordID,
    of entity: Entity,
    _ read: PrefetchedRows
  ) async throws(StoreError) -> Record? {
    if let known = read.stored[id] { return known }
    return try await rights.store.record(id, paths: judgedPaths(of: id, entity))
  }

  /// Returns the paths to fetch for judging a row: those shown or given for it, and those that rules read.
  func judgedPaths(of id: RecordID, _ entity: Entity) -> [PropertyPath] {
    withRulePaths(paths[id] ?? shownPaths(of: entity), of: entity)
  }

  private func shownPaths(of entity: Entity) -> [PropertyPath] {
    rights.paths(toShow: entity, in: root.scoped(toTask: .edit).scoped(to: entity))
  }

  private func withRulePaths(_ paths: [PropertyPath], of entity: Entity) -> [PropertyPath] {
    paths + rights.rulePaths.filter { !paths.contains($0) && entity.isFetchable($0) }
  }

  /// Returns the paths that rules read through each to-one relationship of `entity`, relative to its destination.
  func pathsBehind(
    _ entity: Entity
  ) -> [(relationship: Relationship, paths: [PropertyPath])] {
    let read = rights.rulePaths.filter { $0.components.count > 1 && entity.isFetchable($0) }
    return Dictionary(grouping: read, by: \.first).sorted { $0.key < $1.key }
      .compactMap { name, paths in
        entity.relationship(named: name).map { relationship in
          (relationship, paths.map { PropertyPath(components: Array($0.components.dropFirst())) })
        }
      }
  }

  /// A new object as it would be stored, and what rules read of the objects to which it refers.
  func judgedRecord(
    of entity: Entity,
    _ values: [String: Value],
    _ referred: [Reference: Record]
  ) async throws(StoreError) -> Record {
    let own = record(of: entity, values)
    var further: [PropertyPath: Value] = [:]
    for (relationship, paths) in pathsBehind(entity) {
      let known = relationship.identity(from: own).flatMap { id in
        referred[Reference(entityName: entity.name, relationship: relationship.name, id: id)]
      }
      var found = known
      if found == nil {
        // A key is that text, whatever moment it says.
        let written = record(of: entity, values, asWritten: true)
        found = try await row(at: relationship, from: written, paths)
      }
      guard let found else { continue }
      for path in paths {
        let place = PropertyPath(components: [relationship.name] + path.components)
        further[place] = found.value(forPath: path.components[...])
      }
    }
    return further.isEmpty ? own : record(of: entity, values, further)
  }

  /// The row that a new object refers to; `nil` where it is not there for the user.
  private func row(
    at relationship: Relationship,
    from own: Record,
    _ paths: [PropertyPath]
  ) async throws(StoreError) -> Record? {
    guard let destination = relationship.destination,
      let qualifier = relationship.qualifier(from: own)
    else { return nil }
    let fetch = FetchSpecification(
      entityName: destination.name,
      auxiliaryQualifier: qualifier,
      paths: paths
    )
    // To what is not there for the user nothing may refer: the store says so.
    do throws(StoreError) {
      return try await rights.store.window(fetch, from: .start, count: 1).records.first
    } catch {
      // What may not be seen is null for the rules, as it is everywhere.
      guard case .refused = error else { throw error }
      return nil
    }
  }

  /// A new object as it would be stored, or one that is, with these values.
  func record(
    of entity: Entity,
    _ values: [String: Value],
    _ further: [PropertyPath: Value] = [:],
    id: RecordID? = nil,
    asWritten: Bool = false
  ) -> Record {
    let attributes = entity.attributes.map { PropertyPath(components: [$0.name]) }
    let own = entity.attributes.map { attribute -> Value in
      let value = values[attribute.name] ?? .null
      // A moment may be stored as it is written, with its offset from UTC, and is a moment all the same.
      guard !asWritten, attribute.type.kind == .timestamp, case .string(let text) = value else {
        return value
      }
      return Date(moment: text).map { .date($0) } ?? value
    }
    return Record(
      layout: RecordLayout(entity: entity, paths: attributes + further.keys),
      id: id,
      values: own + further.values,
      isNew: id == nil
    )
  }
}

extension Relationship {
  /// The identity of the object that `record` refers to, where the reference holds all of it.
  fileprivate func identity(from record: Record) -> RecordID? {
    guard !isToMany, definition.throughName == nil, let destination, !destination.identity.isEmpty
    else { return nil }
    var values: [Value] = []
    for key in destination.identity {
      guard let join = definition.joins.first(where: { $0.destination == key }),
        record.entity.attribute(named: join.source)?.type.hasOneWriting == true,
        let value = record.value(forKey: join.source), !value.isNull
      else { return nil }
      values.append(value)
    }
    return RecordID(entityName: destination.name, values: values)
  }
}
