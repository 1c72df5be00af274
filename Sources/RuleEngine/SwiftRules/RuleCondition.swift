import Diagnostics
public import Qualifiers
public import RuleEnvironment

/// A condition of a rule written in Swift: `\.task == "edit" && \.entity.name == "Movie"`.
public struct RuleCondition: Sendable, ExpressibleByBooleanLiteral {
  let qualifier: @Sendable (inout KeyNames) -> Qualifier

  init(spelled qualifier: @escaping @Sendable (inout KeyNames) -> Qualifier) {
    self.qualifier = qualifier
  }

  /// A condition that always holds, or never: `true` is `*true*` of rule files.
  public init(booleanLiteral holds: Bool) { self.init(spelled: { _ in .constant(holds) }) }

  /// A condition in the language: `RuleCondition("object.dueDate < today - 7 days")`.
  ///
  /// A text that is none traps.
  public init(_ text: String) {
    let (parsed, faults) = Qualifier.parse(text)
    guard let parsed else {
      preconditionFailure("'\(text)' is not a condition: \(faults.map(\.message).joined())")
    }
    qualifier = { _ in parsed }
  }

  /// A condition that a closure tests: `RuleCondition { $0.rows > 3 }`.
  ///
  /// May depend on nothing but what it reads from the values it is given: what it reads is noted, and the answer is used
  /// again as long as none of that changed.
  public init(_ body: @escaping @Sendable (EnvironmentValues) -> Bool) {
    let computed = ComputedValue.reading { .bool(body($0)) }
    qualifier = { _ in .truth(Expression(.computed(computed))) }
  }

  /// A flag that is true.
  public init(_ path: RuleKeyPath<Bool>) {
    let path = path.resolved()
    self.init(spelled: { names in .truth(path.expression(&names)) })
  }

  /// A path compared with a constant; null is asked for as the language does.
  init<V>(_ path: RuleKeyPath<V>, _ comparison: Qualifier.Operator, to value: Value) {
    self.init(path, comparison) { _ in Expression(constant: value) }
  }

  /// Two paths compared.
  init<V, W>(
    _ path: RuleKeyPath<V>,
    _ comparison: Qualifier.Operator,
    to other: RuleKeyPath<W>
  ) {
    let other = other.resolved()
    self.init(path, comparison) { names in other.expression(&names) }
  }

  /// A path compared with a day or a time.
  init<V>(_ path: RuleKeyPath<V>, _ comparison: Qualifier.Operator, to date: RuleDate) {
    self.init(path, comparison) { _ in date.expression }
  }

  private init<V>(
    _ path: RuleKeyPath<V>,
    _ comparison: Qualifier.Operator,
    right: @escaping @Sendable (inout KeyNames) -> Expression
  ) {
    let path = path.resolved()
    self.init(spelled: { names in
      .comparing(path.expression(&names), comparison, with: right(&names))
    })
  }
}

/// A date that is known when a rule is asked: `.today - .days(7)`.
public struct RuleDate: Sendable {
  let expression: Expression

  /// Midnight at the start of the day.
  public static let today = RuleDate(expression: Expression(.today))
  /// The time; a rule that reads it is asked anew at each read.
  public static let now = RuleDate(expression: Expression(.now))

  /// Later by so much time.
  public static func + (date: RuleDate, offset: DateOffset) -> RuleDate {
    RuleDate(expression: Expression(.dateOffset(date.expression, offset)))
  }

  /// Earlier by so much time.
  public static func - (date: RuleDate, offset: DateOffset) -> RuleDate {
    date + DateOffset(-offset.count, offset.unit)
  }
}

extension DateOffset {
  /// Returns an offset of `count` hours.
  public static func hours(_ count: Int) -> DateOffset { DateOffset(count, .hours) }
  /// Returns an offset of `count` days.
  public static func days(_ count: Int) -> DateOffset { DateOffset(count, .days) }
  /// Returns an offset of `count` weeks.
  public static func weeks(_ count: Int) -> DateOffset { DateOffset(count, .weeks) }
  /// Returns an offset of `count` months.
  public static func months(_ count: Int) -> DateOffset { DateOffset(count, .months) }
  /// Returns an offset of `count` years.
  public static func years(_ count: Int) -> DateOffset { DateOffset(count, .years) }
}

extension ComputedValue {
  /// A value that a closure computes from the environment of the rule that is asked.
  static func reading(_ body: @escaping @Sendable (EnvironmentValues) -> Value?) -> ComputedValue {
    ComputedValue { context in (context as? any EnvironmentReading).flatMap { body($0.environment) }
    }
  }
}

extension Expression {
  /// A constant as the parser gives it.
  init(constant value: Value) {
    switch value {
    case .list(let elements): self.init(.list(elements.map(Expression.init(constant:))))
    case .dictionary(let entries):
      self.init(.dictionary(entries.mapValues(Expression.init(constant:))))
    case .object(let object as QualifierValue): self.init(.qualifier(object.qualifier))
    default: self.init(.literal(value))
    }
  }
}
