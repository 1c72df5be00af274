/// A list of the faults and warnings found in one text, which keeps the first 1,000 and only counts the others.
///
/// A file of another kind can have a fault on each of its million lines, too many to read.
package struct DiagnosticList: Sendable {
  /// How many faults are kept.
  package static let limit = 1000

  private var kept: [Diagnostic] = []
  /// The counted summaries of diagnostics over the limit, one for each severity.
  private var others: [Diagnostic] = []

  /// A list without faults.
  package init() {}

  /// Whether nothing was found.
  package var isEmpty: Bool { kept.isEmpty }

  /// Whether further faults are only counted.
  package var isFull: Bool { kept.count >= Self.limit }

  /// The faults that are kept, and behind them one for each severity that says how many more there are.
  package var all: [Diagnostic] { kept + others.map(Self.summed) }

  /// A saved state of the list, to which `reset(to:)` returns when a parser backtracks.
  package struct Mark: Sendable {
    fileprivate let count: Int
    fileprivate let others: [Diagnostic]
  }

  /// The current state of the list.
  package var mark: Mark { Mark(count: kept.count, others: others) }

  /// Takes out what was added since.
  package mutating func reset(to mark: Mark) {
    kept.removeSubrange(mark.count...)
    others = mark.others
  }

  /// Adds a fault, or counts it.
  package mutating func append(_ diagnostic: Diagnostic) {
    guard isFull else { return kept.append(diagnostic) }
    if let place = others.firstIndex(where: { $0.severity == diagnostic.severity }) {
      others[place].count += diagnostic.count
    } else {
      others.append(diagnostic)
    }
  }

  /// Adds a fault, or counts it; it is made only when something of it is kept.
  package mutating func append(_ severity: Diagnostic.Severity, _ make: () -> Diagnostic) {
    if isFull, let place = others.firstIndex(where: { $0.severity == severity }) {
      others[place].count += 1
    } else {
      append(make())
    }
  }

  /// Returns a summary that counts the diagnostics over the limit.
  private static func summed(_ first: Diagnostic) -> Diagnostic {
    var sum = first
    sum.id = "more-faults"
    sum.message = "and \(first.count) more \(first.count == 1 ? "fault" : "faults") from here on"
    sum.suggestion = nil
    return sum
  }

  /// Adds the faults of another list.
  package mutating func append(contentsOf list: DiagnosticList) {
    for diagnostic in list.all { append(diagnostic) }
  }
}
