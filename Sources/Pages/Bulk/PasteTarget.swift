import AccessControl
import Editing
import EntityModel
import EntityStore
import Qualifiers
import RuleEnvironment
import StandardKeys
import Widgets
import Workspace

/// The place in a list for pasted cells: its columns from the one under the cursor on.
///
/// Cells go to the tagged rows in the order of tagging. Where none is tagged, they go to the rows from the one under the
/// cursor on. Or each line becomes a new row.
struct PasteTarget {
  /// One cell in the preview of a paste: the column title, the old and new value, or a problem.
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
  /// The object and relationship that led to the list.
  let source: (object: ManagedObject, relationship: Relationship)?
  /// Why no row can be added; `nil` where one can.
  let additionRefusal: String?
  private let list: ListModel
  private let start: RecordID?

  init(_ list: ListModel, on page: PageContext) {
    self.list = list
    source = page.state.source
    let owner = source?.object
    let creating = page.work.root.scoped(toTask: .create).scoped(to: list.entity)
    additionRefusal =
      Permissions(work: page.work, scope: creating).creationRefusal
      ?? RelatedList(page: page)?.creationRefusal
      ?? (owner?.state == .inserted ? "save the object of the list first" : nil)
    columns = list.columns.dropFirst(max(0, list.cursor.column)).map { ($0.key, $0.title) }
    areTagged = !list.tags.isEmpty
    start = areTagged ? nil : list.currentRecord?.id
  }

  var work: WorkContext { list.work }
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

  /// Whether the list has a row to begin at.
  var hasRows: Bool { areTagged || start != nil }

  /// All rows of the list.
  var all: BulkRows { BulkRows(list: list) }

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

  /// The properties to read of each row.
  var paths: [PropertyPath] {
    let scope = work.root.scoped(toTask: .edit).scoped(to: entity)
    let own = work.fetchPaths(forObjectOf: entity, in: scope)
    let shown = work.fetchPaths(for: columns.map(\.key), of: entity, in: list.scope)
    return own + shown.filter { !own.contains($0) }
  }

  /// The attributes behind the first `count` columns.
  func writtenPaths(count: Int) -> [PropertyPath] {
    columns.prefix(count).flatMap { column in
      entity.relationship(named: column.key)?.definition.joins.map(\.source) ?? [column.key]
    }.map { PropertyPath($0) }
  }

  /// Finds the objects that rows of texts name in columns that refer to objects, as long as that `isWanted`.
  func references(
    in rows: [[String]],
    while isWanted: () -> Bool
  ) async throws -> PastedReferences {
    try await PastedReferences(
      in: rows,
      columns.map(\.key),
      of: entity,
      while: isWanted,
      in: work
    )
  }

  /// Puts texts into the columns of an object.
  ///
  /// - Returns: What each came to, and what is wrong with the object behind them.
  func put(
    _ texts: [String],
    into object: ManagedObject,
    _ references: PastedReferences?,
    judge: RuleProblems
  ) -> [Cell] {
    let task: TaskName = object.state == .inserted ? .create : .edit
    let page = work.permissions(for: object, task: task)
    var cells = zip(columns, texts).map { column, text in
      put(text, into: object, references, with: page, at: column)
    }
    guard object.state == .inserted || object.hasChanges else { return cells }
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
    _ references: PastedReferences?,
    with page: Permissions,
    at column: (key: String, title: String)
  ) -> Cell {
    var cell = Cell(title: column.title)
    let scope = page.scope.scoped(toProperty: column.key)
    let property = Permissions(work: work, scope: scope)
    if let reason = property.visibilityRefusal {
      cell.problem = reason
      return cell
    }
    let review = PendingReview(work: work)
    cell.change = review.change(of: column.key, in: object.pendingRow)
    // A spreadsheet gives back what it was given.
    if text == review.shownText(of: column.key, in: object) { return cell }
    // A new object keeps what rules begin it with.
    if text.isEmpty, object.state == .inserted { return cell }
    do throws(PromptRefusal) {
      let written: [String]
      if let relationship = entity.relationship(named: column.key), !relationship.isToMany {
        written = try refer(by: relationship, to: text, in: object, references)
      } else if let value = try value(of: text, for: column.key, in: object, page.scope) {
        object.set(value.1, forAttribute: value.0.name)
        written = [value.0.name]
      } else {
        return cell
      }
      guard written.contains(where: object.changedKeys.contains) else { return cell }
      if let reason = page.objectRefusal ?? property.editabilityRefusal {
        throw PromptRefusal(reason)
      }
      cell.change = review.change(of: column.key, in: object.pendingRow)
      cell.isChanged = true
    } catch { cell.problem = error.sentence }
    return cell
  }

  /// Points a relationship of an object to the one that a text names; an empty text to none.
  ///
  /// - Returns: The attributes that hold the reference.
  /// - Throws: Why nothing can be referred to so.
  private func refer(
    by relationship: Relationship,
    to text: String,
    in object: ManagedObject,
    _ references: PastedReferences?
  ) throws(PromptRefusal) -> [String] {
    let names = relationship.definition.joins.map(\.source)
    if text.isEmpty {
      let isEmpty = names.contains { (object.base.value(forKey: $0) ?? .null).isNull }
      let isNullable = names.allSatisfy { entity.attribute(named: $0)?.isNullable ?? true }
      guard isEmpty || isNullable && !relationship.definition.isMandatory else {
        throw PromptRefusal("needs a value; the cell is empty")
      }
      if !isEmpty { object.setToOne(relationship, to: nil) }
      return names
    }
    guard let references else { throw PromptRefusal("the objects it refers to cannot be read") }
    let record = try references.record(called: text, at: relationship.name)
    if let obstacle = work.obstacle(relationship, to: record) { throw PromptRefusal(obstacle) }
    object.setToOne(relationship, to: record)
    return names
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
          ? "is not a property of these rows" : "holds many objects, cannot be pasted"
      )
    }
    let stored = object.base.value(forKey: key) ?? .null
    if text.isEmpty, stored.isNull { return nil }
    if attribute.definition.derivation != nil { throw PromptRefusal("is computed") }
    if attribute.type.kind == .blob || entity.holdsPassword(attribute, in: page) {
      throw PromptRefusal("cannot be pasted")
    }
    if object.isPartlyRead(key) { throw PromptRefusal("is too long to replace here") }
    if text.isEmpty {
      guard attribute.isNullable else { throw PromptRefusal("needs a value; the cell is empty") }
      return (attribute, .null)
    }
    let typed = AttributeInputParser(attribute: attribute, scope: page.scoped(toProperty: key))
    return (attribute, try typed.value(of: text, inPlaceOf: stored))
  }
}
