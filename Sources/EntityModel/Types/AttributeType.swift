/// The data type of an attribute, independent of the database's own types and of nullability.
///
/// A type is one value: its name, the kind of its values, and the traits in which it differs from other types of that kind.
/// Each is a constant in a file beside this one, and stands in ``allCases``, by which it is found.
public struct AttributeType: Sendable {
  /// The kind of its values, which decides how they are stored, compared and computed.
  package let kind: Kind
  private let declared: Declared

  /// A type that models and rules call `name`, with the traits that `describe` sets.
  package init(_ name: String, _ kind: Kind, describe: (inout Traits) -> Void) {
    var traits = Traits()
    describe(&traits)
    (self.kind, declared) = (kind, Declared(name, traits))
  }

  /// The shared name and traits of a type, one instance for each type, whose identity tells types apart.
  private final class Declared: Sendable {
    let name: String
    let traits: Traits

    init(_ name: String, _ traits: Traits) { (self.name, self.traits) = (name, traits) }
  }

  /// The kinds of values.
  ///
  /// Code that stores, compares or computes values goes by the kind. Only the check of JSON text names a type.
  package enum Kind: Sendable, Hashable {
    case text, integer, number, decimal, bool, date, time, timestamp, blob
    /// Values of any kind, as they are stored.
    case any

    /// Whether values are numbers.
    package var isNumber: Bool { self == .integer || self == .number || self == .decimal }
    /// Whether values are days, times or both.
    package var isTime: Bool { self == .date || self == .time || self == .timestamp }
    /// Whether values fall on a day.
    package var isDay: Bool { self == .date || self == .timestamp }
  }

  /// The traits in which the type differs from other types of its kind.
  package var traits: Traits { declared.traits }

  /// Whether a value is stored in one way only: a moment may be written in several, each of them another key.
  package var hasOneWriting: Bool { !kind.isTime }

  /// The values as people read and write them; `nil` for those that are written as all of the kind.
  package var ownValues: CustomType? {
    declared.traits.values.map {
      var values = $0(self)
      values.noun = traits.noun
      return values
    }
  }
}

extension AttributeType: Hashable {
  /// Whether both are the same type.
  public static func == (left: Self, right: Self) -> Bool { left.declared === right.declared }

  /// Hashes the identity of the type.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(declared)) }
}

extension AttributeType: CaseIterable, RawRepresentable, CustomStringConvertible {
  /// Every type, in the order of documents.
  public static let allCases: [Self] = [
    .string, .text, .integer, .number, .decimal, .bool, .date, .time, .timestamp, .json, .uuid,
    .url, .email, .password, .blob, .any,
  ]

  private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

  /// The type that models and rules call `rawValue`; `nil` for none.
  public init?(rawValue: String) {
    guard let type = Self.byName[rawValue] else { return nil }
    self = type
  }

  /// The name of the type in models and rules.
  public var rawValue: String { declared.name }

  /// The name.
  public var description: String { rawValue }
}
