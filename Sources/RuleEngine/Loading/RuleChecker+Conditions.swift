import Diagnostics
import struct FoundationEssentials.Date
package import Qualifiers
import RuleEnvironment

extension RuleChecker {
  /// Judges the names that a condition reads, and the constants that it compares them with.
  package mutating func checkCondition(_ condition: Qualifier) {
    switch condition {
    case .comparison(let left, let comparison, let right):
      checkOperand(left)
      checkRightOperand(right) { "\(left) \(comparison.rawValue) \($0)" }
      guard comparison == .equal || comparison == .notEqual else {
        guard comparison.looksAtWhole else { return }
        checkOrder(of: left, with: right)
        return checkOrder(of: right, with: left)
      }
      checkComparison(of: left, with: right)
      checkComparison(of: right, with: left)
    case .in(let operand, let members):
      checkOperand(operand)
      guard case .list(let elements) = members.kind else { return checkOperand(members) }
      for element in elements { checkRightOperand(element) { "\(operand) in [\($0), …]" } }
      for element in elements { checkComparison(of: operand, with: element) }
    default: condition.eachPart({ checkOperand($0) }, { checkCondition($0) })
    }
  }

  /// Judges the names that one side of a comparison reads.
  mutating func checkOperand(_ operand: Expression) {
    switch operand.kind {
    case .path(let path), .variable(let path):
      guard let key = vocabulary[path.first] else { return reportUnknown(path, at: operand.span) }
      checkMembers(path, of: key, at: operand.span)
    case .call(let name, _): report(.uncallable(name, key: nil), at: operand.span)
    case .aggregate(let aggregate):
      // The rest belongs to the related rows.
      checkOperand(Expression(.path(aggregate.path), span: operand.span))
      checkVariables(of: operand)
    case .qualifier: checkVariables(of: operand)
    default:
      report(
        operand.operandMismatches { vocabulary[$0.description]?.comparedKind ?? .anything }
      )
      operand.eachPart({ checkOperand($0) }, { checkCondition($0) })
    }
  }

  /// Checks the right operand of a comparison; an unknown word is reported as an unquoted text.
  private mutating func checkRightOperand(
    _ operand: Expression,
    _ comparison: (String) -> String
  ) {
    guard case .path(let path) = operand.kind, path.components.count == 1,
      vocabulary[path.first] == nil, !isPropertyOfObject(path)
    else { return checkOperand(operand) }
    let near = nearestKey(to: path.first)
    report(
      .unquotedWord(path.first, near: near, corrected: comparison("'\(path)'")),
      at: operand.span
    )
  }

  /// Reports a path that begins with no key; a property of the object is read behind `object`.
  mutating func reportUnknown(_ path: PropertyPath, at span: SourceSpan?) {
    guard isPropertyOfObject(path) else {
      return report(.unknownKey(path.first, near: nearestKey(to: path.first)), at: span)
    }
    report(.bareProperty(path), at: span)
  }

  private func isPropertyOfObject(_ path: PropertyPath) -> Bool {
    guard let known = names[.property], vocabulary[RuleSchema.objectKey] != nil else {
      return false
    }
    return known.contains(path.first)
  }

  /// Judges what a path reads behind a key.
  mutating func checkMembers(_ path: PropertyPath, of key: any AnyKey, at span: SourceSpan?) {
    guard path.components.count > 1, let members = key.valueKeys else { return }
    let member = path.components[1]
    guard !members.contains(member) else { return }
    let near = nearest(to: member, in: members)
    report(.unknownMember(member, of: path.first, near: near, all: members), at: span)
  }

  /// Judges the `$variables` of a `where (…)` or an aggregate; the plain paths in it belong to other objects.
  mutating func checkVariables(of value: Expression) {
    value.eachExpression { expression in
      if case .variable = expression.kind { checkOperand(expression) }
    }
  }

  // MARK: Constants

  /// Judges the constant that a key, or the name behind it, is compared with.
  private mutating func checkComparison(of left: Expression, with right: Expression) {
    guard case .path(let path) = left.kind, let key = vocabulary[path.first],
      let constant = right.constant, !constant.isNull
    else { return }
    if path.components.count == 1 {
      checkKeyComparison(of: key, named: path.first, with: constant, right)
    } else if path.components.count == 2, path.components[1] == "name", let domain = key.names {
      checkNames(in: right, domain)
    }
  }

  /// Judges whether a key has values before or behind the constant that it is compared with.
  private mutating func checkOrder(of left: Expression, with right: Expression) {
    guard case .path(let path) = left.kind, path.components.count == 1,
      let key = vocabulary[path.first], let constant = right.constant,
      !key.comparedKind.canMeet(constant)
    else { return }
    report(
      .comparedWrongly(path.first, key.typeName, got: constant.summary, hasName: false),
      at: right.span
    )
  }

  private mutating func checkKeyComparison(
    of key: any AnyKey,
    named name: String,
    with constant: Value,
    _ right: Expression
  ) {
    if !key.allowedValues.isEmpty, constant.string != nil {
      guard !key.allowedValues.contains(constant) else { return }
      return report(notAllowed(constant, for: key, named: name), at: right.span)
    }
    guard key.decode(constant) != nil || key.comparedKind.canMeet(constant) else {
      return report(
        .comparedWrongly(
          name,
          key.typeName,
          got: constant.summary,
          hasName: constant.string != nil && key.valueKeys?.contains("name") == true
        ),
        at: right.span
      )
    }
    if let domain = key.names { checkNames(in: right, domain) }
  }
}

extension AnyKey {
  /// The kind of the key's values, of a list that of anything.
  var comparedKind: ComparedKind {
    if decode(.list([])) != nil { return .anything }
    if decode(.int(0)) != nil { return decode(.string("x")) != nil ? .anything : .number }
    if decode(.string("x")) != nil || !allowedValues.isEmpty { return .text }
    if decode(.date(Date(timeIntervalSince1970: 0))) != nil { return .date }
    return decode(.bool(true)) != nil ? .truth : .object
  }

  /// Whether the key takes some value of the kind.
  func takesSome(_ kind: ComparedKind) -> Bool {
    let samples: [Value] =
      switch kind.family {
      case .number: [.int(1), .decimal(1.5), .double(1.5)]
      case .text: [.string("x")]
      case .truth: [.bool(true)]
      case .date: [.date(Date(timeIntervalSince1970: 0))]
      case .bytes: [.data([])]
      default: [.null]
      }
    return kind.family == .anything || samples.contains { decode($0) != nil }
  }
}
