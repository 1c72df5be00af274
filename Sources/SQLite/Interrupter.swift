import CSQLite
import Synchronization

/// A handle that any thread can use to interrupt the running statements of a connection, for example when the user cancels.
package final class Interrupter: Sendable {
  /// The address of the open database; 0 once it is closed.
  ///
  /// The lock keeps it open during the call.
  private let address: Mutex<UInt>

  init(_ database: OpaquePointer) {
    address = Mutex(UInt(bitPattern: database))
  }

  /// Makes every statement that is running fail with ``SQLiteError/Reason/interrupted``; does nothing when idle.
  package func interrupt() {
    address.withLock { address in
      if let database = OpaquePointer(bitPattern: address) { sqlite3_interrupt(database) }
    }
  }

  /// Called before the database is closed.
  func invalidate() { address.withLock { $0 = 0 } }
}
