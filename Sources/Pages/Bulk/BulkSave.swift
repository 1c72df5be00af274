import Editing
import EntityStore
import Observation
import Qualifiers
import Widgets
import Workspace

/// The state of a bulk change: whether it runs, and whether the user cancelled it.
///
/// A cancelled change leaves everything unchanged.
@Observable
final class BulkRun {
  fileprivate(set) var isRunning = false
  @ObservationIgnored fileprivate var isCancelled = false

  /// The way to end the work, while there is any.
  var advice: String? { isRunning ? "esc calls it off, and nothing is changed" : nil }

  /// Ends the work.
  func stopping(in work: WorkContext) -> Command {
    Command(.stop, title: "call off") { [self] _ in
      isCancelled = true
      if work.saves.isWriting { work.store.cancelSaves() }
    }
  }
}

/// The run of a bulk change from a page: one save of all rows or none, with cancelling and messages.
struct BulkSave: PagePart {
  let page: PageContext
  let rows: BulkRows
  let state: BulkRun

  /// Does with each row what `change` says, and leaves the page when that is saved.
  func run(
    _ context: CommandContext,
    reading paths: [PropertyPath],
    of count: Int?,
    change: @escaping (ManagedObject) throws -> Void
  ) {
    run(context) { try await $0.objects(paths: paths, of: count, change) }
  }

  /// Saves the objects that `objects` changes or makes, and leaves the page when that is saved.
  func run(
    _ context: CommandContext,
    objects: @escaping (BulkOperation) async throws -> [ManagedObject]
  ) {
    var bulk = BulkOperation(rows)
    // Who leaves the page calls it off.
    bulk.isCancelled = { state.isCancelled || ui.navigator.current !== page.state }
    work.writeAlone(context) { [bulk] in
      (state.isCancelled, state.isRunning) = (false, true)
      do {
        try await save(try await objects(bulk), by: bulk, context)
      } catch {
        context.say("nothing was changed: \(BulkOperation.sentence(for: error, in: work))", .error)
      }
      state.isRunning = false
    }
  }

  private func save(
    _ all: [ManagedObject],
    by bulk: BulkOperation,
    _ context: CommandContext
  ) async throws {
    let newCount = all.count { $0.state == .inserted }
    let changed = all.filter { $0.state == .inserted || $0.hasChanges }
    guard !changed.isEmpty else {
      return context.say("nothing to change: all rows have this value already")
    }
    let written = ExpectedChanges(of: changed)
    let taken = ReassignedObjects(of: changed, in: work).sentence.map { "\($0); " } ?? ""
    try await bulk.save(changed)
    // While something is written the page can be left for others.
    if ui.navigator.current === page.state { page.pop() }
    work.presenter?.readAgain()
    let fault =
      work.saves.auditFault ?? UnsavedChanges(work: work).lossSentence(of: changed)
      ?? written.undoneSentence(in: work)
    let count = NumberText.count(changed.count)
    let sentence = changed.count == all.count ? count : "\(count) of \(NumberText.count(all.count))"
    let rows = all.count == 1 ? "row" : "rows"
    context.say(
      fault
        ?? "\(newCount > 0 ? "added" : "changed") \(sentence) \(rows); \(taken)u takes that back",
      fault == nil ? .success : .warning
    )
  }
}
