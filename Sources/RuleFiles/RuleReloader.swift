/// Keeps the rules of a running program up to date: reads them again when a file of theirs changes or one is typed.
package final class RuleReloader {
  /// Called with what was read, when anything had changed.
  package var onReading: (RuleBase.Reading) -> Void = { _ in }
  /// The rules typed in the program or given with `--set`; change them with ``change(_:)``.
  package private(set) var live: LiveRules
  private var base: RuleBase
  private var watch: FileWatch?
  private var isReading = false
  /// Something changed while the rules were being read.
  private var isOutdated = false
  /// The rules typed are not those that were read last.
  private var hasNewLiveRules = false

  /// Nothing is watched yet.
  package init(_ base: RuleBase, live: LiveRules) { (self.base, self.live) = (base, live) }

  /// Whether the files are watched.
  package var isFollowing: Bool { watch != nil }

  /// Whether a file of that name was read or looked for, so that it can be opened.
  package func hasRead(_ path: String) -> Bool { base.hasRead(path) }

  /// The file to which new rules for the application are added; `nil` if there is no folder for rules.
  package var fileForNewRules: String? { base.fileForNewRules }

  /// Watches the files from now on; what has changed since they were first read is read at once.
  package func follow() {
    guard watch == nil else { return }
    watch = FileWatch { [weak self] in self?.reload() }
    reload()
  }

  /// Changes what was typed.
  package func change(_ change: (inout LiveRules) -> Void) {
    change(&live)
    hasNewLiveRules = true
    reload()
  }

  /// Reads again what has changed, watched or not.
  package func readAgain() { reload() }

  private func reload() {
    isOutdated = true
    guard !isReading else { return }
    isReading = true
    Task {
      while isOutdated {
        isOutdated = false
        await read()
      }
      isReading = false
    }
  }

  /// Reads what has changed; everything is watched before it is read, so that no change is missed in between.
  private func read() async {
    base = await Self.looked(base)
    watch?.follow(base.places)
    let isForced = hasNewLiveRules
    hasNewLiveRules = false
    let (base, reading) = await Self.read(base, live, isForced: isForced)
    self.base = base
    if let reading { onReading(reading) }
    if let watch, watch.places != base.places {
      watch.follow(base.places)
      // Files that were found only by reading others were not watched while they were read.
      isOutdated = true
    }
  }

  // On another thread: the files may be long, or far away.

  @concurrent
  private static nonisolated func looked(_ base: RuleBase) async -> RuleBase {
    var base = base
    base.look()
    return base
  }

  @concurrent
  private static nonisolated func read(
    _ base: RuleBase,
    _ live: LiveRules,
    isForced: Bool
  ) async -> (RuleBase, RuleBase.Reading?) {
    var base = base
    guard isForced || !base.isCurrent else { return (base, nil) }
    let reading = base.read(live)
    return (base, reading)
  }
}
