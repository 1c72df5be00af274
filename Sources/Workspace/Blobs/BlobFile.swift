import Glibc
import RuleFiles

/// A file, named by the user, from which bytes are imported into a blob attribute or to which they are exported.
package nonisolated struct BlobFile: Sendable {
  package let path: String

  /// The file at a path as a person writes it: `~/cover.png`.
  ///
  /// - Throws: What is missing.
  package init(named text: String, home: String?) throws(PromptRefusal) {
    guard !text.isEmpty, !text.contains("\0") else {
      throw PromptRefusal("type the path of a file")
    }
    path = Self.expanded(text, home: home)
  }

  package init(path: String) { self.path = path }

  /// The path with the folder that `~` stands for.
  package static func expanded(_ text: String, home: String?) -> String {
    guard let home, text == "~" || text.hasPrefix("~/") else { return text }
    return home + text.dropFirst()
  }

  /// How many bytes the file has; `nil` where there is none.
  ///
  /// - Throws: Why no bytes can be there.
  package func size() throws(PromptRefusal) -> Int? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == ENOENT { return nil }
      throw failure("cannot be reached")
    }
    let kind = status.st_mode & S_IFMT
    guard kind != S_IFDIR else {
      throw PromptRefusal("‘\(path)’ is a folder; name a file in it")
    }
    guard kind == S_IFREG else {
      throw PromptRefusal("‘\(path)’ is not a regular file")
    }
    return Int(status.st_size)
  }

  /// All bytes of the file.
  @concurrent
  package func bytes(atMost limit: Int) async throws(PromptRefusal) -> [UInt8] {
    guard let size = try size() else { throw PromptRefusal("there is no file ‘\(path)’") }
    func tooLong(_ size: Int) -> PromptRefusal {
      PromptRefusal(
        "‘\(path)’ has \(ByteText.size(size)); a value holds at most \(ByteText.size(limit))"
      )
    }
    guard size <= limit else { throw tooLong(size) }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("cannot be read") }
    defer { close(descriptor) }
    // Of files that a system makes up no size is known, and others grow: one is read to its end.
    var bytes = [UInt8](repeating: 0, count: size + 1)
    var count = 0
    while true {
      if count == bytes.count { bytes += [UInt8](repeating: 0, count: max(count, 1 << 16)) }
      let read = bytes.withUnsafeMutableBytes {
        let rest = UnsafeMutableRawBufferPointer(rebasing: $0[count...])
        return Glibc.read(descriptor, rest.baseAddress, rest.count)
      }
      if read < 0, errno == EINTR { continue }
      guard read >= 0 else { throw failure("cannot be read fully") }
      if read == 0 { break }
      count += read
      guard count <= limit else { throw tooLong(count) }
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  /// Writes a new file, or puts it in the place of the one that is there; what is there stays where that fails.
  @concurrent
  package func write(_ bytes: [UInt8], overwriting isOverwriting: Bool) async throws(PromptRefusal)
  {
    guard isOverwriting else { return try Self.create(path, bytes, mode: 0o666) }
    // Where a link leads to it the link stays.
    guard let resolved = realpath(path, nil) else { throw failure("cannot be reached") }
    defer { free(resolved) }
    var status = stat()
    guard stat(resolved, &status) == 0 else { throw failure("cannot be reached") }
    guard status.st_mode & 0o222 != 0 else {
      throw PromptRefusal("‘\(path)’ is write-protected")
    }
    let part = BlobFile(path: String(cString: resolved) + ".part")
    try Self.create(part.path, bytes, mode: status.st_mode & 0o777)
    guard rename(part.path, resolved) == 0 else {
      let failure = failure("cannot be written")
      unlink(part.path)
      throw failure
    }
  }

  /// Makes a file that is not there yet; nothing is left of one that is not written to its end.
  static func create(_ path: String, _ bytes: [UInt8], mode: mode_t) throws(PromptRefusal) {
    let file = BlobFile(path: path)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw file.failure("cannot be written") }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let failure = file.failure("cannot be written")
        close(descriptor)
        unlink(path)
        throw failure
      }
      rest = rest.dropFirst(count)
    }
    guard close(descriptor) == 0 else {
      let failure = file.failure("cannot be written")
      unlink(path)
      throw failure
    }
  }

  /// Returns a refusal with the message of `errno` for the last system call.
  private func failure(_ what: String) -> PromptRefusal {
    PromptRefusal("‘\(path)’ \(what): \(String(cString: strerror(errno)))")
  }
}

/// Tab completion of file paths at prompts and in form fields, with `~` for the home directory.
package nonisolated struct PathCompletion {
  /// The home directory that replaces `~`; `nil` when it is not known.
  package let home: String?

  package init(home: String?) {
    self.home = home
  }

  /// The paths that a text can become, folders with `/` behind; hidden ones where it begins so.
  package func completions(of text: String) -> [String] {
    let start = text.lastIndex(of: "/").map { text.index(after: $0) } ?? text.startIndex
    let (folder, begun) = (text[..<start], text[start...])
    let place = folder.isEmpty ? "." : BlobFile.expanded(String(folder), home: home)
    guard let directory = opendir(place) else { return [] }
    defer { closedir(directory) }
    var found: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name != ".", name != "..", name.hasPrefix(begun),
        begun.first == "." || name.first != "."
      else { continue }
      let isFolder = FileIdentity(place + "/" + name)?.isFolder == true
      found.append(folder + name + (isFolder ? "/" : ""))
    }
    return Array(found.sorted().prefix(Self.most))
  }

  /// More are not offered.
  private static let most = 100
}
