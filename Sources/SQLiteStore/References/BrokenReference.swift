import EntityModel
import EntityStore
import Formatting
import Qualifiers
import SQL
import SQLite

/// A finder of the foreign key that a save would violate, for the error message; SQLite only says that there is one.
struct BrokenReference {
  let adaptor: SQLiteAdaptor
  /// The conditions for rows that the user may see, by entity; other rows are not named in messages.
  let restrictions: [String: Qualifier]
  /// The targets that were missing before the save too, and may stay missing.
  var absent: Set<SaveRecord.DanglingTarget> = []

  /// The error used when the broken reference is unknown.
  static let unnamed = StoreError.referenceViolated(
    "A reference would lead to an object that does not exist."
  )

  /// The text in messages for objects that the user may not see.
  static let unseen = "an object that you may not see"

  /// The first broken reference from or to a changed row, in a sentence, or why it cannot be looked for.
  ///
  /// `nil` where none is found. Asked before all is rolled back.
  func error(for changes: [Change]) -> StoreError? {
    do throws(StoreError) {
      for change in changes {
        if let sentence = try sentence(for: change) { return .referenceViolated(sentence) }
      }
    } catch { return error }
    return nil
  }

  /// The foreign keys of an entity.
  func references(of entity: Entity) -> [Relationship] {
    entity.relationships.filter {
      !$0.isToMany && !$0.definition.isInferred && $0.definition.path.isEmpty
        && $0.destination != nil
    }
  }

  /// Whether a foreign key of a row is that of no row.
  func isIn(_ row: Record) throws(StoreError) -> Bool {
    let values = Dictionary(zip(row.layout.paths.map(\.first), row.values)) { first, _ in first }
    for relationship in references(of: row.entity) {
      guard let other = relationship.destination else { continue }
      if try exists(other, relationship.definition.joins, by: values) == false { return true }
    }
    return false
  }

  private func sentence(for change: Change) throws(StoreError) -> NamedSentence? {
    guard let entity = adaptor.model.entity(named: change.entityName) else { return nil }
    let (id, isDelete) = (change.id, change.write == .delete)
    var values = change.values
    switch change.write {
    case .insert: break
    case .update:
      if let sentence = try sentence(forReferencesTo: id, values, change.original) {
        return sentence
      }
      values = try stored(id, values).merging(values) { $1 }
    case .delete:
      let key = Dictionary(zip(entity.identity, id.values)) { first, _ in first }
      values = change.original.merging(key) { $1 }
    }
    var isHeldUnseen = false
    for relationship in entity.relationships where relationship.isToMany == isDelete {
      guard relationship.definition.throughName == nil, let other = relationship.destination,
        let exists = try exists(other, relationship.definition.joins, by: values),
        exists == isDelete
      else { continue }
      guard isDelete else {
        let target = SaveRecord.DanglingTarget(of: relationship) { values[$0] }
        if target.map(absent.contains) == true { continue }
        let keys = relationship.definition.joins
          .map { text(values[$0.source], of: $0.destination, in: other) }.joined(separator: ", ")
        return
          "\(entity: entity).\(property: relationship.name, of: entity) refers to \(entity: other) \(keys), which does not exist."
      }
      guard try isSeen(other, relationship.definition.joins, by: values) else {
        isHeldUnseen = true
        continue
      }
      return "\(title(of: entity, values)) cannot be deleted: \(entity: other) still refers to it."
    }
    guard isHeldUnseen else { return nil }
    return "\(title(of: entity, values)) cannot be deleted: \(Self.unseen) still refers to it."
  }

  func title(of entity: Entity, _ values: [String: Value]) -> NamedSentence {
    let key = entity.identity.map { text(values[$0], of: $0, in: entity) }.joined(separator: ", ")
    return "\(entity: entity) \(key)"
  }

  /// Whether one of the rows with the values of a join exists for the person.
  func isSeen(
    _ entity: Entity,
    _ joins: [Relationship.Join],
    by values: [String: Value]
  ) throws(StoreError) -> Bool {
    guard restrictions[entity.name] != nil else { return true }
    let condition = ReferencedKey.condition(
      joins.map { ($0.destination, values[$0.source], entity.attribute(named: $0.destination)) }
    )
    guard let condition else { return false }
    return try adaptor.hasRow(of: entity.name, condition, restrictions: restrictions)
  }

  /// The updated row as it stands now, for a reference of several columns of which some were written.
  private func stored(
    _ id: RecordID,
    _ updated: [String: Value]
  ) throws(StoreError) -> [String: Value] {
    guard let entity = adaptor.model.entity(named: id.entityName) else { return [:] }
    let sources = Set(
      entity.relationships.filter { !$0.isToMany }.flatMap(\.definition.joins).map(\.source)
    )
    let key = zip(entity.identity, id.values).map { updated[$0] ?? $1 }
    let current = id.rowNumber == nil ? RecordID(entityName: id.entityName, values: key) : id
    return try adaptor.values(of: current, sources.sorted()) ?? [:]
  }

  /// Whether a row of `entity` has the values of a join; `nil` when nothing is compared.
  func exists(
    _ entity: Entity,
    _ joins: [Relationship.Join],
    by values: [String: Value]
  ) throws(StoreError) -> Bool? {
    var parts: [SQLFragment] = []
    for join in joins {
      guard let value = values[join.source], !value.isNull,
        let attribute = entity.attribute(named: join.destination)
      else { return nil }
      let stored = try ColumnCoding(attribute).encode(value)
      parts.append(SQLFragment("\(SQLText.identifier(attribute.columnName)) = ?", [stored]))
    }
    guard !parts.isEmpty else { return nil }
    let select = SQLFragment("SELECT 1 FROM \(entity.sqlName) WHERE ")
    return try adaptor.first(select + .joined(parts, " AND ") + " LIMIT 1") { _ in true } ?? false
  }

  /// A value for people; of a time without the day that it is kept with.
  func text(_ value: Value?, of name: String, in entity: Entity) -> String {
    switch value {
    case nil: return ""
    case .int(let number): return String(number)
    case .string(let text): return "'\(text)'"
    case .date(let date) where entity.attribute(named: name)?.type.kind == .time:
      return CalendarText.time(date.wallClock.seconds)
    case let value?: return "\(value)"
    }
  }
}
