/// The faults of one text: so many are kept, the others only counted.
///
/// A file of another kind can have a fault on each of its million lines; nobody reads them all.
public struct DiagnosticList: Sendable {
  /// How many faults are kept.
  public static let limit = 1000

  private var kept: [Diagnostic] = []
  /// What stands for the errors, and for the warnings, that are not kept.
  private var others: [Diagnostic] = []

  /// A list without faults.
  public init() {}

  /// Whether nothing was found.
  public var isEmpty: Bool { kept.isEmpty }

  /// Whether further faults are only counted.
  public var isFull: Bool { kept.count >= Self.limit }

  /// The faults that are kept, and behind them one for each severity that says how many more there are.
  public var all: [Diagnostic] { kept + others }

  /// What a list held at some time.
  public struct Mark: Sendable {
    fileprivate let count: Int
    fileprivate let others: [Diagnostic]
  }

  /// What the list holds now.
  public var mark: Mark { Mark(count: kept.count, others: others) }

  /// Takes out what was added since.
  public mutating func reset(to mark: Mark) {
    kept.removeSubrange(mark.count...)
    others = mark.others
  }

  /// Adds a fault, or counts it.
  public mutating func append(_ diagnostic: Diagnostic) {
    guard isFull else { return kept.append(diagnostic) }
    let place = others.firstIndex { $0.severity == diagnostic.severity } ?? others.count
    let count = place < others.count ? others[place].count + diagnostic.count : diagnostic.count
    if place == others.count { others.append(diagnostic) }
    others[place].id = "more-faults"
    others[place].message = "and \(count) more \(count == 1 ? "fault" : "faults") from here on"
    others[place].suggestion = nil
    others[place].count = count
  }

  /// Adds the faults of another list.
  public mutating func append(contentsOf list: DiagnosticList) {
    for diagnostic in list.all { append(diagnostic) }
  }
}
