/// A value as SQLite stores it, or a parameter of a statement.
package enum SQLiteValue: Sendable, Hashable {
  case null
  case int(Int64)
  case double(Double)
  /// Text; bytes that are not UTF-8 are shown as U+FFFD.
  case text(String)
  case blob([UInt8])
  /// Text that is not UTF-8, byte for byte; only as a parameter, rows give ``text(_:)``.
  case malformedText([UInt8])
}

/// The SQLite storage class of a value: null, integer, real, text or blob.
@usableFromInline package enum StorageClass: BitwiseCopyable, Sendable, Hashable {
  case null, integer, real, text, blob
}

/// Functions that quote table names, column names and text literals for SQL statements.
package enum SQLText {
  /// A name of a table or column in double quotes.
  package static func identifier(_ name: String) -> String { quoted(name, UInt8(ascii: "\"")) }

  /// A table by the name of its database and its own.
  package static func table(_ name: String, in schemaName: String) -> String {
    identifier(schemaName) + "." + identifier(name)
  }

  /// A text literal in single quotes.
  package static func literal(_ text: String) -> String { quoted(text, UInt8(ascii: "'")) }

  private static func quoted(_ text: String, _ quote: UInt8) -> String {
    var bytes: [UInt8] = [quote]
    bytes.reserveCapacity(text.utf8.count + 2)
    for byte in text.utf8 {
      if byte == quote { bytes.append(quote) }
      bytes.append(byte)
    }
    bytes.append(quote)
    return String(decoding: bytes, as: UTF8.self)
  }
}
