import Glibc
import RuleEnvironment

/// Looks again and again whether files have changed: for file systems of which the kernel hears nothing.
final class StatWatch: ChangeSource {
  var onHint: (ChangeHint) -> Void = { _ in }
  private var task: Task<Void, Never>?
  private var places = WatchedPlaces()

  /// What `stat` says of one path; `nil` where there is nothing.
  private nonisolated struct Look: Hashable, Sendable {
    let device: dev_t
    let number: ino_t
    let size: off_t
    let modified: [Int]
    let changed: [Int]

    init?(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      (device, number, size) = (status.st_dev, status.st_ino, status.st_size)
      modified = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
      changed = [status.st_ctim.tv_sec, status.st_ctim.tv_nsec]
    }
  }

  /// Changes are seen within this time.
  private static let interval = Duration.milliseconds(100)

  isolated deinit { task?.cancel() }

  func follow(_ places: WatchedPlaces) -> Bool {
    guard places != self.places else { return true }
    self.places = places
    task?.cancel()
    // It goes on for long, and is to keep nothing of the place where it was begun.
    task = EnvironmentValues.$current.withValue(EnvironmentValues()) { looking(at: places) }
    return true
  }

  private func looking(at places: WatchedPlaces) -> Task<Void, Never> {
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
  private static nonisolated func looks(at places: WatchedPlaces) async -> [String: Look] {
    var looks: [String: Look] = [:]
    // A folder's own time changes with the names in it.
    for path in places.files.union(places.folders) { looks[path] = Look(path) }
    return looks
  }
}
