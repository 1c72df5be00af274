package import Diagnostics

/// A condition: of a rule, of a fetch, of a permission, of a search.
///
/// One tree for all of them; the parser makes it, ``Qualifier/evaluate(with:)`` tests it in memory, and
/// the store turns it into SQL. Logic is three-valued: a comparison with null is unknown, and unknown counts as
/// not true.
public indirect enum Qualifier: Sendable, Hashable {
  /// `*true*` or `*false*`.
  case constant(Bool)
  case comparison(Expression, Operator, Expression)
  /// `x is null`.
  case isNull(Expression)
  /// `x between low and high`, both ends included.
  case between(Expression, Expression, Expression)
  /// `x in (a, b)`, or `x in path` where the path gives a list.
  case `in`(Expression, Expression)
  /// A bare expression as a condition: `isArchived`.
  case truth(Expression)
  case and([Qualifier])
  case or([Qualifier])
  case not(Qualifier)

  /// The operator of a comparison in a qualifier, such as `=`, `like` or `contains`.
  ///
  /// Its raw value is the text in rules and conditions.
  public enum Operator: String, Sendable, Hashable, CaseIterable {
    case equal = "="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    /// Pattern with `*` and `?`, case matters.
    case like
    /// Pattern with `*` and `?`, case folded.
    case ilike
    /// Regular expression found anywhere in the text.
    case matches
    case contains
    case beginsWith
    case endsWith
  }

  /// Whether the value at a path is this one.
  package static func equal(_ path: PropertyPath, _ value: Value) -> Qualifier {
    .comparison(Expression(.path(path)), .equal, Expression(.literal(value)))
  }

  /// A comparison; what equals null, or does not, is asked whether it is null.
  package static func comparing(
    _ left: Expression,
    _ comparison: Operator,
    with right: Expression
  ) -> Qualifier {
    switch (comparison, right.kind) {
    case (.equal, .literal(.null)): .isNull(left)
    case (.notEqual, .literal(.null)): .not(.isNull(left))
    default: .comparison(left, comparison, right)
    }
  }
}

/// An expression tree for a value in a condition or on the right of a rule: a literal, path, list, template, call and so on.
///
/// Is not computed yet; evaluation with a context gives its ``Value``.
public struct Expression: Sendable, Hashable {
  /// The form of an expression with its operands: a literal, property path, variable, list, template, call and so on.
  ///
  /// Made by the parser and by rules written in Swift, and read by evaluation and printing.
  package indirect enum Kind: Sendable, Hashable {
    case literal(Value)
    /// Read from the context (in a rule) or from the fetched object (in a fetch).
    case path(PropertyPath)
    /// `$user.store.id`: taken from the context when the rule answers, then a constant.
    case variable(PropertyPath)
    case list([Expression])
    case dictionary([String: Expression])
    /// `today - 7 days`.
    case dateOffset(Expression, DateOffset)
    /// `price - cost`.
    case arithmetic(Expression, ArithmeticOperator, Expression)
    /// `round(total, 2)`.
    case function(Function, [Expression])
    /// `items[state = 'open'].@sum.amount`; a plain `items.@count` is a path.
    case aggregate(PathAggregate)
    /// `super`: the answer of the next rule for the same key.
    case next
    /// `now`.
    case now
    /// `today`, midnight.
    case today
    /// `` `{object.firstName} {object.lastName}` ``.
    case template([Expression])
    /// `if … then … else …`.
    case conditional(Qualifier, Expression, Expression)
    /// A condition as a value: `not isEntityReadOnly`.
    case condition(Qualifier)
    /// `where (…)`: the qualifier itself is the value; its variables are bound when the rule answers.
    case qualifier(Qualifier)
    /// `number('#,##0.00')`: something that is called by name, as the value of a key that takes such.
    case call(String, [Expression])
    /// A closure of a rule written in Swift.
    case computed(ComputedValue)
  }

  /// The kind of the expression, with its operands.
  package var kind: Kind
  /// The position in the source text; ignored by equality.
  package var span: SourceSpan?

  /// An expression, with its place when it was parsed.
  package init(_ kind: Kind, span: SourceSpan? = nil) {
    self.kind = kind
    self.span = span
  }

  /// Whether both are the same, wherever they stand.
  public static func == (left: Self, right: Self) -> Bool { left.kind == right.kind }

  /// Hashes what ``==(_:_:)`` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(kind) }
}

/// A stretch of calendar time added to a date: `+ 3 months`.
public struct DateOffset: Sendable, Hashable {
  /// The unit of a date offset, such as `days` in the expression `today - 7 days`.
  ///
  /// Also used to step dates in fields and in the calendar panel.
  package enum Unit: String, Sendable, Hashable, CaseIterable {
    case seconds, minutes, hours, days, weeks, months, years

    /// Whether it is a part of a day.
    var isOfClock: Bool { [.seconds, .minutes, .hours].contains(self) }
  }

  /// How many; negative goes back.
  package var count: Int
  /// The unit of ``count``.
  package var unit: Unit

  /// `count` times `unit`.
  package init(_ count: Int, _ unit: Unit) {
    (self.count, self.unit) = (count, unit)
  }
}
