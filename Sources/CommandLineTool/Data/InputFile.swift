import Pages
import Glibc

/// A file read piece by piece; `-` is standard input.
nonisolated final class InputFile {
  private let path: String
  private let descriptor: Int32
  /// Whether the program is to end; asked when a signal ends waiting for more.
  private let isInterrupted: () -> Bool
  private var room = [UInt8](repeating: 0, count: pieceLength)
  private static let pieceLength = 1 << 16

  /// - Throws: ``UsageError`` when the file cannot be opened.
  init(_ path: String, isInterrupted: @escaping () -> Bool) throws(UsageError) {
    self.path = path
    self.isInterrupted = isInterrupted
    descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw fault }
  }

  deinit { if descriptor > STDIN_FILENO { close(descriptor) } }

  private var fault: UsageError {
    UsageError("\(path) cannot be read: \(String(cString: strerror(errno)))")
  }

  /// The next piece, of four bytes at least where the file has them; `nil` at the end of the file, and when the program is
  /// to end.
  func next() throws(UsageError) -> [UInt8]? {
    var filled = 0
    while filled < 4 {
      if isInterrupted() { return nil }
      let count = room.withUnsafeMutableBytes { bytes in
        read(descriptor, bytes.baseAddress?.advanced(by: filled), bytes.count - filled)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw fault }
      if count == 0 { break }
      filled += count
    }
    return filled == 0 ? nil : Array(room[..<filled])
  }
}
