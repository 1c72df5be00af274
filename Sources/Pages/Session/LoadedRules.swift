import AccessControl
package import Diagnostics
import Editing
import Observation
import RuleEngine
import RuleEnvironment
package import RuleFiles
import Workspace

/// What is known of the rules beside their answers: their faults, and the task that reads them again when they change.
@Observable
package final class LoadedRules {
  /// What is wrong with the rule files.
  package private(set) var faults: [Diagnostic]
  /// What is wrong with files that were changed while the program ran.
  private(set) var notices: [RuleNotice] = []
  /// What is wrong with the keys that rules bind to commands.
  var bindingFaults: [Diagnostic] = []
  /// What is wrong with the role that was given.
  package private(set) var roleFaults: [Diagnostic] = []
  /// Reads the rules again when they change; `nil` for rules that are no files.
  @ObservationIgnored package var reloader: RuleReloader?

  /// Whether what the reloader reads is adopted.
  @ObservationIgnored private var isFollowing = false

  init(faults: [Diagnostic]) { self.faults = faults.filter { $0.severity != .note } }

  /// Looks whether the role of a scope is nearly one that rules speak of.
  func checkRole(in root: EnvironmentValues, _ model: RuleModel) {
    roleFaults = RoleCheck(model: model).faults(in: root)
  }

  /// Reads rule files again whenever they change, from now on.
  func follow(in session: Session) {
    guard let reloader, !isFollowing else { return }
    isFollowing = true
    reloader.onReading = { [weak self, weak session] reading in
      if let self, let session { adopt(reading, in: session) }
    }
    reloader.follow()
  }

  /// Answers all keys by other rules; what is being edited, the cursors and the pages stay.
  private func adopt(_ reading: RuleBase.Reading, in session: Session) {
    session.resolver.model = reading.model
    session.rights.noteRules()
    session.rights.accessGuard.concealEvidence()
    faults = reading.faults
    checkRole(in: session.root, reading.model)
    let watched = reading.changed.union(reading.kept)
    notices = reading.faults.compactMap { fault in
      guard fault.severity == .error, let file = fault.file, watched.contains(file) else {
        return nil
      }
      return RuleNotice(fault: fault, isKept: reading.kept.contains(file))
    }
    session.counts.forget()
    session.renewRoot()
    // What the new rules read of the objects may not be there yet.
    for object in session.navigator.current.forms.map(\.object) where object.state != .inserted {
      session.loads.run { await session.reader.refresh(object) }
    }
    session.screen.onNotice(notices.isEmpty ? "rules read again" : nil)
  }

  /// Reads nothing any more: what is read by now would be adopted by a session that has ended.
  func end() {
    reloader?.onReading = { _ in }
    reloader = nil
  }
}

extension Session {
  /// Reads rule files again whenever they change, from now on.
  package func followRules() { rules.follow(in: self) }
}

extension Session {
  /// All that is wrong with the rules: found when they were loaded, and while they answered.
  package var faults: [Diagnostic] {
    modelFaults + rules.faults + resolver.faults + rules.bindingFaults + rules.roleFaults
  }
}
