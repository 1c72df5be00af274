import Observation

/// A runner of asynchronous reads that counts and times them for the status line, and tells whether typed keys must wait.
///
/// Keys wait only for what another key began, by `act(_:)`, and not for what runs by `run(_:)`.
@Observable
package final class LoadTracker {
  /// How many fetches are under way that a page is incomplete without.
  package private(set) var pending = 0
  /// The time since which the page has been waiting for something.
  @ObservationIgnored package private(set) var busySince: ContinuousClock.Instant?
  /// The progress of what runs; `nil` where nothing tells.
  package private(set) var progress: WorkProgress?
  /// Called with the progress; `nil` where nobody watches.
  @ObservationIgnored package var onProgress: ((WorkProgress?) -> Void)?
  /// Changes with what the status line says of loading, and whenever something was loaded.
  private var busyTicks = 0

  /// Loads slower than this show their elapsed time.
  package static let patience = Duration.milliseconds(200)

  /// Runs `load` and counts it as under way, so that the page is not settled before it ends; what it has read is drawn.
  package func run(_ load: @escaping () async -> Void) {
    if pending == 0 { busySince = .now }
    pending += 1
    Task {
      await load()
      pending -= 1
      if pending == 0 { busySince = nil }
      // Neither objects nor rules tell that they are others: what arrived while frames were drawn needs one more, and
      // what says how long it takes, and the Esc that stops it, go.
      busyTicks += 1
    }
  }

  /// The number of loads that wait for their time.
  @ObservationIgnored private(set) package var waiting = 0

  /// Runs `load` after a time; until then nothing is under way, but the page is not settled.
  package func run(after time: Duration, _ load: @escaping () -> Void) {
    waiting += 1
    Task {
      try? await Task.sleep(for: time)
      waiting -= 1
      load()
    }
  }

  /// How much of it decides what the next key means.
  @ObservationIgnored private var actions = 0
  @ObservationIgnored private var released = 0
  /// Called when keys need wait no longer.
  @ObservationIgnored package var onKeysReleased: () -> Void = {}

  package init() {}

  /// Whether keys wait for what the one before them has begun.
  package var holdsKeys: Bool { actions > 0 }

  /// Runs what a key has asked for; keys that are typed meanwhile mean what they would mean after it, so they wait for it.
  package func act(_ action: @escaping () async -> Void) {
    actions += 1
    let release = released
    run { [self] in
      await action()
      if release == released { actions -= 1 }
      onKeysReleased()
    }
  }

  /// Lets keys no longer wait for what is under way.
  package func releaseKeys() { (actions, released) = (0, released + 1) }

  /// How long the page has been waiting for something; `nil` while that is not worth a word.
  package var busyTime: Duration? {
    _ = busyTicks
    guard let busySince, case let time = ContinuousClock.now - busySince, time >= Self.patience
    else { return nil }
    return time
  }

  /// Counts anew how long the page has been waiting: what it waited for before is called off.
  package func restart() {
    if busySince != nil { busySince = .now }
  }

  /// Tells how far what runs is, and with `nil` that it has ended.
  package func note(_ progress: WorkProgress?) {
    self.progress = progress
    onProgress?(progress)
  }

  /// Lets views say anew how long it has taken.
  package func tick() { busyTicks += 1 }
}
