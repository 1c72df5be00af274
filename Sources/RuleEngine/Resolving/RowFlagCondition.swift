package import Qualifiers
package import RuleEnvironment

/// The value of a true-or-false key for the rows of a list: constant, a condition on the row, or unclear.
///
/// If it is unclear, the key has to be asked for each row.
package enum RowFlagCondition: Sendable, Hashable {
  /// The value is the same for all rows.
  case constant(Bool)
  /// True for the rows for which the condition holds; its paths are names of attributes.
  case condition(Qualifier)
  /// Only asking for each row tells.
  case unclear

  /// The condition for rows for which one of several says yes; `nil` where that is unclear.
  package static func either(_ parts: [RowFlagCondition]) -> Qualifier? {
    var whole = Qualifier.constant(false)
    for part in parts {
      switch part {
      case .unclear: return nil
      case .constant(let flag): whole = .either(whole, .constant(flag))
      case .condition(let condition) where condition == whole: break
      case .condition(let condition): whole = .either(whole, condition)
      }
    }
    return whole
  }

  /// Returns the condition limited to some rows; for all other rows the flag is true.
  ///
  /// `nil` stands for all rows.
  fileprivate func forRows(_ rows: Qualifier?) -> Self {
    guard let rows else { return self }
    let others = Qualifier.not(.truth(Expression(.condition(rows))))
    return switch self {
    case .constant(true): self
    // Of rows that are not all there nothing can be asked.
    case .constant(false), .unclear: .condition(others)
    case .condition(let condition): .condition(.or([others, condition]))
    }
  }

  fileprivate static func both(_ left: Self, _ right: Self) -> Self {
    switch (left, right) {
    case (.constant(false), _), (_, .constant(true)): left
    case (_, .constant(false)), (.constant(true), _): right
    case (.condition(let left), .condition(let right)): .condition(.both(left, right))
    case (.unclear, _), (_, .unclear): .unclear
    }
  }
}

/// The keys and attributes that rules may read of a row when their answer becomes a condition for all rows of a list.
///
/// Access control makes it for the rows of an entity.
package struct RowReadScope: Sendable {
  /// The keys that differ from row to row.
  package let keys: [any AnyKey]
  let object: any AnyKey
  let varying: Set<Int>
  let attributes: Set<String>
  let flags: Set<String>
  let names: Set<String>?

  /// - Parameters:
  ///   - object: The key that is the row.
  ///   - varying: Keys that differ from row to row without being it.
  ///   - attributes: The names behind `object` that a condition for rows can compare.
  ///   - flags: Those among them that are true or false.
  ///   - names: All names behind `object` that lead anywhere; `nil` where that is not known.
  package init(
    object: any AnyKey,
    varying: [any AnyKey],
    attributes: Set<String>,
    flags: Set<String>,
    names: Set<String>? = nil
  ) {
    self.object = object
    keys = [object] + varying
    self.varying = Set(varying.map(\.slot))
    (self.attributes, self.flags, self.names) = (attributes, flags, names)
  }

  fileprivate var slots: Set<Int> { varying.union([object.slot]) }
}

extension RuleResolver {
  /// Returns how a flag depends on the row, in the scope `values`, which lacks only the object.
  ///
  /// Parameter `written`: Whether to skip built-in rules; a flag that no other rule answers counts as true.
  package func dependence(
    of key: Key<Bool>,
    on row: RowReadScope,
    in values: EnvironmentValues,
    written: Bool = false
  ) -> RowFlagCondition {
    func flag(_ values: EnvironmentValues, _ written: Bool) -> RowFlagCondition {
      var query = query(in: values)
      query.values = values.answering(key)
      return RowConditionBuilder(query: query, row: row, asksWrittenOnly: written).flag(key)
    }
    return (inheritance?(key, values) ?? []).reduce(flag(values, written)) { flags, place in
      .both(flags, flag(place.values, true).forRows(place.rows))
    }
  }
}

/// A builder that turns the rules for a true-or-false key into one condition for the rows of a list.
///
/// Reads of the row stay in the condition; everything else is evaluated now.
private struct RowConditionBuilder {
  let query: RuleQuery
  let row: RowReadScope
  /// Whether what the program itself says does not count.
  let asksWrittenOnly: Bool
  /// Rules of the user's own may not look at rows: some of it they may not see.
  var readsRows = true

  /// The error thrown when the rules of a flag cannot be expressed as a condition on rows.
  ///
  /// The caller catches it and returns `RowFlagCondition.unclear`.
  private struct Unclear: Error {}

  func flag(_ key: any AnyKey) -> RowFlagCondition {
    let standard = Qualifier.constant(asksWrittenOnly || key.defaultRuleValue == .bool(true))
    guard let compiled = query.model.compiled(key) else { return dependence(standard) }
    // The rules of the user's own stand in front, so that their number stays.
    let candidates = compiled.candidates.filter { !asksWrittenOnly || $0.rule.layer > .derived }[
      ...
    ]
    let reader = query.reader(compiled)
    do throws(Unclear) {
      guard query.model.hasNarrowingLayers else {
        return dependence(try chain(candidates, for: key, reader, else: standard))
      }
      let base = try chain(
        candidates[compiled.restrictedCount...],
        for: key,
        query.reader(compiled, trusted: query.trustedAnswers(asking: [key])),
        else: standard
      )
      let added = candidates[..<compiled.restrictedCount]
      var narrower = self
      narrower.readsRows = false
      let own = query.ownReader(compiled, for: key)
      let narrowed = try narrower.chain(added, for: key, own, else: .constant(true))
      return dependence(.both(base, narrowed))
    } catch { return .unclear }
  }

  private func dependence(_ qualifier: Qualifier) -> RowFlagCondition {
    if case .constant(let flag) = qualifier { return .constant(flag) }
    return .condition(qualifier)
  }

  /// The first of the candidates whose condition holds answers, in the end `fallback`.
  private func chain(
    _ candidates: ArraySlice<CompiledRules.Candidate>,
    for key: any AnyKey,
    _ reader: RuleReader,
    else fallback: Qualifier
  ) throws(Unclear) -> Qualifier {
    var answers: [(condition: Qualifier, value: Qualifier)] = []
    var last = fallback
    for candidate in candidates {
      let condition = try residual(candidate.rule.condition, reader).holds
      if condition == .constant(false) { continue }
      guard let value = try value(of: candidate, key, reader) else { continue }
      guard condition != .constant(true) else {
        last = value
        break
      }
      answers.append((condition, value))
    }
    return answers.reversed().reduce(last) { rest, answer in
      .either(.both(answer.condition, answer.value), .both(answer.condition.negated, rest))
    }
  }

  /// Returns the value of a rule whose condition holds, as a condition on the row; `nil` when it has none.
  ///
  /// - Throws: ``Unclear`` when the value cannot be determined without the row.
  private func value(
    of candidate: CompiledRules.Candidate,
    _ key: any AnyKey,
    _ reader: RuleReader
  ) throws(Unclear) -> Qualifier? {
    guard !candidate.readsNext else { throw Unclear() }
    let value = candidate.rule.value
    let reads = Reads(value)
    guard readsRow(reads.allPaths) else {
      try checkSteady(reads.allPaths)
      let answer = candidate.outcome(for: key, reader).answer
      if reads.runsClosure { try checkReads() }
      return answer.map { .constant($0 == .bool(true)) }
    }
    guard readsRows else { throw Unclear() }
    switch value.kind {
    case .condition(let condition): return try residual(condition, reader).holds
    case .path(let path):
      let name = try attribute(path)
      guard row.flags.contains(name) else { throw Unclear() }
      let side = Expression(.path(PropertyPath(components: [name])))
      return Qualifier.comparison(side, .equal, Expression(.literal(.bool(true)))).holds
    default: throw Unclear()
    }
  }

  // MARK: Conditions

  /// The condition with all answered that is the same for every row.
  private func residual(
    _ condition: Qualifier,
    _ reader: RuleReader
  ) throws(Unclear) -> Qualifier {
    switch condition {
    case .constant: return condition
    case .not(let inside): return try residual(inside, reader).negated
    case .and(let parts):
      return try joined(parts, reader, by: Qualifier.both, decides: .constant(false))
    case .or(let parts):
      return try joined(parts, reader, by: Qualifier.either, decides: .constant(true))
    default: return try leaf(condition, reader)
    }
  }

  /// The parts of a condition as one; what one part decides is clear, whatever the others read.
  private func joined(
    _ parts: [Qualifier],
    _ reader: RuleReader,
    by join: (Qualifier, Qualifier) -> Qualifier,
    decides decision: Qualifier
  ) throws(Unclear) -> Qualifier {
    var (joined, isUnclear) = (decision.negated, false)
    for part in parts {
      do throws(Unclear) { joined = join(joined, try residual(part, reader)) } catch {
        isUnclear = true
      }
      if joined == decision { return joined }
    }
    guard !isUnclear else { throw Unclear() }
    return joined
  }

  private func leaf(_ condition: Qualifier, _ reader: RuleReader) throws(Unclear) -> Qualifier {
    let reads = Reads(condition)
    guard readsRow(reads.allPaths) else {
      try checkSteady(reads.allPaths)
      reader.fault = nil
      let truth = condition.truth(with: reader)
      if truth == .unanswered, reader.fault != nil { throw Unclear() }
      if reads.runsClosure { try checkReads() }
      return truth.bool.map { .constant($0) } ?? .unknown
    }
    guard readsRows else { throw Unclear() }
    if case .isNull(let tested) = condition, isRow(tested) { return .constant(false) }
    if case .truth(let tested) = condition, isRow(tested) { return .constant(true) }
    let compared = try condition.mapParts(
      { side throws(Unclear) in try operand(side, reader) },
      { part throws(Unclear) in part }
    )
    return compared ?? .unknown
  }

  /// One side of a comparison; `nil` when it does not answer.
  private func operand(
    _ expression: Expression,
    _ reader: RuleReader
  ) throws(Unclear) -> Expression? {
    let reads = Reads(expression)
    guard readsRow(reads.allPaths) else {
      try checkSteady(reads.allPaths)
      reader.fault = nil
      let value = expression.evaluate(with: reader)
      if value == nil, reader.fault != nil { throw Unclear() }
      if reads.runsClosure { try checkReads() }
      return value.map { Expression(.literal($0)) }
    }
    guard case .path(let path) = expression.kind else { throw Unclear() }
    // What no row has answers of none.
    if path.components.count > 1, let names = row.names, !names.contains(path.components[1]) {
      return nil
    }
    return Expression(.path(PropertyPath(components: [try attribute(path)])))
  }

  private func attribute(_ path: PropertyPath) throws(Unclear) -> String {
    guard path.components.count == 2, row.attributes.contains(path.last) else { throw Unclear() }
    return path.last
  }

  // MARK: Reads

  private func readsRow(_ paths: [PropertyPath]) -> Bool {
    paths.contains { query.model.vocabulary[$0.first]?.slot == row.object.slot }
  }

  private func isRow(_ expression: Expression) -> Bool {
    guard case .path(let path) = expression.kind, path.components.count == 1 else { return false }
    return readsRow([path])
  }

  /// - Throws: ``Unclear`` where what is read may differ from row to row.
  private func checkSteady(_ paths: [PropertyPath]) throws(Unclear) {
    for path in paths {
      guard let key = query.model.vocabulary[path.first] else { continue }
      if row.varying.contains(key.slot) || mayReadRow(key) { throw Unclear() }
    }
  }

  /// Checks the keys that closures have read.
  ///
  /// - Throws: ``Unclear`` when one of them may differ from row to row.
  private func checkReads() throws(Unclear) {
    for key in query.values.keysRead where row.slots.contains(key.slot) || mayReadRow(key) {
      throw Unclear()
    }
  }

  private func mayReadRow(_ key: any AnyKey) -> Bool {
    !query.values.isExplicit(key) && query.model.mayRead(row.slots, from: key.slot)
  }
}

extension Qualifier {
  /// A comparison with null.
  fileprivate static var unknown: Qualifier {
    .comparison(Expression(.literal(.null)), .equal, Expression(.literal(.bool(true))))
  }

  /// Whether it holds, as a condition that is never unknown.
  fileprivate var holds: Qualifier {
    switch self {
    case .constant: self
    case Self.unknown: .constant(false)
    default: .truth(Expression(.condition(self)))
    }
  }

  fileprivate var negated: Qualifier {
    switch self {
    case .constant(let flag): .constant(!flag)
    case Self.unknown: self
    default: .not(self)
    }
  }

  fileprivate static func both(_ left: Qualifier, _ right: Qualifier) -> Qualifier {
    switch (left, right) {
    case (.constant(false), _), (_, .constant(true)): left
    case (_, .constant(false)), (.constant(true), _): right
    default: .and([left, right])
    }
  }

  fileprivate static func either(_ left: Qualifier, _ right: Qualifier) -> Qualifier {
    switch (left, right) {
    case (.constant(true), _), (_, .constant(false)): left
    case (_, .constant(true)), (.constant(false), _): right
    default: .or([left, right])
    }
  }
}
