import FoundationEssentials
import Qualifiers
import RuleEnvironment

/// The evaluation context for the rules of one key: it reads paths from a scope, each at most once, and records the reads.
final class RuleReader: EnvironmentReading {
  private let paths: PathTable
  private let values: EnvironmentValues
  private let clock: any RuleClock
  /// `now` is read, not only `today`, so that no answer can be kept.
  private let readsNow: Bool
  /// Answers the keys without a value in the scope when not all rules may.
  private let trusted: TrustedAnswers?
  /// Says which paths lead nowhere for these rules, whatever is there.
  private let conceals: Concealment?
  /// The values read, in order.
  private(set) var reads: [(path: Int, value: Value?)] = []
  private var instant: Date?
  /// The answer of the rules of lower layers, for layers whose rules are asked apart from the others.
  let below: (() -> Value?)?
  /// Why the last expression without a value has none; `nil` where all had one.
  var fault: ExpressionFault?
  /// Asks the rules after the one whose value is computed.
  private var next: (() -> Value)?

  init(
    _ rules: CompiledRules,
    _ values: EnvironmentValues,
    clock: any RuleClock,
    trusted: TrustedAnswers? = nil,
    conceals: Concealment? = nil,
    below: (() -> Value?)? = nil
  ) {
    (self.conceals, self.below) = (conceals, below)
    paths = rules.paths
    self.values = values
    self.clock = clock
    readsNow = rules.readsNow
    self.trusted = trusted
  }

  /// The value of a numbered path; `nil` when it leads nowhere.
  func value(_ position: Int) -> Value? {
    let compiled = paths.paths[position]
    for read in reads where read.path == position {
      if read.value == nil {
        noteMissing(PathAggregate(countedBy: compiled.path), at: compiled.path)
      }
      return read.value
    }
    let isConcealed = conceals?(compiled.path, values) ?? false
    let count = PathAggregate(countedBy: compiled.path)
    let value =
      isConcealed ? nil : read(compiled.key, compiled.rest) ?? count.flatMap(fetched)
    reads.append((position, value))
    if value == nil { noteMissing(count, at: compiled.path) }
    return value
  }

  /// The value of an aggregate that the fetch of the object computed.
  private func fetched(_ aggregate: PathAggregate) -> Value? {
    let found = paths.positions(of: aggregate).lazy.compactMap(value).first
    guard case .string(let message)? = found else { return found }
    // A cell has the fault in place of a number.
    let kind = Expression(.aggregate(aggregate)).comparedKind { _ in .anything }
    guard kind != .text, kind != .anything else { return found }
    report(ExpressionFault(message))
    return nil
  }

  /// Reports that an aggregate over the rows at `path` is not known, where its object is there.
  private func noteMissing(_ aggregate: PathAggregate?, at path: PropertyPath) {
    guard let aggregate, fault == nil, path.first == RuleSchema.objectKey, isThere(path) else {
      return
    }
    report(ExpressionFault("\(aggregate) is not known"))
  }

  private func read(_ key: any AnyKey, _ path: ArraySlice<String>) -> Value? {
    guard let trusted, !values.isExplicit(key) else { return values.read(key, path: path) }
    values.noteUnset(key)
    return (trusted.answer(key, in: values) ?? key.defaultRuleValue).value(forPath: path)
  }

  /// Whether the key is set that the path begins with.
  func isThere(_ path: PropertyPath) -> Bool {
    guard let position = paths.position(of: path) else { return false }
    return read(paths.paths[position].key, []).map { !$0.isNull } ?? false
  }

  func value(at path: PropertyPath) -> Value? { paths.position(of: path).flatMap(value) }

  func value(ofVariable path: PropertyPath) -> Value? { value(at: path) }

  /// The value of an aggregate; what it reads of each row is recorded as a path of the object.
  func value(of aggregate: PathAggregate) -> Value? {
    if let value = fetched(aggregate) { return value }
    for path in Reads(Expression(.aggregate(aggregate))).paths { _ = value(at: path) }
    let value = aggregate.evaluate(with: self)
    if value == nil { noteMissing(aggregate, at: aggregate.path) }
    return value
  }

  func nextAnswer() -> Value? { next?() }

  func report(_ fault: ExpressionFault) { self.fault = fault }

  /// Computes what needs the answer of the next rule, which `next` gives when it is asked.
  func computing<Result>(before next: @escaping () -> Value, _ compute: () -> Result) -> Result {
    let outer = self.next
    self.next = next
    defer { self.next = outer }
    return compute()
  }

  /// The values that closures of rules read; what they read is noted as for any other rule.
  var environment: EnvironmentValues {
    guard let trusted else { return values }
    var environment = values
    environment.resolver = trusted
    return environment
  }

  /// The time of the clock, the same for the whole answer; the answer is not kept longer than it holds.
  var now: Date {
    if let instant { return instant }
    let now = clock.now
    instant = now
    if readsNow {
      values.noteVolatile()
    } else {
      values.noteValid(until: Int(now.startOfDay.timeIntervalSince1970) + 86_400)
    }
    return now
  }

  /// The values read, with their paths in full.
  var readings: [(path: PropertyPath, value: Value?)] {
    reads.map { (paths.paths[$0.path].path, $0.value) }
  }
}
