import EntityStore
import RuleEngine
import RuleEnvironment
import RuleFiles
import StandardKeys
import Widgets

extension Session {
  /// Shows the same database to another user: nothing that the one before has seen, entered or taken back is left.
  ///
  /// It begins at the page of the task `next`; without one where the rules say.
  func give(to user: User, next: TaskName?) {
    let (screen, reloader) = (screen, rules.reloader)
    let other = successor(for: user)
    // Asked for the new user.
    other.start = StartPlace(task: next)
    let isFollowing = reloader?.isFollowing == true
    screen.onReplace(other)
    other.loads.run { [journal] in await journal.handOver(to: other) }
    release()
    other.rules.reloader = reloader
    if isFollowing { other.followRules() }
    if let log = saves.log { other.loads.run { await other.saves.begin(with: log, in: other) } }
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
    other.confinement = confinement
    other.promptHistory = promptHistory
    other.readsAhead = readsAhead
    other.screen.editor = screen.editor
    if let reopen = file.reopen {
      other.file.reopen = { live in
        let opened = try await reopen(live)
        let reloader = opened.rules.reloader
        let again = opened.successor(for: user)
        opened.release()
        again.rules.reloader = reloader
        return again
      }
    }
    return other
  }
}
