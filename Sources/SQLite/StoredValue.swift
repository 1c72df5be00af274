import CSQLite

/// A value in SQLite's hands: a column of the current row, or an argument of a function.
package protocol StoredValue {
  /// How it is stored.
  var storageClass: StorageClass { get }
  /// The value as an integer, converted by SQLite's rules; null is 0.
  var int: Int64 { get }
  /// The value as a floating-point number, converted by SQLite's rules; null is 0.
  var double: Double { get }
  /// Its bytes as text, for the time of `body`.
  func withText<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result
  /// Its bytes, for the time of `body`.
  func withBlob<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result
}

extension StoredValue {
  /// Its bytes as text in UTF-8; bytes that are none are U+FFFD.
  var text: String { withText { String(decoding: $0, as: UTF8.self) } }

  /// The value as it is stored.
  package var value: SQLiteValue {
    switch storageClass {
    case .null: .null
    case .integer: .int(int)
    case .real: .double(double)
    case .text: .text(text)
    case .blob: .blob(withBlob { [UInt8]($0) })
    }
  }
}

/// A column of the current row of a statement, or an argument of a function; not to be kept.
package struct StoredCell: StoredValue {
  let pointer: OpaquePointer?

  /// How it is stored.
  package var storageClass: StorageClass { StorageClass(code: sqlite3_value_type(pointer)) }
  /// The value as an integer.
  package var int: Int64 { sqlite3_value_int64(pointer) }
  /// The value as a floating-point number.
  package var double: Double { sqlite3_value_double(pointer) }

  /// Its bytes as text.
  package func withText<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    // The order matters: asking for the text may convert it, and only then the count is right.
    let start = sqlite3_value_text(pointer)
    let count = Int(sqlite3_value_bytes(pointer))
    return body(UnsafeBufferPointer(start: start, count: start == nil ? 0 : count))
  }

  /// Its bytes.
  package func withBlob<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    let start = sqlite3_value_blob(pointer)
    let count = Int(sqlite3_value_bytes(pointer))
    return body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }
}

/// A value copied from a row as its type and number, with a pointer to the bytes of a text or blob.
///
/// The bytes stay valid only as long as the row is current. Recording of row changes uses it.
package struct RowCell: StoredValue {
  /// How it is stored.
  package let storageClass: StorageClass
  /// The number, or its bits.
  private let bits: UInt64
  /// The bytes of a text, in UTF-8, or of a blob.
  package let content: UnsafeRawBufferPointer

  /// Texts of a database in UTF-8 are where they are, others are converted.
  init(_ value: OpaquePointer?, isUTF8: Bool) {
    storageClass = StorageClass(code: sqlite3_value_type(value))
    var (bits, content) = (UInt64(0), UnsafeRawBufferPointer(start: nil, count: 0))
    switch storageClass {
    case .null: break
    case .integer: bits = UInt64(bitPattern: sqlite3_value_int64(value))
    case .real: bits = sqlite3_value_double(value).bitPattern
    case .text, .blob:
      let start =
        isUTF8 || storageClass == .blob
        ? sqlite3_value_blob(value) : UnsafeRawPointer(sqlite3_value_text(value))
      let count = Int(sqlite3_value_bytes(value))
      content = UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
    }
    (self.bits, self.content) = (bits, content)
  }

  /// The whole number; 0 for what is none.
  package var int: Int64 { storageClass == .integer ? Int64(bitPattern: bits) : 0 }
  /// The number; 0 for what is none.
  package var double: Double { storageClass == .real ? Double(bitPattern: bits) : Double(int) }

  /// The text.
  package func withText<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    content.withMemoryRebound(to: UInt8.self, body)
  }

  /// The bytes.
  package func withBlob<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    body(content)
  }
}

extension StorageClass {
  /// From the code that SQLite uses.
  init(code: Int32) {
    self =
      switch code {
      case SQLITE_INTEGER: .integer
      case SQLITE_FLOAT: .real
      case SQLITE_TEXT: .text
      case SQLITE_BLOB: .blob
      default: .null
      }
  }
}

extension SQLiteValue: StoredValue {
  /// How it is stored.
  package var storageClass: StorageClass {
    switch self {
    case .null: .null
    case .int: .integer
    case .double: .real
    case .text, .malformedText: .text
    case .blob: .blob
    }
  }

  /// The value as an integer; 0 for anything but a number.
  package var int: Int64 {
    switch self {
    case .int(let number): number
    case .double(let number): Int64(exactly: number.rounded(.towardZero)) ?? 0
    default: 0
    }
  }

  /// The value as a floating-point number; 0 for anything but a number.
  package var double: Double {
    switch self {
    case .int(let number): Double(number)
    case .double(let number): number
    default: 0
    }
  }

  private var bytes: [UInt8] {
    switch self {
    case .text(let text): Array(text.utf8)
    case .blob(let bytes), .malformedText(let bytes): bytes
    default: []
    }
  }

  /// Its bytes as text.
  package func withText<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    bytes.withUnsafeBufferPointer(body)
  }

  /// Its bytes.
  package func withBlob<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    bytes.withUnsafeBytes(body)
  }
}
