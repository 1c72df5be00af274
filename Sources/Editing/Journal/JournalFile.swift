import Dispatch
import Glibc
import Synchronization

/// The reason why the journal of unsaved changes could not be written or removed.
package nonisolated enum JournalFault: Error, Equatable {
  /// The system refuses, with an error number.
  case refused(Int32)
  /// There is more than a journal takes.
  case tooLong
  /// A value has no form in a journal.
  case formless
  /// The system does not take a file away, with an error number.
  case notRemoved(String, Int32)

  /// The reason as part of a sentence.
  package var reason: String {
    switch self {
    case .refused(let code): String(cString: strerror(code))
    case .tooLong: "the unsaved changes are too large"
    case .formless: "a value cannot be written"
    case .notRemoved(let path, let code):
      "\(path) cannot be removed (\(String(cString: strerror(code))))"
    }
  }

  /// Takes a file away, if it is there.
  static func remove(_ path: String) throws(JournalFault) {
    guard unlink(path) == 0 || errno == ENOENT else { throw .notRemoved(path, errno) }
  }
}

/// An append-only journal file that this process keeps locked while it is open.
///
/// Another thread syncs what was written to the disk soon after.
package final class JournalFile {
  /// Writes some bytes to a descriptor, as `write(2)` does.
  package typealias Write = (Int32, UnsafeRawBufferPointer) -> Int

  private let path: String
  private let descriptor: HeldDescriptor
  private let write: Write
  private(set) var size = 0
  /// Whether what stands at the end could not be taken away.
  private var isTorn = false

  /// Makes a file with these bytes in the place of what is at `path`: who looks there finds all of them, and the file held.
  init(path: String, _ bytes: [UInt8], writingBy write: @escaping Write) throws(JournalFault) {
    (self.path, self.write) = (path, write)
    let new = path + "~"
    let number = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0o600)
    guard number >= 0 else { throw .refused(errno) }
    descriptor = HeldDescriptor(number)
    do throws(JournalFault) {
      guard flock(number, LOCK_EX | LOCK_NB) == 0 else { throw .refused(errno) }
      try append(bytes)
      // What it replaces is on the disk already: where the power fails, not less is to be left.
      if access(path, F_OK) == 0, fdatasync(number) != 0 { throw .refused(errno) }
      guard rename(new, path) == 0 else { throw .refused(errno) }
    } catch {
      unlink(new)
      throw error
    }
    descriptor.note(folder: path.folderPath)
  }

  /// Appends bytes; where that fails none of them is there.
  func append(_ bytes: [UInt8]) throws(JournalFault) {
    let code = bytes.withUnsafeBytes { bytes in
      var rest = bytes
      while !rest.isEmpty {
        let count = write(descriptor.number, rest)
        guard count <= 0 else {
          rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
          continue
        }
        guard count < 0, errno == EINTR else { return count < 0 ? errno : EIO }
      }
      return 0
    }
    guard code == 0 else {
      isTorn = ftruncate(descriptor.number, off_t(size)) != 0
      throw .refused(code)
    }
    size += bytes.count
    descriptor.synchronizeSoon()
  }

  /// Waits until all of it is on the disk.
  func synchronize() async throws(JournalFault) {
    let code = await descriptor.synchronize()
    guard code == 0 else { throw .refused(code) }
  }

  /// The `errno` of a failed sync; `nil` without a failure.
  ///
  /// The system reports the failure once, and may have kept none of the data.
  var syncFault: Int32? { descriptor.fault }

  /// Whether something else stands in it than was written, or nobody finds it any more: all has to be written anew.
  var isLost: Bool {
    var status = stat()
    return isTorn || syncFault != nil || fstat(descriptor.number, &status) != 0
      || status.st_nlink == 0
  }

  /// Takes the file away.
  func remove() throws(JournalFault) { try JournalFault.remove(path) }
}

/// The file descriptor of an open journal, whose contents another thread syncs to the disk.
private nonisolated final class HeldDescriptor: Sendable {
  /// The state behind the descriptor's lock: whether a sync is scheduled, the folder to sync with it, and the last error.
  private struct Due {
    var isDue = false
    /// The folder in which the file got its name, until that is on the disk.
    var folder: String?
    var fault: Int32?
  }

  let number: Int32
  private let due = Mutex(Due())

  init(_ number: Int32) { self.number = number }

  deinit { close(number) }

  var fault: Int32? { due.withLock { $0.fault } }

  /// Brings to the disk, too, that the file has its name in a folder.
  func note(folder: String) {
    due.withLock { $0.folder = folder }
    synchronizeSoon()
  }

  /// Brings to the disk what was written, a moment later, with all that is written until then.
  func synchronizeSoon() {
    let isFirst = due.withLock { due in
      defer { due.isDue = true }
      return !due.isDue
    }
    guard isFirst else { return }
    Self.queue.asyncAfter(deadline: .now() + .milliseconds(20)) { [weak self] in
      _ = self?.synchronizeNow()
    }
  }

  func synchronize() async -> Int32 {
    await withCheckedContinuation { continuation in
      Self.queue.async { continuation.resume(returning: self.synchronizeNow()) }
    }
  }

  private func synchronizeNow() -> Int32 {
    let folder = due.withLock { due in
      defer { (due.isDue, due.folder) = (false, nil) }
      return due.folder
    }
    var code = fdatasync(number) == 0 ? 0 : errno
    if let folder, code == 0 {
      let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      code = descriptor >= 0 && fsync(descriptor) == 0 ? 0 : errno
      close(descriptor)
    }
    if code != 0 { due.withLock { $0.fault = code } }
    return code
  }

  private static let queue = DispatchQueue(label: "journal")
}

nonisolated extension String {
  /// The folder of a path that is absolute.
  fileprivate var folderPath: String { String(self[..<(lastIndex(of: "/") ?? endIndex)]) }
}
