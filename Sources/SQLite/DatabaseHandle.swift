import CSQLite

/// Owns the open database for the connection and its statements; closes it when the last of them is gone.
final class DatabaseHandle {
  let pointer: OpaquePointer
  let interrupter: Interrupter
  /// The authorizer's context, once nothing but reading is allowed.
  var readingContext: UnsafeMutableRawPointer??

  init(_ pointer: OpaquePointer) {
    self.pointer = pointer
    interrupter = Interrupter(pointer)
  }

  deinit {
    interrupter.invalidate()
    sqlite3_close_v2(pointer)
  }
}
