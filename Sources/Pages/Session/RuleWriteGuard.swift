import Editing
import EntityModel
package import EntityStore
import struct FoundationEssentials.Date
package import Qualifiers
import RuleEngine
import RuleEnvironment
import StandardKeys

/// Asks the rules again for every change, below the screen: what a page let through by mistake stops here.
@MainActor
package struct RuleWriteGuard: WriteGuard {
  let session: Session
  /// What new objects began with, by their token: defaults of rules, the key of where they were made.
  private let given: [Int: Record]
  /// By entity the attributes of new objects that rules of the user's own gave a value: as if the user had entered it.
  private let own: [String: Set<String>]
  /// What the program itself set: the time of the update.
  private let stamps: UpdateStamps
  private let looksAtRows: Bool
  /// The paths to read of each object anew, because rules look at them.
  private let paths: [RecordID: [PropertyPath]]

  init(session: Session, objects: [ManagedObject], stamps: UpdateStamps = UpdateStamps()) {
    self.session = session
    self.stamps = stamps
    looksAtRows = Self.looksAtRows(session)
    let new = objects.filter { $0.state == .inserted }
    given = Dictionary(new.map { ($0.token, $0.base) }, uniquingKeysWith: { first, _ in first })
    own = Self.own(Set(new.map(\.entity)), in: session)
    paths = Dictionary(
      objects.compactMap { object in object.base.id.map { ($0, object.base.layout.paths) } },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// A guard of new objects that all begin alike.
  package init(session: Session, given: Record) {
    (self.session, self.given) = (session, [0: given])
    own = Self.own([given.entity], in: session)
    (stamps, paths) = (UpdateStamps(), [:])
    looksAtRows = Self.looksAtRows(session)
  }

  private static func own(_ entities: Set<Entity>, in session: Session) -> [String: Set<String>] {
    let scope = session.root.scoped(toTask: "create")
    return entities.reduce(into: [:]) {
      $0[$1.name] = InitialValues(of: $1, in: scope.scoped(to: $1)).own
    }
  }

  /// What a new object has of an attribute without anybody's entering it.
  private func given(_ name: String, of entity: Entity, _ token: Int) -> Value {
    if own[entity.name]?.contains(name) == true { return .null }
    return given[token]?.value(forKey: name) ?? .null
  }

  package nonisolated func refusal(of change: Change) async -> String? {
    await judgement(of: change, [:])
  }

  package nonisolated func refusal(ofAny changes: [Change]) async -> String? {
    await judgement(ofAny: changes)
  }

  package nonisolated func refusal(
    ofInserting rows: [[Value?]],
    _ plan: InsertionPlan
  ) async -> (row: Int, reason: String)? {
    await judgement(ofInserting: rows, plan)
  }

  package nonisolated func allows(_ rows: any PackedRows, _ plan: InsertionPlan) async -> Bool {
    await allowsAll(of: rows, plan)
  }

  package nonisolated var mayRefuseDeletions: Bool {
    get async { await session.mayRefuseDeletions }
  }

  /// Judges changes of stored objects by what is read of all of them at once.
  private func judgement(ofAny changes: [Change]) async -> String? {
    do throws(StoreError) {
      let stored = try await stored(changes)
      for change in changes {
        if let reason = await judgement(of: change, stored) { return reason }
      }
      return nil
    } catch {
      return error.sentence
    }
  }

  /// The rows that are changed or deleted, as they are in the database now, where rules look at them.
  private func stored(_ changes: [Change]) async throws(StoreError) -> [RecordID: Record] {
    guard looksAtRows, changes.count > 1 else { return [:] }
    var ids: [[PropertyPath]: [RecordID]] = [:]
    for change in changes {
      switch change {
      case .insert: continue
      case .update(let id, _, _, _), .delete(let id, _):
        guard let entity = session.model.entity(named: id.entityName) else { continue }
        ids[judgedPaths(of: id, entity), default: []].append(id)
      }
    }
    var stored: [RecordID: Record] = [:]
    for (paths, ids) in ids {
      stored.merge(try await session.store.records(ids, paths: paths)) { first, _ in first }
    }
    return stored
  }

  /// What is read of a row to judge it: rules may look along paths, whatever was read of it by whoever opened it.
  private func judgedPaths(of id: RecordID, _ entity: Entity) -> [PropertyPath] {
    let scope = session.root.scoped(toTask: "edit").scoped(to: entity)
    var paths = paths[id] ?? session.fetchPaths(forObjectOf: entity, in: scope)
    for path in session.rulePaths where !paths.contains(path) && entity.isFetchable(path) {
      paths.append(path)
    }
    return paths
  }

  private func judgement(of change: Change, _ stored: [RecordID: Record]) async -> String? {
    switch change {
    case .insert(let name, let values, let references, let token):
      return await insertionRefusal(name, values, references, token)
    case .update(let id, let values, _, let references):
      return await refusal(of: id, stored[id]) { scope, entity in
        let label = label(of: id, in: scope)
        if let reason = Permissions(session: session, scope: scope).editRefusal {
          return "\(label) cannot be changed: \(reason)"
        }
        let names = Set(values.keys).union(references.keys).subtracting(stamps.names(in: id))
        return propertyRefusal(of: names, of: entity, in: scope)
      }
    case .delete(let id, _):
      return await refusal(of: id, stored[id]) { scope, _ in
        Permissions(session: session, scope: scope).deletionRefusal.map {
          "\(label(of: id, in: scope)) cannot be deleted: \($0)"
        }
      }
    }
  }

  private func insertionRefusal(
    _ name: String,
    _ values: [String: Value],
    _ references: [String: Int],
    _ token: Int
  ) async -> String? {
    guard let entity = session.model.entity(named: name) else {
      return "there is no entity '\(name)'"
    }
    let object: Record
    do throws(StoreError) { object = try await judgedRecord(of: entity, values) } catch {
      return
        "\(entity.displayName) cannot be created: what it refers to is not read: \(error.sentence)"
    }
    let scope = session.root.scoped(toTask: "create").scoped(to: object)
    if let reason = Permissions(session: session, scope: scope).creationRefusal {
      return "\(entity.displayName) cannot be created: \(reason)"
    }
    // What it began with is not taken out either where nothing may be entered.
    let entered = entity.attributes.map(\.name).filter { name in
      references[name] == nil && !stamps.names(inNew: token).contains(name)
        && isEntered(values[name], name, of: entity, token)
    }
    return propertyRefusal(of: Set(entered).union(references.keys), of: entity, in: scope)
  }

  /// Whether a new object gets something else than it began with: null too, where the database has a default.
  private func isEntered(_ value: Value?, _ name: String, of entity: Entity, _ token: Int) -> Bool {
    let given = given(name, of: entity, token)
    guard value ?? .null == given else { return true }
    return value?.isNull == true && entity.attribute(named: name)?.definition.hasDefault == true
  }

  /// A new object as it would be stored, and what rules read of the objects to which it refers.
  private func judgedRecord(
    of entity: Entity,
    _ values: [String: Value]
  ) async throws(StoreError) -> Record {
    let own = record(of: entity, values)
    let read = session.rulePaths.filter { $0.components.count > 1 && entity.isFetchable($0) }
    var further: [PropertyPath: Value] = [:]
    for (name, paths) in Dictionary(grouping: read, by: \.first).sorted(by: { $0.key < $1.key }) {
      guard let relationship = entity.relationship(named: name),
        let destination = relationship.destination,
        let qualifier = relationship.qualifier(from: own)
      else { continue }
      let fetch = FetchSpecification(
        entityName: destination.name,
        auxiliaryQualifier: qualifier,
        paths: paths.map { PropertyPath(components: Array($0.components.dropFirst())) }
      )
      // To what is not there for the user nothing may refer: the store says so.
      let window: Window
      do throws(StoreError) {
        window = try await session.store.window(fetch, from: .start, count: 1)
      } catch {
        // What may not be seen is null for the rules, as it is everywhere.
        guard case .refused = error else { throw error }
        continue
      }
      guard let found = window.records.first else { continue }
      for path in paths { further[path] = found.value(forPath: path.components.dropFirst()) }
    }
    return further.isEmpty ? own : record(of: entity, values, further)
  }

  /// A new object as it would be stored.
  private func record(
    of entity: Entity,
    _ values: [String: Value],
    _ further: [PropertyPath: Value] = [:]
  ) -> Record {
    let attributes = entity.attributes.map { PropertyPath(components: [$0.name]) }
    let own = entity.attributes.map { attribute -> Value in
      let value = values[attribute.name] ?? .null
      // A moment may be stored as it is written, with its offset from UTC, and is a moment all the same.
      guard attribute.type == .timestamp, case .string(let text) = value else { return value }
      return Date(moment: text).map { .date($0) } ?? value
    }
    return Record(
      layout: RecordLayout(entity: entity, paths: attributes + further.keys),
      id: nil,
      values: own + further.values,
      isNew: true
    )
  }

  /// Asks about each row, but for those of which the rules say what they said of the first, without looking at it: that
  /// such may be made, and given these values.
  private func judgement(
    ofInserting rows: [[Value?]],
    _ plan: InsertionPlan
  ) async -> (row: Int, reason: String)? {
    guard let first = rows.first, let entity = session.model.entity(named: plan.entityName) else {
      return nil
    }
    let free = freelyWritten(of: entity, plan, first)
    for (index, row) in rows.enumerated() {
      let isFree = free.map { free in
        row.indices.allSatisfy { position in
          free[position] || !isEntered(row[position], plan.attributes[position], of: entity, 0)
        }
      }
      if isFree == true { continue }
      if let reason = await judgement(of: plan.change(row), [:]) { return (index, reason) }
    }
    return nil
  }

  /// Whether rules say of all rows, without looking at any, that such may be made and given these values.
  private func allowsAll(of rows: any PackedRows, _ plan: InsertionPlan) -> Bool {
    guard let entity = session.model.entity(named: plan.entityName), let first = rows.first,
      let free = freelyWritten(of: entity, plan, first)
    else { return false }
    return first.indices.allSatisfy { position in
      free[position]
        || rows.isConstant(position)
          && !isEntered(first[position], plan.attributes[position], of: entity, 0)
    }
  }

  /// For each attribute whether it may be written in any new object; `nil` where it depends on the object whether one may
  /// be made at all.
  private func freelyWritten(
    of entity: Entity,
    _ plan: InsertionPlan,
    _ row: [Value?]
  ) -> [Bool]? {
    let keys = PermissionKeys.shared
    guard case .insert(_, let values, _, _) = plan.change(row) else { return nil }
    let scope = session.root.scoped(toTask: "create").scoped(to: record(of: entity, values))
    let creating: [any AnyKey] = [keys.isEntityReadOnly, keys.isEntityCreatable]
    guard creating.allSatisfy({ scope.answers($0, without: FieldDemands.rowKeys) }),
      Permissions(session: session, scope: scope).creationRefusal == nil
    else { return nil }
    return plan.attributes.map { name in
      let isSame = entity.propertyNames(writing: name).allSatisfy { property in
        let scope = scope.scoped(toProperty: property)
        let asked: [any AnyKey] = [keys.isPropertyVisible, keys.isPropertyEditable]
        return asked.allSatisfy { scope.answers($0, without: FieldDemands.rowKeys) }
      }
      return isSame && propertyRefusal(of: [name], of: entity, in: scope) == nil
    }
  }

  /// Asks about a stored object as it is in the database now, not as it was read or is meant to become; `known` if it was
  /// read with others.
  private func refusal(
    of id: RecordID,
    _ known: Record?,
    _ judge: (EnvironmentValues, Entity) -> String?
  ) async -> String? {
    guard let entity = session.model.entity(named: id.entityName) else {
      return "there is no entity '\(id.entityName)'"
    }
    let root = session.root.scoped(toTask: "edit")
    // Where rules look at no row they say of this one what they say of all.
    guard looksAtRows else { return judge(root.scoped(to: entity), entity) }
    if let known { return judge(root.scoped(to: known), entity) }
    let paths = judgedPaths(of: id, entity)
    do throws(StoreError) {
      // Of a row that is not there, or not for this user, the store says so itself.
      guard let stored = try await session.store.record(id, paths: paths) else { return nil }
      return judge(root.scoped(to: stored), entity)
    } catch {
      return error.sentence
    }
  }

  /// Whether rules look at a row to find out what may be done with it.
  private static func looksAtRows(_ session: Session) -> Bool {
    let keys = PermissionKeys.shared
    let asked: [any AnyKey] = [
      keys.isEntityReadOnly, keys.isObjectEditable, keys.isObjectDeletable, keys.isPropertyVisible,
      keys.isPropertyEditable,
    ]
    return asked.contains { session.resolver.model.mayRead(FieldDemands.rowKeys, from: $0) }
  }

  /// An attribute may be written when each property that writes it is editable and one of them is shown.
  private func propertyRefusal(
    of names: Set<String>,
    of entity: Entity,
    in scope: EnvironmentValues
  ) -> String? {
    for name in names.sorted() {
      if let reason = referenceRefusal(of: name, of: entity) { return reason }
      let properties = entity.propertyNames(writing: name).map { scope.scoped(toProperty: $0) }
      let permissions = properties.map { Permissions(session: session, scope: $0) }
      let hidden = permissions.map(\.visibilityRefusal)
      let reason =
        hidden.contains(nil) ? permissions.compactMap(\.editabilityRefusal).first : hidden[0]
      if let reason, let property = properties.first {
        return
          "\(property[ModelKeys.shared.displayNameForProperty]) cannot be changed: \(reason)"
      }
    }
    return nil
  }

  /// Nobody chooses among objects that are not shown.
  private func referenceRefusal(of attribute: String, of entity: Entity) -> String? {
    for relationship in entity.relationships where !relationship.isToMany {
      guard relationship.definition.joins.contains(where: { $0.source == attribute }),
        let destination = relationship.destination,
        let reason = session.visibilityRefusal(of: destination)
      else { continue }
      return "\(relationship.displayName) cannot be changed: \(reason)"
    }
    return nil
  }

  private func label(of id: RecordID, in scope: EnvironmentValues) -> String {
    scope[ObjectKeys.shared.objectLabel] ?? id.entityName
  }
}
