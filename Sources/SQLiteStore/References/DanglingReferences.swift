import EntityModel
import EntityStore
import Qualifiers

/// A finder of references that already led to missing rows before a save, so that an undo may restore them.
///
/// SQLite enforces foreign keys only where a program asks for it, and many programs write 0 for no reference.
struct DanglingReferences {
  private typealias Target = SaveRecord.DanglingTarget

  /// The values of referenced columns that changed rows of a table had before and after a save.
  private struct TouchedKeys {
    var before: Set<[Value]> = []
    var after: Set<[Value]> = []
  }

  /// A table with a list of referenced columns, the dictionary key for the key values that the save touched there.
  private struct Key: Hashable {
    let tableKey: String
    let names: [String]
  }

  private let record: SaveRecord
  private let finder: BrokenReference
  /// The references of the rows of each layout.
  private let references: [[Relationship]]
  /// The places of the values by which they refer.
  private let referring: [Set<Int>]
  private var touched: [Key: TouchedKeys] = [:]

  /// Looks at what a save has done that is not committed yet, or is about to be undone.
  init(of record: SaveRecord, in adaptor: SQLiteAdaptor) {
    self.record = record
    let finder = BrokenReference(adaptor: adaptor, restrictions: [:])
    self.finder = finder
    let references = record.layouts.map { finder.references(of: $0.entity) }
    self.references = references
    referring = zip(record.layouts, references).map { layout, references in
      let names = Set(references.flatMap(\.definition.joins).map(\.source))
      return Set(layout.paths.indices.filter { names.contains(layout.paths[$0].first) })
    }
  }

  /// Returns the missing targets: objects that the rows referred to only before the save, and that did not exist then.
  mutating func found() -> [SaveRecord.DanglingTarget] {
    guard references.contains(where: { !$0.isEmpty }) else { return [] }
    var known: Set<Target> = []
    var found: [Target] = []
    for entry in record.entries {
      for (relationship, target) in ended(by: entry)
      where known.insert(target).inserted && !existed(target, relationship) {
        found.append(target)
      }
    }
    return found
  }

  /// How many references to what is absent each relationship gets when the save is undone, by tables and the columns in which they
  /// stand.
  func restored() throws(StoreError) -> [ReferenceColumns: Int] {
    let absent = Set(record.absent)
    var counts: [ReferenceColumns: Int] = [:]
    for entry in record.entries {
      for (relationship, target) in ended(by: entry) where absent.contains(target) {
        guard try !exists(target, relationship) else { continue }
        // What leads nowhere now, too, is not made worse.
        let row = entry.after.map(record.record)
        if let row, let now = Target(of: relationship, by: { row.value(forPath: [$0]) }),
          try !exists(now, relationship)
        {
          continue
        }
        let entity = record.layouts[entry.known.layout].entity
        counts[ReferenceColumns(relationship, of: entity), default: 0] += 1
      }
    }
    return counts
  }

  /// The references of a row that are others since the save, or gone with it, and what they led to.
  private func ended(by entry: SaveRecord.Entry) -> [(Relationship, Target)] {
    guard let before = entry.before, !references[before.layout].isEmpty else { return [] }
    var changed: Set<String>?
    if let after = entry.after {
      let columns = record.differences(from: after, to: before).map(\.column)
      guard columns.contains(where: referring[before.layout].contains) else { return [] }
      let paths = record.layouts[before.layout].paths
      changed = Set(columns.map { paths[$0].first })
    }
    let concerned = references[before.layout].filter { relationship in
      changed.map { changed in
        relationship.definition.joins.contains { changed.contains($0.source) }
      } ?? true
    }
    guard !concerned.isEmpty else { return [] }
    let row = record.record(before)
    return concerned.compactMap { relationship in
      Target(of: relationship) { row.value(forPath: [$0]) }.map { (relationship, $0) }
    }
  }

  /// Whether a row is there now.
  private func exists(
    _ target: Target,
    _ relationship: Relationship
  ) throws(StoreError) -> Bool {
    guard let destination = relationship.destination else { return true }
    let joins = relationship.definition.joins
    let values = Dictionary(zip(joins.map(\.source), target.values)) { first, _ in first }
    return try finder.exists(destination, joins, by: values) ?? true
  }

  /// Whether a row was there before the save.
  ///
  /// A target that cannot be looked up counts as existing: the save is done all the same, and its undoing then says what
  /// is not there.
  private mutating func existed(_ target: Target, _ relationship: Relationship) -> Bool {
    guard let destination = relationship.destination else { return true }
    let touched = touchedKeys(Key(tableKey: destination.tableKey, names: target.keys))
    if touched.before.contains(target.values) { return true }
    if touched.after.contains(target.values) { return false }
    do throws(StoreError) { return try exists(target, relationship) } catch { return true }
  }

  private mutating func touchedKeys(_ key: Key) -> TouchedKeys {
    if let known = touched[key] { return known }
    var keys = TouchedKeys()
    func values(_ image: SaveRecord.Image) -> [Value] {
      let row = record.record(image)
      return key.names.map { row.value(forPath: [$0]) ?? .null }
    }
    for entry in record.entries
    where record.layouts[entry.known.layout].entity.tableKey == key.tableKey {
      if let before = entry.before { keys.before.insert(values(before)) }
      if let after = entry.after { keys.after.insert(values(after)) }
    }
    touched[key] = keys
    return keys
  }
}

/// A table and the columns of one reference in it, as a key for counting references that lead nowhere.
///
/// The reversal of a save may break as many of each as the save has ended.
struct ReferenceColumns: Hashable {
  private let schemaName: String
  private let tableName: FoldedName
  private let columns: Set<FoldedName>

  init(table: String, in schemaName: String, columns: [String]) {
    (self.schemaName, tableName) = (schemaName, table.folded)
    self.columns = Set(columns.map(\.folded))
  }

  init(_ relationship: Relationship, of entity: Entity) {
    self.init(
      table: entity.tableName,
      in: entity.schemaName,
      columns: relationship.definition.joins.map {
        entity.attribute(named: $0.source)?.columnName ?? $0.source
      }
    )
  }
}
