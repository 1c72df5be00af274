import EntityModel
import EntityStore
import FoundationEssentials
import Qualifiers
import SQLite

/// Whether SQLite itself would write a change: it is asked on a copy of the file, with a plain statement.
///
/// `OR ABORT`, for a table may ask for other rows to be replaced in silence.
struct SQLiteOpinion {
  /// The copy; it is changed.
  let path: String
  let model: Model

  /// Returns the error of SQLite for a change, also when it changes no row; `nil` when the change is carried out.
  func objection(to change: Change) -> SQLiteError? {
    do throws(SQLiteError) {
      let connection = try Connection(path: path, mode: .readWrite)
      try carryOut(change, connection)
      guard connection.changes == 0, !isOfView(change) else { return nil }
      return SQLiteError(extendedCode: 0, message: "ignored the change")
    } catch {
      return error
    }
  }

  private func isOfView(_ change: Change) -> Bool {
    model.entity(named: change.entityName)?.definition.kind == .view
  }

  private func carryOut(_ change: Change, _ connection: Connection) throws(SQLiteError) {
    let (id, values) = (change.id, change.values)
    guard let entity = model.entity(named: change.entityName) else { return }
    switch change.write {
    case .insert:
      let stored = stored(values, of: entity)
      let columns = stored.map(\.column).joined(separator: ", ")
      let marks = stored.map { _ in "?" }.joined(separator: ", ")
      try connection.run(
        "INSERT OR ABORT INTO \(quoted(entity.tableName))"
          + (stored.isEmpty ? " DEFAULT VALUES" : " (\(columns)) VALUES (\(marks))")
          // Without a rowid a row is found again by what the statement returns.
          + (entity.definition.isWithoutRowNumbers ? " RETURNING 1" : ""),
        stored.map(\.value)
      )
    case .update:
      let (stored, key) = (stored(values, of: entity), key(id, of: entity))
      try connection.run(
        "UPDATE OR ABORT \(quoted(entity.tableName)) SET "
          + stored.map { "\($0.column) = ?" }.joined(separator: ", ") + " WHERE \(key.sql)",
        stored.map(\.value) + key.values
      )
    case .delete:
      let key = key(id, of: entity)
      try connection.run("DELETE FROM \(quoted(entity.tableName)) WHERE \(key.sql)", key.values)
    }
  }

  private func stored(
    _ values: [String: Value],
    of entity: Entity
  ) -> [(column: String, value: SQLiteValue)] {
    entity.attributes.compactMap { attribute in
      values[attribute.name].map { (quoted(attribute.columnName), stored($0, attribute)) }
    }
  }

  private func key(_ id: RecordID, of entity: Entity) -> (sql: String, values: [SQLiteValue]) {
    let columns = zip(entity.identity, id.values).map { name, value in
      let attribute = entity.attribute(named: name)
      return (
        attribute.map { quoted($0.columnName) } ?? name,
        attribute.map { stored(value, $0) } ?? stored(value, nil)
      )
    }
    return (columns.map { "\($0.0) IS ?" }.joined(separator: " AND "), columns.map(\.1))
  }

  private func stored(_ value: Value, _ attribute: Attribute?) -> SQLiteValue {
    switch value {
    case .null, .dictionary, .object: return .null
    case .bool(let truth): return .int(truth ? 1 : 0)
    case .int(let number): return .int(number)
    case .double(let number): return .double(number)
    case .decimal(let number): return Double(number.description).map { .double($0) } ?? .null
    case .string(let text): return .text(text)
    case .data(let bytes): return .blob(bytes)
    case .list(let members):
      if case .data(let bytes)? = members.first { return .malformedText(bytes) }
      return .null
    case .date(let date):
      switch attribute?.definition.storage {
      case .epochSeconds: return .double(date.timeIntervalSince1970)
      case .epochMilliseconds: return .double(date.timeIntervalSince1970 * 1000)
      case .epochMicroseconds:
        return .int(Int64((date.timeIntervalSince1970 * 1e6).rounded()))
      case .webKitMicroseconds:
        return .int(Int64((date.timeIntervalSince1970 * 1e6).rounded()) + 11_644_473_600_000_000)
      case .referenceSeconds: return .double(date.timeIntervalSinceReferenceDate)
      case .julianDay: return .double(date.timeIntervalSince1970 / 86_400 + 2_440_587.5)
      default: return .text(value.description)
      }
    }
  }

  /// Whether a sentence tells what SQLite says.
  static func isTold(_ objection: SQLiteError, in sentence: String) -> Bool {
    switch objection.reason {
    case .unique: sentence.contains("the same")
    case .notNull: sentence.contains("needs a value")
    case .check:
      sentence.contains(
        objection.message.split(separator: ": ").dropFirst().joined(separator: ": ")
      )
    case .full: sentence.contains("full")
    case .foreignKey: sentence.contains("refer")
    default:
      sentence.contains(objection.message)
        || names(missedIn: objection.message)?.allSatisfy(sentence.contains) == true
    }
  }

  /// The names of what SQLite misses, or cannot look for, which a sentence may tell in words of its own.
  private static func names(missedIn message: String) -> [String]? {
    for start in ["no such table: ", "no such column: "] where message.hasPrefix(start) {
      return [String(message.dropFirst(start.count)), "missing"]
    }
    guard message.hasPrefix("foreign key mismatch - ") else { return nil }
    let quoted = message.split(separator: "\"", omittingEmptySubsequences: false)
    return quoted.indices.filter { $0 % 2 == 1 }.map { "'\(quoted[$0])'" } + ["not unique"]
  }
}

/// A name as SQL takes it, whatever is in it.
func quoted(_ name: String) -> String {
  "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
    + "\""
}
