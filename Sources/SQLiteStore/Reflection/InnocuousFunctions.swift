import EntityModel
import SQLite

/// A list of harmless SQL functions, such as `json_extract`, that older versions of SQLite refuse in untrusted files.
///
/// When SQLite refuses one in a file's schema, the connection trusts that schema: it may then call all functions but those
/// that are for statements only. `trustReason` of the adaptor tells why.
enum InnocuousFunctions {
  private static let names: Set<FoldedName> = [
    "->", "->>", "bm25", "highlight", "snippet", "matchinfo", "offsets", "match",
  ]

  /// Whether a function as ``SQLiteError/unsafeUse`` names it only computes: `json_extract()`.
  ///
  /// SQLite repeats the name as the file spells it, and finds the function in any case.
  static func contains(_ used: String) -> Bool {
    let name = String(used.prefix { $0 != "(" }).folded
    return name.text.hasPrefix("json") || names.contains(name)
  }

  /// Whether a table of SQLite itself lists what the file holds: `pragma_table_info`, in any case.
  static func isPragmaTable(_ name: FoldedName) -> Bool { name.text.hasPrefix("pragma_") }

  /// Runs `body`, which reads the schema of a file; where a table calls one of them, the file is trusted and `body` run again.
  static func trusting<Result>(
    _ connection: Connection,
    _ body: () throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    do throws(SQLiteError) {
      return try body()
    } catch {
      guard connection.schemaTrust == .refused, let used = error.unsafeUse, contains(used) else {
        throw error
      }
      // `malformed database schema (t) - unsafe use of json_extract()`
      let name = error.message.drop { $0 != "(" }.dropFirst().prefix { $0 != ")" }
      try connection.trustSchema(because: "table '\(name)' uses \(used)")
      return try body()
    }
  }
}

extension SQLiteError {
  /// The function that an untrusted schema may not call, such as `load_extension()`; `nil` for any other error.
  var unsafeUse: String? {
    message.ranges(of: "unsafe use of ").first.map { String(message[$0.upperBound...]) }
  }
}
