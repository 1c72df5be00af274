package import Diagnostics

/// Says where declared models and a database differ.
package struct ModelCheck {
  /// The differences with their places in the model; those of declarations missing in the database come first.
  package private(set) var differences: [Diagnostic] = []

  /// Whether a program lists its entities in the database: then it checks values itself, and declares nothing as not null.
  private let isManaged: Bool

  /// Compares models, all of one database, with what reflection found.
  package init(declarations: [ModelDeclaration], reflected: Model) {
    let (model, faults) = ModelOverlay.model(name: "", declarations: declarations, over: reflected)
    differences = faults
    isManaged = !reflected.listedEntities.isEmpty
    let (declarations, _) = ModelOverlay.mapped(declarations, over: reflected)
    let definitions = reflected.entities.map(\.definition)
    let found = Dictionary(definitions.map { ($0.table, $0) }) { first, _ in first }
    for declaration in declarations {
      for entity in declaration.entities {
        guard let laid = model.entity(named: entity.name), let table = found[laid.definition.table]
        else {
          continue
        }
        compare(entity, laid: laid.definition, table)
      }
    }
    if declarations.contains(where: \.isComplete) {
      reportUndeclared(in: declarations, model, definitions)
    }
  }

  private mutating func compare(
    _ declaration: EntityDeclaration,
    laid: Entity.Definition,
    _ table: Entity.Definition
  ) {
    for attribute in declaration.attributes {
      guard let name = laid.attributes.first(where: { $0.name == attribute.name })?.columnName,
        let column = table.attributes.first(where: { $0.columnName == name && $0.derivation == nil }
        )
      else { continue }
      compare(attribute, column, of: declaration)
    }
    compareKeys(declaration, laid: laid, table)
  }

  private mutating func compare(
    _ attribute: AttributeDeclaration,
    _ column: Attribute.Definition,
    of entity: EntityDeclaration
  ) {
    let name = "\(entity.name).\(attribute.name)"
    let declared = attribute.declaredType.map { ColumnType(declared: $0).type }
    if let type = attribute.type, !type.fits(column), declared?.fits(column) != true {
      let declared =
        column.declaredType.isEmpty ? "holds \(column.type.rawValue)" : "is \(column.declaredType)"
      report(
        at: attribute.place,
        "type",
        "'\(name)' is \(type.rawValue) in the model; the column '\(column.columnName)' \(declared)"
      )
    }
    if attribute.isNullable == true, !column.isNullable, !column.hasDefault {
      report(
        at: attribute.place,
        "null",
        "'\(name)' may be null in the model; the database does not allow it"
      )
    }
    if attribute.isNullable == false, column.isNullable, !column.isRowNumber, !isManaged {
      report(
        at: attribute.place,
        "null",
        "'\(name)' needs a value in the model; the database allows null",
        severity: .note
      )
    }
    if let width = attribute.width, let other = column.width, width > other {
      report(
        at: attribute.place,
        "width",
        "'\(name)' takes \(width) characters in the model; the database declares \(other)"
      )
    }
  }

  private mutating func compareKeys(
    _ declaration: EntityDeclaration,
    laid: Entity.Definition,
    _ table: Entity.Definition
  ) {
    guard let identity = declaration.identity, !identity.isEmpty, table.kind == .table else {
      return
    }
    guard !table.identityIsRowNumber else {
      let key = identity.joined(separator: ", ")
      return report(
        at: declaration.place,
        "key",
        "'\(declaration.name)' has the key \(key) in the model; the table '\(table.table)' has none",
        severity: .warning
      )
    }
    if Set(identity) != Set(laid.identity) {
      report(
        at: declaration.place,
        "key",
        "'\(declaration.name)' has the key \(identity.joined(separator: ", ")) in the model; the table has "
          + laid.identity.joined(separator: ", ")
      )
    }
  }

  /// Reports tables and columns that are missing in complete models.
  private mutating func reportUndeclared(
    in declarations: [ModelDeclaration],
    _ model: Model,
    _ reflected: [Entity.Definition]
  ) {
    let pairs = declarations.flatMap(\.entities).compactMap { declaration in
      model.entity(named: declaration.name).map { ($0.definition, declaration) }
    }
    let entities = pairs.map(\.0)
    let tables = Set(entities.map(\.table))
    let all = Dictionary(grouping: model.entities) { $0.definition.table }
    let spoken = Dictionary(
      pairs.map { entity, declaration in
        (entity.name, Set(declaration.attributes.compactMap { entity.columnName(of: $0) }))
      }
    ) { $0.union($1) }
    let schemas = Set(entities.map(\.schemaName)).union([TableName.mainSchema])
    for table in reflected
    where !table.isHidden && table.kind != .virtual && schemas.contains(table.schemaName) {
      let laid = all[table.table] ?? []
      guard laid.isEmpty || !tables.contains(table.table) else {
        let columns = Set(laid.flatMap { spoken[$0.name] ?? [] })
        for column in table.attributes
        where !column.isHidden && !columns.contains(column.columnName) {
          reportUndeclared("column", "\(table.table).\(column.columnName)")
        }
        continue
      }
      if laid.first?.definition.isJoinTable != true {
        reportUndeclared("table", table.table.description)
      }
    }
  }

  private mutating func reportUndeclared(_ kind: String, _ name: String) {
    differences.append(
      Diagnostic(.warning, id: "undeclared", "the \(kind) '\(name)' is missing in the model")
    )
  }

  private mutating func report(
    at place: DeclarationPlace,
    _ id: String,
    _ message: String,
    severity: Diagnostic.Severity = .error
  ) {
    differences.append(place.fault(id, message, severity: severity))
  }
}

extension Entity.Definition {
  /// The column that a declaration means.
  fileprivate func columnName(of declaration: AttributeDeclaration) -> String? {
    ModelOverlay.column(of: declaration, in: self).map { attributes[$0].columnName }
  }
}

extension AttributeType {
  /// Whether a column can hold values of the type: text of its kinds in text, numbers in numbers, dates in either.
  fileprivate func fits(_ column: Attribute.Definition) -> Bool {
    let other = column.type.kind
    return switch kind {
    case .any: true
    case _ where other == .any || other == kind: true
    case .date, .time, .timestamp: other != .blob
    case .integer, .number, .decimal, .bool: other.isNumber || other == .bool
    case .text: other == .blob && traits.mayBeBytes
    case .blob: false
    }
  }
}
