public import Qualifiers
public import RuleEnvironment

/// A time zone as rules write it: `local`, `UTC`, or an offset like `+02:00`.
public struct TimeZoneName: ValueConvertible, Hashable {
  /// The time zone of the machine.
  public static let local = TimeZoneName(text: "local", offset: nil)

  /// Coordinated universal time.
  public static let utc = TimeZoneName(text: "UTC", offset: 0)

  private let text: String
  /// Seconds east of Greenwich; `nil` for that of the machine.
  let offset: Int?

  /// The accepted forms, for messages.
  public static var typeName: String { "local, UTC or an offset like +02:00" }

  /// The zone a text names.
  public static func convert(_ value: Value) -> TimeZoneName? {
    guard let text = value.string else { return nil }
    switch text {
    case "local": return .local
    case "UTC", "Z": return TimeZoneName(text: text, offset: 0)
    default:
      let parts = text.dropFirst().split(separator: ":")
      guard let sign = text.first, sign == "+" || sign == "-", parts.count == 2,
        let hours = Int(parts[0]), let minutes = Int(parts[1]), (0...14).contains(hours),
        (0..<60).contains(minutes)
      else { return nil }
      let offset = hours * 3600 + minutes * 60
      return TimeZoneName(text: text, offset: sign == "-" ? -offset : offset)
    }
  }

  /// The text it was written as.
  public var value: Value { .string(text) }
}
