import AccessControl
package import Editing
package import EntityStore
import Glibc
import RuleEnvironment
import StandardKeys

/// A buffer for the audit lines of a bulk import, kept in an unnamed temporary file until the import is committed.
///
/// Lines for an audit table in the database are written with the objects instead.
@MainActor
package final class AuditSpool {
  private let work: WorkContext
  private let table: AuditTable?
  private let file: UnsafeMutablePointer<FILE>?
  private let intention: AuditIntent?
  private var lines: [Change] = []
  private var isEmpty = true
  private var isWhole = true

  /// - Throws: ``StoreError/refused(_:)`` where nothing may be saved, for it could not be told.
  package init(work: WorkContext) throws(StoreError) {
    self.work = work
    table = try AuditTable(in: work)
    file = AuditLog.isWanted(in: work) ? tmpfile() : nil
    intention = AuditIntent(in: work)
    guard intention != nil else { return }
    if file == nil { throw .refused("\(Self.noRoom)") }
    try intention?.check()
  }

  isolated deinit { if let file { fclose(file) } }

  private static let noRoom = "the audit log was not written: there is no room for temporary files"

  /// Keeps the line of a new object for which the rules answer `auditsChanges` with true.
  package func add(_ object: ManagedObject, _ id: RecordID) {
    let scope = work.root.scoped(toTask: .edit).scoped(to: object.base)
    guard scope[PermissionKeys.shared.auditsChanges] else { return }
    var entry = AuditEntry(of: object.pendingRow, in: scope)
    entry.id = id
    if let table {
      lines.append(table.change(entry, nil, save: nil, token: lines.count, in: work))
    }
    guard AuditLog.isWanted(in: work) else { return }
    isEmpty = false
    let further = [intention?.field].compactMap(\.self)
    var line = AuditLog.line(of: entry, further, in: work)
    let isWritten = line.withUTF8 { bytes in
      file.map { fwrite(bytes.baseAddress, 1, bytes.count, $0) == bytes.count } ?? false
    }
    isWhole = isWhole && isWritten
  }

  /// The lines for the table since it was asked last.
  package func takeLines() -> [Change] {
    defer { lines.removeAll(keepingCapacity: true) }
    return lines
  }

  /// Writes the lines into the log before the commit, in locked mode.
  ///
  /// - Throws: ``StoreError/refused(_:)`` where nothing may be saved, for it could not be told.
  package func announce() throws(StoreError) {
    guard let intention, !isEmpty else { return }
    try intention.write { append(isDurable: true) }
  }

  /// Says in the log that what was announced is not saved.
  package func giveUp() { _ = intention?.end(isDone: false) }

  /// Appends the lines to the log; where they were announced, that it is done.
  ///
  /// - Returns: A sentence about what went wrong; `nil` when all is written.
  package func write() -> String? {
    guard !isEmpty else { return nil }
    return intention.map { $0.end(isDone: true) } ?? append()
  }

  private func append(isDurable: Bool = false) -> String? {
    guard let file, isWhole else { return Self.noRoom }
    rewind(file)
    return AuditLog.append(for: work, isDurable: isDurable) {
      (log) throws(LineAppender.Fault) in
      var piece = [UInt8](repeating: 0, count: 1 << 16)
      while case let count = fread(&piece, 1, piece.count, file), count > 0 {
        try log.append(piece[..<count])
      }
      if ferror(file) != 0 { throw LineAppender.Fault(code: errno) }
    }
  }
}
