import AccessControl
import Editing
import EntityStore
package import Qualifiers
package import RuleEnvironment
import StandardKeys

/// The result of checking entered values against the database.
///
/// Applies while the object holds those values.
package nonisolated struct FieldLookupResult {
  /// The attributes and their values, which were looked for.
  package let values: [String: Value]
  /// The error message.
  package let sentence: String
}

extension FormModel {
  /// All that keeps the object from being saved, as far as it is known while somebody types, by property: what was typed, what
  /// rules say of what was entered, and what the file holds.
  package func faults(in work: WorkContext) -> [String: String] {
    var faults = problems
    for problem in ruleProblems(in: work) where faults[problem.key] == nil {
      faults[problem.key] = problem.message
    }
    for (key, finding) in findings where faults[key] == nil {
      let stands = finding.values.allSatisfy { object.snapshot.value(forKey: $0) == $1 }
      if stands { faults[key] = finding.sentence }
    }
    return faults
  }

  /// Returns the validation errors from rules.
  ///
  /// They are cached for each state of the object and its rules.
  private func ruleProblems(in work: WorkContext) -> [FieldProblem] {
    let (snapshot, revision) = (object.snapshot, work.rootRevision)
    if let judged, judged.record === snapshot, judged.revision == revision {
      return judged.problems
    }
    let entered = object.changedKeys.union(object.keysWithoutDefault).union(object.carriedOver)
    let keys = Set(entered.flatMap(object.entity.propertyNames))
    let problems =
      keys.isEmpty ? [] : RuleProblems(root: work.root).problems(of: object, among: keys)
    judged = (snapshot, revision, problems)
    return problems
  }
}

extension FormModel {
  /// The first field with a text that is no value.
  package var firstUnreadableKey: String? { drafts.keys.filter(hasUnreadableDraft).min() }

  /// Returns the error message of a field with its display name: `Length: needs a whole number`.
  package func sentence(at key: String, in root: EnvironmentValues) -> String {
    let scope = root.scoped(toTask: .edit).scoped(to: object.snapshot)
    return "\(scope.displayName(of: key)): \(problems[key] ?? "")"
  }
}
