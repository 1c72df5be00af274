import EntityModel
import EntityStore
import Qualifiers

/// The referenced key values that one row of a save gives up and another row takes.
///
/// Saving needs them where rows refer to these keys, so that no reference moves to the wrong row.
struct KeyReassignments {
  /// Keys by the columns that are referred to.
  private typealias Keys = [TableName: [[String]: Set<[NormalizedKey]>]]

  private let adaptor: SQLiteAdaptor
  private var links: ForeignKeyGraph
  /// The keys that are one row's before the save and another's after it.
  private var passed: Keys = [:]
  /// The keys of deleted rows that other rows of the save take.
  private var replaced: Keys = [:]
  /// The key values given up or taken in the save, normalized so that all values a column may treat as equal are equal.
  private var moving: Set<String> = []

  /// Whether a save may move rows that it does not name, or give one the key that another has.
  static func isPossible(_ changes: [Change], in adaptor: SQLiteAdaptor) -> Bool {
    guard changes.count > 1 else { return false }
    var links = ForeignKeyGraph(adaptor)
    // Most changes are of the entity of the one before.
    var (entity, names): (Entity?, [String]) = (nil, [])
    var (taken, freed): (Set<Part>, Set<Part>) = ([], [])
    var index = 0
    while index < changes.count {
      let change = changes[index]
      if entity?.name != change.entityName {
        entity = adaptor.model.entity(named: change.entityName)
        let ends = entity.map { links.ends(of: $0) }
        if ends?.hasTriggers == true { return true }
        names = Array(ends?.referredNames ?? [])
      }
      // Most keep what they are known by.
      let end = changes.endOfRun(from: index, of: change.entityName, keeping: names)
      guard end == index else {
        index = end
        continue
      }
      index += 1
      guard let entity else { continue }
      for name in names {
        let new = change.values[name]
        let old = change.original[name] ?? entity.keyPart(name, of: change.id)
        switch change.write {
        case .insert: if let new { taken.insert(Part(entity, name, value: new)) }
        case .update:
          if change.references[name] != nil || new != nil && new != old { return true }
        case .delete: if let old { freed.insert(Part(entity, name, value: old)) }
        }
      }
    }
    return !taken.isDisjoint(with: freed)
  }

  /// A value of a referenced column, normalized for comparison.
  ///
  /// A key may pass from one row to another if a save both deletes and inserts an equal part.
  private struct Part: Hashable {
    let table: TableName
    let name: String
    let value: NormalizedKey?

    init(_ entity: Entity, _ name: String, value: Value) {
      (table, self.name) = (entity.definition.table, name)
      self.value = entity.key([name], [value])?[0]
    }
  }

  /// The error used when SQLite does not report which rows get another key.
  static let untold = StoreError.refused(
    "this SQLite cannot track cascading key changes; save the new key first"
  )

  /// Made before the first row is written.
  init(adaptor: SQLiteAdaptor, changes: [Change]) throws(StoreError) {
    self.adaptor = adaptor
    links = ForeignKeyGraph(adaptor)
    var (given, freed, taken): (Keys, Keys, Keys) = ([:], [:], [:])
    for change in changes {
      guard let entity = adaptor.model.entity(named: change.entityName) else { continue }
      let ends = links.ends(of: entity)
      if change.write == .update,
        change.writtenAttributes.isDisjoint(with: ends.referredNames)
      {
        continue
      }
      guard !ends.referredKeys.isEmpty else { continue }
      let (before, after) = try adaptor.values(of: change, ends.referredNames)
      for names in ends.referredKeys {
        let old = before.all(names).flatMap { entity.key(names, $0) }
        let new = after.all(names).flatMap { entity.key(names, $0) }
        guard old != new else { continue }
        let table = entity.definition.table
        if old != nil, new != nil, entity.definition.kind == .table {
          moving.formUnion((before.all(names) ?? []).map(\.loosest))
          moving.formUnion((after.all(names) ?? []).map(\.loosest))
        }
        if let old {
          if change.write == .delete {
            freed[table, default: [:]][names, default: []].insert(old)
          } else {
            given[table, default: [:]][names, default: []].insert(old)
          }
        }
        if let new { taken[table, default: [:]][names, default: []].insert(new) }
      }
    }
    (passed, replaced) = (Self.common(given, taken), Self.common(freed, taken))
  }

  private static func common(_ left: Keys, _ right: Keys) -> Keys {
    left.reduce(into: [:]) { result, entry in
      for (names, keys) in entry.value {
        let both = keys.intersection(right[entry.key]?[names] ?? [])
        if !both.isEmpty { result[entry.key, default: [:]][names] = both }
      }
    }
  }

  /// Nothing in the save acts on what SQLite does not tell.
  ///
  /// - Throws: ``StoreError/refused(_:)``
  mutating func check(_ changes: [Change]) throws(StoreError) {
    try checkViews(changes)
    try checkReferences(changes)
  }

  /// No row of a view is changed that may go by a key that rows of tables give up or take: where it goes then no view tells.
  private func checkViews(_ changes: [Change]) throws(StoreError) {
    guard !moving.isEmpty else { return }
    for change in changes {
      guard let entity = adaptor.model.entity(named: change.entityName),
        entity.definition.kind == .view, let id = change.storedID,
        !moving.isDisjoint(with: id.values.map(\.loosest))
      else { continue }
      throw .refused(
        "\(entity: entity) is a view and cannot track changed keys; save the new keys first"
      )
    }
  }

  /// Nothing refers by a new value to a key that is one row's before the save and another's after it: SQLite does not tell
  /// which of them is meant.
  ///
  /// - Throws: ``StoreError/refused(_:)``
  private mutating func checkReferences(_ changes: [Change]) throws(StoreError) {
    guard !passed.isEmpty || !replaced.isEmpty else { return }
    for change in changes {
      let written = Set(change.values.keys)
      guard let entity = adaptor.model.entity(named: change.entityName) else { continue }
      let ends = links.ends(of: entity)
      let names = Set(ends.references.flatMap(\.sources))
      guard !written.isDisjoint(with: names) else { continue }
      let own = try adaptor.values(of: change, names.union(ends.referredNames)).after
      var visited: Set<String> = []
      try check(entity, own, written: written, visited: &visited, root: (entity, own))
    }
  }

  private mutating func check(
    _ entity: Entity,
    _ values: [String: Value],
    written: Set<String>,
    visited: inout Set<String>,
    root: (entity: Entity, values: [String: Value])
  ) throws(StoreError) {
    guard visited.insert(entity.name).inserted else { return }
    defer { visited.remove(entity.name) }
    for reference in links.ends(of: entity).references {
      let (target, names) = (reference.target, reference.destinations)
      guard reference.sources.contains(where: written.contains),
        let held = values.all(reference.sources),
        let key = target.key(names, held, heldBy: reference.sources.map(entity.attribute(named:)))
      else { continue }
      let table = target.definition.table
      // A row may refer to itself, by the key that it takes.
      let isOwn =
        table == root.entity.definition.table
        && root.values.all(names).flatMap { target.key(names, $0) } == key
      let isDoubtful =
        passed[table]?[names]?.contains(key) == true
        || replaced[table]?[names]?.contains(key) == true && reference.reactsToDeletes
      guard isOwn || !isDoubtful else {
        let shown = held.map(\.description).joined(separator: ", ")
        throw .refused(
          "\(entity: root.entity) cannot refer to \(entity: target) \(shown) in this save, because the key moves to another row"
            + "; save the new keys first"
        )
      }
      try check(
        target,
        Dictionary(zip(names, held)) { first, _ in first },
        written: Set(reference.pairs.filter { written.contains($0.source) }.map(\.destination)),
        visited: &visited,
        root: root
      )
    }
  }
}

extension SQLiteAdaptor {
  /// Returns the known values of a row before and after a change.
  fileprivate func values(
    of change: Change,
    _ names: Set<String>
  ) throws(StoreError) -> (before: [String: Value], after: [String: Value]) {
    let names = names.sorted()
    let before = try change.storedID.flatMap { (id) throws(StoreError) in
      try values(of: id, names)
    }
    guard change.write == .update else { return (before ?? [:], change.values) }
    let after = (before ?? [:]).merging(change.values) { $1 }
    return (before ?? [:], after.filter { change.references[$0.key] == nil })
  }
}

extension [String: Value] {
  /// The values of all the names; `nil` where one is null or not there.
  fileprivate func all(_ names: [String]) -> [Value]? {
    let values = names.compactMap { self[$0] }.filter { !$0.isNull }
    return values.count == names.count ? values : nil
  }
}

extension Value {
  /// A form in which texts and numbers, and texts in any case and with blanks around them, are the same.
  fileprivate var loosest: String {
    let written = if case .string(let text) = self { text } else { description }
    let text = written.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return Double(text).map { "\($0)" } ?? text
  }
}

extension Entity {
  /// Returns the value of an attribute in an identity; `nil` if the attribute is no part of it.
  fileprivate func keyPart(_ name: String, of id: RecordID) -> Value? {
    guard let part = identity.firstIndex(of: name), id.values.indices.contains(part) else {
      return nil
    }
    return id.values[part]
  }

  /// The key that a row has by its values of some attributes, or to which another one's values of `holders` lead.
  fileprivate func key(
    _ names: [String],
    _ values: [Value],
    heldBy holders: [Attribute?]? = nil
  ) -> [NormalizedKey]? {
    var key: [NormalizedKey] = []
    for (index, name) in names.enumerated() {
      guard let attribute = attribute(named: name) else { return nil }
      let holder = holders.map { $0[index] } ?? attribute
      key.append(NormalizedKey(values[index], heldBy: holder, comparedBy: attribute, of: self))
    }
    return key
  }
}
