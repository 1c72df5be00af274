package import AccessControl
package import RuleFiles
import Diagnostics
import DirectToWebRules
import Glibc
package import RuleEngine
package import RuleEnvironment

/// The site's policy for the program: loaded from the site's rule files and applied to the current system user.
///
/// Tells the user's role, whether the program is locked, and the databases that may be opened.
package struct Site {
  private let surroundings: HostEnvironment
  private let policy: SitePolicy

  /// Reads the rules of the site; `nil` where there are none.
  ///
  /// - Throws: ``SiteRefusal`` when one of its files cannot be read or has an error. Nobody can tell then whether it was to
  ///   lock the program.
  package init?(
    _ surroundings: HostEnvironment,
    names: KnownNames,
    vocabulary: () -> Vocabulary
  ) throws(SiteRefusal) {
    self.surroundings = surroundings
    let folder = surroundings.siteFolder
    let (paths, code) = RuleSources.ruleFiles(in: folder)
    guard code == 0 else {
      let reason = String(cString: strerror(code))
      throw .opening("\(folder): the site's rules cannot be read, so nothing is opened: \(reason)")
    }
    guard !paths.isEmpty else { return nil }
    var faults: [Diagnostic] = []
    let texts = paths.compactMap { RuleFileReader.all.read($0, &faults) }
    var loading = RuleLoading(
      vocabulary: vocabulary(),
      names: names,
      formats: [DirectToWebFormat.builtIn],
      read: RuleFileReader.all.read
    )
    loading.add(texts, layer: .site)
    let (model, found) = loading.finish()
    policy = SitePolicy(model)
    if let fault = (faults + found).first(where: { $0.severity == .error }) {
      throw Self.refusal(for: fault, in: folder)
    }
  }

  private static func refusal(for fault: Diagnostic, in folder: String) -> SiteRefusal {
    let place = fault.source.map { source in
      let line = source.bytes.isEmpty ? "" : ":\(source.lineNumber(at: fault.span.start))"
      return source.name + line
    }
    return .opening(
      "\(place ?? folder): fault in the site's rules, nothing is opened: \(fault.message)"
        + (fault.suggestion.map { "; \($0)" } ?? "")
    )
  }

  /// Returns the role that the site's rules give to `user`, for a program that is not locked.
  package func role(of user: String?) -> String? { policy.role(of: user) }

  /// Returns the account that started the program when locked mode applies to it; `nil` when it does not.
  ///
  /// - Throws: ``SiteRefusal`` for an account that the system does not know, where the rules need its name.
  package func lockedUser() throws(SiteRefusal) -> String? {
    guard try policy.mayLock() else { return nil }
    let user = try account()
    return policy.isLocked(for: user) ? user : nil
  }

  /// Returns the restrictions that locked mode puts on `user` at `database`.
  ///
  /// - Throws: ``SiteRefusal`` without a database, for a database that is not listed, and when no rule gives a role.
  package func lockedSession(of user: String, opening database: String?) throws(SiteRefusal)
    -> LockedSession
  {
    guard let database else {
      throw .opening("which database? Locked mode opens only those that the site lists")
    }
    guard let path = try AllowedDatabases(policy.databases(for: user)).path(of: database) else {
      throw .opening("\(database): not one of the databases that the site lists")
    }
    return try policy.lockedSession(of: user, at: path, rulesIn: surroundings.siteFolder)
  }

  /// The name of the account that the person has.
  private func account() throws(SiteRefusal) -> String {
    var id = surroundings.userID
    if policy.trustsSudo {
      guard let text = surroundings.variables["SUDO_UID"], let number = uid_t(text) else {
        throw .opening("the site requires sudo; start the program with sudo")
      }
      id = number
    }
    guard let name = surroundings.accountName(id) else {
      throw .opening(
        "\(surroundings.accountsFile) has no account \(id), and the site's rules go by accounts"
      )
    }
    return name
  }
}
