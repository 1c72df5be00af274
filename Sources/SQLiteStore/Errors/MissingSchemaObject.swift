import EntityModel
import SQLite

/// An error of SQLite about a missing table or column, from which a message for the user is made.
///
/// If the model knows the object, another program has changed the file since it was opened. Otherwise the file was made so, and
/// the message names what refers to it.
struct MissingSchemaObject {
  private let error: SQLiteError
  /// `table` or `column`.
  private let kind: String
  private let name: String

  /// `nil` where nothing is said to be missing.
  init?(_ error: SQLiteError) {
    for kind in ["table", "column"] {
      let start = "no such \(kind): "
      guard error.message.hasPrefix(start) else { continue }
      (self.error, self.kind) = (error, kind)
      name = String(error.message.dropFirst(start.count))
      return
    }
    let parts = error.message.split(separator: " has no column named ")
    guard parts.count == 2 else { return nil }
    (self.error, kind, name) = (error, "column", String(parts[1]))
  }

  /// Returns a message that says which view or table needs the missing part, and what to do.
  ///
  /// `written` is the entity whose table the statement writes.
  func sentence(_ model: Model?, written: Entity?) -> String {
    let view = model?.entities.first { $0.definition.kind == .view && reads($0) }
    if let view, written == nil {
      let cause = "the view '\(view.tableName)' needs the missing \(kind) '\(name)'"
      return isKnown(to: model) && kind == "table" ? "\(cause): \(Self.changed)" : cause
    }
    if let written, kind == "table", !isKnown(to: model) {
      return
        "nothing was written: '\(written.tableName)' or its triggers need the missing table '\(name)'"
    }
    return "\(error.message): \(Self.changed)"
  }

  /// Whether the statement reads the rows of an entity.
  private func reads(_ entity: Entity) -> Bool {
    guard let sql = error.sql else { return false }
    return ["FROM ", "JOIN "].contains { word in
      sql.split(separator: word + entity.sqlName, omittingEmptySubsequences: false).dropFirst()
        .contains { $0.first != "\"" }
    }
  }

  /// Whether there was such a table when the model was made.
  private func isKnown(to model: Model?) -> Bool {
    let names = [name, name.split(separator: ".", maxSplits: 1).last.map(String.init) ?? name]
    return model?.entities.contains { entity in
      names.contains { $0.folded == entity.tableName.folded }
    } ?? true
  }

  /// The model was made of the tables as they were when the file was opened.
  private static let changed =
    "the tables have changed since the database was opened; reload or reopen it"
}
