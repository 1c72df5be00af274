import Qualifiers

extension Model {
  /// All entities for people to read, in the form of `d2t model show`.
  ///
  /// Control and other invisible characters of names are written as `\u{…}`.
  public var text: String { entities.map(\.text).joined(separator: "\n") }
}

extension Entity {
  /// The entity for people to read: a line for itself and one for each property.
  public var text: String {
    var lines = [title]
    let rows = attributes.map(\.columns) + relationships.map(\.columns)
    let widths = (0..<2).map { column in rows.map { $0[column].count }.max() ?? 0 }
    for row in rows {
      let cells = row.enumerated().map { index, cell in
        let padding = index < 2 ? max(0, widths[index] - cell.count) : 0
        return cell + String(repeating: " ", count: padding)
      }
      let line = "  " + cells.joined(separator: "  ")
      lines.append(String(line.reversed().drop { $0 == " " }.reversed()))
    }
    return lines.map(\.escapingInvisible).joined(separator: "\n") + "\n"
  }

  private var title: String {
    var notes: [String] = []
    if definition.kind != .table { notes.append(definition.kind.rawValue) }
    if definition.isHidden { notes.append("hidden") }
    if definition.isJoinTable { notes.append("join table") }
    notes.append(identity.isEmpty ? "no key" : "key \(identity.joined(separator: ", "))")
    if let label = definition.labelKey { notes.append("label \(label)") }
    if let reason = readOnlyReason { notes.append("read-only: \(reason)") }
    let table = definition.table.description == name ? "" : " [\(definition.table)]"
    return "\(name)\(table)  \(notes.joined(separator: "; "))"
  }
}

extension Attribute {
  /// Name, type, and what else is to be said.
  fileprivate var columns: [String] {
    var notes: [String] = []
    if definition.isPrimaryKey { notes.append("key") }
    if !isNullable { notes.append("not null") }
    if definition.isUnique, !definition.isPrimaryKey { notes.append("unique") }
    if definition.isGenerated { notes.append("generated") }
    if definition.isHidden { notes.append("hidden") }
    if definition.storage != .native { notes.append("stored as \(definition.storage.rawValue)") }
    if let category = definition.category { notes.append("category \(category)") }
    if let expression = definition.defaultExpression { notes.append("default \(expression)") }
    if !definition.choices.isEmpty {
      notes.append(
        "one of \(definition.choices.map { $0.string ?? "\($0)" }.joined(separator: ", "))"
      )
    }
    let column = columnName == name ? "" : "[\(columnName)] "
    return [
      name, definition.customType?.name ?? type.rawValue, column + notes.joined(separator: ", "),
    ]
  }
}

extension Relationship {
  /// Name, arrow and destination, and how it gets there.
  fileprivate var columns: [String] {
    let arrow = isToMany ? "->>" : "->"
    var way = definition.joins.map { "\($0.source) = \($0.destination)" }.joined(separator: ", ")
    if !definition.path.isEmpty { way = "through \(definition.path.joined(separator: "."))" }
    if definition.isInferred { way += " (guessed)" }
    if definition.isHidden { way += " (hidden)" }
    return [name, "\(arrow) \(definition.destinationName)", way]
  }
}

extension String {
  /// The text with characters that cannot be seen, or that a terminal obeys, as `\u{…}`.
  fileprivate var escapingInvisible: String {
    func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
      default: false
      }
    }
    guard unicodeScalars.contains(where: isInvisible) else { return self }
    return unicodeScalars.map { scalar in
      isInvisible(scalar) ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
    }.joined()
  }
}
