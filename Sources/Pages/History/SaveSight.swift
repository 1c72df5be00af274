import AccessControl
import EntityModel
import EntityStore
import Qualifiers
import StandardKeys

/// What of saved rows the person may see now: which of them, and which of their properties.
struct SaveSight {
  private let session: Session
  private let rights: AccessRights
  /// The entities of which nothing may be seen.
  private let refused: Set<String>
  /// The rows that exist for the person, of entities of which not all do.
  private let present: Set<RecordID>

  /// The sight of `rows`.
  init(of rows: [SaveRecord.Row], in session: Session) async throws(StoreError) {
    self.session = session
    let names = Set(rows.map(\.id.entityName))
    let rights = await session.rights.accessGuard.rights(of: names)
    refused = names.filter { name in
      session.model.entity(named: name).map { session.visibilityRefusal(of: $0) != nil } ?? true
    }
    let asked = Set(
      rows.compactMap { row in
        rights.entities[row.id.entityName]?.restriction == nil ? nil : row.after?.id
      }
    )
    var present: Set<RecordID> = []
    var rest = Array(asked)[...]
    while !rest.isEmpty {
      let some = Array(rest.prefix(Self.stretch))
      rest = rest.dropFirst(Self.stretch)
      present.formUnion(try await session.store.records(some, paths: []).keys)
    }
    (self.rights, self.present) = (rights, present)
  }

  /// So many rows are looked for at once.
  private static let stretch = 200

  /// Whether a row, and that something became of it, may be seen.
  func shows(_ row: SaveRecord.Row) -> Bool {
    let own = rights.entities[row.id.entityName]
    guard !refused.contains(row.id.entityName), own?.refusal == nil else { return false }
    if let restriction = own?.restriction, !exists(row, by: restriction) { return false }
    return row.before == nil || row.after == nil || !names(of: row).isEmpty
  }

  /// Whether a row existed for the person before and after, and does now unless it was deleted.
  private func exists(_ row: SaveRecord.Row, by restriction: Qualifier) -> Bool {
    if let id = row.after?.id, !present.contains(id) { return false }
    let read = Set(restriction.paths.map(\.first))
    let isMoved =
      row.before != nil
      && row.touchedNames.contains { !read.isDisjoint(with: row.names(writing: $0)) }
    return row.images.allSatisfy { image in
      switch restriction.truth(with: ValueContext(.object(image))) {
      case .yes: true
      case .no, .unknown: false
      // What it leads to nobody has kept: the row that is there now tells, where it led there before.
      case .unanswered: row.after != nil && !isMoved
      }
    }
  }

  /// The properties of a row of which the save has written a value, and that may be seen before and after; in the order of
  /// the model.
  func names(of row: SaveRecord.Row) -> [String] {
    let own = rights.entities[row.id.entityName] ?? EntityRights()
    let review = PendingReview(session: session)
    var names: [String] = []
    for attribute in row.touchedNames {
      let name = row.names(writing: attribute).first { name in
        own.hiddenProperties[name] == nil
          && row.images.allSatisfy { image in
            let condition = own.partlyHiddenProperties[name]?.condition
            let isShown = condition.map { $0.evaluate(with: ValueContext(.object(image))) == true }
            return isShown != false && review.shows(name, of: image)
          }
      }
      if let name, !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// What was saved of rows that may be seen: `2 changes of Film “ALIEN”`, and how many others.
  func summary(of rows: [SaveRecord.Row]) async throws(StoreError) -> String {
    let direct = rows.filter { $0.cause == .direct }
    guard let first = direct.first ?? rows.first, let known = try await named(first) else {
      return ""
    }
    let label = PendingWork(session: session).label(of: known)
    let count = names(of: first).count
    let what =
      first.before == nil
      ? "new \(label)"
      : first.after == nil
        ? "\(label) deleted" : "\(count) \(count == 1 ? "change" : "changes") of \(label)"
    return direct.count < 2 ? what : "\(what) and \(direct.count - 1) more"
  }

  /// A row with what names it; as it is now, where that is no part of what is saved: a computed column, or another row.
  private func named(_ row: SaveRecord.Row) async throws(StoreError) -> Record? {
    guard let known = row.after, let id = known.id else { return row.before }
    let scope = session.root.scoped(to: known.entity)
    let label = session.labelPaths.label(of: known.entity, in: scope, root: session.root)
    let paths = label?.alternatives.flatMap(\.self) ?? []
    let isWhole = paths.allSatisfy { known.layout.position(of: $0.components) != nil }
    return isWhole ? known : try await session.store.record(id, paths: paths) ?? known
  }

  /// A property of a row with its values; of a deleted one those that it had.
  func change(of name: String, in row: SaveRecord.Row) -> PendingReview.Change? {
    guard let known = row.after ?? row.before else { return nil }
    return PendingReview(session: session)
      .change(of: name, from: row.after == nil ? nil : row.before, to: known)
  }
}

extension SaveRecord.Row {
  /// What was, and is, stored in it.
  fileprivate var images: [Record] { [before, after].compactMap(\.self) }

  /// The attributes that hold something else than before, in the order of the model.
  fileprivate var touchedNames: [String] {
    (after ?? before)?.entity.attributes.map(\.name).filter { name in
      (before?.value(forKey: name) ?? .null) != (after?.value(forKey: name) ?? .null)
    } ?? []
  }

  fileprivate func names(writing attribute: String) -> [String] {
    (after ?? before)?.entity.propertyNames(writing: attribute) ?? []
  }
}
