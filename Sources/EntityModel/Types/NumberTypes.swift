extension AttributeType {
  /// A whole number.
  public static let integer = AttributeType("integer", .integer) {
    ($0.noun, $0.example) = ("a whole number", "42")
    $0.declarations = [
      "serial", "bigserial", "smallserial", "year", "counter", "autonumber",
    ]
    $0.declaration = { _, _ in "INTEGER" }
    ($0.isMeasured, $0.usualLength) = (true, 8)
  }

  /// Binary floating point.
  public static let number = AttributeType("number", .number) {
    ($0.noun, $0.example) = ("a number", "96500")
    $0.declaration = { _, _ in "REAL" }
    ($0.isMeasured, $0.usualLength) = (true, 8)
  }

  /// Exact decimal fraction.
  public static let decimal = AttributeType("decimal", .decimal) {
    ($0.noun, $0.example) = ("a number", "96500")
    $0.declaration = { _, scale in scale.map { "DECIMAL(18,\($0))" } ?? "DECIMAL" }
    ($0.isMeasured, $0.usualLength) = (true, 8)
  }

  /// Yes or no.
  public static let bool = AttributeType("bool", .bool) {
    $0.noun = "yes or no"
    $0.declarations = ["boolean", "bool", "bit", "logical", "yesno"]
    ($0.storage, $0.question) = (.zeroOne, .bool)
    $0.declaration = { _, _ in "BOOLEAN" }
    $0.usualLength = 5
  }
}
