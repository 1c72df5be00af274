import AccessControl
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

/// What a save is about to change in entities whose changes are to be told: one line of JSON for each object.
///
/// It is put together before the save, which forgets what was there before, and written after it.
struct AuditTrail {
  private let entries: [(object: ManagedObject, action: String, fields: [(String, JSON)])]
  private let session: Session
  private let scopes: ObjectScopes
  /// Whether rows may have to be told of that are none of the objects: what goes along with what is deleted.
  private let tellsRows: Bool
  /// Whether no object is known, and all rows are told by what was done to them.
  private let tellsRowsOnly: Bool
  /// The save that is taken back or made again, if that is what is told.
  var reverted: Reverted?

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
    entries = objects.compactMap { object in
      let key = PermissionKeys.shared.auditsChanges
      guard scopes.answer(key, of: object.base, inTask: "edit") else { return nil }
      let scope = scopes.scope(of: object.base, inTask: "edit")
      return (object, object.pendingAction, object.auditFields(in: scope))
    }
  }

  /// All changes that a record tells, where the rules answer `auditsChanges` with true.
  init(ofAll record: SaveRecord, in session: Session, _ scopes: ObjectScopes) {
    (self.session, self.scopes, entries) = (session, scopes, [])
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

  /// Why the lines could not be written, as a sentence; `nil` when they can, or when there are none.
  var obstacle: String? {
    entries.isEmpty && !tellsRows ? nil : AuditLog.append(for: session) { _ in }
  }

  /// Appends the lines to the log, also of what the save did to other rows.
  ///
  /// - Returns: What went wrong, as a sentence; `nil` when all is written.
  func write(_ record: SaveRecord? = nil, number: Int64? = nil) -> String? {
    let further = reverted?.field ?? number.map { ("save", .int($0)) }
    let own = entries.map { entry in
      AuditLog.line(
        of: entry.object.entity,
        entry.object.base.id,
        action: entry.action,
        fields: entry.fields,
        further,
        in: session
      )
    }
    let rows = (tellsRows ? record?.rows ?? [] : []).compactMap { line(of: $0, further) }
    let text = (own + rows).joined()
    guard !text.isEmpty else { return nil }
    return AuditLog.append(for: session) { (log) throws(LineAppender.Fault) in
      try log.append(text.utf8)
    }
  }

  /// The line of a row that was changed along with others, where the rules answer `auditsChanges` with true.
  private func line(of row: SaveRecord.Row, _ further: (String, JSON)?) -> String? {
    guard tellsRowsOnly || row.cause != .direct, let known = row.before ?? row.after else {
      return nil
    }
    guard scopes.answer(PermissionKeys.shared.auditsChanges, of: known, inTask: "edit") else {
      return nil
    }
    let scope = scopes.scope(of: known, inTask: "edit")
    let fields = known.entity.auditFields(from: row.before, to: row.after, in: scope)
    let action = row.after == nil ? "delete" : row.before == nil ? "insert" : "update"
    return AuditLog.line(
      of: known.entity,
      row.id,
      action: action,
      fields: fields,
      further,
      in: session
    )
  }
}

/// The lines of objects that are made many at a time, in a file without a name until it is known whether they stay.
package final class AuditSpool {
  private let session: Session
  private let file: UnsafeMutablePointer<FILE>?
  private var isEmpty = true
  private var isWhole = true

  package init(session: Session) {
    self.session = session
    file = tmpfile()
  }

  isolated deinit { if let file { fclose(file) } }

  /// Why nothing could be kept or written, as a sentence; `nil` when it can.
  package var obstacle: String? {
    file == nil ? Self.noRoom : AuditLog.append(for: session) { _ in }
  }

  private static let noRoom = "the audit log was not written: there is no room for temporary files"

  /// Keeps the line of a new object for which the rules answer `auditsChanges` with true.
  package func add(_ object: ManagedObject, _ id: RecordID) {
    let scope = session.root.scoped(toTask: "edit").scoped(to: object.base)
    guard scope[PermissionKeys.shared.auditsChanges] else { return }
    var line = AuditLog.line(
      of: object.entity,
      id,
      action: object.pendingAction,
      fields: object.auditFields(in: scope),
      in: session
    )
    isEmpty = false
    let isWritten = line.withUTF8 { bytes in
      file.map { fwrite(bytes.baseAddress, 1, bytes.count, $0) == bytes.count } ?? false
    }
    isWhole = isWhole && isWritten
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

  static func line(
    of entity: Entity,
    _ id: RecordID?,
    action: String,
    fields: [(String, JSON)],
    _ further: (String, JSON)? = nil,
    in session: Session
  ) -> String {
    let user = session.root[PermissionKeys.shared.user]
    let members: [(String, JSON)] = [
      ("time", .string(Value.date(WallClock.now(in: .utc)).description)),
      ("user", JSON(user?.name)),
      ("role", JSON(user?.role)),
      ("database", JSON(session.store.path ?? session.store.title)),
      ("entity", .string(entity.name)),
      (
        "id",
        .array(id?.rowNumber.map { [.string("@\($0)")] } ?? (id?.values ?? []).map { JSON($0) })
      ),
      ("action", .string(action)),
      ("fields", .object(fields)),
    ]
    return JSON.object(members + [further].compactMap(\.self)).text() + "\n"
  }
}

extension ManagedObject {
  /// Each changed field with its old and new value; passwords, and what the user may not see, are told without either.
  fileprivate func auditFields(in scope: EnvironmentValues) -> [(String, JSON)] {
    entity.auditFields(
      from: state == .inserted ? nil : base,
      to: state == .deleted ? nil : snapshot,
      in: scope
    )
  }
}

@MainActor extension Entity {
  /// The fields in which a row differs from what it was; a missing row holds nothing.
  fileprivate func auditFields(
    from before: Record?,
    to after: Record?,
    in scope: EnvironmentValues
  ) -> [(String, JSON)] {
    attributes.compactMap { attribute in
      let old = before?.value(forKey: attribute.name) ?? .null
      let new = after?.value(forKey: attribute.name) ?? .null
      guard old != new else { return nil }
      guard !holdsPassword(attribute, in: scope), scope.showsColumn(PropertyPath(attribute.name))
      else {
        return (attribute.name, .string("changed"))
      }
      return (attribute.name, .array([JSON(old), JSON(new)]))
    }
  }
}
