package import EntityModel
package import Qualifiers

/// A foreign key's values as a value for conditions that find the row referred to.
///
/// The database compares them as it compares its own foreign keys. The type is used only in conditions of the program itself
/// (``FetchSpecification/auxiliaryQualifier``).
package final class ReferencedKey: KeyValueCoding, Hashable {
  /// One attribute of the row referred to, with the value it must equal and the attribute that holds the value.
  package struct Part: Hashable, Sendable {
    /// The attribute of the row that is looked for.
    package let name: String
    /// The value that the attribute must equal.
    package let value: Value
    /// The attribute that holds the value, by which it is stored.
    package let holder: Attribute
  }

  /// The attributes and values that must match.
  ///
  /// Is never empty and contains no null.
  package let parts: [Part]

  private init(_ parts: [Part]) { self.parts = parts }

  /// The condition that holds for the row with these values; `nil` where one is null or not known.
  package static func condition(_ parts: [(name: String, value: Value?, holder: Attribute?)])
    -> Qualifier?
  {
    let known = parts.compactMap { part -> Part? in
      guard let value = part.value, !value.isNull, let holder = part.holder else { return nil }
      return Part(name: part.name, value: value, holder: holder)
    }
    guard let first = known.first, known.count == parts.count else { return nil }
    return .equal(PropertyPath(components: [first.name]), .object(ReferencedKey(known)))
  }

  package static var valueKeys: [String]? { [] }
  package func value(forKey key: String) -> Value? { nil }
  package static func == (left: ReferencedKey, right: ReferencedKey) -> Bool {
    left.parts == right.parts
  }
  package func hash(into hasher: inout Hasher) { hasher.combine(parts) }
}
