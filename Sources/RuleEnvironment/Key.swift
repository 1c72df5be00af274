import Synchronization
public import Qualifiers

/// A type that an environment key can hold and that the rule language can read, and perhaps write.
public protocol ValueConvertible: Sendable {
  /// The typed value of a rule's answer; `nil` when the answer is of another type.
  ///
  /// A function and not an initializer, so that classes (entities, records) can conform too.
  static func convert(_ value: Value) -> Self?
  /// What conditions see.
  var value: Value { get }
  /// What messages call the type: `text`, `whole number`, `list of text`.
  static var typeName: String { get }
  /// The names a key path may use behind a key of this type; `nil` when not known in advance.
  static var valueKeys: [String]? { get }
}

extension ValueConvertible {
  public static var valueKeys: [String]? { nil }
}

/// What a key's text names, so that unknown names are faults when rules are loaded.
public enum NameDomain: String, Sendable, Hashable, CaseIterable {
  case entity, property, task, page, pageWrapper, rowComponent, component, debugComponent, formatter, color, look
}

/// A key whatever its type: what the rule engine, lints and documentation need of it.
public protocol AnyKey: AnyObject, Sendable {
  /// A small number, unique in the process, by which values are stored.
  var slot: Int { get }
  /// One sentence for help and documentation.
  var summary: String { get }
  /// What the key is grouped under: `Rendering`, `Permissions`.
  var category: String { get }
  /// The values allowed, when they can be counted.
  var allowedValues: [Value] { get }
  /// What the key's text, or the texts in its list, must be a name of.
  var names: NameDomain? { get }
  /// Somebody must set it; a read without is a fault in debug builds.
  var isRequired: Bool { get }
  /// A rule may stand left of `=` with it; context keys are read only.
  var isAssignable: Bool { get }
  /// What messages call the key's type.
  var typeName: String { get }
  /// The names a key path may use behind the key; `nil` when not known in advance.
  var valueKeys: [String]? { get }
  /// What conditions see when nobody answers.
  var defaultRuleValue: Value { get }
  /// The typed value of a rule's answer; `nil` when it is of the wrong type.
  func decode(_ value: Value) -> (any Sendable)?
  /// What conditions see of a typed value.
  func encode(_ value: any Sendable) -> Value
}

/// A typed slot of the environment, declared as a stored `let` of a ``KeyNamespace``.
///
/// One line declares it; the property's name is the key's name in rule files:
///
///     public let title = Key("Untitled", "Text in the top border of a page.")
public final class Key<V: ValueConvertible>: AnyKey {
  public let slot: Int
  public let summary: String
  public let category: String
  public let allowedValues: [Value]
  public let names: NameDomain?
  public let isRequired: Bool
  public let isAssignable: Bool
  /// What a read gives when nobody answers.
  public let defaultValue: V

  /// A key that rules may assign.
  public init(
    _ defaultValue: V,
    _ summary: String,
    category: String = "Misc",
    allowed: [V] = [],
    names: NameDomain? = nil,
    required: Bool = false
  ) {
    slot = takeSlot()
    self.summary = summary
    self.category = category
    allowedValues = allowed.map(\.value)
    self.names = names
    isRequired = required
    isAssignable = true
    self.defaultValue = defaultValue
  }

  /// A context key: readable in conditions, set by the program only.
  public init(
    context defaultValue: V,
    _ summary: String,
    category: String = "Misc",
    names: NameDomain? = nil,
    required: Bool = false
  ) {
    slot = takeSlot()
    self.summary = summary
    self.category = category
    allowedValues = []
    self.names = names
    isRequired = required
    isAssignable = false
    self.defaultValue = defaultValue
  }

  public var typeName: String { V.typeName }
  public var valueKeys: [String]? { V.valueKeys }
  public var defaultRuleValue: Value { defaultValue.value }
  public func decode(_ value: Value) -> (any Sendable)? { V.convert(value) }
  public func encode(_ value: any Sendable) -> Value { (value as? V)?.value ?? .null }
}

/// Hands out slots. It only allocates identity: nothing but `Key.init` reads it, and no answer depends on it.
private let nextSlot = Atomic<Int>(0)

private func takeSlot() -> Int {
  nextSlot.wrappingAdd(1, ordering: .relaxed).oldValue
}

/// A struct of keys; every module and every framework user declares its own.
public protocol KeyNamespace: Sendable {
  /// The one instance whose keys count.
  static var shared: Self { get }
}
