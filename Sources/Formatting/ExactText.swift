package import EntityModel
import FoundationEssentials
package import Qualifiers

extension Value {
  /// The value with all its digits, and nothing that a display adds: days and times as ISO 8601 has them, bytes as
  /// `x'00FF'`; empty for null.
  ///
  /// A moment with an offset is written as it is `stored`, if that is known.
  package func exactText(for attribute: Attribute?, stored: Value? = nil) -> String {
    if attribute?.definition.storage.hasOffset == true, case .string(let moment)? = stored {
      return moment
    }
    return exactText(attribute)
  }

  private func exactText(_ attribute: Attribute?) -> String {
    switch self {
    case .null: ""
    case .data: "x'\(description)'"
    case .double(let number): StorageClassTag.digits(number)
    case .bool(let truth) where attribute?.type.kind == .bool: truth ? "1" : "0"
    case .date(let date): Self.exactText(of: date, attribute)
    default: description
    }
  }

  private static func exactText(of date: Date, _ attribute: Attribute?) -> String {
    let time = CalendarText.time(date.wallClock.seconds)
    let isWholeDay = date == date.startOfDay
    switch attribute?.type.kind {
    case .time: return time
    case .date where isWholeDay: return date.dayText
    default:
      let text = date.dayText + " " + time
      return attribute?.definition.storage.hasOffset == true ? text + "Z" : text
    }
  }
}
