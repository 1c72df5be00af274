import AccessControl
import RuleFiles
import RuleEngine
import RuleEnvironment
import Workspace

// What the site's rules leave of a command line.
extension Invocation {
  /// The invocation as it counts: in locked mode person, role, database and models are the site's, and nothing else is left
  /// that brings files, rules or settings.
  ///
  /// - Throws: ``SiteRefusal`` for what locked mode refuses, and when the site's rules cannot be made out.
  func admitted(_ names: KnownNames, _ vocabulary: () -> Vocabulary) throws(SiteRefusal) -> Self {
    // Opening the database anew keeps the user: the variables that named it are gone.
    guard lockedSession == nil else { return self }
    let subcommand = Subcommand.named(command)
    // What opens nothing tells of the program alone.
    guard subcommand.opensFiles, command != .keys || namesFiles,
      let site = try Site(surroundings, names: names, vocabulary: vocabulary)
    else { return self }
    guard let person = try site.lockedUser() else {
      var invocation = self
      invocation.role = role ?? site.role(of: user)
      return invocation
    }
    try refuseWaysOut(of: subcommand)
    return confined(by: try site.lockedSession(of: person, opening: database))
  }

  /// Whether it says what to open, or how.
  private var namesFiles: Bool { database != nil || givenOptions.contains { $0 != "--format" } }

  private func refuseWaysOut(of subcommand: Subcommand) throws(SiteRefusal) {
    if let reason = subcommand.locked.refusal {
      throw .argument("'\(subcommand.invocation)' is refused: \(reason)")
    }
    for name in givenOptions {
      let option = CommandLineOption.all.first { $0.names[0] == name }
      guard let reason = (option?.locked ?? .unjudged).refusal else { continue }
      throw .argument("'\(name)' is refused: \(reason)")
    }
    if let file, file != "-" {
      let reason = "locked mode uses only the files of the site"
      throw .argument("'\(file)' is refused: \(reason); use '< \(file)'")
    }
  }

  private func confined(by lockedSession: LockedSession) -> Self {
    var invocation = self
    invocation.lockedSession = lockedSession
    invocation.database = lockedSession.database
    invocation.user = lockedSession.user
    invocation.role = lockedSession.role
    invocation.models = lockedSession.modelFiles
    invocation.rules = []
    invocation.settings = []
    invocation.attachments = []
    invocation.attachedFiles = []
    invocation.target = nil
    invocation.ruleOrder = .d2t
    invocation.createsFile = false
    invocation.writes = false
    // Neither rules nor state of one's own.
    invocation.surroundings.variables = [:]
    return invocation
  }
}
