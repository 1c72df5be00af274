import EntityModel
package import EntityStore
package import Qualifiers
import RuleEngine
package import RuleEnvironment
import StandardKeys

/// Asks the rules again for every change, below the screen: what a page let through by mistake stops here.
@MainActor
package struct RuleWriteGuard: WriteGuard {
  let rights: RightsContext
  let root: EnvironmentValues
  /// What new objects began with, by their token: defaults of rules, the key of where they were made.
  private let given: [Int: Record]
  /// By entity the attributes of new objects that rules of the user's own gave a value: as if the user had entered it.
  private let own: [String: Set<String>]
  /// What the program itself set: the time of the update.
  private let stamps: UpdateStamps
  /// Whether rules look at stored rows, and at new ones.
  let looksAtRows, looksAtNewRows: Bool
  /// The paths to read of each object anew, because rules look at them.
  let paths: [RecordID: [PropertyPath]]

  /// A guard of changes.
  ///
  /// - Parameters:
  ///   - rights: What is asked.
  ///   - root: The outermost scope.
  ///   - given: What new objects began with, by their token.
  ///   - own: What of it rules of the user's own say, by entity.
  ///   - paths: What was read of stored objects.
  ///   - stamps: What the program itself set.
  package init(
    _ rights: RightsContext,
    in root: EnvironmentValues,
    given: [Int: Record] = [:],
    own: [String: Set<String>] = [:],
    paths: [RecordID: [PropertyPath]] = [:],
    stamps: UpdateStamps = UpdateStamps()
  ) {
    (self.rights, self.root, self.stamps) = (rights, root, stamps)
    (self.given, self.own, self.paths) = (given, own, paths)
    let keys = PermissionKeys.shared
    let seen: [any AnyKey] = [
      keys.isEntityReadOnly, keys.isPropertyVisible, keys.isPropertyEditable,
    ]
    func mayRead(_ asked: [any AnyKey]) -> Bool {
      asked.contains { rights.resolver.model.mayRead(FieldDemands.rowKeys, from: $0) }
    }
    let looksAtAny = mayRead(seen)
    looksAtRows = looksAtAny || mayRead([keys.isObjectEditable, keys.isObjectDeletable])
    looksAtNewRows = looksAtAny || mayRead([keys.isEntityCreatable])
  }

  /// What a new object has of an attribute without anybody's entering it.
  private func given(_ name: String, of entity: Entity, _ token: Int) -> Value {
    if own[entity.name]?.contains(name) == true { return .null }
    return given[token]?.value(forKey: name) ?? .null
  }

  package nonisolated func refusal(of change: Change) async -> String? {
    await judgement(of: change, Readings())
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
    get async { await rights.mayRefuseDeletions }
  }

  /// Judges changes by what is read of all of them at once.
  ///
  /// Of those of which rules say the same without looking at a row one is judged.
  private func judgement(ofAny changes: [Change]) async -> String? {
    do throws(StoreError) {
      let read = try await readings(for: changes)
      var judged: Set<Question> = []
      for change in changes {
        if let question = question(about: change), !judged.insert(question).inserted { continue }
        if let reason = await judgement(of: change, read) { return reason }
      }
      return nil
    } catch {
      return error.sentence
    }
  }

  /// What rules are asked about a change when they look at no row.
  private nonisolated struct Question: Hashable {
    enum Kind { case insert, update, delete }
    let kind: Kind
    let entityName: String
    let names: Set<String>
  }

  /// What is asked about a change; `nil` where rules look at its row.
  private func question(about change: Change) -> Question? {
    switch change {
    case .insert(let name, let values, let references, let token):
      guard !looksAtNewRows, let entity = rights.model.entity(named: name),
        kinds(of: entity).isEmpty
      else { return nil }
      let names = entered(values, references, of: entity, token)
      return Question(kind: .insert, entityName: name, names: names)
    case .update(let id, let values, _, let references):
      guard !looksAtRows, !isOfKinds(id) else { return nil }
      let names = written(values, references, in: id)
      return Question(kind: .update, entityName: id.entityName, names: names)
    case .delete(let id, _):
      guard !looksAtRows, !isOfKinds(id) else { return nil }
      return Question(kind: .delete, entityName: id.entityName, names: [])
    }
  }

  /// Whether a row may be of some kind of its entity, of which rules say more.
  private func isOfKinds(_ id: RecordID) -> Bool {
    rights.model.entity(named: id.entityName).map { !kinds(of: $0).isEmpty } ?? false
  }

  private func judgement(of change: Change, _ read: Readings) async -> String? {
    switch change {
    case .insert(let name, let values, let references, let token):
      return await insertionRefusal(name, values, references, token, read.referred, as: name)
    case .update(let id, let values, _, let references):
      return await refusal(of: id, read.stored[id]) { scope, entity in
        let label = label(of: id, in: scope)
        if let reason = Permissions(rights, in: scope).editRefusal {
          return "\(label) cannot be changed: \(reason)"
        }
        let names = written(values, references, in: id)
          .subtracting(marks(of: entity, writtenBy: id.entityName))
        return propertyRefusal(of: names, of: entity, in: scope)
      }
    case .delete(let id, _):
      return await refusal(of: id, read.stored[id]) { scope, _ in
        Permissions(rights, in: scope).deletionRefusal.map {
          "\(label(of: id, in: scope)) cannot be deleted: \($0)"
        }
      }
    }
  }

  /// The attributes that a change of a stored object writes, but for what the program itself set.
  private func written(
    _ values: [String: Value],
    _ references: [String: Int],
    in id: RecordID
  ) -> Set<String> {
    let names = Set(values.keys).union(references.keys)
    return names.subtracting(stamps.names(in: id))
  }

  /// The attributes of a new object that have something else than it began with.
  private func entered(
    _ values: [String: Value],
    _ references: [String: Int],
    of entity: Entity,
    _ token: Int
  ) -> Set<String> {
    // What it began with is not taken out either where nothing may be entered.
    let entered = entity.attributes.map(\.name).filter { name in
      references[name] == nil && !stamps.names(inNew: token).contains(name)
        && isEntered(values[name], name, of: entity, token)
    }
    return Set(entered).union(references.keys)
  }

  private func insertionRefusal(
    _ name: String,
    _ values: [String: Value],
    _ references: [String: Int],
    _ token: Int,
    _ referred: [Reference: Record],
    as written: String
  ) async -> String? {
    guard let entity = rights.model.entity(named: name) else {
      return "there is no entity '\(name)'"
    }
    var scope = root.scoped(toTask: "create")
    if looksAtNewRows {
      do throws(StoreError) {
        scope = scope.scoped(to: try await judgedRecord(of: entity, values, referred))
      } catch {
        return
          "\(entity.displayName) cannot be created: what it refers to is not read: \(error.sentence)"
      }
    } else {
      scope = scope.scoped(to: entity)
    }
    if let reason = Permissions(rights, in: scope).creationRefusal {
      return "\(entity.displayName) cannot be created: \(reason)"
    }
    let names = entered(values, references, of: entity, token)
      .subtracting(marks(of: entity, writtenBy: written))
    if let reason = propertyRefusal(of: names, of: entity, in: scope) { return reason }
    guard name == written else { return nil }
    for kind in kinds(of: entity, with: values) {
      let reason = await insertionRefusal(kind.name, values, references, token, referred, as: name)
      if let reason { return reason }
    }
    return nil
  }

  /// Whether a new object gets something else than it began with: null too, where the database has a default.
  private func isEntered(_ value: Value?, _ name: String, of entity: Entity, _ token: Int) -> Bool {
    let given = given(name, of: entity, token)
    guard value ?? .null == given else { return true }
    return value?.isNull == true && entity.attribute(named: name)?.definition.hasDefault == true
  }

  /// Asks about each row, but for those of which the rules say what they said of the first, without looking at it: that
  /// such may be made, and given these values.
  private func judgement(
    ofInserting rows: [[Value?]],
    _ plan: InsertionPlan
  ) async -> (row: Int, reason: String)? {
    guard let first = rows.first, let entity = rights.model.entity(named: plan.entityName) else {
      return nil
    }
    let free = freelyWritten(of: entity, plan, first)
    let asked = rows.indices.filter { index in
      let row = rows[index]
      let isFree = free.map { free in
        row.indices.allSatisfy { position in
          free[position] || !isEntered(row[position], plan.attributes[position], of: entity, 0)
        }
      }
      return isFree != true
    }
    guard !asked.isEmpty else { return nil }
    let changes = asked.map { plan.change(rows[$0]) }
    let read: Readings
    do throws(StoreError) { read = try await readings(for: changes) } catch {
      return (asked[0], error.sentence)
    }
    for (index, change) in zip(asked, changes) {
      if let reason = await judgement(of: change, read) { return (index, reason) }
    }
    return nil
  }

  /// Whether rules say of all rows, without looking at any, that such may be made and given these values.
  private func allowsAll(of rows: any PackedRows, _ plan: InsertionPlan) -> Bool {
    guard let entity = rights.model.entity(named: plan.entityName), let first = rows.first,
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
    guard case .insert(_, let values, _, _) = plan.change(row), kinds(of: entity).isEmpty else {
      return nil
    }
    let scope = root.scoped(toTask: "create").scoped(to: record(of: entity, values))
    let creating: [any AnyKey] = [keys.isEntityReadOnly, keys.isEntityCreatable]
    guard creating.allSatisfy({ scope.answers($0, without: FieldDemands.rowKeys) }),
      Permissions(rights, in: scope).creationRefusal == nil
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
    guard let entity = rights.model.entity(named: id.entityName) else {
      return "there is no entity '\(id.entityName)'"
    }
    let root = root.scoped(toTask: "edit")
    do throws(StoreError) {
      var scope = root.scoped(to: entity)
      // Where rules look at no row they say of this one what they say of all.
      if looksAtRows {
        var stored = known
        if stored == nil {
          stored = try await rights.store.record(id, paths: judgedPaths(of: id, entity))
        }
        // Of a row that is not there, or not for this user, the store says so itself.
        guard let stored else { return nil }
        scope = root.scoped(to: stored)
      }
      if let reason = judge(scope, entity) { return reason }
      return try await refusal(ofKindsOf: entity, id, judge)
    } catch {
      return error.sentence
    }
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
      let permissions = properties.map { Permissions(rights, in: $0) }
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
        let reason = EntitySight(in: root).refusal(of: destination)
      else { continue }
      return "\(relationship.displayName) cannot be changed: \(reason)"
    }
    return nil
  }

  private func label(of id: RecordID, in scope: EnvironmentValues) -> String {
    scope[ObjectKeys.shared.objectLabel] ?? id.entityName
  }
}
