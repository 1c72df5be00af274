package import AccessControl
import Glibc
import RuleFiles

nonisolated extension LockedModePolicy {
  /// Takes all variables but those that are permitted out of the process, for the libraries that are started later.
  package static func clearVariables() {
    for name in refusedVariables(of: HostEnvironment.allVariables()) { unsetenv(name) }
  }
}
