import AccessControl
import Pages
import Diagnostics
import EntityStore
import Qualifiers
import RuleEngine
import RuleEnvironment
import StandardKeys
import Workspace

extension Program {
  /// Tries what the rule files expect; 2 when an expectation fails or cannot be read.
  func rulesTest() async throws -> Outcome {
    let format = try format()
    let work = try await session().work
    // The demo's own rules, beside which files are tried that no database is named for, are not what is tested.
    let isAside = invocation.database == nil && !invocation.rules.isEmpty
    let own = application.database.rules()?.name
    let aside = isAside ? own.flatMap { invocation.rules.contains($0) ? nil : $0 } : nil
    var run = RuleTestRun(work: work)
    for expectation in work.resolver.model.expectations where expectation.source.name != aside {
      do {
        try await run.check(expectation)
      } catch {
        await work.store.close()
        throw error
      }
    }
    await work.store.close()
    var outcome = Outcome(messages: work.faults.rendered())
    outcome.messages += run.summary
    let isFaulty = work.faults.contains { $0.severity == .error }
    outcome.code = isFaulty || !run.isPassed ? 2 : 0
    let coverage =
      invocation.coverage
      ? run.tried.coverage(of: work.resolver.model.rules.filter { $0.file != aside }) : nil
    if format == "json" {
      let report = JSON.object([
        ("results", .array(run.results.map(\.json))),
        ("notTried", .array(run.refusals.map(\.json))),
        ("neverAnswered", .array(coverage?.idleRules.map(\.json) ?? [])),
        ("coverage", coverage?.json ?? .null),
      ])
      outcome.output = report.printed
      return outcome
    }
    outcome.output = run.refusals.map { $0.sentence + "\n" }.joined()
    outcome.output += run.failures.map { $0.sentence + "\n" }.joined()
    outcome.output += coverage?.text ?? ""
    return outcome
  }
}

/// A run of the expectations in rule files, with the results that the rule test subcommand prints.
private struct RuleTestRun {
  /// The result of one expected setting in a rule file: the expected value, and the actual answer with its explanation.
  struct Result {
    let expectation: Expectation
    let expected: Expectation.Setting
    let explanation: Explanation

    var isPassed: Bool {
      if explanation.value == expected.value { return true }
      if case .list = explanation.value { return false }
      return Qualifier.Operator.equal.test(explanation.value, expected.value) == .yes
    }

    var sentence: String {
      let origin = explanation.rule.map { "\($0.file):\($0.line)" } ?? explanation.origin.rawValue
      let (found, wanted) = (explanation.value.literal, expected.value.literal)
      return "\(expectation.place): \(expected.name) is \(found) (\(origin)), not \(wanted)"
    }

    var json: JSON {
      .object([
        ("file", .string(expectation.source.name)), ("line", JSON(expectation.line)),
        ("key", .string(expected.name)), ("expected", .string(expected.value.literal)),
        ("found", .string(explanation.value.literal)), ("passed", .bool(isPassed)),
        ("rule", explanation.rule?.json ?? .null),
      ])
    }
  }

  /// An expectation that was not tested because the condition of its `when` block does not hold, with the reason for the
  /// report.
  struct Refusal {
    let expectation: Expectation
    let reason: String

    var sentence: String {
      "\(expectation.place): not tested: its `when` block does not hold: \(reason)"
        + "; set its values before the colon"
    }

    var json: JSON {
      .object([
        ("file", .string(expectation.source.name)), ("line", JSON(expectation.line)),
        ("reason", .string(reason)),
      ])
    }
  }

  let work: WorkContext
  private(set) var results: [Result] = []
  private(set) var refusals: [Refusal] = []
  /// The rules exercised by the expectations so far.
  private(set) var tried = RuleCoverage()

  init(work: WorkContext) { self.work = work }

  var failures: [Result] { results.filter { !$0.isPassed } }

  var isPassed: Bool { failures.isEmpty && refusals.isEmpty }

  var summary: String {
    guard !results.isEmpty || !refusals.isEmpty else {
      return "no expectations; write: expect task = 'edit' : title = 'Edit'\n"
    }
    let count = results.count == 1 ? "1 answer" : "\(results.count) answers"
    let tried =
      failures.isEmpty
      ? "\(count) as expected\n" : "\(failures.count) of \(count) not as expected\n"
    let untried = "\(refusals.count) expectation\(refusals.count == 1 ? "" : "s") not tried\n"
    return (refusals.isEmpty ? "" : untried) + (results.isEmpty ? "" : tried)
  }

  mutating func check(_ expectation: Expectation) async throws {
    let scope = try await scope(of: expectation)
    for condition in expectation.conditions {
      guard let reason = work.resolver.failedClause(of: condition, in: scope) else { continue }
      return refusals.append(Refusal(expectation: expectation, reason: reason))
    }
    for expected in expectation.answers {
      let explanation = work.resolver.explain(expected.key, in: scope)
      results.append(
        Result(expectation: expectation, expected: expected, explanation: explanation)
      )
      note(explanation, in: scope)
    }
  }

  /// Notes the rule that answered, and those that answered what it read.
  private mutating func note(_ explanation: Explanation, in scope: EnvironmentValues) {
    var waiting = [explanation]
    var seen: Set<String> = [explanation.keyName]
    while let next = waiting.popLast() {
      tried.note(next, work.resolver, in: scope)
      for read in next.reads where seen.insert(read.path.first).inserted {
        if let why = work.resolver.explain(read.path.first, in: scope) { waiting.append(why) }
      }
    }
  }

  /// The place an expectation speaks of: first the entity, then the property, then all else.
  private func scope(of expectation: Expectation) async throws -> EnvironmentValues {
    var scope = work.root
    var rest = expectation.context
    if let entity = take(ModelKeys.shared.entity, from: &rest) {
      scope = scope.scoped(to: try work.store.model.entity(namedByUser: entity))
    }
    if let place = rest.firstIndex(where: { $0.key === ObjectKeys.shared.object }) {
      let expected = ExpectedObject(value: rest.remove(at: place).value, place: expectation.place)
      // A task that is set has its say in what names the object.
      if let task = rest.first(where: { $0.key === TaskKeys.shared.task })?.value.string {
        scope = scope.scoped(toTask: task)
      }
      scope = scope.scoped(to: try await expected.record(in: scope, work))
    }
    if let property = take(ModelKeys.shared.propertyKey, from: &rest) {
      scope = scope.scoped(toProperty: property)
    }
    for setting in rest {
      guard scope.set(setting.value, for: setting.key) else {
        throw UsageError(
          "\(expectation.place): only the program sets `\(setting.name)`"
        )
      }
    }
    return scope
  }

  private func take(_ key: any AnyKey, from rest: inout [Expectation.Setting]) -> String? {
    guard let place = rest.firstIndex(where: { $0.key === key && $0.value.string != nil }) else {
      return nil
    }
    return rest.remove(at: place).value.string
  }
}

extension Expectation {
  /// The file and line of the expectation, for messages.
  fileprivate var place: String { "\(source.name):\(line)" }
}
