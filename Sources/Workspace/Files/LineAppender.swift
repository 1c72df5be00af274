import Glibc

/// An appender for a file that other programs append to too, such as the audit log; each write consists of whole lines.
///
/// Lines of different programs are therefore never mixed.
package nonisolated struct LineAppender {
  /// The error of an incomplete write to the file, with the `errno` of the system call.
  package struct Fault: Error {
    /// An error number of the system.
    package let code: Int32

    package init(code: Int32) {
      self.code = code
    }
  }

  /// Writes some of the bytes, as `write(2)` does.
  private let write: (UnsafeRawBufferPointer) -> Int
  /// The begin of a line whose end did not come yet.
  private var begun: [UInt8] = []

  package init(write: @escaping (UnsafeRawBufferPointer) -> Int) { self.write = write }

  /// Writes the lines that end in `bytes`; what is behind the last waits for its end.
  package mutating func append(_ bytes: some BidirectionalCollection<UInt8>) throws(Fault) {
    guard let end = bytes.lastIndex(of: 0x0A) else { return begun += bytes }
    let next = bytes.index(after: end)
    begun += bytes[..<next]
    try writeAll(begun)
    begun = Array(bytes[next...])
  }

  private func writeAll(_ bytes: [UInt8]) throws(Fault) {
    try bytes.withUnsafeBufferPointer { (bytes) throws(Fault) in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        let count = write(rest)
        guard count <= 0 else {
          rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
          continue
        }
        // A signal came before the first byte was written.
        guard count < 0, errno == EINTR else { throw Fault(code: count < 0 ? errno : EIO) }
      }
    }
  }
}
