// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Members without a comment meet a requirement that a protocol documents.

public import Qualifiers
import Synchronization

/// A key whatever its type: what the rule engine, lints and documentation need of it.
public protocol AnyKey: AnyObject, Sendable {
  /// A small number, unique in the process, by which values are stored.
  var slot: Int { get }
  /// One sentence for help and documentation.
  var summary: String { get }
  /// The name in rule files, where it differs from that of the property that declares the key.
  var ownName: String? { get }
  /// The category that the key declares itself; `nil` leaves it to the key's namespace.
  var ownCategory: String? { get }
  /// The values allowed, when they can be counted.
  var allowedValues: [Value] { get }
  /// The kind of name that the key's text, or each text in its list, must be; `nil` for free text.
  var names: NameDomain? { get }
  /// Somebody must set it; a read without is a fault in debug builds.
  var isRequired: Bool { get }
  /// A rule may stand left of `=` with it; context keys are read only.
  var isAssignable: Bool { get }
  /// How layers may change it that may not widen it; `nil` when it is no permission.
  var narrowing: Narrowing? { get }
  /// Nothing but rules reads it: no page, component or command does.
  var isForRules: Bool { get }
  /// Rules of the site alone answer it; one of another layer is a fault and counts for nothing.
  var isOfSite: Bool { get }
  /// Views hand it down, and rules never see it: no vocabulary has it, and while a rule answers it holds its default.
  var isViewOnly: Bool { get }
  /// The name of the key's type in messages.
  var typeName: String { get }
  /// The names a key path may use behind the key; `nil` when not known in advance.
  var valueKeys: [String]? { get }
  /// The default value as conditions compare it, used when no rule answers.
  var defaultRuleValue: Value { get }
  /// The default value as scopes store it.
  var storedDefault: any AnyTypedValue { get }
  /// The typed value of a rule's answer; `nil` when it is of the wrong type.
  func decode(_ value: Value) -> (any AnyTypedValue)?
}

extension AnyKey {
  /// The category of the key: its own, else `Misc`.
  ///
  /// A ``Vocabulary`` also considers the namespace's.
  public var category: String { ownCategory ?? "Misc" }
  /// Whether it is a permission, which some layers may only narrow.
  public var isPermission: Bool { narrowing != nil }
}

/// A typed slot of the environment, declared as a stored `let` of a ``KeyNamespace``.
///
/// One line declares it; the property's name is the key's name in rule files, unless it is `named` otherwise:
///
///     public let title = Key("Untitled", "Text in the top border of a page.")
///     public let isTitleShort = Key(false, "Cuts titles.", named: "shortTitle")
///
/// `V` is ``ValueConvertible`` where a key is made; the class itself does not say so, because the runtime would look that up
/// for every type of key when the program starts.
public final class Key<V: Sendable>: AnyKey {
  public let slot: Int
  public let summary: String
  public let ownName: String?
  public let ownCategory: String?
  public let allowedValues: [Value]
  public let names: NameDomain?
  public let isRequired: Bool
  public let isAssignable: Bool
  public let narrowing: Narrowing?
  public let isForRules: Bool
  public let isOfSite: Bool
  public let isViewOnly: Bool
  private let type: KeyType<V>
  private let typedDefault: TypedValue<V>
  /// The value that a read returns when no rule answers.
  public let defaultValue: V

  /// A key that rules may assign; with `forRules` it is there for other rules to read, and no code of the program does,
  /// with `ofSite` no rules but the site's assign it.
  public init(
    _ defaultValue: V,
    _ summary: String,
    named ownName: String? = nil,
    category: String? = nil,
    allowed: [V] = [],
    names: NameDomain? = nil,
    required: Bool = false,
    narrowing: Narrowing? = nil,
    forRules: Bool = false,
    ofSite: Bool = false
  ) where V: ValueConvertible {
    slot = takeSlot()
    self.summary = summary
    self.ownName = ownName
    ownCategory = category
    allowedValues = allowed.isEmpty ? V.allowedValues ?? [] : allowed.map(\.value)
    self.names = names
    isRequired = required
    isAssignable = true
    self.narrowing = narrowing
    isForRules = forRules
    isOfSite = ofSite
    isViewOnly = false
    self.defaultValue = defaultValue
    type = KeyType()
    typedDefault = TypedValue(defaultValue, ruleValue: type.ruleValue)
  }

  /// A context key: readable in conditions, set by the program only.
  public init(
    context defaultValue: V,
    _ summary: String,
    named ownName: String? = nil,
    category: String? = nil,
    names: NameDomain? = nil,
    required: Bool = false
  ) where V: ValueConvertible {
    slot = takeSlot(isSetByProgram: true)
    self.summary = summary
    self.ownName = ownName
    ownCategory = category
    allowedValues = V.allowedValues ?? []
    self.names = names
    isRequired = required
    isAssignable = false
    narrowing = nil
    isForRules = false
    isOfSite = false
    isViewOnly = false
    self.defaultValue = defaultValue
    type = KeyType()
    typedDefault = TypedValue(defaultValue, ruleValue: type.ruleValue)
  }

  /// A key for views alone, of any type: what a view hands down to the views in it and rules never see.
  ///
  ///     public let basket = Key(viewOnly: Basket?.none, "What is being bought on this page.")
  public init(viewOnly defaultValue: V, _ summary: String) {
    slot = takeSlot(isSetByProgram: true)
    self.summary = summary
    ownName = nil
    ownCategory = nil
    allowedValues = []
    names = nil
    isRequired = false
    isAssignable = false
    narrowing = nil
    isForRules = false
    isOfSite = false
    isViewOnly = true
    self.defaultValue = defaultValue
    type = KeyType(unseenByRules: V.self)
    typedDefault = TypedValue(defaultValue, ruleValue: type.ruleValue)
  }

  public var typeName: String { type.name() }
  public var valueKeys: [String]? { type.valueKeys() }
  public var defaultRuleValue: Value { type.ruleValue(defaultValue) }
  public var storedDefault: any AnyTypedValue { typedDefault }
  public func decode(_ value: Value) -> (any AnyTypedValue)? { type.convert(value).map(stored) }

  /// `value` as scopes keep it.
  func stored(_ value: V) -> any AnyTypedValue { typedDefault.other(value) }

  /// The key set to `value`; a method, because here the runtime need not look up the type of the key.
  func binding(_ value: V) -> Scope.Binding {
    Scope.Binding(slot: slot, key: self, value: stored(value))
  }

  /// The typed value that a scope keeps for this key.
  func typed(_ stored: any AnyTypedValue) -> V {
    // Only this key's `decode` and typed setter store a value under its slot, and slots are unique.
    typedDefault.typed(stored)
  }
}

extension Key {
  /// A key of optional type, which is null until somebody sets it or rules answer it.
  public convenience init<Wrapped: ValueConvertible>(
    _ summary: String,
    named ownName: String? = nil,
    category: String? = nil,
    names: NameDomain? = nil,
    required: Bool = false
  ) where V == Wrapped? {
    self.init(
      nil,
      summary,
      named: ownName,
      category: category,
      names: names,
      required: required
    )
  }
}

/// The ``ValueConvertible`` requirements of a type, as closures.
private struct KeyType<V: Sendable>: Sendable {
  let name: @Sendable () -> String
  let valueKeys: @Sendable () -> [String]?
  let ruleValue: @Sendable (V) -> Value
  let convert: @Sendable (Value) -> V?

  init() where V: ValueConvertible {
    name = { V.typeName }
    valueKeys = { V.valueKeys }
    ruleValue = { $0.value }
    convert = { V.convert($0) }
  }

  /// Rules see nothing of it, and can say nothing of it.
  init(unseenByRules type: V.Type) {
    name = { "\(V.self)" }
    valueKeys = { [] }
    ruleValue = { _ in .null }
    convert = { _ in nil }
  }
}

// Scopes fold slots into 64 bits. The first keys that the program sets have bits to themselves: what reads none of them is
// remembered outside of the scopes that set them, a column's answers for all its rows.
private let (bitsOfContext, bitsOfOthers) = (24, 40)

// Hand out slots: they only allocate identity. Nothing but `Key.init` reads them, and no answer depends on them.
private let nextSlotOfContext = Atomic<Int>(0)
private let nextSlotOfOthers = Atomic<Int>(0)

private func takeSlot(isSetByProgram: Bool = false) -> Int {
  if isSetByProgram {
    let number = nextSlotOfContext.wrappingAdd(1, ordering: .relaxed).oldValue
    if number < bitsOfContext { return bitsOfOthers + number }
  }
  let number = nextSlotOfOthers.wrappingAdd(1, ordering: .relaxed).oldValue
  let (block, place) = number.quotientAndRemainder(dividingBy: bitsOfOthers)
  return block * (bitsOfOthers + bitsOfContext) + place
}

/// A struct of keys; every module and every framework user declares its own.
///
/// Its keys are read as `\.shop.discount` once it has a word among ``AddedNamespaces``.
public protocol KeyNamespace: Sendable {
  /// The one instance whose keys count.
  static var shared: Self { get }
  /// The category of the namespace's keys that declare none themselves.
  static var category: String { get }
}

extension KeyNamespace {
  public static var category: String { "Misc" }
}
