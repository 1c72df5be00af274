public import Qualifiers
public import RuleEnvironment

/// The right side of a rule written in Swift: `\.title <= "Edit Movie"`.
public struct RuleAssignment: Sendable {
  let target: @Sendable (inout KeyNames) -> PropertyPath
  let value: @Sendable (inout KeyNames) -> Expression
  /// The value as it is written, where it cannot be read.
  var unread: Unread?

  /// A value with a mistake in its text.
  struct Unread: Sendable {
    let text: String
    let fault: RuleFault
  }

  init<V>(
    _ key: RuleKeyPath<V>,
    _ value: @escaping @Sendable (inout KeyNames) -> Expression
  ) {
    let path = key.resolved()
    target = { names in path.propertyPath(&names) }
    self.value = value
  }

  init<V, W>(_ key: RuleKeyPath<V>, _ other: RuleKeyPath<W>) {
    let other = other.resolved()
    self.init(key) { names in other.expression(&names) }
  }
}

/// The key is `value`.
public func <= <V: ValueConvertible>(key: RuleKeyPath<V>, value: V) -> RuleAssignment
where V.RuleConstant == V {
  let expression = Expression(constant: value.value)
  return RuleAssignment(key) { _ in expression }
}

/// The key is what is at `path`, asked again through the rules.
public func <= <V>(key: RuleKeyPath<V>, path: RuleKeyPath<V>) -> RuleAssignment {
  RuleAssignment(key, path)
}

/// The key is what is at `path`, asked again through the rules.
public func <= <V>(key: RuleKeyPath<V?>, path: RuleKeyPath<V>) -> RuleAssignment {
  RuleAssignment(key, path)
}

/// The key is what is at `path`; the next rule is asked where that is null.
public func <= <V>(key: RuleKeyPath<V>, path: RuleKeyPath<V?>) -> RuleAssignment {
  RuleAssignment(key, path)
}

/// The key is what is at `path`; the next rule is asked where that is of another type.
@_disfavoredOverload
public func <= <V>(key: RuleKeyPath<V>, path: RuleKeyPath<Value>) -> RuleAssignment {
  RuleAssignment(key, path)
}

/// The key is what a closure computes; where that is `nil`, a right permits nothing and of other keys the next rule is asked.
///
/// The closure may depend on nothing but what it reads from the values it is given: what it reads is noted, and the answer
/// is used again as long as none of that changed.
///
/// Disfavoured, because a path literal would do as a closure too, and could no longer be explained.
@_disfavoredOverload
public func <= <V: ValueConvertible>(
  key: RuleKeyPath<V>,
  body: @escaping @Sendable (EnvironmentValues) -> V?
) -> RuleAssignment where V.RuleConstant == V {
  let computed = ComputedValue.reading { body($0)?.value }
  return RuleAssignment(key) { _ in Expression(.computed(computed)) }
}

/// The key is whether a condition holds.
public func <= (key: RuleKeyPath<Bool>, condition: RuleCondition) -> RuleAssignment {
  RuleAssignment(key) { names in Expression(.condition(condition.qualifier(&names))) }
}

/// The key is a text with values in it.
public func <= (key: RuleKeyPath<String>, template: RuleTemplate) -> RuleAssignment {
  RuleAssignment(key, template.expression)
}

/// The key is a text with values in it.
public func <= (key: RuleKeyPath<String?>, template: RuleTemplate) -> RuleAssignment {
  RuleAssignment(key, template.expression)
}

/// A text with the values of paths in it: `.template("\(\.task) \(\.entity.name)")`.
public struct RuleTemplate: Sendable, ExpressibleByStringInterpolation {
  /// Collects the parts of the text.
  public struct StringInterpolation: Sendable, StringInterpolationProtocol {
    fileprivate var parts: [@Sendable (inout KeyNames) -> Expression] = []

    /// Nothing yet.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds a text as it is.
    public mutating func appendLiteral(_ text: String) {
      if !text.isEmpty { parts.append { _ in Expression(.literal(.string(text))) } }
    }

    /// Adds the value at a path.
    public mutating func appendInterpolation<V>(_ path: RuleKeyPath<V>) {
      let path = path.resolved()
      parts.append { names in path.expression(&names) }
    }
  }

  private let parts: [@Sendable (inout KeyNames) -> Expression]

  /// The text with its values.
  public init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

  /// A text without values.
  public init(stringLiteral text: String) { parts = [{ _ in Expression(.literal(.string(text))) }] }

  /// The template itself; says that a text in quotes is one.
  public static func template(_ template: RuleTemplate) -> RuleTemplate { template }

  func expression(_ names: inout KeyNames) -> Expression {
    Expression(.template(parts.map { $0(&names) }))
  }
}
