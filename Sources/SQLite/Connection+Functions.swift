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
        let box = Unmanaged<TestBox>.fromOpaque(data).takeUnretainedValue()
        switch box.body(FunctionArguments(values: values, count: Int(count))) {
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

/// Keeps a closure for as long as SQLite may call it.
private final class TestBox {
  let body: (FunctionArguments) -> Bool?

  init(_ body: @escaping (FunctionArguments) -> Bool?) { self.body = body }
}
