import Glibc
import RuleEnvironment

/// A source of file change hints that polls files, for file systems whose changes the kernel does not report.
@MainActor
final class StatWatch: ChangeSource {
  var onHint: (ChangeHint) -> Void = { _ in }
  private var task: Task<Void, Never>?
  private var places = WatchedPaths()

  /// Changes are seen within this time.
  private static let interval = Duration.milliseconds(100)

  isolated deinit { task?.cancel() }

  func follow(_ places: WatchedPaths) -> Bool {
    guard places != self.places else { return true }
    self.places = places
    task?.cancel()
    // It goes on for long, and is to keep nothing of the place where it was begun.
    task = EnvironmentValues.$current.withValue(EnvironmentValues()) { looking(at: places) }
    return true
  }

  private func looking(at places: WatchedPaths) -> Task<Void, Never> {
    Task { [weak self] in
      var last = await Self.looks(at: places)
      // What was read before this look may have changed since.
      self?.onHint(.finished)
      while (try? await Task.sleep(for: Self.interval)) != nil {
        let now = await Self.looks(at: places)
        guard now != last else { continue }
        last = now
        self?.onHint(.finished)
      }
    }
  }

  /// On another thread: a server that does not answer must not stop the screen.
  @concurrent
  private static nonisolated func looks(at places: WatchedPaths) async -> [String: [Int]] {
    // A folder's own time changes with the names in it.
    places.files.union(places.folders).reduce(into: [:]) { $0[$1] = look(at: $1) }
  }

  /// Returns the `stat` fields of a path that change with the file; `nil` if nothing is there.
  private static nonisolated func look(at path: String) -> [Int]? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    let file = [Int(bitPattern: status.st_dev), Int(bitPattern: status.st_ino), status.st_size]
    let times = [status.st_mtim, status.st_ctim].flatMap { [$0.tv_sec, $0.tv_nsec] }
    return file + times
  }
}
