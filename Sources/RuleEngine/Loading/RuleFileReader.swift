public import Diagnostics
import Glibc

/// Reads rule files from disk, and says in a sentence why one cannot be read.
public struct RuleFileReader: Sendable {
  package let formats: [any RuleFormat]

  /// A file longer than this is no rule file.
  public static let longest = 64 << 20

  /// Reads files of this language alone.
  public init() { self.init(formats: []) }

  /// Reads files of other languages too.
  package init(formats: [any RuleFormat]) { self.formats = formats }

  /// Whether a file of that name holds rules.
  public func isNamed(_ name: String) -> Bool {
    name.hasSuffix(".rules") || formats.contains { $0.isNamed(name) }
  }

  /// The text of the file at `path`; `nil` with one fault when it cannot be read.
  ///
  /// - Parameters:
  ///   - path: The file as the user gave it; messages call it so.
  ///   - diagnostics: Gets the fault.
  /// - Returns: The text, without a byte order mark.
  public func read(_ path: String, _ diagnostics: inout [Diagnostic]) -> SourceText? {
    switch Self.bytes(of: path) {
    case .failure(let problem):
      diagnostics.append(Self.fault(path, problem.id, problem.message, problem.suggestion))
      return nil
    case .success(let bytes):
      if let format = formats.first(where: { $0.isForeign(path) }) {
        return format.source(of: bytes, name: path, &diagnostics)
      }
      let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
      let content = hasMark ? Array(bytes.dropFirst(3)) : bytes
      if !content.contains(0), let text = String(validating: content, as: UTF8.self) {
        return SourceText(name: path, text: text)
      }
      diagnostics.append(Self.encodingFault(path, content))
      return nil
    }
  }

  /// What is wrong with bytes that are no UTF-8 text, at the first that is not.
  private static func encodingFault(_ path: String, _ bytes: [UInt8]) -> Diagnostic {
    if isUTF16(bytes) {
      return fault(
        path,
        "not-utf8",
        "this is UTF-16; rules are written in UTF-8",
        "convert it: iconv -f UTF-16 -t UTF-8"
      )
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
        ? "this is no text: byte \(place + 1) of it is zero"
        : "this is no UTF-8 text: byte \(place + 1) of it, 0x\(digits), is none",
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

  private static func fault(
    _ path: String,
    _ id: String,
    _ message: String,
    _ suggestion: String?
  ) -> Diagnostic {
    Diagnostic(
      .error,
      id: id,
      message,
      source: SourceText(name: path, text: ""),
      suggestion: suggestion
    )
  }

  // MARK: System calls

  private struct Problem: Error {
    var id: String
    var message: String
    var suggestion: String?
  }

  private static func bytes(of path: String) -> Result<[UInt8], Problem> {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return .failure(problem(errno)) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return .failure(problem(errno)) }
    let kind = status.st_mode & S_IFMT
    if kind == S_IFDIR {
      return .failure(
        Problem(
          id: "is-directory",
          message: "this is a directory, not a rule file",
          suggestion: "name a file in it"
        )
      )
    }
    guard kind == S_IFREG else {
      return .failure(Problem(id: "no-file", message: "this is no regular file", suggestion: nil))
    }
    guard Int(status.st_size) <= longest else { return .failure(tooLong) }
    return read(descriptor, expecting: Int(status.st_size))
  }

  private static func read(_ descriptor: Int32, expecting count: Int) -> Result<[UInt8], Problem> {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    while bytes.count <= longest {
      var problem: Problem?
      let chunk = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, length in
        var result = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        while result < 0, errno == EINTR {
          result = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        }
        if result < 0 { problem = self.problem(errno) }
        length = max(result, 0)
      }
      if let problem { return .failure(problem) }
      if chunk.isEmpty { return .success(bytes) }
      bytes += chunk
    }
    return .failure(tooLong)
  }

  private static var tooLong: Problem {
    Problem(
      id: "too-long",
      message: "a rule file is at most \(longest >> 20) MB long",
      suggestion: "split it and include the parts"
    )
  }

  private static func problem(_ code: Int32) -> Problem {
    switch code {
    case ENOENT, ENOTDIR:
      Problem(id: "no-file", message: "there is no such file", suggestion: nil)
    case EACCES, EPERM:
      Problem(
        id: "no-access",
        message: "you may not read this file",
        suggestion: "ask its owner for the right to read it"
      )
    default:
      Problem(
        id: "unreadable",
        message: "this cannot be read: \(String(cString: strerror(code)))",
        suggestion: nil
      )
    }
  }
}
