import Diagnostics
import Pages
import Workspace

extension ReadFaults {
  /// What nobody was shown, a line each for standard error.
  var lines: String { sentences.map { "\(ProgramName.current): \($0)\n" }.joined() }
}

extension WorkContext {
  /// What is wrong with the database, and the faults of the rules, a line each for standard error; empty when
  /// nothing is.
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
