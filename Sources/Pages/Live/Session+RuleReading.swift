import AccessControl
import RuleFiles
import Diagnostics
import Editing
import RuleEngine
import RuleEnvironment

// Rules that change while the program runs.
extension Session {
  /// Reads rule files again whenever they change, from now on.
  public func followRules() {
    guard let ruleReloader, !ruleReloader.isFollowing else { return }
    ruleReloader.onReading = { [weak self] in self?.adopt($0) }
    ruleReloader.follow()
  }

  /// Answers all keys by other rules; what is being edited, the cursors and the pages stay.
  private func adopt(_ reading: RuleBase.Reading) {
    resolver.model = reading.model
    rights.noteRules()
    rights.accessGuard.concealEvidence()
    loadFaults = reading.faults
    checkRole()
    let watched = reading.changed.union(reading.kept)
    ruleNotices = reading.faults.compactMap { fault in
      guard fault.severity == .error, let file = fault.file, watched.contains(file) else {
        return nil
      }
      return RuleNotice(fault: fault, isKept: reading.kept.contains(file))
    }
    counts.forget()
    renewRoot()
    // What the new rules read of the object may not be there yet.
    if let form = navigator.current.form, form.object.state != .inserted {
      loading { [self] in await refresh(form.object) }
    }
    onNotice(ruleNotices.isEmpty ? "rules read again" : nil)
  }
}
