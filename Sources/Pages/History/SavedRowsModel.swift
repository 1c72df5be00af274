import EntityModel
import EntityStore
import RuleEnvironment
import StandardKeys
import Terminal
import Widgets
import Workspace

/// The outline of the details of one save: entity headings, changed rows, and old and new property values the user may see.
final class SavedRowsModel {
  /// A line of a save's details on the history page: an entity heading, a changed row, or one changed property.
  enum Line {
    case heading(String)
    case entry(SaveRecord.Row)
    case change(SaveRecord.Row, PendingReview.Change)

    /// The row that it is about.
    var row: SaveRecord.Row? {
      switch self {
      case .heading: nil
      case .entry(let row), .change(let row, _): row
      }
    }
  }

  private let work: WorkContext
  /// The save.
  let entry: SaveHistory.Entry
  let rows = OutlineModel<Line>()
  /// The rows that are not among the lines yet.
  private var waiting: ArraySlice<SaveRecord.Row> = []
  /// The entity of the last heading.
  private var headed: Entity?
  private var sight: SaveVisibility?
  /// The revision of the scope for which the lines were made.
  private var seenRoot = -1

  init(work: WorkContext, save: SaveHistory.Entry) {
    (self.work, entry) = (work, save)
    // Empty until the save is read.
    rows.more = { _ in }
  }

  /// Whether it was taken back, before or on this page.
  var isTakenBack: Bool { entry.isTakenBack || work.saves.history.isTakenBack(entry) }

  /// Reads the rows when rules are others than before.
  func follow() {
    guard seenRoot != work.rootRevision else { return }
    seenRoot = work.rootRevision
    work.loads.run {
      let sight = await self.work.readFaults.value(orSay: "\(self.entry.title) cannot be read") {
        () async throws(StoreError) in
        let rows = try self.work.saves.record(of: self.entry, in: self.work).rows
        let sight = try await SaveVisibility(of: rows, in: self.work)
        return (sight, await sight.labelled(rows))
      }
      self.begin(sight?.1 ?? [], sight?.0)
    }
  }

  private func begin(_ rows: [SaveRecord.Row], _ sight: SaveVisibility?) {
    self.sight = sight
    let members = Dictionary(grouping: rows, by: \.id.entityName)
    headed = nil
    waiting = work.model.entities.flatMap { members[$0.name] ?? [] }[...]
    self.rows.begin { [weak self] in self?.layOut(upTo: $0) }
  }

  private func layOut(upTo count: Int) {
    guard let sight else { return rows.more = nil }
    let review = PendingReview(work: work)
    while rows.outline.count < count, let row = waiting.popFirst() {
      guard sight.shows(row), let entity = work.model.entity(named: row.id.entityName) else {
        continue
      }
      if headed != entity {
        let title = work.root.scoped(to: entity)[ModelKeys.shared.displayNameForEntity]
        rows.outline.append([OutlineRow(.heading(title), depth: 0, isHeading: true)])
        headed = entity
      }
      rows.outline.append([OutlineRow(.entry(row), depth: 1)])
      rows.outline.append(
        sight.names(of: row).map {
          OutlineRow(.change(row, review.change(of: $0, in: row)), depth: 2)
        }
      )
    }
    if waiting.isEmpty { rows.more = nil }
  }

  /// Returns the label of a row.
  func label(of row: SaveRecord.Row) -> String { sight?.label(of: row) ?? "" }

  /// How rules let what names a row look.
  func style(of row: SaveRecord.Row) -> Style { sight?.style(of: row) ?? .plain }
}

extension PageState {
  /// The save whose rows the page shows.
  var savedRows: SavedRowsModel? {
    get { self[SavedRowsModel.self] }
    set { self[SavedRowsModel.self] = newValue }
  }
}
