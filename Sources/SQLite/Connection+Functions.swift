import CSQLite

/// What a function is called with; not to be kept.
public struct FunctionArguments {
  let values: UnsafeMutablePointer<OpaquePointer?>?
  /// How many there are.
  public let count: Int

  /// An argument, from 0.
  public subscript(index: Int) -> StoredArgument {
    precondition(index >= 0 && index < count, "the function has \(count) arguments")
    return StoredArgument(pointer: values?[index])
  }
}

extension Connection {
  /// Makes a test callable from statements of this connection, not from the schema of a file.
  ///
  /// The test gives true, false or, for unknown, `nil`; for the same arguments always the same.
  public func defineTest(
    _ name: String,
    _ body: @escaping (FunctionArguments) -> Bool?
  ) throws(SQLiteError) {
    let code = sqlite3_create_function_v2(
      handle.pointer,
      name,
      -1,
      SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY,
      Unmanaged.passRetained(TestBox(body)).toOpaque(),
      { context, count, values in
        guard let data = sqlite3_user_data(context) else { return }
        let arguments = FunctionArguments(values: values, count: Int(count))
        // The connection keeps the box; counting references to it would be a good part of a call.
        switch Unmanaged<TestBox>.fromOpaque(data)._withUnsafeGuaranteedRef({ $0.body(arguments) })
        {
        case true?: sqlite3_result_int(context, 1)
        case false?: sqlite3_result_int(context, 0)
        case nil: sqlite3_result_null(context)
        }
      },
      nil,
      nil,
      { data in
        if let data { Unmanaged<TestBox>.fromOpaque(data).release() }
      }
    )
    guard code == SQLITE_OK else { throw SQLiteError(handle.pointer, code: code) }
  }
}

extension Connection {
  /// Makes a function callable from statements of this connection, not from the schema of a file.
  ///
  /// It gives a value; for the same arguments always the same, as far as the clock allows.
  public func defineFunction(
    _ name: String,
    _ body: @escaping (FunctionArguments) -> SQLiteValue
  ) throws(SQLiteError) {
    let code = sqlite3_create_function_v2(
      handle.pointer,
      name,
      -1,
      SQLITE_UTF8 | SQLITE_DIRECTONLY,
      Unmanaged.passRetained(FunctionBox(body)).toOpaque(),
      { context, count, values in
        guard let data = sqlite3_user_data(context) else { return }
        let box = Unmanaged<FunctionBox>.fromOpaque(data).takeUnretainedValue()
        box.body(FunctionArguments(values: values, count: Int(count))).give(to: context)
      },
      nil,
      nil,
      { data in
        if let data { Unmanaged<FunctionBox>.fromOpaque(data).release() }
      }
    )
    guard code == SQLITE_OK else { throw SQLiteError(handle.pointer, code: code) }
  }
}

extension Connection {
  /// Makes an order of texts callable from statements of this connection by `COLLATE`.
  ///
  /// `body` gives a negative number, 0 or a positive one for two texts in UTF-8; it must be an order of all texts.
  public func defineCollation(
    _ name: String,
    _ body: @escaping (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Int32
  ) throws(SQLiteError) {
    let box = Unmanaged.passRetained(CollationBox(body))
    let code = sqlite3_create_collation_v2(
      handle.pointer,
      name,
      SQLITE_UTF8,
      box.toOpaque(),
      { data, leftCount, left, rightCount, right in
        guard let data else { return 0 }
        let box = Unmanaged<CollationBox>.fromOpaque(data).takeUnretainedValue()
        func bytes(_ start: UnsafeRawPointer?, _ count: Int32) -> UnsafeBufferPointer<UInt8> {
          UnsafeBufferPointer(start: start?.assumingMemoryBound(to: UInt8.self), count: Int(count))
        }
        return box.body(bytes(left, leftCount), bytes(right, rightCount))
      },
      { data in
        if let data { Unmanaged<CollationBox>.fromOpaque(data).release() }
      }
    )
    // Other than a function's, the box of a collation that was refused is not let go by SQLite.
    guard code == SQLITE_OK else {
      box.release()
      throw SQLiteError(handle.pointer, code: code)
    }
  }
}

extension SQLiteValue {
  /// Hands the value to SQLite as the result of a function; texts and blobs are copied.
  fileprivate func give(to context: OpaquePointer?) {
    switch self {
    case .null: sqlite3_result_null(context)
    case .int(let value): sqlite3_result_int64(context, value)
    case .double(let value): sqlite3_result_double(context, value)
    case .text(let text):
      var text = text
      text.withUTF8 { d2t_result_text(context, $0.baseAddress, UInt64($0.count)) }
    case .blob(let bytes), .malformedText(let bytes):
      bytes.withUnsafeBytes { d2t_result_blob(context, $0.baseAddress, UInt64($0.count)) }
    }
  }
}

private final class CollationBox {
  let body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Int32

  init(_ body: @escaping (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Int32) {
    self.body = body
  }
}

private final class FunctionBox {
  let body: (FunctionArguments) -> SQLiteValue

  init(_ body: @escaping (FunctionArguments) -> SQLiteValue) { self.body = body }
}

/// Keeps a closure for as long as SQLite may call it.
private final class TestBox {
  let body: (FunctionArguments) -> Bool?

  init(_ body: @escaping (FunctionArguments) -> Bool?) { self.body = body }
}
