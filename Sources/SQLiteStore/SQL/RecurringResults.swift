import SQLite

/// A cache of a function's results by its only argument, for columns in which the same values recur, such as days.
struct RecurringResults {
  /// A number, or a text of at most 16 bytes.
  struct Key: Hashable {
    fileprivate var bits: UInt128
    /// The count of a text's bytes, or the kind of number.
    fileprivate var tag: UInt8
  }

  private var results: [Key: SQLiteValue] = [:]
  private var missCount = 0

  /// The results that are kept, and how many misses end the search for more.
  private static let limit = 16_384

  /// The key of an argument; `nil` for long and other values, and where hardly any value recurs.
  func key(of arguments: FunctionArguments, at index: Int) -> Key? {
    guard missCount < 4 * Self.limit else { return nil }
    switch arguments.scalar(at: index) {
    case .integer(let number): return Key(bits: UInt128(UInt64(bitPattern: number)), tag: 32)
    case .real(let number): return Key(bits: UInt128(number.bitPattern), tag: 33)
    case .null: return nil
    case nil:
      guard let text = arguments.text(at: index), text.count <= 16 else { return nil }
      var bits: UInt128 = 0
      withUnsafeMutableBytes(of: &bits) { $0.copyMemory(from: UnsafeRawBufferPointer(text)) }
      return Key(bits: bits, tag: UInt8(text.count))
    }
  }

  /// The known result; each that is not known counts against the search.
  mutating func result(_ key: Key) -> SQLiteValue? {
    if let known = results[key] {
      missCount = max(0, missCount - 1)
      return known
    }
    missCount += 1
    return nil
  }

  /// Keeps a result.
  mutating func keep(_ result: SQLiteValue, for key: Key) {
    if results.count < Self.limit { results[key] = result }
  }
}
