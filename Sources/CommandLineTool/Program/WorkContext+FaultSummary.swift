import Diagnostics
import Pages
import Workspace

extension ReadFaults {
  /// The read errors that were not shown on a screen, one line each for standard error.
  var lines: String { sentences.map { "\(ProgramName.current): \($0)\n" }.joined() }
}

extension WorkContext {
  /// The errors of the database, models and rules, one line each for standard error; empty without errors.
  package var faultSummary: String {
    let role = rules.roleFaults.map {
      "\(ProgramName.current): \($0.message); \($0.suggestion ?? "")\n"
    }.joined()
    let found = faults.dropFirst(self.rules.modelFaults.count).dropLast(rules.roleFaults.count)
    let rules =
      found.isEmpty
      ? ""
      : "\(ProgramName.current): \(Array(found).summary.dropLast()) in the rules; '\(ProgramName.current) rules check' lists them\n"
    let models =
      self.rules.modelFaults.isEmpty
      ? ""
      : "\(ProgramName.current): \(self.rules.modelFaults.summary.dropLast()) in the model; '\(ProgramName.current) model check' lists them\n"
    return store.damageMessage + models + rules + role
  }
}
