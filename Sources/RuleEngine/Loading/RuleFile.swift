public import Diagnostics
import Glibc
import PropertyLists

/// Reads rule files from disk, and says in a sentence why one cannot be read.
public enum RuleFile {
  /// A file longer than this is no rule file.
  public static let longest = 64 << 20

  /// Whether a file of that name holds rules: `.rules`, or `.d2wmodel` and `.d2wmodel.txt` of Direct to Web.
  public static func isNamed(_ name: String) -> Bool {
    name.hasSuffix(".rules") || DirectToWebFile.isNamed(name)
      || name.lowercased().hasSuffix(".d2wmodel.txt")
  }

  /// The text of the file at `path`; `nil` with one fault when it cannot be read.
  ///
  /// - Parameters:
  ///   - path: The file as the user gave it; messages call it so.
  ///   - diagnostics: Gets the fault.
  /// - Returns: The text, without a byte order mark.
  public static func read(_ path: String, _ diagnostics: inout [Diagnostic]) -> SourceText? {
    switch bytes(of: path) {
    case .failure(let problem):
      diagnostics.append(fault(path, problem.id, problem.message, problem.suggestion))
      return nil
    case .success(let bytes):
      if DirectToWebFile.isNamed(path) { return list(path, bytes, &diagnostics) }
      guard let zero = bytes.firstIndex(of: 0) else {
        return text(path, bytes, &diagnostics)
      }
      diagnostics.append(
        fault(path, "not-text", "this is no text: byte \(zero + 1) of it is zero", nil)
      )
      return nil
    }
  }

  /// The text of a rule file of Direct to Web, which may be a binary list.
  private static func list(
    _ path: String,
    _ bytes: [UInt8],
    _ diagnostics: inout [Diagnostic]
  ) -> SourceText? {
    do throws(MalformedDocument) {
      return try DirectToWebFile.source(of: bytes, name: path)
    } catch {
      diagnostics.append(error.diagnostic)
      return nil
    }
  }

  private static func text(
    _ path: String,
    _ bytes: [UInt8],
    _ diagnostics: inout [Diagnostic]
  ) -> SourceText? {
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    guard let text = String(validating: bytes.dropFirst(hasMark ? 3 : 0), as: UTF8.self) else {
      diagnostics.append(
        fault(path, "not-utf8", "this is no UTF-8 text", "convert it: iconv -t UTF-8")
      )
      return nil
    }
    return SourceText(name: path, text: text)
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
