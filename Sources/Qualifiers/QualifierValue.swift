/// A wrapper that lets a condition be the value of a key: `where (…)` gives one to a key such as `restrictingQualifier`.
package final class QualifierValue: KeyValueCoding {
  /// The condition; it has no variables left.
  package let qualifier: Qualifier

  /// Wraps a condition.
  package init(_ qualifier: Qualifier) {
    self.qualifier = qualifier
  }

  /// A condition has no properties.
  package static var valueKeys: [String]? { [] }

  /// A condition has no properties.
  package func value(forKey key: String) -> Value? { nil }

  /// Whether the other is the same condition.
  package func isEqual(to other: any KeyValueCoding) -> Bool {
    (other as? QualifierValue)?.qualifier == qualifier
  }
}

extension QualifierValue: CustomStringConvertible {
  /// The condition as the rule language spells it.
  package var description: String { qualifier.description }
}

extension Value {
  /// A condition as a value.
  public static func qualifier(_ qualifier: Qualifier) -> Value {
    .object(QualifierValue(qualifier))
  }

  /// The condition, if this is one; true and false are conditions too.
  package var qualifier: Qualifier? {
    switch self {
    case .object(let object): (object as? QualifierValue)?.qualifier
    case .bool(let constant): .constant(constant)
    default: nil
    }
  }
}
