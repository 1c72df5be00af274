import AccessControl
package import Editing
import EntityModel
import EntityStore
import Qualifiers
import RuleEnvironment
import StandardKeys

/// Unsaved changes recovered from the journal of a program that ended, applied to the current rows.
///
/// Permissions are checked again. Changes that no longer apply are dropped and listed in ``sentences``.
package struct RecoveredChanges {
  private let work: WorkContext
  /// The objects with recovered unsaved changes.
  package private(set) var objects: [ManagedObject] = []
  /// The messages about the recovery: changes that were dropped, and a save that was interrupted.
  package private(set) var sentences: [String] = []

  /// Lays over objects of `context` what a journal says; `nil` where the rows could not be read, which is told.
  package init?(_ contents: JournalContents, over context: EditingContext, in work: WorkContext)
    async
  {
    self.work = work
    var states = contents.states
    let ids = known(&states)
    guard let records = await records(ids) else { return nil }
    judge(&states, records)
    if contents.openSave != nil {
      sentences.append(
        "it may be saved already: the program ended during the save; check before saving"
      )
    }
    if let place = contents.damage {
      sentences.append(
        "the journal cannot be read from byte \(place) on: later changes are lost"
      )
    }
    var refused: Set<String> = []
    var hiddenCount = 0
    let taken = context.take(states, over: records) { entity in
      let scope = work.root.scoped(toTask: .create).scoped(to: entity)
      return (
        InitialValues(of: entity, in: scope).values,
        work.fetchPaths(forObjectOf: entity, in: scope)
      )
    } where: { object, name in
      let scope = scope(of: object)
      guard let shown = shown(name, of: object.entity, in: scope) else {
        hiddenCount += 1
        return false
      }
      let property = scope.scoped(toProperty: shown)
      guard let reason = Permissions(work: work, scope: property).propertyRefusal else {
        return true
      }
      let label = UnsavedChanges(work: work).label(of: object)
      refused.insert("\(label): \(scope.displayName(of: shown)) is left out: \(reason)")
      return false
    }
    sentences += refused.sorted()
    if hiddenCount > 0 { sentences.append("what is now hidden from you is left out") }
    for (token, object) in taken.sorted(by: { $0.key < $1.key }) {
      guard let state = states[token] else { continue }
      if context === work.editing { type(state[.draft], into: object) }
      await showDestinations(of: object)
      note(state[.withheld], of: object)
      if object.hasInput || !state[.draft].isEmpty || !state[.withheld].isEmpty {
        objects.append(object)
      } else if object.state == .inserted {
        context.withdraw(object)
      }
    }
  }

  /// Whether there is nothing to be shown.
  package var isEmpty: Bool { objects.isEmpty && sentences.isEmpty }

  /// The sentences as one; `nil` where there are none.
  package var remarks: String? {
    let more = sentences.count - Self.limit
    let shown = sentences.prefix(Self.limit) + (more > 0 ? ["\(more) more"] : [])
    return shown.isEmpty ? nil : shown.joined(separator: "; ")
  }

  private static let limit = 6

  /// Takes out what is of tables that are not there or not shown, and says so.
  /// - Returns: The rows that are meant.
  private mutating func known(_ states: inout [Int: PendingState]) -> [RecordID] {
    var lost: [String: Int] = [:]
    for (token, state) in states.sorted(by: { $0.key < $1.key }) {
      let entity = work.model.entity(named: state.subject.entityName)
      let isThere = entity?.tableName == state.subject.tableName
      guard !isThere || entity.flatMap(work.visibilityRefusal) != nil else { continue }
      states[token] = nil
      lost[isThere ? "" : state.subject.entityName, default: 0] += 1
    }
    for (name, count) in lost.sorted(by: { $0.key < $1.key }) {
      let reason = name.isEmpty ? "now hidden from you" : "of '\(name)', which no longer exists"
      sentences.append("\(UnsavedChanges.objects(count: count)) left out: \(reason)")
    }
    for name in Set(states.values.flatMap(missingNames)).sorted() {
      sentences.append("changes to \(name) are left out: it no longer exists")
    }
    return states.values.compactMap(\.subject.id)
  }

  private func missingNames(of state: PendingState) -> [String] {
    guard let entity = work.model.entity(named: state.subject.entityName) else { return [] }
    let names = Set(state[.value].keys).union(state[.draft].keys)
    return names.filter { entity.attribute(named: $0) == nil }.map {
      "\(work.shownName(of: entity)).\($0)"
    }
  }

  private func records(_ ids: [RecordID]) async -> [RecordID: Record]? {
    var found: [RecordID: Record] = [:]
    for (name, ids) in Dictionary(grouping: ids, by: \.entityName) {
      guard let entity = work.model.entity(named: name) else { continue }
      let paths = work.fetchPaths(forObjectOf: entity, in: work.root.scoped(to: entity))
      let what: NamedSentence = "the unsaved changes cannot be shown"
      let rows = await work.readFaults.value(orSay: what) { () async throws(StoreError) in
        try await work.store.records(
          ids,
          paths: paths,
          maximumByteCount: EntityStore.pageByteCount
        )
      }
      guard let rows else { return nil }
      found.merge(rows) { first, _ in first }
    }
    return found
  }

  /// Takes out what may not be written by now, and what is gone.
  private mutating func judge(_ states: inout [Int: PendingState], _ records: [RecordID: Record]) {
    var goneCount = 0
    for (token, state) in states.sorted(by: { $0.key < $1.key }) {
      guard let entity = work.model.entity(named: state.subject.entityName) else { continue }
      let scope: EnvironmentValues
      let label: String
      if let id = state.subject.id {
        guard let record = records[id] else {
          goneCount += 1
          states[token] = nil
          continue
        }
        scope = work.root.scoped(toTask: .edit).scoped(to: record)
        label = UnsavedChanges(work: work).label(of: record)
      } else {
        scope = work.root.scoped(toTask: .create).scoped(to: entity)
        label = "a new \(work.shownName(of: entity))"
      }
      let rights = Permissions(work: work, scope: scope)
      let refusal =
        state.isNew
        ? rights.creationRefusal : state.isDeletion ? rights.deletionRefusal : rights.editRefusal
      guard let refusal else { continue }
      states[token] = nil
      sentences.append("\(label) is left out: \(refusal)")
    }
    guard goneCount > 0 else { return }
    sentences.append(
      "\(UnsavedChanges.objects(count: goneCount)) left out: deleted or hidden from you"
    )
  }

  private func scope(of object: ManagedObject) -> EnvironmentValues {
    let task = object.state == .inserted ? TaskName.create : .edit
    return work.root.scoped(toTask: task).scoped(to: object.judged)
  }

  /// The property that shows an attribute; `nil` where none may be seen.
  private func shown(_ name: String, of entity: Entity, in scope: EnvironmentValues) -> String? {
    entity.propertyNames(writing: name).first { scope.showsProperty($0) }
  }

  /// Says of which attributes something was entered that no journal keeps.
  private mutating func note(_ withheld: [String: Value], of object: ManagedObject) {
    let scope = scope(of: object)
    let keys = withheld.keys.sorted().compactMap { shown($0, of: object.entity, in: scope) }
    guard !keys.isEmpty else { return }
    let unsaved = UnsavedChanges(work: work)
    let names = keys.map { scope.displayName(of: $0) }.joined(separator: ", ")
    sentences.append(
      "\(unsaved.label(of: object)): \(names) was not kept; type it again"
    )
  }

  private func type(_ drafts: [String: Value], into object: ManagedObject) {
    let form = work.forms.form(for: object)
    for (name, draft) in drafts {
      guard let attribute = object.entity.attribute(named: name), let text = draft.string else {
        continue
      }
      let scope = work.root.scoped(toTask: form.task).scoped(to: object.snapshot)
        .scoped(toProperty: object.entity.propertyNames(writing: name)[0])
      form.type(text, into: attribute, in: scope)
    }
  }

  /// Reads what names the objects that were chosen.
  private func showDestinations(of object: ManagedObject) async {
    let changed = object.changedKeys
    for relationship in object.entity.relationships where !relationship.isToMany {
      let paths = object.base.layout.paths.filter {
        $0.components.count > 1 && $0.first == relationship.name
      }
      guard !paths.isEmpty, let destination = relationship.destination,
        relationship.definition.joins.contains(where: { changed.contains($0.source) })
      else { continue }
      if let new = object.newDestination(of: relationship) {
        object.show(new.snapshot, behind: relationship)
        continue
      }
      guard let qualifier = relationship.qualifier(from: object.snapshot) else {
        object.show(nil, behind: relationship)
        continue
      }
      let specification = FetchSpecification(
        entityName: destination.name,
        auxiliaryQualifier: qualifier,
        paths: paths.map { PropertyPath(components: Array($0.components.dropFirst())) }
      )
      let what: NamedSentence =
        "\(property: relationship.name, of: object.entity) shows keys, not labels"
      let window = await work.readFaults.value(orSay: what) { () async throws(StoreError) in
        try await work.store.window(specification, from: .start, count: 1)
      }
      object.show(window?.records.first, behind: relationship)
    }
  }
}
