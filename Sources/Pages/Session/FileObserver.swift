import Editing
import EntityStore
import Observation
package import RuleFiles
import Workspace

/// Whether other programs have changed the file, and whether it can be read at all.
@Observable
package final class FileObserver {
  /// Opens the same database anew, with the rules that were typed meanwhile.
  @ObservationIgnored package var reopen: ((LiveRules?) async throws -> Session)?
  /// Why the file cannot be looked at any more; `nil` while it can.
  private(set) var fault: String?
  /// Whether another program has changed the tables since they were read.
  @ObservationIgnored private(set) var hasOtherTables = false
  /// What the database said when it was asked last whether another program had changed it; it counts from when the file
  /// was opened.
  @ObservationIgnored private var dataVersion = 0

  /// Whether another program has ever changed the file since it was opened.
  @ObservationIgnored private(set) var hasMetOthers = false

  /// Looks whether the file is there and can be read, for ``fault``.
  ///
  /// - Returns: What counts the changes that others made; `nil` where that cannot be asked.
  @discardableResult
  func look(at store: EntityStore) async -> Int? {
    do throws(StoreError) {
      let version = try await store.dataVersion()
      hasOtherTables = try await store.tablesHaveChanged()
      let fault = hasOtherTables ? OtherTables.sentence : nil
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
  func adoptChanges(in session: Session) async {
    guard session.isSettled, !session.saves.isWriting else { return }
    let before = fault
    guard let version = await look(at: session.store) else { return }
    guard dataVersion != version || before != fault else { return }
    (dataVersion, hasMetOthers) = (version, true)
    session.saves.noteWriting()
    session.counts.forget()
    readAgain(in: session)
    let shown = session.navigator.current.forms.map(\.object)
    let pending = PendingWork(session: session).objects.filter { object in
      object.state != .inserted && !shown.contains { $0 === object }
    }
    guard !pending.isEmpty else { return }
    session.loads.run {
      for object in pending.prefix(Self.pendingLimit) { await session.reader.refresh(object) }
    }
  }

  /// So many of the objects that are to be saved are read again when the file has changed; the save itself looks at all.
  private static let pendingLimit = 100

  /// Reads the page on screen again: rows are others than those it has read.
  func readAgain(in session: Session) {
    let page = session.navigator.current
    if let list = page.list {
      session.loads.run { await list.reloadIfOutdated() }
    } else {
      let edited = page.forms.map(\.object)
      let objects = [page.object].compactMap(\.self) + edited.filter { $0 !== page.object }
      guard !objects.isEmpty else { return }
      session.loads.run {
        for object in objects { await session.reader.follow(object) }
      }
    }
  }
}

extension Session {
  /// Reads the page on screen again when another program has changed the file; edits and the cursor's row stay.
  func adoptOtherChanges() async { await file.adoptChanges(in: self) }
}
