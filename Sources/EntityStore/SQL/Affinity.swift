import EntityModel

/// What SQLite makes of values stored in a column, from its declared type (sqlite.org/datatype3.html, section 3.1).
enum Affinity: Sendable, Hashable {
  case text
  /// INTEGER, REAL and NUMERIC: text that is a number becomes one.
  case numeric
  /// Values stay as they are.
  case none

  /// Of views nothing is known.
  init(of attribute: Attribute, in entity: Entity) {
    self = entity.definition.kind == .table ? Affinity(attribute.definition.declaredType) : .none
  }

  init(_ declaredType: String) {
    let type = declaredType.uppercased()
    if type.contains("INT") {
      self = .numeric
    } else if type.contains("CHAR") || type.contains("CLOB") || type.contains("TEXT") {
      self = .text
    } else if type.contains("BLOB") || type.isEmpty {
      self = .none
    } else {
      self = .numeric
    }
  }
}
