public import FoundationEssentials
import Glibc

/// Tells what `now` and `today` mean: wall-clock time, kept as if it were UTC.
public protocol RuleClock: Sendable {
  /// The wall-clock time.
  var now: Date { get }
}

/// The clock of the machine in its own time zone.
public struct SystemClock: RuleClock {
  /// A clock.
  public init() {}

  /// The wall-clock time where the machine is.
  public var now: Date {
    var spec = timespec()
    clock_gettime(CLOCK_REALTIME, &spec)
    var local = tm()
    localtime_r(&spec.tv_sec, &local)
    return Date(
      timeIntervalSince1970: Double(spec.tv_sec + local.tm_gmtoff) + Double(spec.tv_nsec) / 1e9
    )
  }
}

/// A clock that stands still, for tests and for screens that must not change.
public struct FixedClock: RuleClock {
  /// The wall-clock time.
  public let now: Date

  /// A clock that always says `now`.
  public init(_ now: Date) { self.now = now }
}
