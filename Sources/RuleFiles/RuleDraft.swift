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

  /// Puts a `when` block in the place of the last one with the same first line, or at the end of the file where there is none.
  ///
  /// Rules of the block before that set something else stay in it.
  ///
  /// - Returns: The line on which it begins.
  package static func put(block text: String, into path: String) throws(Failure) -> Int {
    let before = DirectoryEntryPath.bytes(of: path) ?? []
    let newline = UInt8(ascii: "\n")
    let block = Array(text.utf8).split(separator: newline)
    var lines = before.split(separator: newline, omittingEmptySubsequences: false)
    guard let when = block.first, let first = lines.lastIndex(of: when),
      let end = lines[first...].firstIndex(of: ArraySlice("}".utf8))
    else { return try RuleDraft(text, appendedTo: path).line }
    var rules = Array(lines[(first + 1)..<end])
    for rule in block.dropFirst().dropLast() {
      if let old = rules.lastIndex(where: { place(setBy: $0) == place(setBy: rule) }) {
        rules[old] = rule
      } else {
        rules.append(rule)
      }
    }
    lines.replaceSubrange((first + 1)..<end, with: rules)
    try overwrite(path, holding: before, with: Array(lines.joined(separator: [newline])))
    return first + 1
  }

  /// The condition and the key of a rule in one line, without the value.
  private static func place(setBy rule: ArraySlice<UInt8>) -> Substring {
    let text = String(decoding: rule, as: UTF8.self)[...]
    guard let arrow = text.firstRange(of: "=> "),
      let equals = text[arrow.upperBound...].firstRange(of: " = ")
    else { return text }
    return text[..<equals.lowerBound]
  }

  private static func overwrite(_ path: String, holding before: [UInt8], with after: [UInt8])
    throws(Failure)
  {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    defer { if descriptor >= 0 { close(descriptor) } }
    func fill(with bytes: [UInt8]) -> Bool {
      pwrite(descriptor, bytes, bytes.count, 0) == bytes.count
        && ftruncate(descriptor, bytes.count) == 0
    }
    guard descriptor < 0 || !fill(with: after) else { return }
    let reason = String(cString: strerror(errno))
    if descriptor >= 0 { _ = fill(with: before) }
    throw Failure(message: "'\(path)' cannot be written: \(reason)")
  }

  private static func makeFolders(around path: String) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    for end in parts.indices.dropFirst() { mkdir(parts[...end].joined(separator: "/"), 0o755) }
  }
}
