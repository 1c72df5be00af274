public import FoundationEssentials
public import Qualifiers

/// The conversion of a Swift type's values to stored column values and back, with the type of the column.
public struct PropertyStorage<Kept: Sendable>: Sendable {
  /// The type as which the column stores the values.
  public let type: AttributeType
  /// The value of what is stored; `nil` for what is none.
  public let value: @Sendable (Value) -> Kept?
  /// Returns the stored value; `nil` for a value that cannot be stored.
  public let stored: @Sendable (Kept) -> Value?

  /// Values that are written with `stored` and read with `value`.
  package init(
    _ type: AttributeType,
    value: @escaping @Sendable (Value) -> Kept?,
    stored: @escaping @Sendable (Kept) -> Value?
  ) {
    (self.type, self.value, self.stored) = (type, value, stored)
  }

  /// Returns the stored value for a text in machine format (no locale); `nil` for text that is not such a value.
  func stored(ofText text: String) -> Value? {
    switch type.kind {
    case .integer: Int64(text).map { .int($0) }
    case .decimal: Value(number: text)
    case .number:
      // A number alone, and no other word that Swift reads as one.
      Value(number: text) == nil
        ? nil : Double(text).flatMap { $0.isFinite ? .double($0) : nil }
    case .blob: text.hexadecimalBytes.map { .data($0) }
    default: .string(text)
    }
  }
}

extension PropertyStorage where Kept: RawRepresentable, Kept.RawValue: PropertyValue {
  /// The raw value as it is stored by itself.
  fileprivate static var raw: Self {
    let storage = Kept.RawValue.storage
    return Self(storage.type) {
      storage.value($0).flatMap(Kept.init)
    } stored: {
      storage.stored($0.rawValue)
    }
  }
}

extension PropertyStorage where Kept: RawRepresentable, Kept.RawValue == String {
  /// The raw value as a text.
  public static var text: Self { raw }
}

extension PropertyStorage where Kept: LosslessStringConvertible {
  /// The description as a text.
  public static var description: Self {
    Self(.string) {
      if case .string(let text) = $0 { Kept(text) } else { nil }
    } stored: {
      .string($0.description)
    }
  }
}

extension PropertyStorage where Kept: RawRepresentable, Kept.RawValue: FixedWidthInteger {
  /// The raw value as a whole number.
  public static var integer: Self {
    Self(.integer) {
      guard case .int(let number) = $0, let raw = Kept.RawValue(exactly: number) else { return nil }
      return Kept(rawValue: raw)
    } stored: {
      Int64(exactly: $0.rawValue).map { .int($0) }
    }
  }
}

extension PropertyStorage where Kept: RawRepresentable, Kept.RawValue == Double {
  /// The raw value as a binary number.
  package static var real: Self { raw }
}

extension PropertyStorage where Kept: RawRepresentable, Kept.RawValue == Decimal {
  /// The raw value as an exact number.
  public static var decimal: Self { raw }
}

extension PropertyStorage where Kept: RawRepresentable, Kept.RawValue == [UInt8] {
  /// The raw value as bytes.
  public static var blob: Self { raw }
}

extension PropertyStorage where Kept: Codable {
  /// JSON, its members in the order of the alphabet; members that the type does not know are gone when a value is set.
  public static var json: Self {
    Self(.json) {
      guard case .string(let text) = $0 else { return nil }
      return try? JSONDecoder().decode(Kept.self, from: Data(text.utf8))
    } stored: {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return (try? encoder.encode($0)).map { .string(String(decoding: $0, as: UTF8.self)) }
    }
  }
}
