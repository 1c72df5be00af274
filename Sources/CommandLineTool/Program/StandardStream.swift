import Glibc

/// The standard streams that a program without a screen writes to.
enum StandardStream: Int32 {
  /// Standard output.
  case output = 1
  /// Standard error.
  case messages = 2

  /// Writes all of `text`; a reader that has gone ends the program quietly, by the signal SIGPIPE.
  func write(_ text: String) throws {
    var text = text
    try text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty, let start = rest.baseAddress {
        let count = Glibc.write(rawValue, start, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw OutputFault(number: errno) }
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      }
    }
  }
}

/// An error for output that could not be written completely, for example on a full disk.
private struct OutputFault: Error, CustomStringConvertible {
  let number: Int32

  var description: String { "the output cannot be written: \(String(cString: strerror(number)))" }
}
