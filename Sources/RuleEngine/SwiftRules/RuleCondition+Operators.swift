public import Qualifiers
public import RuleEnvironment

// MARK: With a constant of the path's own type

/// Whether the value at a path is `value`; `nil` asks whether there is none.
public func == <V: ValueConvertible>(path: RuleKeyPath<V>, value: V) -> RuleCondition {
  RuleCondition(path, .equal, to: value.value)
}

/// Whether the value at a path is there and not `value`; `nil` asks whether there is one.
public func != <V: ValueConvertible>(path: RuleKeyPath<V>, value: V) -> RuleCondition {
  RuleCondition(path, .notEqual, to: value.value)
}

/// Whether the value at a path is less than `value`.
public func < <V: ValueConvertible>(path: RuleKeyPath<V>, value: V) -> RuleCondition {
  RuleCondition(path, .less, to: value.value)
}

/// Whether the value at a path is `value` or less; where a rule expects an assignment, `<=` assigns.
public func <= <V: ValueConvertible>(path: RuleKeyPath<V>, value: V) -> RuleCondition {
  RuleCondition(path, .lessOrEqual, to: value.value)
}

/// Whether the value at a path is greater than `value`.
public func > <V: ValueConvertible>(path: RuleKeyPath<V>, value: V) -> RuleCondition {
  RuleCondition(path, .greater, to: value.value)
}

/// Whether the value at a path is `value` or greater.
public func >= <V: ValueConvertible>(path: RuleKeyPath<V>, value: V) -> RuleCondition {
  RuleCondition(path, .greaterOrEqual, to: value.value)
}

/// Whether the value at a path is one of `values`.
public func ~= <V: ValueConvertible>(values: [V], path: RuleKeyPath<V>) -> RuleCondition {
  .isOne(path, of: .list(values.map(\.value)))
}

/// Whether the value at a path lies in `range`.
public func ~= <V: ValueConvertible & Comparable>(range: ClosedRange<V>, path: RuleKeyPath<V>)
  -> RuleCondition
{
  .lies(path, from: range.lowerBound.value, to: range.upperBound.value)
}

// MARK: With a constant, where the path has any type

/// Whether the value at a path is `value`.
@_disfavoredOverload
public func == <C: ValueConvertible>(path: RuleKeyPath<Value>, value: C) -> RuleCondition {
  RuleCondition(path, .equal, to: value.value)
}

/// Whether there is no value at a path.
public func == (path: RuleKeyPath<Value>, none: _OptionalNilComparisonType) -> RuleCondition {
  RuleCondition(path, .equal, to: .null)
}

/// Whether the value at a path is there and not `value`.
@_disfavoredOverload
public func != <C: ValueConvertible>(path: RuleKeyPath<Value>, value: C) -> RuleCondition {
  RuleCondition(path, .notEqual, to: value.value)
}

/// Whether there is a value at a path.
public func != (path: RuleKeyPath<Value>, none: _OptionalNilComparisonType) -> RuleCondition {
  RuleCondition(path, .notEqual, to: .null)
}

/// Whether the value at a path is less than `value`.
@_disfavoredOverload
public func < <C: ValueConvertible>(path: RuleKeyPath<Value>, value: C) -> RuleCondition {
  RuleCondition(path, .less, to: value.value)
}

/// Whether the value at a path is `value` or less.
@_disfavoredOverload
public func <= <C: ValueConvertible>(path: RuleKeyPath<Value>, value: C) -> RuleCondition {
  RuleCondition(path, .lessOrEqual, to: value.value)
}

/// Whether the value at a path is greater than `value`.
@_disfavoredOverload
public func > <C: ValueConvertible>(path: RuleKeyPath<Value>, value: C) -> RuleCondition {
  RuleCondition(path, .greater, to: value.value)
}

/// Whether the value at a path is `value` or greater.
@_disfavoredOverload
public func >= <C: ValueConvertible>(path: RuleKeyPath<Value>, value: C) -> RuleCondition {
  RuleCondition(path, .greaterOrEqual, to: value.value)
}

/// Whether the value at a path is one of `values`.
@_disfavoredOverload
public func ~= <C: ValueConvertible>(values: [C], path: RuleKeyPath<Value>) -> RuleCondition {
  .isOne(path, of: .list(values.map(\.value)))
}

/// Whether the value at a path lies in `range`.
@_disfavoredOverload
public func ~= <C: ValueConvertible & Comparable>(range: ClosedRange<C>, path: RuleKeyPath<Value>)
  -> RuleCondition
{
  .lies(path, from: range.lowerBound.value, to: range.upperBound.value)
}

// MARK: With a date

/// Whether the date at a path is earlier than `date`.
public func < <V>(path: RuleKeyPath<V>, date: RuleDate) -> RuleCondition {
  RuleCondition(path, .less, to: date)
}

/// Whether the date at a path is `date` or earlier.
public func <= <V>(path: RuleKeyPath<V>, date: RuleDate) -> RuleCondition {
  RuleCondition(path, .lessOrEqual, to: date)
}

/// Whether the date at a path is later than `date`.
public func > <V>(path: RuleKeyPath<V>, date: RuleDate) -> RuleCondition {
  RuleCondition(path, .greater, to: date)
}

/// Whether the date at a path is `date` or later.
public func >= <V>(path: RuleKeyPath<V>, date: RuleDate) -> RuleCondition {
  RuleCondition(path, .greaterOrEqual, to: date)
}

// MARK: With another path

/// Whether the values at two paths are equal.
public func == <V>(path: RuleKeyPath<V>, other: RuleKeyPath<V>) -> RuleCondition {
  RuleCondition(path, .equal, to: other)
}

/// Whether the values at two paths are equal, of which one may be missing.
public func == <V>(path: RuleKeyPath<V>, other: RuleKeyPath<V?>) -> RuleCondition {
  RuleCondition(path, .equal, to: other)
}

/// Whether the values at two paths are there and not equal.
public func != <V>(path: RuleKeyPath<V>, other: RuleKeyPath<V>) -> RuleCondition {
  RuleCondition(path, .notEqual, to: other)
}

/// Whether the value at a path is less than that at another.
public func < <V>(path: RuleKeyPath<V>, other: RuleKeyPath<V>) -> RuleCondition {
  RuleCondition(path, .less, to: other)
}

/// Whether the value at a path is greater than that at another.
public func > <V>(path: RuleKeyPath<V>, other: RuleKeyPath<V>) -> RuleCondition {
  RuleCondition(path, .greater, to: other)
}

/// Whether one of the values at a path is one of the list at another.
public func ~= <V>(list: RuleKeyPath<[V]>, path: RuleKeyPath<[V]>) -> RuleCondition {
  let (list, path) = (list.resolved(), path.resolved())
  return RuleCondition(spelled: { names in .in(path.expression(&names), list.expression(&names)) })
}

/// Whether the value at a path is one of the list at another.
public func ~= <V>(list: RuleKeyPath<[V]>, path: RuleKeyPath<V>) -> RuleCondition {
  let (list, path) = (list.resolved(), path.resolved())
  return RuleCondition(spelled: { names in .in(path.expression(&names), list.expression(&names)) })
}

// MARK: Patterns

/// Whether the text at a path fits a pattern with `*` and `?`.
public func like<V>(_ path: RuleKeyPath<V>, _ pattern: String) -> RuleCondition {
  RuleCondition(path, .like, to: .string(pattern))
}

/// Whether the text at a path fits a pattern with `*` and `?`, in any case.
public func ilike<V>(_ path: RuleKeyPath<V>, _ pattern: String) -> RuleCondition {
  RuleCondition(path, .ilike, to: .string(pattern))
}

/// Whether a regular expression is found in the text at a path.
public func matches<V>(_ path: RuleKeyPath<V>, _ expression: String) -> RuleCondition {
  RuleCondition(path, .matches, to: .string(expression))
}

// MARK: Logic

/// Whether both hold.
public func && (left: RuleCondition, right: RuleCondition) -> RuleCondition {
  RuleCondition(spelled: { names in .all([left.qualifier(&names), right.qualifier(&names)]) })
}

/// Whether both hold.
public func && (left: RuleKeyPath<Bool>, right: RuleCondition) -> RuleCondition {
  RuleCondition(left) && right
}

/// Whether both hold.
public func && (left: RuleCondition, right: RuleKeyPath<Bool>) -> RuleCondition {
  left && RuleCondition(right)
}

/// Whether one of them holds.
public func || (left: RuleCondition, right: RuleCondition) -> RuleCondition {
  RuleCondition(spelled: { names in .any([left.qualifier(&names), right.qualifier(&names)]) })
}

/// Whether one of them holds.
public func || (left: RuleKeyPath<Bool>, right: RuleCondition) -> RuleCondition {
  RuleCondition(left) || right
}

/// Whether one of them holds.
public func || (left: RuleCondition, right: RuleKeyPath<Bool>) -> RuleCondition {
  left || RuleCondition(right)
}

/// Whether the condition is known not to hold.
public prefix func ! (condition: RuleCondition) -> RuleCondition {
  RuleCondition(spelled: { names in .not(condition.qualifier(&names)) })
}

/// Whether the flag at a path is false.
public prefix func ! (path: RuleKeyPath<Bool>) -> RuleCondition { !RuleCondition(path) }

extension RuleCondition {
  fileprivate static func isOne<V>(_ path: RuleKeyPath<V>, of members: Value) -> RuleCondition {
    let path = path.resolved()
    return RuleCondition(spelled: { names in
      .in(path.expression(&names), Expression(constant: members))
    })
  }

  fileprivate static func lies<V>(_ path: RuleKeyPath<V>, from low: Value, to high: Value)
    -> RuleCondition
  {
    let path = path.resolved()
    return RuleCondition(spelled: { names in
      .between(path.expression(&names), Expression(constant: low), Expression(constant: high))
    })
  }
}
