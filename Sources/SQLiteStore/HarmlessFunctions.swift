import SQLite

/// What older versions of SQLite let no untrusted file call, though it only computes or searches.
enum HarmlessFunctions {
  private static let names: Set<String> = [
    "->", "->>", "bm25", "highlight", "snippet", "matchinfo", "offsets", "match",
  ]

  /// Whether a function as ``SQLiteError/unsafeUse`` names it is one of them: `json_extract()`.
  static func contains(_ used: String) -> Bool {
    let name = used.prefix { $0 != "(" }
    return name.hasPrefix("json") || names.contains(String(name))
  }

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
  /// What a part of a file would call though no untrusted file may: `load_extension()`; `nil` for any other error.
  var unsafeUse: String? {
    message.ranges(of: "unsafe use of ").first.map { String(message[$0.upperBound...]) }
  }
}
