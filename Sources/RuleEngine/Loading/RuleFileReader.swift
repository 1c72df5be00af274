package import Diagnostics
import Glibc

/// Reads rule files from disk, and says in a sentence why one cannot be read.
package struct RuleFileReader: Sendable {
  package let formats: [any RuleFormat]

  /// A file longer than this is no rule file.
  package static let longest = 64 << 20

  /// Reads files of this language alone.
  package init() { self.init(formats: []) }

  /// Reads files of other languages too.
  package init(formats: [any RuleFormat]) { self.formats = formats }

  /// Whether a file of that name holds rules.
  package func isNamed(_ name: String) -> Bool {
    name.hasSuffix(".rules") || formats.contains { $0.isNamed(name) }
  }

  /// The text of the file at `path`; `nil` with one fault when it cannot be read.
  ///
  /// - Parameters:
  ///   - path: The file as the user gave it; messages call it so.
  ///   - diagnostics: Gets the fault.
  /// - Returns: The text, without a byte order mark.
  package func read(_ path: String, _ diagnostics: inout [Diagnostic]) -> SourceText? {
    do throws(RuleFault) {
      let bytes = try Self.bytes(of: path)
      if let format = formats.first(where: { $0.isForeign(path) }) {
        return format.source(of: bytes, name: path, &diagnostics)
      }
      let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
      let content = hasMark ? Array(bytes.dropFirst(3)) : bytes
      if !content.contains(0), let text = String(validating: content, as: UTF8.self) {
        return SourceText(name: path, text: text)
      }
      diagnostics.append(try Self.encodingFault(path, content))
    } catch {
      diagnostics.append(error.diagnostic(in: SourceText(name: path, text: "")))
    }
    return nil
  }

  /// Returns the fault at the first byte that is not valid UTF-8.
  private static func encodingFault(
    _ path: String,
    _ bytes: [UInt8]
  ) throws(RuleFault) -> Diagnostic {
    guard !isUTF16(bytes) else {
      throw RuleFault("not-utf8", "this is UTF-16; rules are written in UTF-8")
        .advising("convert it: iconv -f UTF-16 -t UTF-8")
    }
    // What cannot be read is replaced, so that the first difference is the first mistake.
    let source = SourceText(name: path, text: String(decoding: bytes, as: UTF8.self))
    let pairs = zip(bytes, source.bytes)
    let bad = pairs.enumerated().first { $1.0 != $1.1 }?.offset ?? source.bytes.count
    let zero = bytes.firstIndex(of: 0) ?? bytes.count
    let isZero = zero <= bad
    let place = min(zero, bad)
    let digits = String(
      bytes.indices.contains(place) ? bytes[place] : 0,
      radix: 16,
      uppercase: true
    )
    return Diagnostic(
      .error,
      id: isZero ? "not-text" : "not-utf8",
      isZero
        ? "this is not text: byte \(place + 1) is zero"
        : "this is not UTF-8 text: byte \(place + 1) is 0x\(digits)",
      source: source,
      span: SourceSpan(place, place + 1),
      suggestion: isZero ? nil : "if it is Latin-1, convert it: iconv -f LATIN1 -t UTF-8"
    )
  }

  /// Whether there is a byte order mark of two bytes, or every other byte at the start is zero, as in English text.
  private static func isUTF16(_ bytes: [UInt8]) -> Bool {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return true }
    let head = bytes.prefix(64)
    guard head.count >= 4 else { return false }
    let even = head.enumerated().count { $0.offset % 2 == 0 && $0.element == 0 }
    let odd = head.enumerated().count { $0.offset % 2 == 1 && $0.element == 0 }
    return max(even, odd) * 3 >= head.count && min(even, odd) == 0
  }

  // MARK: System calls

  private static func bytes(of path: String) throws(RuleFault) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw fault(errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw fault(errno) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR:
      throw RuleFault("is-directory", "this is a directory, not a rule file")
        .advising("name a file in it")
    default: throw RuleFault("no-file", "this is not a regular file")
    }
    guard Int(status.st_size) <= longest else { throw tooLong }
    return try read(descriptor, expecting: Int(status.st_size))
  }

  private static func read(
    _ descriptor: Int32,
    expecting count: Int
  ) throws(RuleFault) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= longest {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count == 0 { return bytes }
      if count > 0 { bytes += chunk[..<count] } else if errno != EINTR { throw fault(errno) }
    }
    throw tooLong
  }

  private static var tooLong: RuleFault {
    RuleFault("too-long", "a rule file is at most \(longest >> 20) MB long")
      .advising("split it and include the parts")
  }

  private static func fault(_ code: Int32) -> RuleFault {
    switch code {
    case ENOENT, ENOTDIR: RuleFault("no-file", "there is no such file")
    case EACCES, EPERM:
      RuleFault("no-access", "no permission to read this file")
        .advising("ask its owner for read permission")
    default:
      RuleFault("unreadable", "this cannot be read: \(String(cString: strerror(code)))")
    }
  }
}
