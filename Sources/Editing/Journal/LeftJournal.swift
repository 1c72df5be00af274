import Glibc

/// The journal of a program that ended while something was pending; held, so that no other program offers it meanwhile.
package final class LeftJournal {
  /// What its file is called.
  package let name: String
  /// What was pending.
  package var contents: JournalContents
  private let path: String
  private let descriptor: Int32

  /// The journal at `path`; `nil` where a living program holds it, or it is gone.
  ///
  /// - Throws: ``JournalFault/refused(_:)`` where it is there and cannot be read whole; it stays where it is.
  init?(folder: String, name: String) throws(JournalFault) {
    (self.name, path) = (name, "\(folder)/\(name)")
    contents = JournalContents([])
    descriptor = open(path, O_RDWR | O_CLOEXEC)
    if descriptor < 0 {
      guard errno == ENOENT else { throw .refused(errno) }
      return nil
    }
    var status = stat()
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      guard errno == EWOULDBLOCK else { throw .refused(errno) }
      return nil
    }
    guard fstat(descriptor, &status) == 0, status.st_nlink > 0 else { return nil }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      // What is read of it must not stand for the whole, nor an empty one be taken away.
      guard count >= 0 else { throw .refused(errno) }
      guard count > 0 else { break }
      bytes += chunk[..<count]
    }
    contents = JournalContents(bytes)
    // Of what was never brought to the disk nothing is left.
    if bytes.isEmpty { remove() }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Takes the file away: what it held was taken, or is not wanted.
  ///
  /// - Returns: Why it is still there.
  @discardableResult
  package func remove() -> JournalFault? {
    unlink(path) == 0 || errno == ENOENT ? nil : .refused(errno)
  }

  /// The journals in a folder that nobody holds, the oldest first: those whose names begin like this, and those that were of
  /// a file at `databasePath`.
  ///
  /// What was taken over into another journal, or is empty, is taken away; `tell` gets the names of those that cannot be read,
  /// with the system's reason where it is that.
  ///
  /// - Throws: ``JournalFault/refused(_:)`` where the folder is there and cannot be read.
  package static func all(
    in folder: String,
    beginningWith prefix: String,
    orOf databasePath: String,
    tell: (String, JournalFault?) -> Void = { _, _ in }
  ) throws(JournalFault) -> [LeftJournal] {
    var left: [LeftJournal] = []
    for name in try names(in: folder) {
      let found: LeftJournal?
      do throws(JournalFault) { found = try LeftJournal(folder: folder, name: name) } catch {
        if name.hasPrefix(prefix) { tell(name, error) }
        continue
      }
      guard let journal = found else { continue }
      if name.hasSuffix("~") {
        journal.remove()
      } else if let header = journal.contents.header,
        name.hasPrefix(prefix) || header.path == databasePath
      {
        left.append(journal)
      } else if journal.contents.header == nil, name.hasPrefix(prefix) {
        tell(name, nil)
      }
    }
    let gone = left.reduce(into: Set<String>()) { $0.formUnion($1.contents.takenOver) }
    for journal in left where gone.contains(journal.name) || journal.contents.states.isEmpty {
      journal.remove()
    }
    return
      left.filter { !gone.contains($0.name) && !$0.contents.states.isEmpty }
      .sorted { ($0.contents.header?.time ?? 0) < ($1.contents.header?.time ?? 0) }
  }

  private static func names(in folder: String) throws(JournalFault) -> [String] {
    guard let directory = opendir(folder) else {
      guard errno == ENOENT else { throw .refused(errno) }
      return []
    }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.first != "." { names.append(name) }
    }
    return names
  }
}
