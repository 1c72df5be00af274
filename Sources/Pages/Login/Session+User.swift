import RuleEngine
import RuleEnvironment
import RuleFiles
import StandardKeys
import Workspace

extension Session {
  /// Whether nobody has logged in, and somebody can.
  package var canLogIn: Bool {
    let login = Login(session: self)
    return !login.isDone && login.users != nil
  }

  /// Shows the same database to another user: nothing that the one before has seen, entered or taken back is left.
  ///
  /// It begins at the page of the task `next`; without one where the rules say.
  func give(to user: User, next: TaskName?) {
    let (screen, reloader) = (screen, rules.reloader)
    let other = successor(for: user)
    // Asked for the new user.
    let entity = next == nil ? nil : start.entityAfterLogin
    other.start = StartPlace(task: entity == nil ? next : nil, entity: entity)
    let isFollowing = reloader?.isFollowing == true
    screen.onReplace(other)
    other.loads.run { [journal] in
      await journal.handOver(to: other)
      other.showLeft()
    }
    release()
    other.rules.reloader = reloader
    if isFollowing { other.followRules() }
    if let log = saves.log { other.loads.run { await other.saves.begin(with: log, in: other) } }
  }

  /// The session of a user who has logged in, in the place of this one, which has shown nothing yet.
  package func loggedIn(as name: String) async throws -> Session {
    let other = successor(for: try await Login(session: self).user(called: name))
    let first = start.task ?? TaskName(rawValue: root[ComponentKeys.shared.firstTask])
    other.start = start
    if start.entity == nil, first == .login {
      other.start.task = root.scoped(toTask: TaskName.login).nextTaskName
    }
    let reloader = rules.reloader
    release()
    other.rules.reloader = reloader
    return other
  }

  /// A session of another user over the same store, which asks that user's rights from now on.
  private func successor(for user: User) -> Session {
    let other = Session(
      store: store,
      rules: resolver.model,
      faults: rules.faults,
      modelFaults: modelFaults,
      vocabulary: vocabulary,
      catalog: catalog,
      user: user,
      rootValues: rootValues
    )
    other.startUser = startUser
    other.surroundings = surroundings
    other.linkText = linkText
    other.confinement = confinement
    // What was entered at prompts is of who entered it; who has started the program finds it again.
    if user.record == nil { other.promptHistory.keep(in: surroundings) }
    other.readsAhead = readsAhead
    other.screen.editor = screen.editor
    other.file.reopen = file.reopen
    return other
  }

  /// The same database opened anew by `reopen`, for whoever has logged in.
  func reopened(by reopen: (LiveRules?) async throws -> Session) async throws -> Session {
    let opened = try await reopen(rules.reloader?.live)
    guard let user = root[PermissionKeys.shared.user], user.record != nil else { return opened }
    let reloader = opened.rules.reloader
    let other = opened.successor(for: user)
    opened.release()
    other.rules.reloader = reloader
    return other
  }
}
