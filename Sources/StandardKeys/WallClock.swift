package import EntityModel
package import FoundationEssentials
import Glibc
import Qualifiers

/// The current time as attributes store it: local time written as if it were UTC, or real UTC for values with an offset.
package enum WallClock {
  /// Now as an attribute keeps it: where values say how far they are from UTC, in UTC, else in a time zone.
  package static func now(for attribute: Attribute?, in zone: TimeZoneName = .local) -> Date {
    now(in: attribute?.definition.storage.hasOffset == true ? .utc : zone)
  }

  /// Now in a time zone, in whole seconds.
  package static func now(in zone: TimeZoneName = .local) -> Date {
    if let fixed = CurrentTime.fixed { return fixed }
    var seconds = time(nil)
    if let offset = zone.offset { return Date(timeIntervalSince1970: Double(seconds + offset)) }
    var local = tm()
    localtime_r(&seconds, &local)
    return Date(timeIntervalSince1970: Double(seconds + local.tm_gmtoff))
  }
}
