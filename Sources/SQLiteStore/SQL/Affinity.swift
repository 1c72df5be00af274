import EntityModel

/// The type affinity of a column, from its declared type (sqlite.org/datatype3.html, section 3.1).
///
/// SQLite converts stored values by it.
enum Affinity: Sendable, Hashable {
  case text
  /// INTEGER, REAL and NUMERIC: text that is a number becomes one.
  case numeric
  /// Values stay as they are.
  case none

  /// Makes the affinity of an attribute's column; `none` for views, whose affinity is unknown.
  init(of attribute: Attribute, in entity: Entity) {
    self = entity.definition.kind == .table ? Affinity(attribute.definition.declaredType) : .none
  }

  /// Whether each number becomes a binary fraction, whole numbers too.
  static func isReal(_ declaredType: String) -> Bool {
    func names(_ word: String) -> Bool { declaredType.contains(caseInsensitive: word) }
    return Self(declaredType) == .numeric && !names("int")
      && (names("real") || names("floa") || names("doub"))
  }

  init(_ declaredType: String) {
    func names(_ word: String) -> Bool { declaredType.contains(caseInsensitive: word) }
    if names("int") {
      self = .numeric
    } else if names("char") || names("clob") || names("text") {
      self = .text
    } else if names("blob") || declaredType.isEmpty {
      self = .none
    } else {
      self = .numeric
    }
  }

  /// The type as a strict table takes it: of the six that there are the one that is declared, else any.
  static func strictType(_ declaredType: String) -> String {
    let types = ["INT", "INTEGER", "REAL", "TEXT", "BLOB"]
    return types.first { $0.folded == declaredType.folded } ?? "ANY"
  }

  /// A type that gives a column of SQLite the affinity of the type declared.
  static func typeName(_ declaredType: String, isStrict: Bool) -> String {
    if isStrict, declaredType.folded == "any" { return "BLOB" }
    return switch Affinity(declaredType) {
    case .text: "TEXT"
    case .none: "BLOB"
    case .numeric: isReal(declaredType) ? "REAL" : "NUMERIC"
    }
  }
}
