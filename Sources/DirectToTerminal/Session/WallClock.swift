import FoundationEssentials
import Glibc

/// The time on the wall here, in the way values keep dates: as if it were UTC.
nonisolated enum WallClock {
  /// Now, in whole seconds.
  static func now() -> Date {
    var seconds = time(nil)
    var local = tm()
    localtime_r(&seconds, &local)
    return Date(timeIntervalSince1970: Double(seconds + local.tm_gmtoff))
  }
}
