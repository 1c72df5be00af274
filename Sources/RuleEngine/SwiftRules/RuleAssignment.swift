public import Qualifiers
public import RuleEnvironment

/// The right side of a rule written in Swift: `\.title <= "Edit Movie"`.
public struct RuleAssignment: Sendable {
  let target: @Sendable (inout KeyNames) -> PropertyPath
  fileprivate(set) var value: @Sendable (inout KeyNames) -> Expression
  /// The value as it is written, where it cannot be read.
  var unread: Unread?
  /// The part of an application that is the value.
  fileprivate var part: RulePart?

  /// A value of a Swift rule that cannot be used: its text and the fault that loading the rules reports for it.
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

/// Does not compile: the key takes values of another type.
@_disfavoredOverload
@available(*, unavailable, message: "the key takes values of another type than this one")
public func <= <V, W: ValueConvertible>(key: RuleKeyPath<V>, value: W) -> RuleAssignment {
  preconditionFailure("the compiler refuses every call")
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
  /// The storage that Swift fills while it evaluates the string interpolation of a template: literal texts and key paths, in
  /// order.
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

/// A view or other object that a rule written in Swift gives as a value, with a name that tells where it is written.
///
/// The catalog of pages and components registers it under this name.
package struct RulePart: Sendable {
  /// The domain of names that the rule's key takes; `nil` when it takes none.
  package let domain: NameDomain?
  /// The name that it gets, unless another part has it.
  package let name: String
  /// The part itself.
  package let content: any Sendable
}

extension RuleAssignment {
  /// The key is the name of a part that ``Swift/Array/addParts(_:)`` adds to an application.
  package init<V>(_ key: RuleKeyPath<V>, part content: any Sendable, named name: String) {
    self.init(key) { _ in Expression(.literal(.string(name))) }
    part = RulePart(domain: key.resolved().key.names, name: name, content: content)
  }
}

extension [SwiftRule] {
  /// Hands each part that is the value of a rule to `add`, which returns the name that it has from then on; `nil` where the
  /// key does not take such a part, which is a fault of the rule.
  package mutating func addParts(_ add: (RulePart) -> String?) {
    for rule in indices {
      for position in self[rule].assignments.indices {
        guard let part = self[rule].assignments[position].part else { continue }
        guard let name = add(part) else {
          self[rule].assignments[position].unread = RuleAssignment.Unread(
            text: part.name,
            fault: RuleFault("wrong-type", "the key takes no view")
              .advising("register the view in the application and write its name here")
          )
          continue
        }
        self[rule].assignments[position].value = { _ in Expression(.literal(.string(name))) }
      }
    }
  }
}
