package import FoundationEssentials
import Glibc
import Qualifiers

extension Date {
  /// The current local time, stored as if it were UTC.
  package static var localWallClock: Date {
    if let fixed = CurrentTime.fixed { return fixed }
    var seconds = time(nil)
    var parts = tm()
    localtime_r(&seconds, &parts)
    return Date(timeIntervalSince1970: Double(seconds + parts.tm_gmtoff))
  }
}
