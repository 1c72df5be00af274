import EntityModel
import EntityStore
import Formatting
import SQLite

extension StoreError {
  /// Converts an SQLite error to a store error; tables and columns become entities and attributes.
  init(_ error: SQLiteError, model: Model?) {
    switch error.reason {
    case .interrupted: self = .cancelled
    case .busy: self = .busy
    case .unique: self = Self.unique(error, model)
    case .notNull: self = Self.notNull(error, model)
    case .check:
      self = .checkViolated(
        entityName: Self.entityName(in: error, model),
        constraint: error.message.dropping(prefix: "CHECK constraint failed: "),
        attributes: []
      )
    case .dataType where error.message == "datatype mismatch":
      self = .refused(
        "\(entityNamed: Self.entityName(in: error, model)): its key takes only whole numbers."
      )
    case .dataType: self = Self.dataType(error, model)
    case .foreignKey: self = BrokenReference.unnamed
    case .trigger:
      self = .refusedByTrigger(
        message: error.message,
        entityName: Self.entityName(in: error, model),
        attributes: []
      )
    case .function: self = .unsupported("\(error.message).")
    case .readOnly: self = .refused("The database can only be read: \(error.message).")
    case .readOnlyFolder:
      self = .refused(
        "Nothing was written: SQLite needs write permission on the database's folder."
      )
    case .full, .corrupt, .notADatabase, .inputOutput, .cannotOpen, .noPermission, .schemaChanged,
      .tooBig, .noMemory, .other:
      self = .database(message: Self.sentence(aboutFile: error, model), sql: error.sql)
    }
  }

  /// Returns a message about a problem with the file, else SQLite's own message.
  private static func sentence(aboutFile error: SQLiteError, _ model: Model?) -> String {
    switch error.reason {
    case .full: "Nothing was written: the disk is full, or the table has no free key."
    case .corrupt, .notADatabase:
      "The file is damaged: \(error.message); restore it from a copy, or \(SQLiteAdaptor.rescue)."
    case .inputOutput:
      "Nothing was written: the file cannot be accessed (\(error.message))."
    case .cannotOpen:
      "Nothing was written: no file can be created beside the database (\(error.message))."
        + " Check the permissions of the folder."
    case .tooBig:
      "A view, computed column or check makes too long values; the limit is 64 MB for one, 256 MB for all."
    case .noMemory:
      "Not enough memory (\(error.message)); computations of a file are limited to 256 MB."
    case _ where error.unsafeUse != nil:
      "A view, trigger or check of the file uses \(error.unsafeUse ?? ""), unsafe in untrusted files."
    default:
      MissingSchemaObject(error)?.sentence(model, written: writtenEntity(in: error, model))
        ?? error.mismatchedReference.map { "\($0); nothing was written" } ?? error.message
    }
  }

  /// `UNIQUE constraint failed: album.title, album.year`, or `index 'name'` for an index on expressions.
  private static func unique(_ error: SQLiteError, _ model: Model?) -> Self {
    let schemaName = writtenEntity(in: error, model)?.schemaName
    let columns = error.message.dropping(prefix: "UNIQUE constraint failed: ")
      .split(separator: ", ")
      .map { column(String($0), of: schemaName, model) }
    guard let first = columns.first, let entityName = first.entity else {
      return .uniqueViolated(entityName: entityName(in: error, model), attributes: [])
    }
    return .uniqueViolated(entityName: entityName, attributes: columns.map(\.attribute))
  }

  /// `NOT NULL constraint failed: album.title`.
  private static func notNull(_ error: SQLiteError, _ model: Model?) -> Self {
    let name = error.message.dropping(prefix: "NOT NULL constraint failed: ")
    let column = column(name, of: writtenEntity(in: error, model)?.schemaName, model)
    return .nullViolated(
      entityName: column.entity ?? entityName(in: error, model),
      attribute: column.attribute
    )
  }

  /// `cannot store TEXT value in INTEGER column album.year`.
  private static func dataType(_ error: SQLiteError, _ model: Model?) -> Self {
    let words = error.message.split(separator: " ", omittingEmptySubsequences: false)
    guard let end = words.firstIndex(of: "column"), end > 0 else {
      return .database(message: error.message, sql: error.sql)
    }
    let name = words[(end + 1)...].joined(separator: " ")
    let column = column(name, of: writtenEntity(in: error, model)?.schemaName, model)
    return .checkViolated(
      entityName: column.entity ?? entityName(in: error, model),
      constraint: "values of the type \(words[end - 1])",
      attributes: column.entity == nil ? [] : [column.attribute]
    )
  }

  /// The entity and attribute behind `table.column`; both names may have points in them.
  ///
  /// SQLite does not say in which database the table is: triggers and references stay in that of the statement.
  private static func column(
    _ text: String,
    of schemaName: String?,
    _ model: Model?
  ) -> (entity: String?, attribute: String) {
    for entity in model?.entities ?? []
    where text.utf8.starts(with: (entity.tableName + ".").utf8)
      && (schemaName == nil || entity.schemaName == schemaName)
    {
      let column = String(
        decoding: text.utf8.dropFirst(entity.tableName.utf8.count + 1),
        as: UTF8.self
      )
      if let attribute = entity.attributes.first(where: { $0.columnName.isExactly(column) }) {
        return (entity.name, attribute.name)
      }
    }
    return (nil, text)
  }

  private static func entityName(in error: SQLiteError, _ model: Model?) -> String {
    writtenEntity(in: error, model)?.name ?? ""
  }

  /// The entity whose table the failing statement writes.
  private static func writtenEntity(in error: SQLiteError, _ model: Model?) -> Entity? {
    guard let sql = error.sql else { return nil }
    let words = ["INSERT ", "UPDATE ", "DELETE ", "OR ABORT ", "INTO ", "FROM "]
    let target = words.reduce(sql[...]) { $0.hasPrefix($1) ? $0.dropFirst($1.count) : $0 }
    guard target.startIndex > sql.startIndex else { return nil }
    return model?.entities.first { entity in
      let table = entity.sqlName
      return target.hasPrefix(table) && target.dropFirst(table.count).first != "\""
    }
  }
}

extension SQLiteError {
  /// A message for the error `foreign key mismatch - "child" referencing "parent"`; `nil` for other errors.
  var mismatchedReference: String? {
    let parts = message.split(separator: "\"")
    guard message.hasPrefix("foreign key mismatch"), parts.count == 4 else { return nil }
    return
      "'\(parts[1])' refers to columns of '\(parts[3])' that are not unique;"
      + " add a unique index on them"
  }
}

extension String {
  fileprivate func dropping(prefix: String) -> String {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
  }
}
