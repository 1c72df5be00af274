package import Editing
import EntityModel
import EntityStore
import Qualifiers
package import Workspace

/// The execution of one change on many rows in a single save: either all rows are changed or none.
///
/// Uses an editing context of its own, so that an early end leaves nothing pending.
struct BulkOperation {
  let rows: BulkRows
  /// Asked whether it goes on.
  var isCancelled: () -> Bool = { false }

  private let context: EditingContext

  init(_ rows: BulkRows) {
    self.rows = rows
    context = EditingContext(store: rows.work.store)
  }

  private var work: WorkContext { rows.work }

  /// The objects with what `change` makes of each.
  ///
  /// - Throws: ``PromptRefusal`` naming the row that cannot be changed, or ``StoreError``.
  func objects(
    paths: [PropertyPath],
    of total: Int?,
    _ change: (ManagedObject) throws -> Void
  ) async throws -> [ManagedObject] {
    var objects: [ManagedObject] = []
    let start = ContinuousClock.now
    defer { work.loads.note(nil) }
    try await rows.forEachWindow(paths: paths) { records in
      for record in records {
        if isCancelled() { throw StoreError.cancelled }
        let object = try object(for: record)
        try change(object)
        objects.append(object)
      }
      work.loads.note(WorkProgress("reading", count: objects.count, of: total, since: start))
      return true
    }
    if isCancelled() { throw StoreError.cancelled }
    return objects
  }

  /// The object of a row, which nobody else is changing.
  ///
  /// - Throws: Why it cannot be changed beside other work; the sentence names it.
  func object(for record: Record) throws(PromptRefusal) -> ManagedObject {
    func refusal(_ reason: String) -> PromptRefusal {
      PromptRefusal("\(UnsavedChanges(work: work).label(of: record)): \(reason)")
    }
    guard let id = record.id else {
      throw refusal("the row has no key that identifies it")
    }
    if work.editing.registeredObject(for: id)?.hasChanges == true {
      throw refusal("it has unsaved changes; save or discard them first")
    }
    return context.object(for: record)
  }

  /// A new object as a list's page begins it, saved with the others.
  func newObject(from source: (object: ManagedObject, relationship: Relationship)?)
    -> ManagedObject
  {
    NewObjects.make(rows.entity, from: source, in: work, editedIn: context)
  }

  /// Deletes an object with the save.
  func delete(_ object: ManagedObject) { context.delete(object) }

  /// Saves the objects.
  ///
  /// - Throws: ``PromptRefusal`` that names the row, where that is known.
  func save(_ objects: [ManagedObject]) async throws(PromptRefusal) {
    let watch = JudgementProgress(of: objects.count, in: work)
    do throws(SaveError) { try await watch.save(objects, of: context) } catch {
      throw PromptRefusal(sentence(for: error, of: objects, watch.refused))
    }
  }

  private func sentence(
    for error: SaveError,
    of objects: [ManagedObject],
    _ refused: RecordID?
  ) -> String {
    let sentences = SaveErrorText(work: work)
    let unsaved = UnsavedChanges(work: work)
    switch error {
    case .invalid(let problems):
      guard let first = problems.first else { return "" }
      let object = objects.first { $0.token == first.token }
      let more = problems.count > 1 ? ", and \(NumberText.count(problems.count - 1)) more" : ""
      let label = object.map { unsaved.label(of: $0.base) + ": " } ?? ""
      return label + sentences.text(for: .invalid([first])) + more
    case .store(.cancelled): return BulkOperation.cancelledSentence
    case .store(let refusal):
      var known = refused
      switch refusal {
      case .changedByOther(let id), .notFound(let id): known = id
      default: break
      }
      let label = known.flatMap(context.registeredObject).map { unsaved.label(of: $0.base) + ": " }
      return label.map { $0 + sentences.text(for: error) }
        ?? RefusedObject(work: work, objects: objects).sentence(for: error)
    }
  }

  static let cancelledSentence = "called off"

  /// Why something was not done.
  static func sentence(for error: any Error, in work: WorkContext) -> String {
    switch error {
    case let error as PromptRefusal: error.sentence
    case StoreError.cancelled: cancelledSentence
    case let error as StoreError: work.sentence(for: error)
    default: typedSentence(of: error)
    }
  }
}

/// The progress of the permission check of a save of many rows, and the row that was refused.
package final class JudgementProgress {
  fileprivate(set) var refused: RecordID?
  private let total: Int
  private let work: WorkContext
  private let start = ContinuousClock.now
  private var count = 0

  /// The progress of a save of so many objects.
  package init(of total: Int, in work: WorkContext) { (self.total, self.work) = (total, work) }

  /// Saves the objects, and tells how far that is.
  package func save(
    _ objects: [ManagedObject],
    of context: EditingContext? = nil
  ) async throws(SaveError) {
    defer { work.loads.note(nil) }
    try await work.saves.save(
      objects,
      of: context,
      watchedBy: { ProgressReportingGuard($0, self) },
      in: work
    )
  }

  fileprivate func note(_ judged: Int) {
    count += judged
    // What follows is writing, of which nobody tells how far it is.
    let progress = WorkProgress("checking", count: count, of: total, since: start)
    work.loads.note(count < total ? progress : WorkProgress("writing", since: start))
  }
}

/// A write guard that wraps another guard and reports how many changes were checked and which row was refused.
///
/// Bulk changes show the count as progress.
@MainActor private struct ProgressReportingGuard: WriteGuard {
  private let inner: any WriteGuard
  private let watch: JudgementProgress

  init(_ inner: any WriteGuard, _ watch: JudgementProgress) {
    (self.inner, self.watch) = (inner, watch)
  }

  nonisolated func refusal(of change: Change) async -> String? {
    await inner.refusal(of: change)
  }

  nonisolated func refusal(ofAny changes: [Change]) async -> String? {
    guard let reason = await inner.refusal(ofAny: changes) else {
      await note(changes.count)
      return nil
    }
    for change in changes {
      guard let own = await inner.refusal(of: change) else { continue }
      if let id = change.storedID { await note(refused: id) }
      return own
    }
    return reason
  }

  private func note(_ count: Int) { watch.note(count) }

  private func note(refused id: RecordID) { watch.refused = id }

  nonisolated func allows(_ rows: any PackedRows, _ plan: InsertionPlan) async -> Bool {
    await inner.allows(rows, plan)
  }

  nonisolated var mayRefuseDeletions: Bool {
    get async { await inner.mayRefuseDeletions }
  }
}
