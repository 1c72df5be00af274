import CSQLite

/// Lets a read-only connection prepare nothing that could lift its restrictions or reach other files.
///
/// Rows are kept safe by the file's mode and `query_only`; statements that change rows are not denied here,
/// because virtual tables (R-trees) prepare theirs when they are only read. With any `context` temporary tables, which
/// are written elsewhere, can be made and dropped.
func authorizeReading(
  context: UnsafeMutableRawPointer?,
  action: Int32,
  first: UnsafePointer<CChar>?,
  second: UnsafePointer<CChar>?,
  database: UnsafePointer<CChar>?,
  trigger: UnsafePointer<CChar>?
) -> Int32 {
  switch action {
  case SQLITE_CREATE_TEMP_TABLE, SQLITE_DROP_TEMP_TABLE:
    return context == nil ? SQLITE_DENY : SQLITE_OK
  case SQLITE_SELECT, SQLITE_READ, SQLITE_RECURSIVE, SQLITE_TRANSACTION, SQLITE_SAVEPOINT,
    SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE:
    return SQLITE_OK
  case SQLITE_FUNCTION:
    return second.map { String(cString: $0) } == "load_extension" ? SQLITE_DENY : SQLITE_OK
  case SQLITE_PRAGMA:
    guard let first, second != nil else { return SQLITE_OK }
    return readingPragmas.contains(String(cString: first).lowercased()) ? SQLITE_OK : SQLITE_DENY
  default:
    return SQLITE_DENY
  }
}

/// Pragmas that take an argument and change nothing.
private let readingPragmas: Set<String> = [
  "table_info", "table_xinfo", "table_list", "index_list", "index_info", "index_xinfo",
  "foreign_key_list", "foreign_key_check", "integrity_check", "quick_check", "busy_timeout",
  "cache_size", "data_version", "database_list", "function_list", "collation_list",
]
