import CSQLite
import Glibc

/// An insert, update or delete of one row as SQLite reports it just before it happens, with access to old and new values.
///
/// Is valid only during the callback.
package struct RowChange {
  /// The kind of change to the row.
  package enum Kind: Sendable, Hashable {
    case insert, update, delete
  }

  /// The operation that is about to change the row: insert, update or delete.
  package let kind: Kind
  /// The rowid that the row has; of no use for an insert, and in tables without rowids.
  package let oldRowID: Int64
  /// The rowid that it is going to have; of no use for a delete, and in tables without rowids.
  package let newRowID: Int64
  let handle: OpaquePointer
  let schema: UnsafePointer<CChar>
  let table: UnsafePointer<CChar>

  /// The name of the database that has the table.
  package var schemaName: String { String(cString: schema) }
  /// The name of the table.
  package var tableName: String { String(cString: table) }

  /// Whether the row is of a table.
  package func isOf(_ name: NativeTableName) -> Bool {
    strcmp(table, name.table) == 0 && strcmp(schema, name.schema) == 0
  }

  /// Whether a trigger or a reference does it, and no statement itself.
  package var isEffect: Bool { sqlite3_preupdate_depth(handle) > 0 }

  /// Returns the value of a column before the change, columns counted from 0.
  ///
  /// `nil` for an insert, and if SQLite does not provide it. A column that was added to the table after the row may be reported
  /// as null: only key columns are reliable.
  package func old(_ column: Int) -> StoredCell? { cell(column, sqlite3_preupdate_old) }

  /// Returns the value of a column after the change; `nil` for a delete, and if SQLite does not provide it.
  package func new(_ column: Int) -> StoredCell? { cell(column, sqlite3_preupdate_new) }

  /// Takes what the row holds in its first columns, in a database in UTF-8, as ``old(_:)`` does.
  /// - Returns: whether SQLite tells all of that.
  package func takeOld(into cells: UnsafeMutableBufferPointer<RowCell>) -> Bool {
    for column in cells.indices {
      var pointer: OpaquePointer?
      guard sqlite3_preupdate_old(handle, Int32(column), &pointer) == SQLITE_OK, pointer != nil
      else { return false }
      cells.initializeElement(at: column, to: RowCell(pointer, isUTF8: true))
    }
    return true
  }

  /// Returns the value of a column after the change, like ``new(_:)``, in a database encoded in UTF-8.
  package func newCell(_ column: Int) -> RowCell? {
    new(column).map { RowCell($0.pointer, isUTF8: true) }
  }

  private func cell(
    _ column: Int,
    _ read: (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Int32
  ) -> StoredCell? {
    var pointer: OpaquePointer?
    guard read(handle, Int32(column), &pointer) == SQLITE_OK, let pointer else { return nil }
    return StoredCell(pointer: pointer)
  }
}

/// A table and schema name as C strings, to compare quickly with the table that SQLite names in each row change.
package struct NativeTableName: Sendable {
  fileprivate let table, schema: [CChar]

  /// The table with a name in a database.
  package init(_ table: String, in schema: String) {
    self.table = Array(table.utf8CString)
    self.schema = Array(schema.utf8CString)
  }
}

extension Connection {
  private typealias Observer = Callback<(RowChange) -> Void>

  /// Whether the library tells of rows before they are changed.
  package static var tellsRowChanges: Bool {
    sqlite3_compileoption_used("ENABLE_PREUPDATE_HOOK") != 0
  }

  /// Tells `observer` of each row of a table before it is changed, by triggers and references too, while `body` runs.
  ///
  /// The observer may read from the connection.
  package func observingRowChanges<Result, Failure: Error>(
    by observer: @escaping (RowChange) -> Void,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // A statement prepared before may empty a table without looking at its rows.
    clearCache()
    let observer = Observer(observer)
    sqlite3_preupdate_hook(
      handle.pointer,
      { data, handle, operation, schema, table, old, new in
        guard let data, let handle, let schema, let table else { return }
        let change = RowChange(
          kind: operation == SQLITE_INSERT
            ? .insert : operation == SQLITE_DELETE ? .delete : .update,
          oldRowID: old,
          newRowID: new,
          handle: handle,
          schema: schema,
          table: table
        )
        Observer.at(data) { $0(change) }
      },
      observer.pointer
    )
    defer { sqlite3_preupdate_hook(handle.pointer, nil, nil) }
    return try withExtendedLifetime(observer, body)
  }

  /// Runs `body` while triggers do nothing; references are held to all the same.
  package func withoutTriggers<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try without(SQLITE_DBCONFIG_ENABLE_TRIGGER, body)
  }

  /// Runs `body` while references are not held to, and nothing follows from them; in a transaction, too, other than by the
  /// pragma.
  package func withoutReferences<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try without(SQLITE_DBCONFIG_ENABLE_FKEY, body)
  }

  private func without<Result, Failure: Error>(
    _ option: Int32,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    _ = d2t_configure(handle.pointer, option, 0)
    defer { _ = d2t_configure(handle.pointer, option, 1) }
    return try body()
  }
}
