import EntityModel
import EntityStore
import Observation
import RuleEnvironment
import StandardKeys
import Terminal
import Widgets
import Workspace

/// The row source for the details of one save: entity headings, changed rows, and old and new property values the user may see.
@Observable
final class SavedRowsModel: @MainActor RowSource {
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
  @ObservationIgnored let cursor = ListCursor()
  private var lines: [Line] = []
  /// Rows that are not among the lines yet; `nil` until the save is read.
  private var waiting: ArraySlice<SaveRecord.Row>?
  @ObservationIgnored private var sight: SaveVisibility?
  /// The revision of the scope for which the lines were made.
  @ObservationIgnored private var seenRoot = -1

  init(work: WorkContext, save: SaveHistory.Entry) { (self.work, entry) = (work, save) }

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
    lines = []
    waiting = work.model.entities.flatMap { members[$0.name] ?? [] }[...]
    layOut(upTo: cursor.position + Self.stretch)
    cursor.go(to: cursor.position, in: self)
  }

  /// The number of lines to build ahead.
  private static let stretch = 200

  private func layOut(upTo count: Int) {
    guard let sight else { return }
    let review = PendingReview(work: work)
    while lines.count < count, let row = waiting?.popFirst() {
      guard sight.shows(row), let entity = work.model.entity(named: row.id.entityName) else {
        continue
      }
      if lines.last?.row?.id.entityName != entity.name {
        let title = work.root.scoped(to: entity)[ModelKeys.shared.displayNameForEntity]
        lines.append(.heading(title))
      }
      lines.append(.entry(row))
      lines += sight.names(of: row).map { .change(row, review.change(of: $0, in: row)) }
    }
  }

  /// The line at `position`.
  func line(at position: Int) -> Line? {
    lines.indices.contains(position) ? lines[position] : nil
  }

  /// Returns the label of a row.
  func label(of row: SaveRecord.Row) -> String { sight?.label(of: row) ?? "" }

  /// How rules let what names a row look.
  func style(of row: SaveRecord.Row) -> Style { sight?.style(of: row) ?? .plain }

  /// The row under the cursor.
  var currentRow: SaveRecord.Row? { line(at: cursor.position)?.row }

  var bounds: RowBounds { RowBounds(0..<lines.count, reachesEnd: waiting?.isEmpty == true) }

  func ensure(_ positions: Range<Int>) {
    guard positions.upperBound > lines.count, waiting?.isEmpty == false else { return }
    layOut(upTo: positions.upperBound + Self.stretch)
  }

  func jump(to end: RowEnd) {
    if end == .end, waiting?.isEmpty == false { layOut(upTo: .max) }
  }

  func id(at position: Int) -> AnyID? { lines.indices.contains(position) ? AnyID(position) : nil }
  func position(of id: AnyID) -> Int? {
    id.value(as: Int.self).flatMap { lines.indices.contains($0) ? $0 : nil }
  }
  func isSelectable(_ position: Int) -> Bool { line(at: position)?.row != nil }
}

extension PageState {
  /// The save whose rows the page shows.
  var savedRows: SavedRowsModel? {
    get { self[SavedRowsModel.self] }
    set { self[SavedRowsModel.self] = newValue }
  }
}
