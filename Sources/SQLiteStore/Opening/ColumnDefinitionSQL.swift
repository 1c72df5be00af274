import EntityModel
import EntityStore
import Formatting
import Qualifiers
import SQL
import SQLite

/// The definition of one column in a `CREATE TABLE` statement.
struct ColumnDefinitionSQL {
  let table: String
  let attribute: Attribute

  private var name: String { SQLText.identifier(attribute.columnName) }

  /// The column as the one that SQLite numbers rows by.
  var rowIDKey: String { "\(name) INTEGER PRIMARY KEY" }

  /// The column; what only some of the table's entities have is not shared, and may be empty.
  ///
  /// - Throws: ``StoreError/refused(_:)`` for a default, choice or bound that the column cannot hold.
  func text(isShared: Bool) throws(StoreError) -> String {
    let definition = attribute.definition
    var parts = [name, declaration].filter { !$0.isEmpty }
    if !attribute.isNullable, isShared { parts.append("NOT NULL") }
    if definition.isUnique, !definition.isPrimaryKey { parts.append("UNIQUE") }
    if let expression = definition.defaultExpression {
      let written = "(\(expression)\n)"
      let tokens = SQLTokens(written).tokens
      guard tokens.count > 2, SQLTokens.closing(of: 0, in: tokens) == tokens.count - 1 else {
        throw .refused(
          "\(table).\(attribute.columnName): its default \(expression) is not an SQL expression"
        )
      }
      parts.append("DEFAULT \(written)")
    } else if let value = definition.initialValue {
      parts.append("DEFAULT \(try literal(value, as: "default"))")
    }
    if let collation = definition.collation {
      parts.append("COLLATE \(SQLText.identifier(collation))")
    }
    parts += try checks().map { "CHECK (\($0))" }
    return parts.joined(separator: " ")
  }

  /// A declaration from which reflection reads the same type again.
  private var declaration: String {
    let definition = attribute.definition
    let isKnown =
      ColumnType(declared: definition.declaredType).type == definition.type
      && definition.declaredType.allSatisfy {
        $0.isASCII && ($0.isLetter || $0.isNumber || " (),_".contains($0))
      }
    if isKnown, !definition.declaredType.isEmpty { return definition.declaredType }
    return definition.type.traits.declaration(definition.width, definition.scale)
  }

  private func checks() throws(StoreError) -> [String] {
    let definition = attribute.definition
    var checks: [String] = []
    var choices: [String] = []
    for choice in definition.choices {
      choices.append(try literal(choice, as: "choice"))
    }
    if !choices.isEmpty { checks.append("\(name) IN (\(choices.joined(separator: ", ")))") }
    if let bound = definition.minimum {
      let value = try literal(bound.value, as: "minimum")
      checks.append("\(name) \(bound.isIncluded ? ">=" : ">") \(value)")
    }
    if let bound = definition.maximum {
      let value = try literal(bound.value, as: "maximum")
      checks.append("\(name) \(bound.isIncluded ? "<=" : "<") \(value)")
    }
    if let length = definition.minimumLength { checks.append("length(\(name)) >= \(length)") }
    return checks
  }

  /// The value as it is stored, written for a statement; `role` says what it is to the attribute.
  private func literal(_ value: Value, as role: String) throws(StoreError) -> String {
    guard let stored = try? ColumnCoding(attribute).stored(value) else {
      throw .refused(
        "\(table).\(attribute.columnName): its \(role) \(value) does not fit the column type "
          + "\(attribute.type.rawValue); remove or change it in the model"
      )
    }
    switch stored {
    case .null: return "NULL"
    case .int(let number): return "\(number)"
    case .double(let number):
      return number.isInfinite ? (number < 0 ? "-9e999" : "9e999") : "\(number)"
    case .text(let text) where !text.utf8.contains(0):
      return "'"
        + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
    case .text(let text): return "(CAST(\(Self.bytes(text.utf8)) AS TEXT))"
    case .malformedText(let bytes): return "(CAST(\(Self.bytes(bytes)) AS TEXT))"
    case .blob(let bytes): return Self.bytes(bytes)
    }
  }

  private static func bytes(_ bytes: some Sequence<UInt8>) -> String {
    let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    return "X'\(digits.joined())'"
  }
}
