package import AccessControl
package import EntityModel
package import EntityStore
package import RuleFiles
package import StandardKeys

/// The place where the program runs, and for whom.
package final class WorkSettings {
  /// The user who started the program.
  package var startUser: User
  /// The entity of users, as it is found by names; asked for each frame.
  package private(set) lazy var foundUsers = LoginUsers.found(in: model)
  /// The link by which an object is opened again.
  package var linkText: (Entity, RecordID) -> String = { "\($0.name)#\($1.keyText)" }
  /// The files, variables and streams around the program.
  package var surroundings = HostEnvironment()
  /// The limits of locked mode; `nil` outside of it.
  package var lockedSession: LockedSession?
  /// The texts that were entered at prompts; of this session only, unless it is kept in files.
  package var promptHistory = PromptHistory()
  private let model: Model

  package init(user: User, model: Model) { (startUser, self.model) = (user, model) }

  /// Takes over everything that does not depend on the user.
  package func adopt(_ other: WorkSettings) {
    startUser = other.startUser
    surroundings = other.surroundings
    linkText = other.linkText
    lockedSession = other.lockedSession
  }
}
