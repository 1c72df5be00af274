import AccessControl
public import Editing
import EntityStore
import Qualifiers
import RuleEnvironment
import StandardKeys
import Widgets
import Workspace

/// The result of a save or of an application's own write: saved, nothing to save, refused with a reason, or waiting for an
/// answer.
///
/// Returned by `PageContext.save()` and `PageContext.write(as:_:)`.
public nonisolated enum WriteResult: Sendable, Hashable {
  /// All is written: so many objects.
  case saved(Int)
  /// Nothing was pending.
  case unchanged
  /// Nothing is written, and why.
  case refused(String)
  /// Nothing is written yet: a person is asked, and what they answer is done later.
  case asked

  /// Whether all is written.
  public var isSaved: Bool { if case .saved = self { true } else { false } }
}

/// The permissions that apply to a write by an application's command: the user's, or the application's own beyond them.
///
/// Passed to `PageContext.write(as:_:)`.
public nonisolated enum WriteRight: Sendable {
  /// The user's: what rules let them enter, and nothing else.
  case user
  /// The application's own: rules do not say what it may enter, make and delete.
  case application
}

extension PageContext {
  /// Saves all that is pending, on whatever page it was entered; what keeps it from being saved is said, and marked in the
  /// fields.
  ///
  /// - Parameter report: Told once what came of it.
  public func save(then report: @escaping (WriteResult) -> Void = { _ in }) {
    guard let commandContext else { return report(.refused("the page is closed")) }
    SaveFlow(page: self, context: commandContext, report: report).saveAll()
  }

  /// Saves all that is pending, on whatever page it was entered, and returns what came of it.
  ///
  /// The obstacles to saving are said, and marked in the fields.
  public func save() async -> WriteResult {
    await withCheckedContinuation { continuation in
      save { continuation.resume(returning: $0) }
    }
  }

  /// Writes what `change` does in a save of its own, beside whatever is pending on pages.
  ///
  ///     page.load {
  ///       let outcome = await page.write(as: .application) { changes in
  ///         changes.object(for: ticket)["state", as: String.self] = "closed"
  ///       }
  ///       if case .refused(let reason) = outcome { page.say(reason, .error) }
  ///     }
  ///
  /// By the application's own right it writes what rules keep the user from entering, making or deleting. All else counts as
  /// in any save: rows that the user may not see are not there, values are checked, and the audit log tells of it. In
  /// locked mode, and in the table of the audit log, the user's right counts all the same.
  ///
  /// - Parameters:
  ///   - right: By whose right; said at each call.
  ///   - change: Changes, makes and deletes objects of the context that it is given.
  /// - Returns: What came of it; nothing of it was said.
  /// - Throws: What `change` throws; nothing is written then.
  public func write<Failure: Error>(
    as right: WriteRight,
    _ change: (EditingContext) async throws(Failure) -> Void
  ) async throws(Failure) -> WriteResult {
    guard isOpen else { return .refused("the page is closed") }
    guard !work.saves.isBusy else { return .refused(SaveController.busySentence) }
    let changes = EditingContext(store: work.store)
    try await change(changes)
    let objects = changes.pendingObjects
    guard !objects.isEmpty else { return .unchanged }
    let unsaved = UnsavedChanges(work: work)
    for object in objects {
      guard let id = object.id, work.editing.registeredObject(for: id)?.hasChanges == true
      else { continue }
      return .refused(
        "\(unsaved.label(of: object.base)): it has unsaved changes; save or discard them first"
      )
    }
    guard !work.saves.isBusy else { return .refused(SaveController.busySentence) }
    work.saves.isBusy = true
    defer { work.saves.isBusy = false }
    let isOwn = right == .application && work.lockedSession == nil
    let auditEntity = work.root[PermissionKeys.shared.auditEntity]
    do throws(SaveError) {
      try await work.saves.save(
        objects,
        of: changes,
        watchedBy: isOwn ? { ApplicationGuard($0, judging: auditEntity) } : nil,
        in: work
      )
    } catch {
      return .refused(RefusedObject(work: work, objects: objects).sentence(for: error))
    }
    work.presenter?.readAgain()
    if let fault = work.saves.auditFault { say(fault, .warning) }
    return .saved(objects.count)
  }
}

/// The write guard for an application's own writes: permits everything, except that the audit log's entity is checked by the
/// normal guard.
private nonisolated struct ApplicationGuard: WriteGuard {
  private let inner: any WriteGuard
  private let judgedEntity: String

  init(_ inner: any WriteGuard, judging entityName: String) {
    (self.inner, judgedEntity) = (inner, entityName)
  }

  func refusal(of change: Change) async -> String? {
    change.entityName == judgedEntity ? await inner.refusal(of: change) : nil
  }

  func refusal(ofAny changes: [Change]) async -> String? {
    let judged = changes.filter { $0.entityName == judgedEntity }
    return judged.isEmpty ? nil : await inner.refusal(ofAny: judged)
  }

  func refusal(
    ofInserting rows: [[Value?]],
    _ plan: InsertionPlan
  ) async -> (row: Int, reason: String)? {
    plan.entityName == judgedEntity ? await inner.refusal(ofInserting: rows, plan) : nil
  }

  func allows(_ rows: any PackedRows, _ plan: InsertionPlan) async -> Bool {
    plan.entityName == judgedEntity ? await inner.allows(rows, plan) : true
  }

  var mayRefuseDeletions: Bool {
    get async { judgedEntity.isEmpty ? false : await inner.mayRefuseDeletions }
  }
}
