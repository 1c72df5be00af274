import AccessControl
import Editing
import EntityModel
import EntityStore
import Observation
import Qualifiers
import RuleEnvironment
import StandardKeys
import Workspace

/// The model of the bulk edit page: the selected rows, the change, and a preview of the first rows.
@Observable
final class BulkModel {
  let rows: BulkRows
  /// The user's input.
  var input: BulkChange.Input
  /// The object that is to be referred to.
  var destination: Record?
  /// How many rows there are, once they are counted.
  private(set) var count: Int?
  @ObservationIgnored let run = BulkRun()
  private var first: [Record] = []
  private var readPaths: Set<PropertyPath> = []

  /// A row in the preview of a bulk change: its label, the old and new value, and the problem if it cannot change.
  struct Line: Identifiable {
    let id: Int
    let label: String
    /// Its value as it is and as it is to be; `nil` where it cannot be changed so, as `problem` says.
    let change: PendingReview.Change?
    let isChanged: Bool
    let problem: String?
  }

  init(rows: BulkRows, key: String) {
    self.rows = rows
    input = BulkChange.Input(key: key)
  }

  private var work: WorkContext { rows.work }

  /// The properties that can be changed, as far as no row has to be asked.
  static func keys(in page: EnvironmentValues) -> [String] {
    guard let entity = page[ModelKeys.shared.entity] else { return [] }
    let editable = PermissionKeys.shared.isPropertyEditable
    return page.propertyKeys.filter { key in
      let property = page.scoped(toProperty: key)
      guard page.showsColumn(PropertyPath(key)),
        property[editable] || !property.isOfAllRows(editable)
      else { return false }
      if let attribute = entity.attribute(named: key) {
        return attribute.definition.derivation == nil && attribute.type.kind != .blob
          && !entity.holdsPassword(attribute, in: page)
      }
      return entity.relationship(named: key).map { !$0.isToMany && $0.destination != nil } ?? false
    }
  }

  /// Returns the change that the input describes.
  ///
  /// - Throws: The reason why the input is incomplete or invalid.
  func change(in page: EnvironmentValues) throws(PromptRefusal) -> BulkChange {
    try BulkChange(input, to: destination, in: page, work)
  }

  /// Whether something is typed that describes no change.
  func hasWrongInput(in page: EnvironmentValues) -> Bool {
    !input.text.isEmpty && (try? change(in: page)) == nil
  }

  /// Returns the properties to read of each row.
  func paths(for change: BulkChange?) -> [PropertyPath] {
    let scope = work.root.scoped(toTask: .edit).scoped(to: rows.entity)
    let own = work.fetchPaths(forObjectOf: rows.entity, in: scope)
    return own + (change?.paths ?? []).filter { !own.contains($0) }
  }

  /// Reads the first rows, and counts all.
  func read(_ paths: [PropertyPath]) async {
    let what: NamedSentence = "\(entity: rows.entity) cannot be read"
    var read: [Record] = []
    do {
      try await rows.forEachWindow(paths: paths, inOrder: true) { records in
        read += records.prefix(Self.shownCount - read.count)
        return read.count < Self.shownCount
      }
    } catch {
      if let error = error as? StoreError { work.readFaults.note(error, what) }
      return
    }
    (first, readPaths) = (read, Set(paths))
    guard count == nil else { return }
    count = await work.readFaults.value(orSay: what) { () async throws(StoreError) in
      try await rows.count()
    }
  }

  /// The first rows as they are and as they would be.
  func lines(_ change: BulkChange?) -> [Line] {
    // What the expression reads may not be here yet.
    guard readPaths.isSuperset(of: change?.paths ?? []) else { return [] }
    let context = EditingContext(store: work.store)
    return first.enumerated().map { number, record in
      let object = context.object(for: record)
      var problem: String?
      do throws(PromptRefusal) { try change?.apply(to: object) } catch { problem = error.sentence }
      let label = work.root.scoped(to: record)[ObjectKeys.shared.objectLabel] ?? ""
      let known = PendingReview(work: work)
      let isShown = problem == nil && known.shows(input.key, of: object)
      return Line(
        id: number,
        label: label,
        change: isShown ? known.change(of: input.key, in: object.pendingRow) : nil,
        isChanged: object.hasChanges,
        problem: problem
      )
    }
  }

  /// The number of rows in the preview.
  static let shownCount = 20

  /// Refuses to change a row that is another than the page shows, and shows it anew.
  func checkShown(_ object: ManagedObject, by change: BulkChange) throws(PromptRefusal) {
    guard let shown = first.first(where: { $0.id == object.base.id }),
      !shown.holds(change.writtenPaths + change.paths, as: object.base)
    else { return }
    let paths = paths(for: change)
    work.loads.run { await self.read(paths) }
    throw .changedSinceShown(object, in: work)
  }
}

extension Record {
  /// Whether the record has the same values as another one at `paths`, as far as both were read.
  func holds(_ paths: [PropertyPath], as other: Record) -> Bool {
    paths.allSatisfy { path in
      guard let mine = value(forPath: path.components[...]),
        let others = other.value(forPath: path.components[...])
      else { return true }
      return mine == others
    }
  }
}

extension PromptRefusal {
  /// A row that others have changed after a person was shown what would become of it.
  @MainActor static func changedSinceShown(_ object: ManagedObject, in work: WorkContext) -> Self {
    let label = UnsavedChanges(work: work).label(of: object.base)
    return Self("\(label) was changed elsewhere; check it and write again")
  }
}

extension BulkRows {
  /// Returns a description of the rows: `12 tagged rows of Film`, `all 1 000 rows of Film`.
  func title(count: Int?) -> String {
    let name = work.root.scoped(to: entity)[ModelKeys.shared.displayNameForEntity]
    let number = count.map { NumberText.count($0) + " " } ?? ""
    let rows = count == 1 ? "row" : "rows"
    return areTagged ? "\(number)tagged \(rows) of \(name)" : "all \(number)\(rows) of \(name)"
  }
}

extension PageState {
  /// The change of many rows that the page is about.
  var bulk: BulkModel? {
    get { self[BulkModel.self] }
    set { self[BulkModel.self] = newValue }
  }
}
