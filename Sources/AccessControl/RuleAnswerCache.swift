import RuleEnvironment

/// A cache of rule answers that depend only on the outermost scope.
///
/// Emptied when that scope, the rules or the minute changes.
final class RuleAnswerCache<Question: Hashable, Answer> {
  private var known: [Question: Answer] = [:]
  private var root: EnvironmentValues?
  private var generation = 0
  private var minute = 0

  /// The answer, found anew where what was known may not hold any more.
  func answer(to question: Question, in root: EnvironmentValues, _ find: () -> Answer) -> Answer {
    forgetOutdated(root)
    if let answer = known[question] { return answer }
    let answer = find()
    known[question] = answer
    return answer
  }

  /// Keeps nothing any more, not even the scope.
  func forget() { (known, root) = ([:], nil) }

  /// Keeps what holds in one scope for another, which differs from it in nothing that the questions depend on.
  func carry(from old: EnvironmentValues, to new: EnvironmentValues) {
    if root?.isIdentical(to: old) == true { root = new }
  }

  private func forgetOutdated(_ root: EnvironmentValues) {
    let generation = root.resolver?.generation ?? 0
    let minute = (root.resolver?.seconds ?? 0) / 60
    guard
      self.root?.isIdentical(to: root) != true || self.generation != generation
        || self.minute != minute
    else { return }
    known = [:]
    (self.root, self.generation, self.minute) = (root, generation, minute)
  }
}
