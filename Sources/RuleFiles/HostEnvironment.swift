package import Glibc

/// The process environment: the user, the variables that name the user's folders, and the folder of the site's rules.
///
/// No option or variable overrides the site folder and the account; tests substitute their own values.
package nonisolated struct HostEnvironment: Sendable {
  /// The folder of the site's rules.
  package var siteFolder = "/etc/d2t"
  /// The list of the system's accounts.
  package var accountsFile = "/etc/passwd"
  /// The account that started the process.
  package var userID = getuid()
  /// The environment variables that name the user and the user's folders.
  package var variables = Self.variablesOfProcess()

  /// Takes the values of this process.
  package init() {}

  private static func variablesOfProcess() -> [String: String] {
    let names = ["HOME", "TMPDIR", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "SUDO_UID"]
    return names.reduce(into: [:]) { variables, name in
      if let value = getenv(name) { variables[name] = String(cString: value) }
    }
  }

  /// Every variable of the process.
  package static func allVariables() -> [String: String] {
    var variables: [String: String] = [:]
    var next = environ
    while let entry = next.pointee {
      let text = String(cString: entry)
      let name = text.prefix { $0 != "=" }
      variables[String(name)] = String(text.dropFirst(name.count + 1))
      next += 1
    }
    return variables
  }

  /// The name of an account; `nil` when the list has none of that number, or cannot be read.
  ///
  /// The list itself is read: what libraries add to it depends on files and variables of the machine.
  package func accountName(_ id: uid_t) -> String? {
    guard let file = fopen(accountsFile, "re") else { return nil }
    defer { fclose(file) }
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(line) }
    while getline(&line, &capacity, file) > 0, let text = line.map({ String(cString: $0) }) {
      let fields = text.split(separator: ":", omittingEmptySubsequences: false)
      guard fields.count > 3, !fields[0].isEmpty, uid_t(fields[2]) == id else { continue }
      return String(fields[0])
    }
    return nil
  }
}
