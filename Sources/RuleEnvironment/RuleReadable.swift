public import Qualifiers

/// A type whose members rules written in Swift read with their types.
///
///     extension Film: RuleReadable {
///       public struct RuleMembers: Sendable {
///         public let name = RuleMember<String>("name")
///       }
///       public static let ruleMembers = RuleMembers()
///     }
public protocol RuleReadable {
  /// A struct of ``RuleMember``s.
  associatedtype RuleMembers
  /// Its one instance.
  static var ruleMembers: RuleMembers { get }
}

/// A declaration of one member of a ``RuleReadable`` type: its name, with the type of its value, for rules written in Swift.
public struct RuleMember<V>: Sendable {
  /// The member's name in key paths of the rule language.
  public let name: String

  /// The member called `name`.
  public init(_ name: String) { self.name = name }
}

/// A type whose members are known by name only, as the attributes of a record are: rules may name any.
public protocol DynamicRuleReadable {}

extension Value: DynamicRuleReadable {}

extension Optional: DynamicRuleReadable where Wrapped: DynamicRuleReadable {}

extension Optional: RuleReadable where Wrapped: RuleReadable {
  /// The members of the wrapped type.
  ///
  /// A path through null does not answer.
  public static var ruleMembers: Wrapped.RuleMembers { Wrapped.ruleMembers }
}
