import Diagnostics
import Editing
import EntityModel
import EntityStore
import Glibc
import Qualifiers
import RuleEnvironment

/// What a save is about to change in entities whose changes are to be told: one line of JSON for each object.
///
/// It is put together before the save, which forgets what was there before, and written after it.
struct AuditTrail {
  private let entries: [(object: ManagedObject, action: String, fields: [(String, JSON)])]
  private let session: Session

  /// The changes of those `objects` for which the rules answer `auditsChanges` with true.
  init(of objects: [ManagedObject], in session: Session) {
    self.session = session
    entries = objects.compactMap { object in
      let scope = session.root.scoped(toTask: "edit").scoped(to: object.base)
      guard scope[PermissionKeys.shared.auditsChanges] else { return nil }
      return (object, object.auditAction, object.auditFields(in: scope))
    }
  }

  /// Appends the lines to the log of this user: `d2t/audit.jsonl` below the folder for state.
  ///
  /// - Returns: What went wrong, as a sentence; `nil` when all is written.
  func write(environment: [String: String]) -> String? {
    guard !entries.isEmpty else { return nil }
    guard let folder = Self.folder(environment) else {
      return "the audit log was not written: neither XDG_STATE_HOME nor HOME is set"
    }
    let path = "\(folder)/audit.jsonl"
    let text = entries.map { line(of: $0.object, $0.action, $0.fields) + "\n" }.joined()
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      return "the audit log was not written: \(path): \(String(cString: strerror(errno)))"
    }
    defer { close(descriptor) }
    var bytes = Array(text.utf8)
    let written = Glibc.write(descriptor, &bytes, bytes.count)
    return written == bytes.count ? nil : "the audit log was not written: \(path) is full"
  }

  private func line(
    of object: ManagedObject,
    _ action: String,
    _ fields: [(String, JSON)]
  ) -> String {
    let user = session.root[PermissionKeys.shared.user]
    let id = object.base.id?.values ?? []
    return JSON.object([
      ("time", .string(Value.date(WallClock.now(in: .utc)).description)),
      ("user", JSON(user?.name)),
      ("role", JSON(user?.role)),
      ("database", JSON(session.store.path ?? session.store.title)),
      ("entity", .string(object.entity.name)),
      ("id", .array(id.map { JSON($0) })),
      ("action", .string(action)),
      ("fields", .object(fields)),
    ]).text()
  }

  /// The folder for state, made when it is missing.
  private static func folder(_ environment: [String: String]) -> String? {
    let state = environment["XDG_STATE_HOME"].flatMap { $0.isEmpty ? nil : $0 }
    let home = environment["HOME"].map { "\($0)/.local/state" }
    guard let base = state ?? home else { return nil }
    let folder = "\(base)/d2t"
    var prefix = ""
    for part in folder.split(separator: "/") {
      prefix += "/\(part)"
      mkdir(prefix, 0o700)
    }
    return folder
  }
}

extension ManagedObject {
  /// What the save does: `insert`, `update` or `delete`.
  fileprivate var auditAction: String {
    switch state {
    case .inserted: "insert"
    case .stored: "update"
    case .deleted: "delete"
    }
  }

  /// Each changed field with its old and new value; passwords, and what the user may not see, are told without either.
  fileprivate func auditFields(in scope: EnvironmentValues) -> [(String, JSON)] {
    entity.attributes.compactMap { attribute in
      let old = state == .inserted ? Value.null : base.value(forKey: attribute.name) ?? .null
      let new = state == .deleted ? Value.null : snapshot.value(forKey: attribute.name) ?? .null
      guard old != new else { return nil }
      guard attribute.type != .password, scope.shows(PropertyPath(attribute.name)) else {
        return (attribute.name, .string("changed"))
      }
      return (attribute.name, .array([JSON(old), JSON(new)]))
    }
  }
}
