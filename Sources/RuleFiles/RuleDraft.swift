import Glibc

/// A suggested rule appended to a rule file for the user to edit, and removed again if it was not changed.
package struct RuleDraft {
  /// The file.
  let path: String
  /// The line on which the text begins.
  package let line: Int
  private let written: [UInt8]
  /// How long the file was; `nil` when there was none.
  private let lengthBefore: Int?

  /// The error thrown when a rule file cannot be read or written to append a suggested rule, with a message for the user.
  package struct Failure: Error {
    /// A sentence.
    package let message: String
  }

  /// Appends `text` to the file, which is made with the folders around it when it is not there.
  package init(_ text: String, appendedTo path: String) throws(Failure) {
    self.path = path
    let old = DirectoryEntryPath.bytes(of: path)
    guard old != nil || FileIdentity(path) == nil else {
      throw Failure(message: "'\(path)' cannot be read")
    }
    if old == nil { Self.makeFolders(around: path) }
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw Failure(message: "'\(path)' cannot be written: \(String(cString: strerror(errno)))")
    }
    defer { close(descriptor) }
    let before = old ?? []
    let gap = before.isEmpty ? "" : before.last == UInt8(ascii: "\n") ? "\n" : "\n\n"
    let added = Array((gap + text).utf8)
    guard write(descriptor, added, added.count) == added.count else {
      let reason = String(cString: strerror(errno))
      ftruncate(descriptor, before.count)
      throw Failure(message: "'\(path)' cannot be written: \(reason)")
    }
    written = before + added
    lengthBefore = old?.count
    line = 1 + (before + Array(gap.utf8)).count { $0 == UInt8(ascii: "\n") }
  }

  /// Makes the file what it was, unless it was changed since.
  ///
  /// - Returns: Whether it was not.
  package func withdrawIfUnchanged() -> Bool {
    guard DirectoryEntryPath.bytes(of: path) == written else { return false }
    if let lengthBefore { truncate(path, lengthBefore) } else { unlink(path) }
    return true
  }

  private static func makeFolders(around path: String) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    for end in parts.indices.dropFirst() { mkdir(parts[...end].joined(separator: "/"), 0o755) }
  }
}
