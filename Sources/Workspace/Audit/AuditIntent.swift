package import Diagnostics
package import EntityStore

/// The audit lines of one save in locked mode: written before its commit, and again with the outcome, committed or given up.
///
/// Lines of one save share the member `attempt`. If no outcome follows, the process was killed in between, and the rows tell
/// whether they were saved.
package final class AuditIntent {
  private let work: WorkContext
  private let id = String(UInt64.random(in: .min ... .max), radix: 16)
  private var isWritten = false

  /// `nil` where nothing is told before a commit.
  package init?(in work: WorkContext) {
    guard work.lockedSession != nil, AuditLog.isWanted(in: work) else { return nil }
    self.work = work
  }

  /// The member that its lines have in common.
  package var field: (String, JSON) { ("attempt", .string(id)) }

  /// Looks whether the log can be opened.
  ///
  /// - Throws: ``StoreError/refused(_:)`` where it cannot.
  package func check() throws(StoreError) {
    if let obstacle = AuditLog.append("", for: work) { throw .refused("\(obstacle)") }
  }

  /// Writes the lines, and waits until they are on the disk.
  ///
  /// - Throws: ``StoreError/refused(_:)``; nothing may be saved then.
  package func write(_ lines: String) throws(StoreError) {
    guard !lines.isEmpty else { return }
    try write { AuditLog.append(lines, for: work, isDurable: true) }
  }

  /// Writes them as `body` does, which returns what went wrong.
  package func write(_ body: () -> String?) throws(StoreError) {
    guard !isWritten else { return }
    if let obstacle = body() { throw .refused("\(obstacle)") }
    isWritten = true
  }

  /// Writes the outcome, if the lines before it were written.
  ///
  /// - Returns: A sentence about what went wrong.
  package func end(isDone: Bool) -> String? {
    guard isWritten else { return nil }
    isWritten = false
    let outcome = ("outcome", JSON.string(isDone ? "saved" : "not saved"))
    return AuditLog.append(AuditLog.line([field, outcome], in: work), for: work)
  }
}
