package import Diagnostics
import EntityModel
import EntityStore
import Glibc
import Qualifiers
import RuleEnvironment
import RuleFiles
import StandardKeys

/// The audit log file: one line of JSON for each object that a save changed, appended by this type's functions.
package enum AuditLog {
  /// An error with the reason that no path for the audit log is available.
  private struct NoLogDirectory: Error {
    let reason: String
  }

  /// The path of the log: the site's, else in the user's own folder for state, which locked mode has not.
  private static func path(for work: WorkContext) throws(NoLogDirectory) -> String {
    if let path = work.root[PermissionKeys.shared.auditLog] {
      guard path.hasPrefix("/") else {
        throw NoLogDirectory(reason: "auditLog = '\(path)' must be an absolute path")
      }
      if let part = work.store.part(at: path) {
        throw NoLogDirectory(reason: "auditLog = '\(path)' \(part)")
      }
      return path
    }
    guard work.lockedSession == nil else {
      throw NoLogDirectory(reason: "no rule of the site sets auditLog")
    }
    guard let folder = StateDirectory.make(work.surroundings.variables) else {
      throw NoLogDirectory(reason: "neither XDG_STATE_HOME nor HOME is set")
    }
    return "\(folder)/audit.jsonl"
  }

  /// Appends whole lines.
  ///
  /// - Returns: A sentence about what went wrong; `nil` when all is written.
  package static func append(_ text: String, for work: WorkContext, isDurable: Bool = false)
    -> String?
  {
    append(for: work, isDurable: isDurable) { (log) throws(LineAppender.Fault) in
      try log.append(text.utf8)
    }
  }

  /// Opens the log and lets `body` append to it; what is durable is on the disk before this returns.
  ///
  /// - Returns: A sentence about what went wrong; `nil` when all is written.
  package static func append(
    for work: WorkContext,
    isDurable: Bool = false,
    _ body: (inout LineAppender) throws(LineAppender.Fault) -> Void
  ) -> String? {
    let path: String
    do throws(NoLogDirectory) { path = try Self.path(for: work) } catch {
      return "the audit log was not written: \(error.reason)"
    }
    func sentence(_ code: Int32) -> String {
      "the audit log was not written: \(path): \(String(cString: strerror(code)))"
    }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return sentence(errno) }
    defer { close(descriptor) }
    var log = LineAppender { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    do throws(LineAppender.Fault) { try body(&log) } catch { return sentence(error.code) }
    // Pipes and devices have nothing to wait for.
    guard isDurable, fdatasync(descriptor) != 0, errno != EINVAL, errno != EROFS else { return nil }
    return sentence(errno)
  }

  /// Whether there is one: where changes are told in a table only if a rule says where the file is.
  package static func isWanted(in work: WorkContext) -> Bool {
    let keys = PermissionKeys.shared
    return work.root[keys.auditEntity].isEmpty || work.root[keys.auditLog] != nil
  }

  /// The line about one object.
  package static func line(
    of entry: AuditEntry,
    _ further: [(String, JSON)] = [],
    in work: WorkContext
  ) -> String {
    let members: [(String, JSON)] = [
      ("entity", .string(entry.entity.name)),
      ("id", .array(entry.key)),
      ("action", .string(entry.action)),
      ("fields", .object(entry.fields)),
      ("link", JSON(entry.id.map { work.linkText(entry.entity, $0) })),
    ]
    return line(members + further, in: work)
  }

  /// A line that begins with when, who and where.
  package static func line(_ members: [(String, JSON)], in work: WorkContext) -> String {
    let user = work.root[PermissionKeys.shared.user]
    let origin: [(String, JSON)] = [
      ("time", .string(Value.date(WallClock.now(in: .utc)).description)),
      ("user", JSON(user?.name)),
      ("role", JSON(user?.role)),
      ("database", JSON(work.store.place.address ?? work.store.title)),
    ]
    return JSON.object(origin + members).text() + "\n"
  }
}
