import CSQLite

/// The arguments of a call of an SQL function; valid only during the call.
package struct FunctionArguments {
  let values: UnsafeMutablePointer<OpaquePointer?>?
  /// How many there are.
  package let count: Int

  /// An argument, from 0.
  package subscript(index: Int) -> StoredCell {
    precondition(index >= 0 && index < count, "the function has \(count) arguments")
    return StoredCell(pointer: values?[index])
  }

  /// An argument that is null or a number; `nil` for any other.
  package func scalar(at index: Int) -> RowBatch.Scalar? {
    let value = self[index].pointer
    return switch sqlite3_value_type(value) {
    case SQLITE_NULL: .null
    case SQLITE_INTEGER: .integer(sqlite3_value_int64(value))
    case SQLITE_FLOAT: .real(sqlite3_value_double(value))
    default: nil
    }
  }

  /// The bytes of an argument that is stored as text, for the time of the call; `nil` for any other.
  package func text(at index: Int) -> UnsafeBufferPointer<UInt8>? {
    let value = self[index].pointer
    guard sqlite3_value_type(value) == SQLITE_TEXT, let start = sqlite3_value_text(value) else {
      return nil
    }
    return UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
  }
}

extension Connection {
  private typealias Function = Callback<(FunctionArguments, _ result: OpaquePointer?) -> Void>

  /// Makes a test callable from statements of this connection, not from the schema of a file.
  ///
  /// The test gives true, false or, for unknown, `nil`; for the same arguments always the same.
  package func defineTest(
    _ name: String,
    _ body: @escaping (FunctionArguments) -> Bool?
  ) throws(SQLiteError) {
    let function = Function { arguments, result in
      switch body(arguments) {
      case true?: sqlite3_result_int(result, 1)
      case false?: sqlite3_result_int(result, 0)
      case nil: sqlite3_result_null(result)
      }
    }
    try define(name, function, flags: SQLITE_DETERMINISTIC)
  }

  /// Makes a function callable from statements of this connection, not from the schema of a file.
  ///
  /// Gives a value; for the same arguments always the same, as far as the clock allows.
  package func defineFunction(
    _ name: String,
    _ body: @escaping (FunctionArguments) throws(FunctionFault) -> SQLiteValue
  ) throws(SQLiteError) {
    let function = Function { arguments, result in
      do throws(FunctionFault) { try body(arguments).give(to: result) } catch {
        error.give(to: result)
      }
    }
    try define(name, function, flags: 0)
  }

  private func define(
    _ name: String,
    _ function: Function,
    flags: Int32
  ) throws(SQLiteError) {
    let code = sqlite3_create_function_v2(
      handle.pointer,
      name,
      -1,
      SQLITE_UTF8 | SQLITE_DIRECTONLY | flags,
      function.keptPointer,
      { context, count, values in
        guard let data = sqlite3_user_data(context) else { return }
        let arguments = FunctionArguments(values: values, count: Int(count))
        Function.at(data) { $0(arguments, context) }
      },
      nil,
      nil,
      { Function.release($0) }
    )
    guard code == SQLITE_OK else { throw SQLiteError(handle.pointer, code: code) }
  }

  private typealias Order = Callback<
    (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Int32
  >

  /// Makes an order of texts callable from statements of this connection by `COLLATE`.
  ///
  /// `body` gives a negative number, 0 or a positive one for two texts in UTF-8; it must be an order of all texts.
  package func defineCollation(
    _ name: String,
    _ body: @escaping (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Int32
  ) throws(SQLiteError) {
    let order = Order(body).keptPointer
    let code = sqlite3_create_collation_v2(
      handle.pointer,
      name,
      SQLITE_UTF8,
      order,
      { data, leftCount, left, rightCount, right in
        guard let data else { return 0 }
        func bytes(_ start: UnsafeRawPointer?, _ count: Int32) -> UnsafeBufferPointer<UInt8> {
          UnsafeBufferPointer(start: start?.assumingMemoryBound(to: UInt8.self), count: Int(count))
        }
        return Order.at(data) { $0(bytes(left, leftCount), bytes(right, rightCount)) }
      },
      { Order.release($0) }
    )
    // Other than a function, a collation that was refused is not let go by SQLite.
    guard code == SQLITE_OK else {
      Order.release(order)
      throw SQLiteError(handle.pointer, code: code)
    }
  }
}

/// The reason why a function has no result for its arguments; the error of the statement.
package struct FunctionFault: Error {
  private let message: String

  /// A reason in words.
  package init(_ message: String) { self.message = message }

  /// Ends the statement.
  func give(to context: OpaquePointer?) {
    sqlite3_result_error(context, message, -1)
    sqlite3_result_error_code(context, SQLiteError.functionCode)
  }
}

extension SQLiteError {
  /// The code of a ``FunctionFault``: SQLite leaves it to functions of an application.
  static let functionCode = SQLITE_CONSTRAINT | (4 << 8)
}

extension SQLiteValue {
  /// Hands the value to SQLite as the result of a function; texts and blobs are copied.
  func give(to context: OpaquePointer?) {
    switch self {
    case .null: sqlite3_result_null(context)
    case .int(let value): sqlite3_result_int64(context, value)
    case .double(let value): sqlite3_result_double(context, value)
    case .text(var text):
      text.withUTF8 { d2t_result_text(context, $0.baseAddress, UInt64($0.count)) }
    case .blob(let bytes), .malformedText(let bytes):
      bytes.withUnsafeBytes { d2t_result_blob(context, $0.baseAddress, UInt64($0.count)) }
    }
  }
}
