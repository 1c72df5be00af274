package import EntityModel
package import EntityStore
import Synchronization

/// The one-time warnings that a save cannot be undone, one for each reason.
///
/// The save is refused with the warning, and accepted when the user tries again.
package nonisolated final class UndoBlockers: Sendable {
  /// The reason that a save cannot be undone: unrecorded tables, an error writing the save log, or a database without undo.
  package enum UndoBlocker {
    case tables(Set<TableName>)
    case log(fault: String)
    case all
  }

  /// The warnings already given, and the reason for the last refused save.
  private struct State {
    var told: Set<TableName> = []
    var isLogTold = false
    var isTold = false
    var loss: UndoBlocker?
  }

  private let state = Mutex(State())

  package init() {}

  /// - Throws: An error without a sentence where a table is changed for the first time of which no record is kept.
  package func check(_ record: SaveRecord) throws(StoreError) {
    let isNew = state.withLock { state in
      let new = record.unrecorded.subtracting(state.told)
      guard !new.isEmpty else { return false }
      state.told.formUnion(new)
      state.loss = .tables(new)
      return true
    }
    if isNew { throw .unsupported("") }
  }

  /// - Throws: An error without a sentence where the log of saves could not be written for the first time.
  package func check(logFault fault: String) throws(StoreError) {
    let isNew = state.withLock { state in
      guard !state.isLogTold else { return false }
      state.isLogTold = true
      state.loss = .log(fault: fault)
      return true
    }
    if isNew { throw .unsupported("") }
  }

  /// Returns the loss for a database that records no saves at all; `nil` after the first call.
  package func takeAll() -> UndoBlocker? {
    state.withLock { state in
      defer { state.isTold = true }
      return state.isTold ? nil : .all
    }
  }

  /// Why the last save was refused, if it was for that.
  package func take() -> UndoBlocker? {
    state.withLock { state in
      defer { state.loss = nil }
      return state.loss
    }
  }
}

extension UndoBlockers.UndoBlocker {
  /// Returns the message for the refused save; it names only tables that the user may see.
  @MainActor package func sentence(in work: WorkContext) -> String {
    let again = "save again to save anyway"
    switch self {
    case .tables(let names):
      let hidden = work.model.entities.contains {
        names.contains($0.definition.table) && work.visibilityRefusal(of: $0) != nil
      }
      let what = hidden ? "" : " in " + names.map { "'\($0)'" }.sorted().joined(separator: ", ")
      return "some changes\(what) are not recorded, so this save could not be taken back; \(again)"
    case .all:
      return "this SQLite does not report changed rows, so no save can be taken back; \(again)"
    case .log(let fault):
      return
        "the log of saves failed (\(fault)): it could be taken back in this session only; \(again)"
    }
  }
}
