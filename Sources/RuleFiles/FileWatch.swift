/// A watcher of files and folders that calls back once for each burst of possible changes.
///
/// Gets hints from inotify, or by polling where inotify reports no changes.
@MainActor
final class FileWatch {
  /// The watched files and folders.
  private(set) var places = WatchedPaths()
  private let onChange: () -> Void
  private var source: any ChangeSource
  /// When the first change was heard of that was not told yet.
  private var firstHint: ContinuousClock.Instant?
  private var telling: Task<Void, Never>?

  /// A watch over nothing yet; `onChange` is called on the main actor.
  init(source: (any ChangeSource)? = nil, onChange: @escaping () -> Void) {
    self.onChange = onChange
    self.source = source ?? InotifyWatch() ?? StatWatch()
    listen()
  }

  isolated deinit { telling?.cancel() }

  /// Watches `places` from now on.
  ///
  /// A later change is reported, so that a file read after this call is never stale unnoticed.
  func follow(_ places: WatchedPaths) {
    let isNew = places != self.places
    self.places = places
    let isSilent = isNew && source is InotifyWatch && MountTable().isSilent(at: places)
    guard isSilent || !source.follow(places) else { return }
    source = StatWatch()
    listen()
    _ = source.follow(places)
  }

  private func listen() {
    source.onHint = { [weak self] hint in self?.note(hint) }
  }

  /// A program that saves does several things at once; what is under way gets more time to be finished.
  private func note(_ hint: ChangeHint) {
    let now = ContinuousClock.now
    let first = firstHint ?? now
    firstHint = first
    let delay = hint == .finished ? Self.shortDelay : Self.longDelay
    let due = min(now + delay, first + Self.longestDelay)
    telling?.cancel()
    telling = Task { [weak self] in
      guard (try? await Task.sleep(until: due, clock: .continuous)) != nil else { return }
      self?.firstHint = nil
      self?.onChange()
    }
  }

  private static let shortDelay = Duration.milliseconds(15)
  private static let longDelay = Duration.milliseconds(70)
  /// A file that is being written without end is read in between.
  private static let longestDelay = Duration.milliseconds(120)
}
