import Diagnostics
import PropertyLists
import Qualifiers

/// A translator of Direct to Web assignments to rule expressions.
///
/// The class of the assignment, for example `BooleanAssignment`, decides how its value is read.
struct DirectToWebAssignments {
  /// The translation of a Direct to Web assignment class: the kind of expression that its value becomes here.
  private enum Kind {
    case constant, boolean, alias, localized, ifTrue, ifNotNull, ifQualified, qualifier
  }

  private static let kinds: [String: Kind] = [
    "Assignment": .constant, "ERDDelayedAssignment": .constant,
    "BooleanAssignment": .boolean,
    "KeyValueAssignment": .alias, "ERDKeyValueAssignment": .alias,
    "ERDDelayedKeyValueAssignment": .alias,
    "ERDLocalizedAssignment": .localized, "ERDDelayedLocalizedAssignment": .localized,
    "ERDDelayedBooleanAssignment": .ifTrue,
    "ERDDelayedNonNullConditionalAssignment": .ifNotNull,
    "ERDDelayedConditionalAssignment": .ifQualified,
    "ERDDelayedExtraQualifierAssignment": .qualifier,
  ]

  /// Whether assignments of the class can be read here.
  static func isKnown(_ className: String) -> Bool {
    kinds[DirectToWebRule.lastName(of: className)] != nil
  }

  /// Returns a rule's assignment translated to an expression.
  ///
  /// - Throws: ``DirectToWebObstacle`` for an assignment without a counterpart.
  func expression(_ rule: DirectToWebRule) throws(DirectToWebObstacle) -> Expression {
    try expression(
      className: rule.className,
      value: rule.value,
      span: rule.value?.span ?? rule.assignmentSpan
    )
  }

  /// Returns the expression for a value assigned by a Java class.
  ///
  /// - Throws: ``DirectToWebObstacle`` for a class or value without a counterpart.
  func expression(
    className: String,
    value: PropertyList?,
    span: SourceSpan
  ) throws(DirectToWebObstacle) -> Expression {
    guard let kind = Self.kinds[DirectToWebRule.lastName(of: className)] else {
      throw DirectToWebObstacle("the assignment class `\(className)` has no counterpart")
    }
    switch kind {
    case .constant: return literal(value, span)
    case .boolean:
      guard let flag = DirectToWebValues.flag(value) else {
        throw DirectToWebObstacle("its value is neither true nor false")
      }
      return Expression(.literal(.bool(flag)), span: span)
    case .alias:
      guard let text = value?.string, !text.isEmpty else {
        throw DirectToWebObstacle("its value is not a key path")
      }
      return Expression(.path(PropertyPath(text)), span: span)
    case .localized: return template(value, span)
    case .ifTrue:
      return try conditional(value, .truth(read(value, "conditionKey")), at: span)
    case .ifNotNull:
      let test = Qualifier.not(.isNull(try read(value, "nonNullKeyPath")))
      let isNegated = DirectToWebValues.flag(value?["negate"]) == true
      return try conditional(value, isNegated ? .not(test) : test, at: span)
    case .ifQualified:
      return try conditional(value, qualified(value), at: span)
    case .qualifier: return try restriction(value, span)
    }
  }

  private func literal(_ value: PropertyList?, _ span: SourceSpan) -> Expression {
    guard case .array(let elements)? = value?.content else {
      return Expression(.literal(DirectToWebValues.value(value)), span: span)
    }
    // As a list of expressions each element keeps its place.
    return Expression(.list(elements.map { literal($0, $0.span) }), span: span)
  }

  private func read(
    _ value: PropertyList?,
    _ name: String
  ) throws(DirectToWebObstacle) -> Expression {
    guard let key = value?[name], let text = key.string, !text.isEmpty else {
      throw DirectToWebObstacle("its value has no `\(name)`")
    }
    return Expression(.path(PropertyPath(text)), span: key.span)
  }

  private func conditional(
    _ value: PropertyList?,
    _ test: Qualifier,
    at span: SourceSpan
  ) throws(DirectToWebObstacle) -> Expression {
    Expression(
      .conditional(test, literal(value?["trueValue"], span), literal(value?["falseValue"], span)),
      span: span
    )
  }

  /// The condition of `qualifierFormat`, when it takes no arguments.
  private func qualified(_ value: PropertyList?) throws(DirectToWebObstacle) -> Qualifier {
    guard let format = value?["qualifierFormat"]?.string else {
      throw DirectToWebObstacle("its value has no `qualifierFormat`")
    }
    guard !format.contains("%"), let qualifier = Qualifier.parse(format).qualifier else {
      throw DirectToWebObstacle("its condition `\(format.prefix(60))` cannot be read")
    }
    return qualifier
  }

  /// `{ studio = "session.user.studios"; id = { ne = "object.id"; }; }`: properties of the fetched object on the left.
  private func restriction(
    _ value: PropertyList?,
    _ span: SourceSpan
  ) throws(DirectToWebObstacle) -> Expression {
    guard let dictionary = value?.dictionary else {
      throw DirectToWebObstacle("its value is not a dictionary")
    }
    var parts: [Qualifier] = []
    for entry in dictionary.entries {
      let operations =
        entry.value.dictionary?.entries
        ?? [PropertyListDictionary.Entry("eq", entry.value, keySpan: entry.keySpan)]
      for operation in operations {
        guard let comparison = Self.comparisons[operation.key],
          let target = operation.value.string, !target.isEmpty
        else { throw DirectToWebObstacle("it compares with `\(operation.key)`") }
        let left = Expression(.path(PropertyPath(entry.key)), span: entry.keySpan)
        let right = Expression(.variable(PropertyPath(target)), span: operation.value.span)
        parts.append(.comparison(left, comparison, right))
      }
    }
    return Expression(.qualifier(Qualifier.all(parts)), span: span)
  }

  private static let comparisons: [String: Qualifier.Operator] = [
    "eq": .equal, "ne": .notEqual, "gt": .greater, "gte": .greaterOrEqual, "lt": .less,
    "lte": .lessOrEqual, "like": .like, "ilike": .ilike,
  ]

  /// The Direct to Web names of the comparison operators.
  static let comparisonNames = Dictionary(uniqueKeysWithValues: comparisons.map { ($1, $0) })

  /// A text in which `@@key.path@@` stands for a value.
  private func template(_ value: PropertyList?, _ span: SourceSpan) -> Expression {
    guard let text = value?.string else { return literal(value, span) }
    var parts: [Expression] = []
    var rest = text[...]
    while let start = rest.ends(of: "@@") {
      let inside = rest[start.upperBound...]
      guard let end = inside.ends(of: "@@"), end.lowerBound > inside.startIndex else { break }
      if start.lowerBound > rest.startIndex {
        parts.append(Expression(.literal(.string(String(rest[..<start.lowerBound])))))
      }
      parts.append(
        Expression(.path(PropertyPath(String(inside[..<end.lowerBound]))), span: span)
      )
      rest = inside[end.upperBound...]
    }
    guard !parts.isEmpty else { return Expression(.literal(.string(text)), span: span) }
    if !rest.isEmpty { parts.append(Expression(.literal(.string(String(rest))))) }
    return Expression(.template(parts), span: span)
  }
}

extension Substring {
  /// Returns the range of the first `mark`; `nil` when there is none.
  fileprivate func ends(of mark: String) -> Swift.Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(mark) {
        return start..<index(start, offsetBy: mark.count)
      }
      start = index(after: start)
    }
    return nil
  }
}
