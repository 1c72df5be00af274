import Editing
import EntityStore
import Observation
import Widgets
import Workspace

/// The model of the page that confirms a deletion: the objects to delete, and lines for what refers to them, level by level.
@Observable
final class DeletionModel {
  /// A line of the page that confirms a deletion: a heading, a path of references to the deleted objects, or a remark.
  enum Line {
    case heading(String)
    case way(DeletionPath)
    case remark(String)
  }

  let objects: [ManagedObject]
  /// The collective name of several objects; `nil` for a single one.
  private let name: String?
  /// Deletes several objects.
  let deleteAll: ((CommandContext) -> Void)?
  /// The first object as it was when the page was opened.
  @ObservationIgnored private(set) var asked: Record
  private let work: WorkContext
  @ObservationIgnored let rows = OutlineModel<Line>()
  /// `nil` until it is known.
  private(set) var effects: DeletionEffects?
  /// The scope and saves for which they were found.
  @ObservationIgnored private var seen = (root: -1, saves: -1)

  /// The page about an object; what its deletion does may be known already.
  init(
    _ object: ManagedObject,
    asRead record: Record? = nil,
    effects: DeletionEffects? = nil,
    in work: WorkContext
  ) {
    (objects, self.work, asked) = ([object], work, record ?? object.base)
    (name, deleteAll) = (nil, nil)
    guard let effects else {
      // Empty until they are known.
      rows.more = { _ in }
      return
    }
    seen = (work.rootRevision, work.saves.count)
    show(effects)
  }

  /// The page about several objects of one entity, and what their deletion does.
  init?(
    _ objects: [ManagedObject],
    called name: String,
    effects: DeletionEffects,
    in work: WorkContext,
    deleting deleteAll: @escaping (CommandContext) -> Void
  ) {
    guard let first = objects.first else { return nil }
    (self.objects, self.work, asked) = (objects, work, first.base)
    (self.name, self.deleteAll) = (name, deleteAll)
    seen = (work.rootRevision, work.saves.count)
    show(effects)
  }

  /// Whether it is about one object.
  var isOne: Bool { name == nil }
  /// The first of the objects.
  var object: ManagedObject { objects[0] }

  /// Looks anew when something was saved since, or rules are others.
  func follow() {
    let now = (root: work.rootRevision, saves: work.saves.count)
    guard seen != now else { return }
    seen = now
    work.loads.run {
      let effects = await DeletionEffects(
        of: self.objects,
        entity: self.object.entity,
        in: self.work
      )
      self.asked = self.object.base
      self.show(effects)
    }
  }

  private func show(_ effects: DeletionEffects) {
    let those = isOne ? "it" : "them"
    var lines: [OutlineRow<Line>] = []
    for (number, way) in effects.ways.enumerated() {
      if number == 0 || effects.ways[number - 1].level < way.level {
        let title = Self.title(ofLevel: way.level, those)
        lines.append(OutlineRow(.heading(title), depth: 0, isHeading: true))
      }
      lines.append(OutlineRow(.way(way), depth: 1))
    }
    lines += effects.remarks.map { OutlineRow(.remark($0), depth: 0, isHeading: true) }
    self.effects = effects
    rows.begin(with: lines)
  }

  private static func title(ofLevel level: Int, _ those: String) -> String {
    switch level {
    case 1: "rows referring to \(those)"
    case 2: "rows referring to rows deleted too"
    default: "\(level) steps away"
    }
  }

  /// The question; where the answer is known, that.
  var title: String {
    let label = name ?? UnsavedChanges(work: work).label(of: object)
    guard effects?.refusal == nil else { return "\(label) cannot be deleted" }
    let isAtOnce = PendingDeletion(work: work).areAtOnce(objects)
    let go = isOne ? "It goes" : "They go"
    let when = isAtOnce ? "at once" : "with the next save"
    return "Delete \(label)? \(go) \(when)\(effects?.othersText(isOne ? "it" : "them") ?? "")."
  }

  /// The text where nothing is concerned.
  var emptyText: String {
    guard let effects else { return "…" }
    let limit = effects.mayHideSome ? ", as far as you may see" : ""
    return "Nothing refers to \(isOne ? "it" : "them")\(limit)."
  }

  /// The way under the cursor.
  var currentWay: DeletionPath? { if case .way(let way) = rows.current { way } else { nil } }
}

extension PageState {
  /// The deletion that the page asks about, with its effects.
  var deletion: DeletionModel? {
    get { self[DeletionModel.self] }
    set { self[DeletionModel.self] = newValue }
  }
}
