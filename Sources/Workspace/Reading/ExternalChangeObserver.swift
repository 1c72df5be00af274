import Editing
package import EntityStore
import Observation

/// An observer of the database file that detects changes by other programs, changed tables, and a file that became unreadable.
@Observable
package final class ExternalChangeObserver {
  /// The sentence as long as tables that another program has changed are not adopted.
  private static let otherTablesSentence =
    "another program has changed the tables; reload to see them"
  /// Why the file cannot be looked at any more; `nil` while it can.
  package private(set) var fault: String?
  /// Whether another program has changed the tables since they were read.
  @ObservationIgnored package private(set) var hasExternalSchemaChanges = false
  /// The database's change counter at the last check; it counts changes by other programs since the file was opened.
  @ObservationIgnored private var dataVersion = 0

  /// Whether another program has ever changed the file since it was opened.
  @ObservationIgnored package private(set) var hasMetOthers = false

  /// Looks whether the file is there and can be read, for ``fault``.
  ///
  /// - Returns: What counts the changes that others made; `nil` where that cannot be asked.
  @discardableResult
  package func look(at store: EntityStore) async -> Int? {
    do throws(StoreError) {
      let version = try await store.dataVersion()
      hasExternalSchemaChanges = try await store.tablesHaveChanged()
      let fault = hasExternalSchemaChanges ? Self.otherTablesSentence : nil
      if self.fault != fault { self.fault = fault }
      return version
    } catch {
      if case .cancelled = error { return nil }
      let sentence = error.readingSentence { $1 ?? $0 }
      if fault != sentence { fault = sentence }
      return nil
    }
  }

  /// Reads the page on screen again when another program has changed the file; edits and the cursor's row stay.
  ///
  /// Pages that are gone back to read again then.
  package func adoptChanges(in work: WorkContext) async {
    guard work.isSettled, !work.saves.isWriting else { return }
    let before = fault
    guard let version = await look(at: work.store) else { return }
    guard dataVersion != version || before != fault else { return }
    (dataVersion, hasMetOthers) = (version, true)
    work.saves.noteWriting()
    work.counts.forget()
    work.presenter?.readAgain()
    let shown = work.presenter?.editedObjects ?? []
    let pending = UnsavedChanges(work: work).objects.filter { object in
      object.state != .inserted && !shown.contains { $0 === object }
    }
    guard !pending.isEmpty else { return }
    work.loads.run {
      for object in pending.prefix(Self.pendingLimit) { await work.reader.refresh(object) }
    }
  }

  /// The maximum number of changed objects read again when the file has changed; a save checks all of them.
  private static let pendingLimit = 100
}

extension WorkContext {
  /// The changes that other programs make.
  package var file: ExternalChangeObserver { part { ExternalChangeObserver() } }

  /// Reads the page on screen again when another program has changed the file; edits and the cursor's row stay.
  package func adoptOtherChanges() async { await file.adoptChanges(in: self) }
}
