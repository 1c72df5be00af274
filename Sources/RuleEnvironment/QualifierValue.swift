// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Members without a comment meet a requirement that a protocol documents.

public import Qualifiers

/// A qualifier as a value of the rule language: what `where (…)` answers.
public final class QualifierValue: KeyValueCoding {
  /// The condition, its variables bound.
  public let qualifier: Qualifier

  /// Boxes `qualifier`.
  public init(_ qualifier: Qualifier) { self.qualifier = qualifier }

  public static var valueKeys: [String]? { [] }
  public func value(forKey key: String) -> Value? { nil }
  public func isEqual(to other: any KeyValueCoding) -> Bool {
    (other as? QualifierValue)?.qualifier == qualifier
  }
}

extension Qualifier: ValueConvertible {
  public static var typeName: String { "qualifier: where (…)" }
  public static var valueKeys: [String]? { [] }
  public static func convert(_ value: Value) -> Qualifier? {
    switch value {
    case .object(let object): (object as? QualifierValue)?.qualifier
    case .bool(let constant): .constant(constant)
    default: nil
    }
  }
  public var value: Value { .object(QualifierValue(self)) }
}
