import Editing
import EntityModel
import EntityStore
import Qualifiers
import RuleEnvironment
import StandardKeys
import Widgets
import Workspace

/// The column default that a new object gets for an empty field.
struct FieldDefault {
  /// The value; `nil` where it is computed while the row is written.
  let value: Value?
  /// The value as the field would show it, a word for the current time, or the expression that computes it.
  ///
  /// A password is masked.
  let text: String
  /// The label of the object to which the default refers; `nil` until it is read.
  var label: String?

  /// The default of the column that `attribute` is; `nil` where it has none.
  init?(_ attribute: Attribute, of object: ManagedObject, in scope: EnvironmentValues) {
    let definition = attribute.definition
    guard definition.hasDefault, let expression = definition.defaultExpression else { return nil }
    value = object.context?.store.defaultValue(of: attribute, in: object.entity)
    let shown =
      switch value {
      case .data?, nil: Self.word(for: expression) ?? expression
      case let value?: value.editingText(for: attribute, scope[MiscKeys.shared.locale])
      }
    text =
      scope.scoped(toProperty: attribute.name).holdsPassword
      ? CellText.secret : shown.isEmpty ? "''" : shown
  }

  /// A word for the moment at which the row is written; `nil` for any other expression.
  private static func word(for expression: String) -> String? {
    switch expression.uppercased().filter({ !"() ".contains($0) }) {
    case "CURRENT_TIMESTAMP", "CURRENT_TIME", "DATETIME'NOW'", "DATETIME'NOW','LOCALTIME'": "now"
    case "CURRENT_DATE", "DATE'NOW'", "DATE'NOW','LOCALTIME'": "today"
    default: nil
    }
  }
}

extension Attribute {
  /// Whether the database makes another default for each row: from the time, or by chance.
  func hasVolatileDefault(in entity: Entity, of store: EntityStore) -> Bool {
    guard definition.hasDefault, let expression = definition.defaultExpression,
      store.defaultValue(of: self, in: entity) == nil
    else { return false }
    let text = expression.uppercased().filter { !$0.isWhitespace }
    return Self.passingParts.contains { text.contains($0) }
  }

  private static let passingParts = [
    "CURRENT_", "'NOW'", "DATE()", "TIME()", "JULIANDAY()", "UNIXEPOCH()", "RANDOM",
  ]
}

extension FormModel {
  /// Returns the default that a property's field is left to; `nil` where the user entered a value or set it to null.
  func leftDefault(of key: String, in scope: EnvironmentValues) -> FieldDefault? {
    guard let attribute = object.entity.attribute(behind: key),
      drafts[attribute.name]?.isEmpty != false,
      object.isLeftToDatabase(attribute)
    else { return nil }
    var left = FieldDefault(attribute, of: object, in: scope)
    left?.label = defaultLabels[key]
    return left
  }

  /// Returns the dimmed text of an empty field: the default, or the text for null.
  func placeholder(of attribute: Attribute, in scope: EnvironmentValues) -> String {
    guard isNull(attribute) else { return "" }
    return leftDefault(of: attribute.name, in: scope)?.text
      ?? scope[RenderingKeys.shared.displayStringForNil]
  }

  /// The value that a field shows: what was entered, else the default that it is left to.
  func shownValue(of attribute: Attribute, in scope: EnvironmentValues) -> Value {
    let value = value(of: attribute)
    return value.isNull ? leftDefault(of: attribute.name, in: scope)?.value ?? value : value
  }

  /// Returns the message after a field of a new object was set to null instead of its default; `nil` without a default.
  func nullSentence(of key: String, in scope: EnvironmentValues) -> String? {
    guard object.state == .inserted,
      let fallback = object.entity.attribute(behind: key).flatMap({
        FieldDefault($0, of: object, in: scope)
      })
    else { return nil }
    let name = scope[ModelKeys.shared.displayNameForProperty]
    return "\(name) will be empty, not the default \(fallback.text)"
  }
}

extension Entity {
  /// The attribute that a field writes: that of its property, or the key behind a to-one relationship.
  fileprivate func attribute(behind key: String) -> Attribute? {
    let relationship = relationship(named: key)
    guard relationship?.isToMany != true else { return nil }
    let joins = relationship?.definition.joins ?? []
    return attribute(named: joins.count == 1 ? joins[0].source : key)
  }
}

extension ListModel {
  /// A new object as a row of this list, with the defaults to which it leaves empty columns.
  func drawn(new object: ManagedObject) -> TableRow {
    var row = drawn(object.snapshot)
    for (number, column) in columns.enumerated() where row.cells[number].role == .null {
      guard let attribute = object.entity.attribute(behind: column.key),
        object.isLeftToDatabase(attribute),
        let left = FieldDefault(attribute, of: object, in: scope)
      else { continue }
      let relationship = object.entity.relationship(named: column.key)
      let text = relationship.map { CellText.toOne(left, of: $0).text } ?? left.text
      row.cells[number] = TableCell(text, role: .dim)
    }
    return row
  }
}

extension CellText {
  /// The object at the other end whose key a new object gets from the database: its label, else the key.
  static func toOne(_ left: FieldDefault, of relationship: Relationship) -> CellText {
    let key = left.value.map { KeyLabel(of: relationship.destination).reference([$0]) }
    return CellText(left.label ?? key ?? left.text, role: .dim)
  }
}
