extension AttributeType {
  /// A calendar day.
  public static let date = AttributeType("date", .date) {
    ($0.noun, $0.example) = ("a date", "2026-03-01")
    $0.declarations = ["date"]
    ($0.storage, $0.question) = (.isoText, .dateFormat)
    $0.declaration = { _, _ in "DATE" }
    $0.usualLength = 10
  }

  /// A time of day.
  public static let time = AttributeType("time", .time) {
    ($0.noun, $0.example) = ("a time", "14:30")
    $0.declarations = ["time", "timetz", "time without time zone", "time with time zone"]
    ($0.storage, $0.question) = (.isoText, .dateFormat)
    $0.declaration = { _, _ in "TIME" }
    $0.usualLength = 8
  }

  /// A day and a time.
  public static let timestamp = AttributeType("timestamp", .timestamp) {
    ($0.noun, $0.example) = ("a date and time", "2026-03-01 14:30")
    $0.declarations = ["smalldatetime"]
    ($0.storage, $0.question) = (.isoText, .dateFormat)
    $0.declaration = { _, _ in "TIMESTAMP" }
    $0.usualLength = 16
  }
}
