import Glibc

/// The journal of a program that ended with unsaved changes, offered for recovery.
///
/// Is locked, so that no other program offers it at the same time.
package final class OrphanedJournal {
  /// The file name.
  package let name: String
  /// The recorded unsaved changes.
  package var contents: JournalContents
  private let path: String
  private let descriptor: Int32

  /// The journal at `path`; `nil` where a living program holds it, it is gone, or it is not one of those that are meant: those
  /// that have their name from a file, and those that were of a file at `databasePath`.
  ///
  /// - Throws: ``JournalFault/refused(_:)`` where it is there and cannot be read whole; it stays where it is.
  init?(
    folder: String,
    name: String,
    isNamed: Bool,
    orOf databasePath: String
  ) throws(JournalFault) {
    (self.name, path) = (name, "\(folder)/\(name)")
    contents = JournalContents([])
    descriptor = open(path, O_RDWR | O_CLOEXEC)
    if descriptor < 0 {
      guard errno == ENOENT else { throw .refused(errno) }
      return nil
    }
    // A program that starts on another file is to find that one's free.
    if !isNamed {
      contents = JournalContents(try bytes())
      guard contents.header?.path == databasePath else { return nil }
    }
    var status = stat()
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      guard errno == EWOULDBLOCK else { throw .refused(errno) }
      return nil
    }
    guard fstat(descriptor, &status) == 0, status.st_nlink > 0 else { return nil }
    let bytes = try bytes()
    contents = JournalContents(bytes)
    // Of what was never brought to the disk nothing is left.
    if bytes.isEmpty {
      try remove()
      return nil
    }
  }

  private func bytes() throws(JournalFault) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = pread(descriptor, &chunk, chunk.count, off_t(bytes.count))
      if count < 0, errno == EINTR { continue }
      // What is read of it must not stand for the whole, nor an empty one be taken away.
      guard count >= 0 else { throw .refused(errno) }
      guard count > 0 else { return bytes }
      bytes += chunk[..<count]
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Takes the file away: what it held was taken, or is not wanted.
  package func remove() throws(JournalFault) { try JournalFault.remove(path) }

  /// Whether something is to be offered: what was pending, or that it cannot be read.
  private var isOffered: Bool { !contents.states.isEmpty || contents.damage != nil }

  /// The journals in a folder that nobody holds, the oldest first: those whose names begin like this, and those that were of
  /// a file at `databasePath`.
  ///
  /// Removes journals that are empty or were taken over into another; `tell` gets sentences of those that cannot be read,
  /// or not be taken away.
  ///
  /// - Throws: ``JournalFault/refused(_:)`` where the folder is there and cannot be read.
  package static func all(
    in folder: String,
    beginningWith prefix: String,
    orOf databasePath: String,
    tell: (String) -> Void = { _ in }
  ) throws(JournalFault) -> [OrphanedJournal] {
    func reportUnreadableJournal(_ name: String, _ reason: String) {
      tell("\(folder)/\(name): this journal cannot be read: \(reason)")
    }
    func remove(_ journal: OrphanedJournal) {
      do throws(JournalFault) { try journal.remove() } catch { tell(error.reason) }
    }
    var left: [OrphanedJournal] = []
    for name in try names(in: folder) {
      let isNamed = name.hasPrefix(prefix)
      do throws(JournalFault) {
        let found = try OrphanedJournal(
          folder: folder,
          name: name,
          isNamed: isNamed,
          orOf: databasePath
        )
        guard let journal = found else { continue }
        if name.hasSuffix("~") {
          remove(journal)
        } else if journal.contents.header != nil {
          left.append(journal)
        } else {
          reportUnreadableJournal(name, "it is damaged or of another version of the program")
        }
      } catch {
        if case .notRemoved = error {
          tell(error.reason)
        } else if isNamed {
          reportUnreadableJournal(name, error.reason)
        }
      }
    }
    let gone = left.reduce(into: Set<String>()) { $0.formUnion($1.contents.takenOver) }
    for journal in left where gone.contains(journal.name) || !journal.isOffered {
      remove(journal)
    }
    return
      left.filter { !gone.contains($0.name) && $0.isOffered }
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
