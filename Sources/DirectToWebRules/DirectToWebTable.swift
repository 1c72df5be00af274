import Diagnostics
import Qualifiers
import RuleEnvironment
import RuleEngine

/// A lookup table of equivalent settings in Direct to Web and here, made from the mapping rules and used in both directions.
struct DirectToWebTable {
  /// A pair of equivalent settings: values of a Direct to Web key, and the value of our key that follows from them.
  ///
  /// For example `componentName in ('D2WEditDate', …) => component = 'EditDate'`.
  struct Row {
    let foreignKey: String
    /// The first is the one that is written back.
    let foreignValues: [Value]
    let key: String
    let value: Value
  }

  /// The pairs of equivalent settings in Direct to Web and here.
  private(set) var rows: [Row] = []
  /// The keys of Direct to Web that our keys follow whatever their value.
  private(set) var followedKeys: Set<String> = []
  /// The values for which our keys follow one of Direct to Web.
  private(set) var followedValues: [String: Set<Value>] = [:]

  /// The table in a rule file; `vocabulary` knows which keys are ours.
  init(_ source: SourceText, vocabulary: Vocabulary) {
    let isForeign = { (name: String) in vocabulary[name].map(vocabulary.isForeign) ?? true }
    for case .rule(let rule) in RuleParser.parse(source).items {
      for assignment in rule.assignments where !isForeign(assignment.key.first) {
        add(assignment, when: rule.condition, isForeign: isForeign)
      }
    }
  }

  private mutating func add(
    _ assignment: RuleSyntax.Assignment,
    when condition: Qualifier,
    isForeign: (String) -> Bool
  ) {
    let parts: [Qualifier] = if case .and(let parts) = condition { parts } else { [condition] }
    var demanded: Set<String> = []
    for part in parts {
      guard let (key, values) = part.demandInOrder, isForeign(key) else { continue }
      demanded.insert(key)
      followedValues[key, default: []].formUnion(values)
      // Of several that lead to the same only the first leads back, and only what leads back is put in its place.
      if parts.count == 1, let value = assignment.value.constant,
        row(key: assignment.key.first, value: value) == nil
      {
        rows.append(
          Row(foreignKey: key, foreignValues: values, key: assignment.key.first, value: value)
        )
      }
    }
    let reads = condition.paths + assignment.value.paths
    for path in reads where isForeign(path.first) && !demanded.contains(path.first) {
      followedKeys.insert(path.first)
    }
  }

  /// Returns the row for a Direct to Web key and value; `nil` when there is none.
  func row(foreignKey: String, value: Value) -> Row? {
    rows.first { $0.foreignKey == foreignKey && $0.foreignValues.contains(value) }
  }

  /// Returns the row for a key of this program and its value; `nil` when there is none.
  func row(key: String, value: Value) -> Row? {
    rows.first { $0.key == key && $0.value == value }
  }
}

extension Qualifier {
  /// The key and the values of `key = value` and `key in (…)`, the values in their order.
  fileprivate var demandInOrder: (key: String, values: [Value])? {
    guard let demand, demand.path.components.count == 1 else { return nil }
    if case .in(_, let members) = self, case .list(let values)? = members.constant {
      return (demand.path.first, values)
    }
    return (demand.path.first, Array(demand.values))
  }
}
