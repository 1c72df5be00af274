import AccessControl
import Editing
import EntityModel
import EntityStore
import Formatting
import Qualifiers
import RuleEnvironment
import StandardKeys
import Terminal
import Workspace

/// The access check for the history: the saved rows and properties that the user may currently see.
struct SaveVisibility {
  private let work: WorkContext
  private let rights: AccessRights
  /// The entities of which nothing may be seen.
  private let refused: Set<String>
  /// The rows that exist for the person, of entities of which not all do, and of those of which rules ask each object for more
  /// than a save keeps of it; of these with all that they ask.
  private let present: [RecordID: Record]
  /// The entities of which rules ask that.
  private let asked: Set<String>

  /// The sight of `rows`.
  init(of rows: [SaveRecord.Row], in work: WorkContext) async throws(StoreError) {
    self.work = work
    let names = Set(rows.map(\.id.entityName))
    let rights = await work.rights.accessGuard.rights(of: names)
    refused = names.filter { name in
      work.model.entity(named: name).map { work.visibilityRefusal(of: $0) != nil } ?? true
    }
    let asked = names.filter { name in
      let partly = rights.entities[name]?.partlyHiddenProperties.values
      return partly?.contains { $0.condition == nil } ?? false
    }
    var present: [RecordID: Record] = [:]
    for (name, rows) in Dictionary(grouping: rows, by: \.id.entityName) {
      guard asked.contains(name) || rights.entities[name]?.restriction != nil,
        let entity = work.model.entity(named: name)
      else { continue }
      let scope = work.root.scoped(to: entity)
      let paths = asked.contains(name) ? work.fetchPaths(forObjectOf: entity, in: scope) : []
      var rest = Array(Set(rows.compactMap { $0.after?.id }))[...]
      while !rest.isEmpty {
        let some = Array(rest.prefix(Self.stretch))
        rest = rest.dropFirst(Self.stretch)
        present.merge(try await work.store.records(some, paths: paths)) { $1 }
      }
    }
    (self.rights, self.present, self.asked) = (rights, present, asked)
  }

  /// The number of rows to look up at once.
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
    if let id = row.after?.id, present[id] == nil { return false }
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
    let review = PendingReview(work: work)
    var names: [String] = []
    for attribute in row.touchedNames {
      let name = row.names(writing: attribute).first { name in
        own.hiddenProperties[name] == nil
          && row.images.allSatisfy { image in
            let partly = own.partlyHiddenProperties[name]
            guard let judged = judged(image, of: row) else { return partly == nil }
            let isShown = partly?.condition.map {
              $0.evaluate(with: ValueContext(.object(judged))) == true
            }
            return isShown != false && review.shows(name, of: judged)
          }
      }
      if let name, !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// Whether a row, or something that the save has written of it, may not be seen.
  func hidesSome(of row: SaveRecord.Row) -> Bool {
    guard shows(row) else { return true }
    let shown = Set(names(of: row))
    return row.touchedNames.contains { name in
      row.after?.entity.identity.contains(name) != true
        && shown.isDisjoint(with: row.names(writing: name))
    }
  }

  /// An image of a row with what rules ask of the object beyond it; `nil` where nobody has kept that: the row is gone, or has
  /// referred to others.
  private func judged(_ image: Record, of row: SaveRecord.Row) -> Record? {
    guard asked.contains(row.id.entityName) else { return image }
    guard let now = row.after?.id.flatMap({ present[$0] }) else { return nil }
    let joins = image.entity.relationships.filter { !$0.isToMany }.flatMap(\.definition.joins)
    let isMoved = joins.contains {
      image.value(forKey: $0.source) != now.value(forKey: $0.source)
    }
    return isMoved ? nil : image.covering(now)
  }

  /// Returns the label of a row, made only of properties that the user may see.
  ///
  /// Parameter `named`: The row with the attributes of its label; `nil` to use the saved row.
  func label(of row: SaveRecord.Row, named: Record? = nil) -> String {
    let known = named ?? self.named(row)
    if let judged = judged(known, of: row) {
      return UnsavedChanges(work: work).label(of: judged)
    }
    let scope = work.root.scoped(to: known.entity)
    let partly = rights.entities[row.id.entityName]?.partlyHiddenProperties ?? [:]
    let isHidden = LabelKey(scope.labelKey(of: known.entity) ?? "").paths.contains {
      partly[$0.first] != nil
    }
    return isHidden
      ? scope[ModelKeys.shared.displayNameForEntity]
      : UnsavedChanges(work: work).label(of: known)
  }

  /// Returns a summary of the visible changes: `2 changes of Film “ALIEN”`, and the number of others.
  func summary(of rows: [SaveRecord.Row]) async throws(StoreError) -> String {
    let direct = rows.filter { $0.cause == .direct }
    let deleted = direct.filter { $0.after == nil }
    guard let first = deleted.first ?? direct.first ?? rows.first else { return "" }
    return UnsavedChanges.summary(
      of: first.write,
      label(of: first, named: try await currentLabelRecord(first)),
      fieldCount: names(of: first).count,
      others: (direct.count - 1, deleted.count - 1)
    )
  }

  /// Returns the effects of an undo on the rows that cascades and triggers changed, one text for each kind of effect.
  ///
  /// An example is `18 others come back with it (Order Line: 12, Book: 6)`.
  ///
  /// Parameter `isAgain`: Whether the save is redone rather than undone.
  func companions(of rows: [SaveRecord.Row], again isAgain: Bool) -> [String] {
    let others = rows.filter { $0.cause != .direct }
    let kinds: [(rows: [SaveRecord.Row], one: String, many: String)] = [
      (
        others.filter { $0.after == nil },
        isAgain ? "is deleted" : "comes back", isAgain ? "are deleted" : "come back"
      ),
      (
        others.filter { $0.before == nil },
        isAgain ? "is made" : "goes", isAgain ? "are made" : "go"
      ),
      (
        others.filter { $0.before != nil && $0.after != nil },
        isAgain ? "is changed" : "is changed back", isAgain ? "are changed" : "are changed back"
      ),
    ]
    return kinds.filter { !$0.rows.isEmpty }.map { rows, one, many in
      let count = rows.count
      let what = count == 1 ? "1 other \(one)" : "\(NumberText.count(count)) others \(many)"
      return "\(what) with it (\(Self.counts(of: rows, in: work)))."
    }
  }

  /// `Order Line: 12, Book: 6`; of one entity its name alone.
  private static func counts(of rows: [SaveRecord.Row], in work: WorkContext) -> String {
    let counts = Dictionary(grouping: rows, by: \.id.entityName).mapValues(\.count)
    let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    guard sorted.count > 1 else { return sorted.map { work.shownName($0.key) }.joined() }
    return sorted.map { "\(work.shownName($0.key)): \(NumberText.count($0.value))" }
      .joined(separator: ", ")
  }

  /// A row with what names it; as it is now, or was known last, where that is no part of what is saved: a computed column, or
  /// another row.
  private func currentLabelRecord(_ row: SaveRecord.Row) async throws(StoreError) -> Record {
    guard let known = row.after, let id = known.id, !isNamed(known) else { return named(row) }
    return try await work.store.record(id, paths: labelPaths(of: known.entity)) ?? named(row)
  }

  private func named(_ row: SaveRecord.Row) -> Record {
    let known = row.latest
    guard !isNamed(known), let id = known.id else { return known }
    return work.saves.history.named[work.model.tableID(id)] ?? known
  }

  private func isNamed(_ record: Record) -> Bool {
    labelPaths(of: record.entity).allSatisfy { record.layout.position(of: $0.components) != nil }
  }

  private func labelPaths(of entity: Entity) -> [PropertyPath] {
    let scope = work.root.scoped(to: entity)
    return work.labelPaths.label(of: entity, in: scope, root: work.root)?.paths ?? []
  }

  /// The maximum number of rows whose references are shown by label.
  ///
  /// Further rows show keys.
  private static let mostLabelled = 500

  /// The rows with what names the objects that they refer to, as far as those are still there and may be seen.
  func labelled(_ rows: [SaveRecord.Row]) async -> [SaveRecord.Row] {
    var wanted: [String: Set<RecordID>] = [:]
    for image in rows.prefix(Self.mostLabelled).flatMap(\.images) {
      for id in image.referredIDs.values { wanted[id.entityName, default: []].insert(id) }
    }
    var named: [RecordID: Record] = [:]
    for (name, ids) in wanted {
      guard let entity = work.model.entity(named: name),
        work.visibilityRefusal(of: entity) == nil
      else { continue }
      let paths = labelPaths(of: entity).filter(entity.isFetchable)
      guard !paths.isEmpty else { continue }
      do throws(StoreError) {
        named.merge(try await work.store.records(Array(ids), paths: paths)) { $1 }
      } catch {
        // Who may not see the name sees the key.
        guard case .refused = error else {
          work.readFaults.note(error, "\(entity: entity) shows keys, not labels")
          continue
        }
      }
    }
    return rows.map { $0.map { $0.labelled(by: named) } }
  }

  /// How rules let what names a row look.
  func style(of row: SaveRecord.Row) -> Style {
    PendingReview(work: work).style(of: named(row))
  }
}

extension SaveRecord.Row {
  /// The row before and after the save.
  fileprivate var images: [Record] { [before, after].compactMap(\.self) }

  /// The attributes that hold something else than before, in the order of the model.
  fileprivate var touchedNames: [String] {
    known.entity.attributes.map(\.name).filter { name in
      (before?.value(forKey: name) ?? .null) != (after?.value(forKey: name) ?? .null)
    }
  }

  fileprivate func names(writing attribute: String) -> [String] {
    known.entity.propertyNames(writing: attribute)
  }
}

extension Record {
  /// The objects to which its references lead, by the name of the relationship.
  fileprivate var referredIDs: [String: RecordID] {
    let pairs = entity.relationships.filter { !$0.isToMany }.compactMap { reference in
      reference.destinationID(from: self).map { (reference.name, $0) }
    }
    return Dictionary(pairs) { first, _ in first }
  }

  /// The record with the values of `named` behind its references.
  fileprivate func labelled(by named: [RecordID: Record]) -> Record {
    var paths = layout.paths
    var values = paths.map { value(forPath: $0.components[...]) ?? .null }
    for (name, id) in referredIDs {
      guard let other = named[id] else { continue }
      for path in other.layout.paths {
        paths.append(PropertyPath(components: [name] + path.components))
        values.append(other.value(forPath: path.components[...]) ?? .null)
      }
    }
    guard paths.count > layout.paths.count else { return self }
    return Record(layout: RecordLayout(entity: entity, paths: paths), id: id, values: values)
  }
}
