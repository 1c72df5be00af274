public import FoundationEssentials
public import Qualifiers

/// A Swift type whose values can stand in an attribute.
///
/// Types with a raw value that is a text or a number, and those that a text describes without loss, need no more than to
/// conform; others say how they are stored:
///
///     struct Opening: Codable, PropertyValue {
///       var from: Int, to: Int
///       static let storage = PropertyStorage<Opening>.json
///     }
public protocol PropertyValue: Sendable, Equatable {
  /// How values are stored.
  static var storage: PropertyStorage<Self> { get }
}

extension PropertyValue where Self: RawRepresentable, RawValue == String {
  /// The raw value as a text.
  public static var storage: PropertyStorage<Self> { .text }
}

extension PropertyValue where Self: RawRepresentable, RawValue: FixedWidthInteger {
  /// The raw value as a whole number.
  public static var storage: PropertyStorage<Self> { .integer }
}

extension PropertyValue where Self: RawRepresentable, RawValue == Double {
  /// The raw value as a binary number.
  public static var storage: PropertyStorage<Self> { .real }
}

extension PropertyValue where Self: RawRepresentable, RawValue == Decimal {
  /// The raw value as an exact number.
  public static var storage: PropertyStorage<Self> { .decimal }
}

extension PropertyValue where Self: LosslessStringConvertible {
  /// The description as a text.
  public static var storage: PropertyStorage<Self> { .description }
}

extension PropertyValue {
  /// The value that is stored; `nil` for one that is none of the type.
  package init?(stored value: Value) {
    guard let read = Self.storage.value(value) else { return nil }
    self = read
  }

  /// The value as it is stored; `nil` for one that cannot be written, such as JSON with a number that is none.
  public var stored: Value? { Self.storage.stored(self) }
}
