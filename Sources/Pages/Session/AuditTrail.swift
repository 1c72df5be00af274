import AccessControl
import Formatting
import RuleFiles
import Diagnostics
package import Editing
import EntityModel
package import EntityStore
import FoundationEssentials
import Glibc
import Qualifiers
import RuleEngine
import RuleEnvironment
import StandardKeys

/// What a save is about to change in entities whose changes are to be told.
///
/// It is put together before the save, which forgets what was there before; lines of the file are written after it, those of a
/// table of the database with it.
struct AuditTrail {
  private let changes: [(object: ManagedObject, entry: AuditEntry)]
  private let session: Session
  private let scopes: ObjectScopes
  /// Whether rows may have to be told of that are none of the objects: what goes along with what is deleted.
  private let tellsRows: Bool
  /// Whether no object is known, and all rows are told by what was done to them.
  private let tellsRowsOnly: Bool
  /// The save that is taken back or made again, if that is what is told.
  private var reverted: Reverted?

  /// A save, by its number in the log of saves where it has one.
  struct Reverted {
    let number: Int64?
    let moment: Double
    let isMadeAgain: Bool

    fileprivate var field: (String, JSON) {
      let time = Value.date(Date(timeIntervalSince1970: moment)).description
      let save: [(String, JSON)] = [
        ("save", number.map(JSON.int) ?? .null), ("time", .string(time)),
      ]
      return (isMadeAgain ? "savesAgain" : "takesBack", .object(save))
    }
  }

  /// The changes of those `objects` for which the rules answer `auditsChanges` with true.
  init(of objects: [ManagedObject], in session: Session, _ scopes: ObjectScopes? = nil) {
    self.session = session
    let scopes = scopes ?? ObjectScopes(below: session.root)
    self.scopes = scopes
    tellsRows = Self.mayTell(ofWhatGoesWith: objects, in: session)
    tellsRowsOnly = false
    changes = objects.compactMap { object in
      let key = PermissionKeys.shared.auditsChanges
      guard scopes.answer(key, of: object.base, inTask: "edit") else { return nil }
      return (object, AuditEntry(of: object, in: scopes.scope(of: object.base, inTask: "edit")))
    }
  }

  /// All changes that the way back from a save makes, where the rules answer `auditsChanges` with true.
  init(of reverted: Reverted, in session: Session, _ scopes: ObjectScopes) {
    (self.session, self.scopes, changes, self.reverted) = (session, scopes, [], reverted)
    tellsRows = session.isAnswered(PermissionKeys.shared.auditsChanges)
    tellsRowsOnly = true
  }

  /// Whether changes of what is deleted with some of `objects`, or refers to that, are to be told.
  private static func mayTell(
    ofWhatGoesWith objects: [ManagedObject],
    in session: Session
  ) -> Bool {
    let key = PermissionKeys.shared.auditsChanges
    guard session.isAnswered(key) else { return false }
    let deleted = Set(objects.filter { $0.state == .deleted }.map(\.entity))
    let going = Set(deleted.flatMap { DeletionEffects.entities(deletedWith: $0) })
    let others = going.flatMap(\.relationships).filter(\.isToMany).compactMap(\.destination)
    guard !others.isEmpty else { return false }
    if session.resolver.model.mayRead(FieldDemands.rowKeys, from: key) { return true }
    let root = session.root.scoped(toTask: "edit")
    return going.union(others).contains { root.scoped(to: $0)[key] }
  }

  /// Makes the lines for a table, asked from the thread that writes: what a save did, and its number.
  typealias Lines = @Sendable (SaveResult, Int64?) -> [Change]

  /// What the save writes along; `nil` where nothing is told in a table.
  ///
  /// - Throws: ``StoreError/refused(_:)`` where nothing may be saved, for it could not be told.
  func prepare() throws(StoreError) -> Lines? {
    guard !changes.isEmpty || tellsRows else { return nil }
    let table = try AuditTable(in: session)
    if session.confinement != nil, AuditLog.isWanted(in: session),
      let obstacle = AuditLog.append(for: session, { _ in })
    {
      throw .refused(obstacle)
    }
    guard let table else { return nil }
    let lines: @MainActor @Sendable (SaveResult, Int64?) -> [Change] = { result, number in
      self.lines(for: table, result, number)
    }
    return { result, number in MainActorAnswer.wait { lines(result, number) } }
  }

  private func lines(for table: AuditTable, _ result: SaveResult, _ number: Int64?) -> [Change] {
    let save = number ?? reverted?.number
    return entries(result.record, result).enumerated().map { token, entry in
      table.change(entry, reverted?.field, save: save, token: token, in: session)
    }
  }

  /// Appends the lines to the log, also of what the save did to other rows.
  ///
  /// - Returns: What went wrong, as a sentence; `nil` when all is written.
  func write(_ record: SaveRecord? = nil, number: Int64? = nil) -> String? {
    guard AuditLog.isWanted(in: session) else { return nil }
    let further = reverted?.field ?? number.map { ("save", .int($0)) }
    let text = entries(record).map { AuditLog.line(of: $0, further, in: session) }.joined()
    guard !text.isEmpty else { return nil }
    return AuditLog.append(for: session) { (log) throws(LineAppender.Fault) in
      try log.append(text.utf8)
    }
  }

  /// All that is to be told; `result` has the keys of rows of which the objects have not heard yet.
  private func entries(_ record: SaveRecord?, _ result: SaveResult? = nil) -> [AuditEntry] {
    let own = changes.map { object, entry in
      var entry = entry
      entry.id =
        object.base.id.map { result?.changedIDs[$0] ?? $0 } ?? result?.inserted[object.token]
      return entry
    }
    return own + (tellsRows ? record?.rows ?? [] : []).compactMap(entry)
  }

  /// What became of a row that was changed along with others, where the rules answer `auditsChanges` with true.
  private func entry(of row: SaveRecord.Row) -> AuditEntry? {
    guard tellsRowsOnly || row.cause != .direct, let known = row.before ?? row.after else {
      return nil
    }
    guard scopes.answer(PermissionKeys.shared.auditsChanges, of: known, inTask: "edit") else {
      return nil
    }
    return AuditEntry(of: row, known.entity, in: scopes.scope(of: known, inTask: "edit"))
  }
}

/// The lines of objects that are made many at a time, in a file without a name until it is known whether they stay; those of a
/// table are written with the objects.
@MainActor
package final class AuditSpool {
  private let session: Session
  private let table: AuditTable?
  private let file: UnsafeMutablePointer<FILE>?
  private var lines: [Change] = []
  private var isEmpty = true
  private var isWhole = true

  /// - Throws: ``StoreError/refused(_:)`` where nothing may be saved, for it could not be told.
  package init(session: Session) throws(StoreError) {
    self.session = session
    table = try AuditTable(in: session)
    file = AuditLog.isWanted(in: session) ? tmpfile() : nil
    guard session.confinement != nil, AuditLog.isWanted(in: session) else { return }
    if let obstacle = file == nil ? Self.noRoom : AuditLog.append(for: session, { _ in }) {
      throw .refused(obstacle)
    }
  }

  isolated deinit { if let file { fclose(file) } }

  private static let noRoom = "the audit log was not written: there is no room for temporary files"

  /// Keeps the line of a new object for which the rules answer `auditsChanges` with true.
  package func add(_ object: ManagedObject, _ id: RecordID) {
    let scope = session.root.scoped(toTask: "edit").scoped(to: object.base)
    guard scope[PermissionKeys.shared.auditsChanges] else { return }
    var entry = AuditEntry(of: object, in: scope)
    entry.id = id
    if let table {
      lines.append(table.change(entry, nil, save: nil, token: lines.count, in: session))
    }
    guard AuditLog.isWanted(in: session) else { return }
    isEmpty = false
    var line = AuditLog.line(of: entry, in: session)
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

  /// Appends the lines to the log.
  ///
  /// - Returns: What went wrong, as a sentence; `nil` when all is written.
  package func write() -> String? {
    guard !isEmpty else { return nil }
    guard let file, isWhole else { return Self.noRoom }
    rewind(file)
    return AuditLog.append(for: session) { (log) throws(LineAppender.Fault) in
      var piece = [UInt8](repeating: 0, count: 1 << 16)
      while case let count = fread(&piece, 1, piece.count, file), count > 0 {
        try log.append(piece[..<count])
      }
      if ferror(file) != 0 { throw LineAppender.Fault(code: errno) }
    }
  }
}

/// The log: a line of JSON for each object that was changed.
private enum AuditLog {
  /// Why there is no place for a log.
  private struct Homeless: Error {
    let reason: String
  }

  /// Where the log is: at the site's place, else in the user's own folder for state, which locked mode has not.
  private static func path(for session: Session) throws(Homeless) -> String {
    if let path = session.root[PermissionKeys.shared.auditLog] {
      guard path.hasPrefix("/") else {
        throw Homeless(reason: "auditLog = '\(path)' is no absolute path")
      }
      if let part = session.store.part(at: path) {
        throw Homeless(reason: "auditLog = '\(path)' \(part)")
      }
      return path
    }
    guard session.confinement == nil else {
      throw Homeless(reason: "no rule of the site answers auditLog")
    }
    guard let folder = StateFolder.make(session.surroundings.variables) else {
      throw Homeless(reason: "neither XDG_STATE_HOME nor HOME is set")
    }
    return "\(folder)/audit.jsonl"
  }

  /// Opens the log and lets `body` append to it.
  ///
  /// - Returns: What went wrong, as a sentence; `nil` when all is written.
  static func append(
    for session: Session,
    _ body: (inout LineAppender) throws(LineAppender.Fault) -> Void
  ) -> String? {
    let path: String
    do throws(Homeless) { path = try Self.path(for: session) } catch {
      return "the audit log was not written: \(error.reason)"
    }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      return "the audit log was not written: \(path): \(String(cString: strerror(errno)))"
    }
    defer { close(descriptor) }
    var log = LineAppender { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    do throws(LineAppender.Fault) { try body(&log) } catch {
      return "the audit log was not written: \(path): \(String(cString: strerror(error.code)))"
    }
    return nil
  }

  /// Whether there is one: where changes are told in a table only if a rule says where the file is.
  static func isWanted(in session: Session) -> Bool {
    let keys = PermissionKeys.shared
    return session.root[keys.auditEntity].isEmpty || session.root[keys.auditLog] != nil
  }

  static func line(
    of entry: AuditEntry,
    _ further: (String, JSON)? = nil,
    in session: Session
  ) -> String {
    let user = session.root[PermissionKeys.shared.user]
    let members: [(String, JSON)] = [
      ("time", .string(Value.date(WallClock.now(in: .utc)).description)),
      ("user", JSON(user?.name)),
      ("role", JSON(user?.role)),
      ("database", JSON(session.store.path ?? session.store.title)),
      ("entity", .string(entry.entity.name)),
      ("id", .array(entry.key)),
      ("action", .string(entry.action)),
      ("fields", .object(entry.fields)),
      ("link", JSON(entry.id.map { session.linkText(entry.entity, $0) })),
    ]
    return JSON.object(members + [further].compactMap(\.self)).text() + "\n"
  }
}
