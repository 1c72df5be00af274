package import Editing
import EntityModel
import EntityStore

extension SaveController {
  /// Saves objects; where they cannot be saved as they stand, without those whose rows go with others that the same save deletes:
  /// what was entered into them keeps nobody from deleting these.
  package func excludingCascadeDeleted<Result>(
    among objects: [ManagedObject],
    in work: WorkContext,
    _ save: ([ManagedObject]) async throws(SaveError) -> Result
  ) async throws(SaveError) -> (result: Result, spared: [ManagedObject]) {
    do throws(SaveError) { return (try await save(objects), []) } catch {
      guard case .invalid = error else { throw error }
      let going = await cascaded(among: objects, in: work)
      guard !going.isEmpty else { throw error }
      let rest = objects.filter { object in !going.contains { $0 === object } }
      return (try await save(rest), going)
    }
  }

  /// Returns the invalid objects with unchanged foreign keys whose rows a cascade of this save deletes.
  private func cascaded(among objects: [ManagedObject], in work: WorkContext) async
    -> [ManagedObject]
  {
    let judge = RuleProblems(root: work.root)
    let faulty = objects.filter { object in
      let keys = object.entity.relationships.filter { !$0.isToMany }.flatMap(\.definition.joins)
      return object.state == .stored && object.changedKeys.isDisjoint(with: keys.map(\.source))
        && !judge.allProblems(of: object).isEmpty
    }
    let deleted = objects.filter { $0.state == .deleted }.compactMap(\.id)
    guard !faulty.isEmpty, !deleted.isEmpty else { return [] }
    let going = await work.readFaults.value(
      orSay: "the rows that would be deleted too cannot be found"
    ) {
      () async throws(StoreError) in try await work.store.ids(deletedWith: deleted)
    }
    let model = work.model
    let tableIDs = Set((going ?? []).map(model.tableID))
    return faulty.filter { $0.id.map { tableIDs.contains(model.tableID($0)) } == true }
  }

  /// Forgets what was entered into objects whose rows are gone by now, and says so.
  package func discardDeletedObjects(_ objects: [ManagedObject], in work: WorkContext) async {
    for object in objects {
      guard let gone = await DeletedElsewhere.found(object, in: work) else { continue }
      let label = UnsavedChanges(work: work).label(of: object)
      let sentence = "unsaved changes to \(label) are dropped: it was deleted too"
      mergedSentence = mergedSentence.map { "\($0); \(sentence)" } ?? sentence
      gone.forget()
    }
  }
}
