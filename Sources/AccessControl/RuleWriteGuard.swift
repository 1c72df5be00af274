import EntityModel
package import EntityStore
package import Qualifiers
import RuleEngine
package import RuleEnvironment
import StandardKeys

/// A final check of each insert, update and delete against the access rules, before the first statement of a save.
///
/// A change that a page allowed by mistake is refused here. Saves, undo of saves and imports make one.
@MainActor
package struct RuleWriteGuard: WriteGuard {
  let rights: RightsContext
  let root: EnvironmentValues
  /// The scopes of the rows that are judged.
  let scopes: ObjectScopes
  /// The initial values of new objects by token: defaults from rules, and the key of the object they were created from.
  private let given: [Int: Record]
  /// By entity the attributes of new objects that rules of the user's own gave a value: as if the user had entered it.
  private let own: [String: Set<String>]
  /// The attributes that the program set itself, such as the update timestamp.
  private let stamps: UpdateStamps
  /// Whether rules look at stored rows, and at new ones.
  let looksAtRows, looksAtNewRows: Bool
  /// Whether rules may forbid of objects of one entity what those of another of its table are free to.
  let asksOfKinds: Bool
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
    scopes = ObjectScopes(below: root)
    (self.given, self.own, self.paths) = (given, own, paths)
    let keys = PermissionKeys.shared
    let seen: [any AnyKey] = [
      keys.isEntityReadOnly, keys.isPropertyVisible, keys.isPropertyEditable,
    ]
    let model = rights.resolver.model
    asksOfKinds = rights.asksOfKinds
    let looksAtAny = model.mayLookAtRows(for: seen)
    looksAtRows =
      looksAtAny || model.mayLookAtRows(for: [keys.isObjectEditable, keys.isObjectDeletable])
    looksAtNewRows = looksAtAny || model.mayLookAtRows(for: [keys.isEntityCreatable])
  }

  /// Returns the initial value of a new object's attribute, which no user entered.
  private func given(_ name: String, of entity: Entity, _ token: Int) -> Value {
    if own[entity.name]?.contains(name) == true { return .null }
    return given[token]?.value(forKey: name) ?? .null
  }

  @MainActor package func refusal(of change: Change) async -> String? {
    await judgement(of: change, PrefetchedRows())
  }

  @MainActor package var mayRefuseDeletions: Bool { rights.mayRefuseDeletions }

  /// Judges changes by what is read of all of them at once.
  ///
  /// If rules say the same of several without looking at a row, one of them is judged for all.
  @MainActor package func refusal(ofAny changes: [Change]) async -> String? {
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

  /// A key of the guard's answer cache: the kind of write, the entity and the names of the written attributes.
  ///
  /// Used only while rules do not depend on rows, so that all such changes get the same answer.
  private nonisolated struct Question: Hashable {
    let write: Entity.Write
    let entityName: String
    let names: Set<String>
  }

  /// Returns the cache key for judging a change; `nil` where rules depend on its row.
  private func question(about change: Change) -> Question? {
    guard let entity = rights.model.entity(named: change.entityName), kinds(beside: entity).isEmpty
    else { return nil }
    guard !(change.write == .insert ? looksAtNewRows : looksAtRows) else { return nil }
    let names = written(by: change, of: entity)
    return Question(write: change.write, entityName: entity.name, names: names)
  }

  /// Judges a change as one of a row of its entity, and of each other of whose rows it is one or becomes one.
  private func judgement(of change: Change, _ read: PrefetchedRows) async -> String? {
    guard let entity = rights.model.entity(named: change.entityName) else {
      return "there is no entity '\(change.entityName)'"
    }
    do throws(StoreError) {
      for kind in [entity] + kinds(beside: entity) {
        if let reason = try await refusal(of: change, by: entity, as: kind, read) { return reason }
      }
      return nil
    } catch {
      return error.sentence
    }
  }

  /// The attributes that a change writes, but for what the program itself set; of a new object those that have something else
  /// than it began with.
  func written(by change: Change, of entity: Entity) -> Set<String> {
    switch change.write {
    case .insert:
      // What it began with is not taken out either where nothing may be entered.
      let entered = entity.attributes.map(\.name).filter { name in
        change.references[name] == nil && !stamps.names(inNew: change.token).contains(name)
          && isEntered(change.values[name], as: name, of: entity, token: change.token)
      }
      return Set(entered).union(change.references.keys)
    case .update: return change.writtenAttributes.subtracting(stamps.names(in: change.id))
    case .delete: return []
    }
  }

  /// Why there may be no new object with these values, of which those of `names` were entered.
  func creationRefusal(
    of entity: Entity,
    _ values: [String: Value],
    entering names: Set<String>,
    _ read: PrefetchedRows
  ) async -> String? {
    var scope = root.scoped(toTask: .create)
    if looksAtNewRows {
      do throws(StoreError) {
        scope = scope.scoped(to: try await judgedRecord(of: entity, values, read.referred))
      } catch {
        return
          "\(root.shownName(of: entity)) cannot be created: no access to a reference: \(error.sentence)"
      }
    } else {
      scope = scope.scoped(to: entity)
    }
    if let reason = Permissions(rights, in: scope).creationRefusal {
      return "\(root.shownName(of: entity)) cannot be created: \(reason)"
    }
    return propertyRefusal(of: names, of: entity, in: scope)
  }

  /// Whether a new object gets something else than it began with: null too, where the database has a default.
  private func isEntered(
    _ value: Value?,
    as name: String,
    of entity: Entity,
    token: Int = 0
  ) -> Bool {
    let given = given(name, of: entity, token)
    guard value ?? .null == given else { return true }
    return value?.isNull == true && entity.attribute(named: name)?.definition.hasDefault == true
  }

  /// Asks about each row, but for those of which the rules say what they said of the first, without looking at it: that
  /// such may be made, and given these values.
  @MainActor package func refusal(
    ofInserting rows: [[Value?]],
    _ plan: InsertionPlan
  ) async -> (row: Int, reason: String)? {
    guard let first = rows.first, let entity = rights.model.entity(named: plan.entityName) else {
      return nil
    }
    let free = unrestrictedAttributes(of: entity, plan, first)
    let asked = rows.indices.filter { index in
      guard let free else { return true }
      return rows[index].enumerated().contains { position, value in
        !free[position] && isEntered(value, as: plan.attributes[position], of: entity)
      }
    }
    guard !asked.isEmpty else { return nil }
    let changes = asked.map { plan.change(rows[$0]) }
    let read: PrefetchedRows
    do throws(StoreError) { read = try await readings(for: changes) } catch {
      return (asked[0], error.sentence)
    }
    for (index, change) in zip(asked, changes) {
      if let reason = await judgement(of: change, read) { return (index, reason) }
    }
    return nil
  }

  /// Whether rules say of all rows, without looking at any, that such may be made and given these values.
  @MainActor package func allows(_ rows: any PackedRows, _ plan: InsertionPlan) -> Bool {
    guard let entity = rights.model.entity(named: plan.entityName), let first = rows.first,
      let free = unrestrictedAttributes(of: entity, plan, first)
    else { return false }
    return first.indices.allSatisfy { position in
      free[position]
        || rows.isConstant(position)
          && !isEntered(first[position], as: plan.attributes[position], of: entity)
    }
  }

  /// For each attribute whether it may be written in any new object; `nil` where it depends on the object whether one may
  /// be made at all.
  private func unrestrictedAttributes(
    of entity: Entity,
    _ plan: InsertionPlan,
    _ row: [Value?]
  ) -> [Bool]? {
    let keys = PermissionKeys.shared
    guard kinds(beside: entity).isEmpty else { return nil }
    let record = record(of: entity, plan.change(row).values)
    let scope = root.scoped(toTask: .create).scoped(to: record)
    let creating: [any AnyKey] = [keys.isEntityReadOnly, keys.isEntityCreatable]
    guard creating.allSatisfy(scope.isOfAllRows),
      Permissions(rights, in: scope).creationRefusal == nil
    else { return nil }
    return plan.attributes.map { name in
      let isSame = entity.propertyNames(writing: name).allSatisfy { property in
        let scope = scope.scoped(toProperty: property)
        let asked: [any AnyKey] = [keys.isPropertyVisible, keys.isPropertyEditable]
        return asked.allSatisfy(scope.isOfAllRows)
      }
      return isSame && propertyRefusal(of: [name], of: entity, in: scope) == nil
    }
  }

  /// An attribute may be written when each property that writes it is editable and one of them is shown.
  func propertyRefusal(
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
      guard let reason, let title = properties.first?[ModelKeys.shared.displayNameForProperty]
      else { continue }
      return "\(title) cannot be changed: \(reason)"
    }
    return nil
  }

  /// Nobody chooses among objects that are not shown.
  private func referenceRefusal(of attribute: String, of entity: Entity) -> String? {
    entity.toOnes(writtenBy: [attribute]).lazy.compactMap { relationship in
      relationship.destination.flatMap { EntityVisibility(in: root).refusal(of: $0) }
        .map { reason in
          let scope = root.scoped(to: entity).scoped(toProperty: relationship.name)
          return "\(scope[ModelKeys.shared.displayNameForProperty]) cannot be changed: \(reason)"
        }
    }.first
  }
}
