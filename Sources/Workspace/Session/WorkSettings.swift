package import AccessControl
package import EntityModel
package import EntityStore
package import RuleFiles
package import StandardKeys

/// The settings of a ``WorkContext``: the starting user, the host environment, the object links, locked mode, and the prompt
/// history.
///
/// After a login the new session takes over all but the prompt history.
package final class WorkSettings {
  /// The user who started the program.
  package var startUser: User
  /// The link by which an object is opened again.
  package var linkText: (Entity, RecordID) -> String = { "\($0.name)#\($1.keyText)" }
  /// The files, variables and streams around the program.
  package var surroundings = HostEnvironment()
  /// The limits of locked mode; `nil` outside of it.
  package var lockedSession: LockedSession?
  /// The texts that were entered at prompts; of this session only, unless it is kept in files.
  package var promptHistory = PromptHistory()
  /// The place for the columns and the order of lists; `nil` where they are not kept.
  package var keptLists: KeptLists?

  package init(user: User) { startUser = user }

  /// Takes over everything that does not depend on the user.
  package func adopt(_ other: WorkSettings) {
    startUser = other.startUser
    surroundings = other.surroundings
    linkText = other.linkText
    lockedSession = other.lockedSession
    keptLists = other.keptLists
  }
}
