import FoundationEssentials
import Glibc

/// The time on the wall, in the way values keep dates: as if it were UTC.
nonisolated enum WallClock {
  /// Now in a time zone, in whole seconds.
  static func now(in zone: TimeZoneName = .local) -> Date {
    var seconds = time(nil)
    if let offset = zone.offset { return Date(timeIntervalSince1970: Double(seconds + offset)) }
    var local = tm()
    localtime_r(&seconds, &local)
    return Date(timeIntervalSince1970: Double(seconds + local.tm_gmtoff))
  }
}
