import EntityModel
import Qualifiers
import SQLite

/// What a new row needs besides what a person entered: the mark of its entity, and its key where SQLite gives none.
struct NewRow {
  let adaptor: SQLiteAdaptor
  let entity: Entity
  let forms: MomentForms

  /// The values by attribute with what is needed.
  ///
  /// - Throws: ``StoreError/refused(_:)`` when the model does not say what marks a row of the entity.
  func completed(_ values: [String: Value]) throws(StoreError) -> [String: Value] {
    var values = try entity.marked(values)
    for attribute in entity.attributes where attribute.definition.storage.hasOffset {
      guard case .date(let date)? = values[attribute.name] else { continue }
      if let form = try forms.form(of: attribute, in: entity) {
        values[attribute.name] = .string(form.written(for: date))
      }
    }
    if case .coreData(let number, let root) = entity.definition.keySource {
      let mark = entity.attributes.first { $0.columnName == "Z_ENT" }
        .flatMap { entity.marks?[$0.name] }
      guard mark == nil || mark == .int(number) else {
        throw .refused(
          "\(entity.name) cannot be created: the Core Data store knows no entity of this name"
        )
      }
      let key = try nextKey(root: root)
      for attribute in entity.attributes {
        switch attribute.columnName {
        case "Z_PK": values[attribute.name] = .int(key)
        case "Z_ENT": values[attribute.name] = .int(number)
        case "Z_OPT": values[attribute.name] = .int(1)
        default: break
        }
      }
    }
    return values
  }

  /// The next key of a Core Data store, counted as Core Data does, so that both can go on writing.
  private func nextKey(root: Int64) throws(StoreError) -> Int64 {
    let table = entity.sqlName
    let counters = SQLText.table("Z_PRIMARYKEY", in: entity.schemaName)
    var key: Int64?
    try adaptor.rows(
      SQLFragment(
        "UPDATE \(counters) SET Z_MAX = max(coalesce(Z_MAX, 0), "
          + "(SELECT coalesce(max(Z_PK), 0) FROM \(table))) + 1 WHERE Z_ENT = ? RETURNING Z_MAX",
        [.int(root)]
      )
    ) { key = $0.int(0) }
    guard let key else {
      throw .refused("\(entity.name) cannot be created: Z_PRIMARYKEY has no counter for its keys")
    }
    return key
  }
}

extension Entity {
  /// What an update adds: Core Data counts the versions of a row and sees by them what others changed.
  var versionCounter: String? {
    guard definition.keySource != nil, attributes.contains(where: { $0.columnName == "Z_OPT" })
    else { return nil }
    return "Z_OPT = coalesce(Z_OPT, 0) + 1"
  }
}
