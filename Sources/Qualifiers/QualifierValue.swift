/// A condition as a value: what `where (…)` gives to a key such as `restrictingQualifier`.
public final class QualifierValue: KeyValueCoding {
  /// The condition; it has no variables left.
  public let qualifier: Qualifier

  /// Wraps a condition.
  public init(_ qualifier: Qualifier) {
    self.qualifier = qualifier
  }

  /// A condition has no properties.
  public static var valueKeys: [String]? { [] }

  /// A condition has no properties.
  public func value(forKey key: String) -> Value? { nil }

  /// Whether the other is the same condition.
  public func isEqual(to other: any KeyValueCoding) -> Bool {
    (other as? QualifierValue)?.qualifier == qualifier
  }
}

extension QualifierValue: CustomStringConvertible {
  /// The condition as the rule language spells it.
  public var description: String { qualifier.description }
}

extension Value {
  /// A condition as a value.
  public static func qualifier(_ qualifier: Qualifier) -> Value {
    .object(QualifierValue(qualifier))
  }

  /// The condition, if this is one; true and false are conditions too.
  public var qualifier: Qualifier? {
    switch self {
    case .object(let object): (object as? QualifierValue)?.qualifier
    case .bool(let constant): .constant(constant)
    default: nil
    }
  }
}
