import AccessControl
package import Diagnostics
package import Editing
import Observation
import Qualifiers
package import RuleEngine
package import RuleEnvironment
package import RuleFiles

/// The loaded rules with their faults, and the task that reloads rule files when they change.
@Observable
package final class LoadedRules {
  /// The rules as they answer keys.
  @ObservationIgnored package let resolver: RuleResolver
  /// Every key there is.
  @ObservationIgnored package let vocabulary: Vocabulary
  /// The faults of the model files, and what of them does not fit the database.
  @ObservationIgnored package let modelFaults: [Diagnostic]
  /// The faults in the rule files.
  package private(set) var faults: [Diagnostic]
  /// The errors in rule files that were changed while the program runs.
  package private(set) var notices: [RuleNotice] = []
  /// The faults in key bindings for commands.
  package var bindingFaults: [Diagnostic] = []
  /// The faults in the given role.
  package private(set) var roleFaults: [Diagnostic] = []
  /// Reads the rules again when they change; `nil` for rules that are no files.
  @ObservationIgnored package var reloader: RuleReloader?

  /// Whether what the reloader reads is adopted.
  @ObservationIgnored private var isFollowing = false

  package init(
    _ model: RuleModel,
    _ vocabulary: Vocabulary,
    faults: [Diagnostic],
    modelFaults: [Diagnostic]
  ) {
    (self.vocabulary, self.modelFaults) = (vocabulary, modelFaults)
    let clock: (any RuleClock)? = CurrentTime.fixed.map { FixedClock($0) }
    resolver = RuleResolver(model: model, clock: clock ?? SystemClock())
    self.faults = faults.filter { $0.severity != .note }
  }

  /// Looks whether the role of a scope is nearly one that rules speak of.
  package func checkRole(in root: EnvironmentValues) {
    roleFaults = RoleNameCheck(model: resolver.model).faults(in: root)
  }

  /// Reads rule files again whenever they change, from now on; after each change `refresh` reads the objects on screen again.
  package func follow(in work: WorkContext, refresh: @escaping (ManagedObject) -> Void) {
    guard let reloader, !isFollowing else { return }
    isFollowing = true
    reloader.onReading = { [weak self, weak work] reading in
      if let self, let work { adopt(reading, in: work, refresh) }
    }
    reloader.follow()
  }

  /// Answers all keys by other rules; what is being edited, the cursors and the pages stay.
  private func adopt(
    _ reading: RuleBase.Reading,
    in work: WorkContext,
    _ refresh: (ManagedObject) -> Void
  ) {
    resolver.model = reading.model
    work.rights.noteRules()
    work.rights.accessGuard.concealEvidence()
    faults = reading.faults
    checkRole(in: work.root)
    let watched = reading.changed.union(reading.kept)
    notices = reading.faults.compactMap { fault in
      guard fault.severity == .error, let file = fault.file, watched.contains(file) else {
        return nil
      }
      return RuleNotice(fault: fault, isKept: reading.kept.contains(file))
    }
    work.counts.forget()
    work.renewRoot()
    for object in work.presenter?.editedObjects ?? [] where object.state != .inserted {
      refresh(object)
    }
    work.presenter?.note(notices.isEmpty ? "rules read again" : nil)
  }

  /// Reads nothing any more: what is read by now would be adopted by a session that has ended.
  package func end() {
    reloader?.onReading = { _ in }
    reloader = nil
  }
}

extension WorkContext {
  /// All that is wrong with the rules: found when they were loaded, and while they answered.
  package var faults: [Diagnostic] {
    rules.modelFaults + rules.faults + resolver.faults + rules.bindingFaults + rules.roleFaults
  }
}
