import Glibc

/// The error of a refused login, with the sentence for the user: wrong password, or too many attempts.
package nonisolated struct LoginRefusal: Error {
  package let sentence: String

  package init(sentence: String) { self.sentence = sentence }
}

nonisolated extension LoginRefusal {
  /// The longest pause, in seconds, that follows few failures.
  private static let shortPause = 4

  /// A refusal of an attempt that comes so many seconds too early.
  package init(pause: Int) {
    let reason = pause > Self.shortPause ? "too many attempts; " : ""
    self.init(sentence: "\(reason)try again in \(pause) s")
  }
}

/// The counts of failed logins, in a file shared by all processes; each failure makes the next attempt wait longer.
///
/// User names are stored only as numbers that several names share, so that mistyped names cannot be read.
package nonisolated struct LoginAttempts {
  /// The number of failed logins under one name, and the time of the next permitted attempt, as stored in the shared file.
  private struct Count {
    var failures: Int
    /// From when on the next attempt may be made, in seconds since 1970.
    var next: Int
  }

  private let path: String
  private let number: Int

  /// Opens the counter of failed logins as `name` at `database`, in the file at `path`.
  package init(of name: String, at database: String, in path: String) {
    self.path = path
    let bytes = "\(database)\n\(name.lowercased())".utf8
    // FNV-1a
    let hash = bytes.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    number = Int((hash ^ hash >> 16) & 0xFFFF)
  }

  /// Counts an attempt, as failed until ``forget(at:)`` says otherwise: who tries from many processes at once gains nothing.
  ///
  /// - Returns: How many seconds have to pass before; 0 when the attempt may be made.
  package func begin(at now: Int) throws(LoginRefusal) -> Int {
    try change(at: now) { counts in
      let known = counts[number] ?? Count(failures: 0, next: 0)
      // A clock that was set back does not keep people out.
      if case let pause = known.next - now, pause > 0, pause <= Self.longestPause { return pause }
      let failures = known.failures + 1
      counts[number] = Count(failures: failures, next: now + Self.pause(after: failures))
      return 0
    }
  }

  /// The attempt was right: the failures before it count no more.
  package func forget(at now: Int) throws(LoginRefusal) { try change(at: now) { $0[number] = nil } }

  /// How many seconds are waited after so many failures: 1, 2, 4 … a quarter of an hour.
  package static func pause(after failures: Int) -> Int {
    failures > 10 ? longestPause : min(1 << max(0, failures - 1), longestPause)
  }

  private static let longestPause = 900
  /// The seconds after the end of a pause when the failures before it expire.
  private static let memory = 3_600

  // MARK: The file

  private func change<Result>(
    at now: Int,
    _ change: (inout [Int: Count]) -> Result
  ) throws(LoginRefusal) -> Result {
    let descriptor = try lockedFile()
    defer { close(descriptor) }
    var counts = Self.counts(in: try text(of: descriptor))
      .filter { $0.value.next + Self.memory > now }
    let result = change(&counts)
    let lines = counts.sorted { $0.key < $1.key }
      .map { "\($0.key) \($0.value.failures) \($0.value.next)\n" }
    let bytes = Array(lines.joined().utf8)
    try replace(by: bytes)
    return result
  }

  /// Opens the file and locks it for all other processes.
  ///
  /// The file may have been replaced while this waited for the lock: then the new one is opened.
  private func lockedFile() throws(LoginRefusal) -> Int32 {
    while true {
      let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard descriptor >= 0 else { throw fault() }
      var (opened, named) = (stat(), stat())
      guard flock(descriptor, LOCK_EX) == 0, fstat(descriptor, &opened) == 0 else {
        defer { close(descriptor) }
        throw fault()
      }
      if lstat(path, &named) == 0, opened.st_dev == named.st_dev, opened.st_ino == named.st_ino {
        return descriptor
      }
      close(descriptor)
    }
  }

  /// Puts a new file in the place of the old one: what cannot be written whole leaves the counts as they are.
  private func replace(by bytes: [UInt8]) throws(LoginRefusal) {
    let new = path + ".new"
    let descriptor = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw fault() }
    let count = write(descriptor, bytes, bytes.count)
    let isShort = count >= 0 && count < bytes.count
    let isWritten = count == bytes.count && fsync(descriptor) == 0
    let code = isShort ? ENOSPC : errno
    close(descriptor)
    guard isWritten, rename(new, path) == 0 else {
      let refusal = fault(isWritten ? errno : code)
      unlink(new)
      throw refusal
    }
  }

  private func text(of descriptor: Int32) throws(LoginRefusal) -> String {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 14)
    while case let count = read(descriptor, &piece, piece.count), count != 0 {
      guard count > 0 else { throw fault() }
      bytes += piece[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func counts(in text: String) -> [Int: Count] {
    text.split(separator: "\n").reduce(into: [:]) { counts, line in
      let numbers = line.split(separator: " ").compactMap { Int($0) }
      guard numbers.count == 3 else { return }
      // Whoever may write the file may have written anything.
      counts[numbers[0]] = Count(failures: min(numbers[1], 99), next: min(numbers[2], 1 << 50))
    }
  }

  private func fault(_ code: Int32 = errno) -> LoginRefusal {
    LoginRefusal(
      sentence: "attempts cannot be counted: \(path): \(String(cString: strerror(code)))"
    )
  }
}
