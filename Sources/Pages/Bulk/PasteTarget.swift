import AccessControl
import Editing
import EntityModel
import EntityStore
import Qualifiers
import RuleEnvironment
import StandardKeys
import Widgets

/// Where pasted cells go: the columns of a list from the one under the cursor on, and its tagged rows in the order of tagging;
/// where none is tagged, the rows from the one under the cursor on.
struct PasteTarget {
  /// What a cell comes to.
  struct Cell {
    let title: String
    /// The value as it is and as it is to be; `nil` where that cannot be shown or said.
    var change: PendingReview.Change?
    /// Why it cannot be put there.
    var problem: String?
    var isChanged = false
  }

  /// The columns by key and title.
  let columns: [(key: String, title: String)]
  let areTagged: Bool
  private let list: ListModel
  private let start: RecordID?

  init(_ list: ListModel) {
    self.list = list
    columns = list.columns.dropFirst(max(0, list.cursor.column)).map { ($0.key, $0.title) }
    areTagged = !list.tags.isEmpty
    start = areTagged ? nil : list.currentRecord?.id
  }

  private var session: Session { list.session }
  private var entity: Entity { list.entity }

  /// Why cells cannot go there at all.
  func refusal(of rows: [[String]]) -> String? {
    let width = rows.map(\.count).max() ?? 0
    if width > columns.count {
      let place = columns.first.map { " from \($0.title) on" } ?? ""
      return "the text has \(width) columns, and the list has \(columns.count)\(place)"
    }
    return rows.count > Self.rowLimit
      ? "the text has \(NumberText.count(rows.count)) rows; paste at most "
        + "\(NumberText.count(Self.rowLimit)) at a time" : nil
  }

  private static let rowLimit = 10_000

  /// The first rows, as many as there are up to `count`.
  func rows(_ count: Int) async throws -> (ids: [RecordID], rows: BulkRows) {
    var ids: [RecordID] = []
    try await BulkRows(list: list).forEachWindow(paths: [], inOrder: true, from: start) {
      ids += $0.compactMap(\.id)
      return ids.count < count
    }
    ids = Array(ids.prefix(count))
    return (ids, BulkRows(ids, of: list))
  }

  /// What is read of each row.
  var paths: [PropertyPath] {
    let scope = session.root.scoped(toTask: .edit).scoped(to: entity)
    let own = session.fetchPaths(forObjectOf: entity, in: scope)
    let shown = session.fetchPaths(for: columns.map(\.key), of: entity, in: list.scope)
    return own + shown.filter { !own.contains($0) }
  }

  /// Puts texts into the columns of an object.
  ///
  /// - Returns: What each came to, and what is wrong with the object behind them.
  func put(_ texts: [String], into object: ManagedObject, judge: RuleProblems) -> [Cell] {
    let page = session.permissions(for: object, task: TaskName.edit.rawValue)
    var cells = zip(columns, texts).map { column, text in
      put(text, into: object, with: page, at: column)
    }
    guard object.hasChanges else { return cells }
    for problem in judge.allProblems(of: object) {
      let index = columns.firstIndex { $0.key == problem.key }
      if let index, cells.indices.contains(index) {
        cells[index].problem = cells[index].problem ?? problem.message
      } else {
        let title = page.scope.displayName(of: problem.key)
        cells.append(Cell(title: title, problem: problem.message))
      }
    }
    return cells
  }

  private func put(
    _ text: String,
    into object: ManagedObject,
    with page: Permissions,
    at column: (key: String, title: String)
  ) -> Cell {
    var cell = Cell(title: column.title)
    let scope = page.scope.scoped(toProperty: column.key)
    let property = Permissions(session: session, scope: scope)
    if let reason = property.visibilityRefusal {
      cell.problem = reason
      return cell
    }
    let review = PendingReview(session: session)
    cell.change = review.change(of: column.key, in: object)
    // A spreadsheet gives back what it was given.
    if text == review.shownText(of: column.key, in: object) { return cell }
    do throws(PromptRefusal) {
      guard let value = try value(of: text, for: column.key, in: object, page.scope) else {
        return cell
      }
      object.set(value.1, forAttribute: value.0.name)
      guard object.changedKeys.contains(value.0.name) else { return cell }
      if let reason = page.editRefusal ?? property.editabilityRefusal {
        throw PromptRefusal(reason)
      }
      cell.change = review.change(of: column.key, in: object)
      cell.isChanged = true
    } catch { cell.problem = error.sentence }
    return cell
  }

  /// The attribute that a column shows, with the value that a text stands for there; `nil` where nothing is to be entered.
  ///
  /// - Throws: Why the text cannot be put there.
  private func value(
    of text: String,
    for key: String,
    in object: ManagedObject,
    _ page: EnvironmentValues
  ) throws(PromptRefusal) -> (Attribute, Value)? {
    guard let attribute = entity.attribute(named: key) else {
      if text.isEmpty { return nil }
      throw PromptRefusal(
        entity.relationship(named: key) == nil
          ? "is no property of these rows themselves" : "is chosen, and not pasted"
      )
    }
    let stored = object.base.value(forKey: key) ?? .null
    if text.isEmpty, stored.isNull { return nil }
    if attribute.definition.derivation != nil { throw PromptRefusal("is computed") }
    if attribute.type == .blob || entity.holdsPassword(attribute, in: page) {
      throw PromptRefusal("is not pasted")
    }
    if object.isPartlyRead(key) { throw PromptRefusal("is too long to be replaced here") }
    if text.isEmpty {
      guard attribute.isNullable else { throw PromptRefusal("needs a value; the cell is empty") }
      return (attribute, .null)
    }
    let typed = TypedValue(attribute: attribute, scope: page.scoped(toProperty: key))
    return (attribute, try typed.value(of: text, inPlaceOf: stored))
  }
}
