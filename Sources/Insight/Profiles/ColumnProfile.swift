public import Qualifiers

/// A summary of the values of one property: how many there are, their bounds, and what is typical.
///
/// Values that do not apply are null: bytes and passwords are only counted, and texts have no mean.
public struct ColumnProfile: Sendable, Hashable {
  /// The property.
  public let property: String
  /// The name of its type: `integer`, `text`.
  public let type: String
  /// How many rows there are.
  public internal(set) var rows = 0
  /// How many of them have no value.
  public internal(set) var nulls = 0
  /// How many different values there are; `nil` for bytes.
  public internal(set) var distinct: Int?
  /// The smallest value.
  public internal(set) var min = Value.null
  /// The largest value.
  public internal(set) var max = Value.null
  /// The sum of all numbers divided by their count.
  public internal(set) var mean = Value.null
  /// The value in the middle; between two numbers the number halfway, else the lower of two values.
  public internal(set) var median = Value.null
  /// The value above a quarter of the values, found like the median.
  public internal(set) var q1 = Value.null
  /// The value above three quarters of the values, found like the median.
  public internal(set) var q3 = Value.null
  /// The most frequent value; of several the smallest.
  public internal(set) var mode = Value.null

  /// The numbers of rows in 20 or fewer stretches of equal width from the smallest value to the largest; empty for values
  /// without a distance.
  package internal(set) var distribution: [Int] = []

  /// A profile without rows.
  package init(of property: String, type: String) { (self.property, self.type) = (property, type) }
}
