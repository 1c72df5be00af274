import Observation
import Widgets

/// The model of the conflict page: the conflicting records, their properties as lines, and the user's choices so far.
///
/// Nothing is written before the last conflict is decided.
@Observable
final class ConflictModel {
  /// The value that the user keeps in a conflict: the user's own (`mine`) or the stored one (`theirs`).
  enum Side {
    case mine, theirs
  }

  /// A line of the conflict page: a record that others changed, or one of its properties with the values to choose from.
  enum Line {
    case record(RecordConflict)
    case property(RecordConflict, RecordConflict.Row)

    /// The record that it is about.
    var conflict: RecordConflict {
      switch self {
      case .record(let conflict), .property(let conflict, _): conflict
      }
    }
  }

  /// The dictionary key for the user's decision about one property of a conflicting record.
  ///
  /// An empty name stands for a record without properties to decide.
  private struct Key: Hashable {
    let object: ObjectIdentifier
    let name: String

    init(_ conflict: RecordConflict, _ name: String) {
      (object, self.name) = (ObjectIdentifier(conflict.object), name)
    }
  }

  /// The records, in the order in which they would be saved.
  let conflicts: [RecordConflict]
  /// Saves again what is pending.
  @ObservationIgnored let resume: (CommandContext) -> Void
  @ObservationIgnored let rows: OutlineModel<Line>
  private var chosen: [Key: Side] = [:]

  /// The page about `conflicts`; `resume` is called when all of them are decided.
  init(_ conflicts: [RecordConflict], resume: @escaping (CommandContext) -> Void) {
    (self.conflicts, self.resume) = (conflicts, resume)
    rows = OutlineModel(
      conflicts.flatMap { conflict in
        [OutlineRow(.record(conflict), depth: 0)]
          + conflict.rows.map { OutlineRow(.property(conflict, $0), depth: 1) }
      }
    )
    goOn()
  }

  /// Returns the user's choice for a property, or for a record without properties to decide; `nil` while undecided.
  func choice(of name: String, in conflict: RecordConflict) -> Side? { chosen[Key(conflict, name)] }

  /// How many are left to be decided.
  var openCount: Int { conflicts.reduce(0) { $0 + open($1).count } }

  /// How much is to be decided: `2 records changed elsewhere, 3 to decide`.
  var summary: String {
    let count = conflicts.count
    return "\(count) \(count == 1 ? "record" : "records") changed elsewhere, \(openCount) to decide"
  }

  private func open(_ conflict: RecordConflict) -> [String] {
    conflict.decisions.filter { chosen[Key(conflict, $0)] == nil }
  }

  /// Chooses for what the line under the cursor is about, and goes on to the next that is open.
  ///
  /// - Returns: Whether there was something to be chosen.
  func choose(_ side: Side) -> Bool {
    switch rows.current {
    case .record(let conflict):
      for name in conflict.decisions { chosen[Key(conflict, name)] = side }
    case .property(let conflict, let row):
      guard row.mine != nil else { return false }
      chosen[Key(conflict, row.name)] = side
    case nil: return false
    }
    goOn()
    return true
  }

  /// Chooses for all that is open.
  func chooseAll(_ side: Side) {
    for conflict in conflicts {
      for name in open(conflict) { chosen[Key(conflict, name)] = side }
    }
  }

  /// Goes to the next record, or the one before.
  func step(by direction: Int) -> Bool {
    rows.find(backward: direction < 0, wrapping: false) {
      if case .record = $0.content { true } else { false }
    }
  }

  /// Goes to the next line that is to be decided, from the one under the cursor on and then from the start.
  private func goOn() {
    let isOpen = { (line: Line) in
      switch line {
      case .record(let conflict): conflict.decisions == [""] && !self.open(conflict).isEmpty
      case .property(let conflict, let row): self.open(conflict).contains(row.name)
      }
    }
    guard rows.current.map(isOpen) != true else { return }
    _ = rows.find(backward: false) { isOpen($0.content) }
  }
}

extension PageState {
  /// The conflicts that the page asks about.
  var conflict: ConflictModel? {
    get { self[ConflictModel.self] }
    set { self[ConflictModel.self] = newValue }
  }
}
