import AccessControl
package import Editing
package import EntityModel
package import EntityStore
package import Qualifiers
import RuleEnvironment
import StandardKeys

/// A reader that fetches the complete values of objects for pages that show more of them than the list had loaded.
package struct ObjectReader {
  package let work: WorkContext

  /// Reads all of an object; of one whose row is gone that is said, and the pages about it are left.
  ///
  /// - Returns: Whether all of it is known now.
  @discardableResult
  package func refresh(_ object: ManagedObject) async -> Bool {
    guard object.state != .inserted, let id = object.base.id else { return true }
    let store = work.store
    let what: NamedSentence = "\(row: id) is shown as read before"
    let found = await work.readFaults.value(orSay: what) { () async throws(StoreError) in
      try await row(id, of: object.entity)
    }
    guard let found else { return false }
    guard let record = found else {
      if object.base.id == id { DeletedElsewhere(work: work, object: object).leaveUnlessEdited() }
      return false
    }
    _ = work.editing.object(for: record)
    guard lock(object, as: record) == .all else { return true }
    let unseen = await work.readFaults.value(orSay: what) { () async throws(StoreError) in
      try await store.readHiddenValues(of: id, besides: record.attributeNames)
    }
    object.keep(unseen ?? nil)
    return true
  }

  /// Takes what rules say of how changes of a row are kept from overwriting those of others.
  @discardableResult
  private func lock(_ object: ManagedObject, as record: Record) -> LockingPolicy {
    let scope = work.root.scoped(toTask: .edit).scoped(to: record)
    let policy = scope[EditingKeys.shared.lockingPolicy]
    object.lockingPolicy = policy
    object.versionKey = policy == .version ? scope[EditingKeys.shared.versionPropertyKey] : nil
    return policy
  }

  /// Reads what pages show of an object that was just saved, unless the save has read all of that again.
  package func complete(_ object: ManagedObject) async {
    let scope = work.root.scoped(to: object.entity)
    let isRead = work.fetchPaths(forObjectOf: object.entity, in: scope).allSatisfy {
      object.base.layout.position(of: $0.components) != nil
    }
    if isRead, lock(object, as: object.base) != .all { return }
    await refresh(object)
  }

  /// A row with all that a page about it shows; `nil` where it is gone or hidden from the user.
  package func row(_ id: RecordID, of entity: Entity) async throws(StoreError) -> Record? {
    let scope = work.root.scoped(to: entity)
    return try await work.store.record(
      id,
      paths: work.fetchPaths(forObjectOf: entity, in: scope),
      maximumByteCount: EntityStore.pageByteCount,
      timeLimit: scope.fetchTimeLimit
    )
  }

  /// Reads an object anew that is edited in a form, and marks there what is different by now.
  package func follow(_ object: ManagedObject) async {
    let (read, form) = (object.base, work.forms[object])
    form?.savesSeen = work.saves.count
    await refresh(object)
    form?.noteChangesElsewhere(since: read)
  }

  /// The whole row of an object to which a path of a form leads; `nil` where it is gone or hidden from the user.
  package func owner(_ id: RecordID, _ entity: Entity) async -> ManagedObject? {
    let found = await work.readFaults.value(orSay: "\(row: id) cannot be read") {
      () async throws(StoreError) in try await row(id, of: entity)
    }
    return found.flatMap { $0 }.map { work.editing.object(for: $0) }
  }

  /// Does something with a row of a list, of which long values have first to be read to their end.
  package func withWhole(
    _ record: Record,
    at path: PropertyPath? = nil,
    called title: String? = nil,
    _ body: @escaping (Record) -> Void
  ) {
    let isCut = path.map { record.isTruncated($0.components) } ?? !record.truncatedPositions.isEmpty
    guard isCut, let id = record.id else { return body(record) }
    let page = work.presenter?.currentPage
    work.loads.act { [work] in
      let paths = path.map { [$0] } ?? record.layout.paths
      let limit = path == nil ? work.root.scoped(to: record.entity).fetchTimeLimit : nil
      do throws(StoreError) {
        guard let whole = try await work.store.record(id, paths: paths, timeLimit: limit) else {
          let object = work.editing.object(for: record)
          return DeletedElsewhere(work: work, object: object).leaveUnlessEdited()
        }
        if work.presenter?.currentPage === page { body(whole) }
      } catch {
        work.readFaults.note(
          error,
          "\(title ?? "\(work.shownName(id.entityName)) \(id.keyText)") cannot be read fully"
        )
      }
    }
  }

  /// Looks at rows of an entity, for rules that go by what they show.
  package func survey(_ entity: Entity) async {
    let what: NamedSentence = "\(entity: entity): its rows cannot be read"
    _ = await work.readFaults.value(orSay: what) { () async throws(StoreError) in
      try await work.store.survey(entity)
    }
    work.editing.onChange?()
  }

  /// Reads the list on screen again: something was saved.
  package func refreshVisibleList() {
    work.presenter?.reloadList()
  }
}

extension WorkContext {
  /// Reads rule files again whenever they change, from now on.
  package func followRules() {
    rules.follow(in: self) { [weak self] object in
      // What the new rules read of the objects may not be there yet.
      if let self { loads.run { [self] in await reader.refresh(object) } }
    }
  }
}

extension WorkContext {
  /// The reader that fetches objects.
  package var reader: ObjectReader { ObjectReader(work: self) }
}
