import AccessControl
package import Insight
package import Qualifiers
package import RuleEnvironment

/// The values of a property among the rows of a fetch, or ranges of them, each with the number of its rows.
package struct ColumnValues: Sendable {
  /// A value or a range of values, with the number of its rows.
  package struct Entry: Sendable, Hashable {
    package fileprivate(set) var range: RangeCount
    /// The label of the value: that of the object whose key it is, or of a choice; `nil` for other values.
    package let label: String?
    /// The other values with the same label.
    package fileprivate(set) var others: [Value] = []

    /// The value, or the first of the range.
    package var value: Value { range.from }
    package var rows: Int { range.rows }
    /// The sum of another property over the rows.
    package var total: Value { range.total }
    /// Whether it is a range of values.
    package var isRange: Bool { range.isLetter || !range.below.isNull }
  }

  /// An order of the entries: the most rows first, ascending values, or the greatest total first.
  package enum Order: String, Sendable {
    case rows, value, total
  }

  /// The most values and ranges that are read; of values the most frequent.
  package nonisolated static let limit = 10_000

  package let entries: [Entry]
  /// The number of all rows, of those that have no value, and of different values.
  package let rows: Int
  package let nulls: Int
  package let distinct: Int
  /// Whether the numbers are estimated from a sample of the rows.
  package let isEstimate: Bool
  /// The step of the ranges; `nil` for single values.
  package let step: RangeStep?

  /// Whether there are values that were not read.
  package var isCut: Bool { step == nil && distinct > entries.reduce(0) { $0 + $1.valueCount } }

  /// The values of groups by one key; `totals` has the numbers of rows, values and different values where there are more.
  init(
    _ counts: [RangeCount],
    of totals: [Int]? = nil,
    labels: ValueLabels,
    step: RangeStep? = nil,
    isEstimate: Bool
  ) {
    let known = counts.reduce(0) { $0 + $1.rows }
    let valued = counts.filter { !$0.from.isNull }
    rows = totals?[0] ?? known
    nulls = totals.map { $0[0] - $0[1] } ?? known - valued.reduce(0) { $0 + $1.rows }
    distinct = totals?[2] ?? valued.count
    (self.step, self.isEstimate) = (step, isEstimate)
    let entries = Self.entries(of: counts, labels)
    self.entries = step == nil ? Self.sorted(entries, by: .rows) : entries
  }

  /// The entries of values, of which those that one label of choices stands for are one.
  private static func entries(of counts: [RangeCount], _ labels: ValueLabels) -> [Entry] {
    var entries: [Entry] = []
    var places: [String: Int] = [:]
    for count in counts {
      let label = labels.label(of: count.from)
      if labels.isOfChoices, let label {
        if let place = places[label] {
          entries[place].range = entries[place].range.adding(count)
          entries[place].others.append(count.from)
          continue
        }
        places[label] = entries.count
      }
      entries.append(Entry(range: count, label: label))
    }
    return entries
  }

  /// The entries in another order; those that are alike keep their places.
  package static func sorted(_ entries: [Entry], by order: Order) -> [Entry] {
    // Sorting keeps no order of its own.
    entries.enumerated().sorted { one, other in
      let (first, second) = (one.element, other.element)
      switch order {
      case .rows where first.rows != second.rows: return first.rows > second.rows
      case .value where first.comesBefore(second): return true
      case .value where second.comesBefore(first): return false
      case .total where second.range.total.isOrdered(before: first.range.total): return true
      case .total where first.range.total.isOrdered(before: second.range.total): return false
      default: return one.offset < other.offset
      }
    }
    .map(\.element)
  }

  /// The place among `entries` of a value or of the range that it is in, else of what comes behind it.
  package func place(of value: Value, in entries: [Entry]) -> Int? {
    let first = (step?.bounds(around: value)?.from ?? value).normalized
    return entries.firstIndex { $0.value.normalized == first || $0.others.contains(value) }
      ?? entries.firstIndex { first.isOrdered(before: $0.value) }
  }
}

extension ColumnValues.Entry {
  /// The number of different values behind the entry, without null.
  fileprivate var valueCount: Int { others.count + (value.isNull ? 0 : 1) }

  /// Whether this comes before `other` in an ascending order: labels as texts, all else as values, capital letters like small.
  fileprivate func comesBefore(_ other: Self) -> Bool {
    guard let label, let otherLabel = other.label else {
      return value.isOrdered(before: other.value)
    }
    return SortOrdering.Comparison.caseInsensitive.compare(label, otherLabel) == .less
  }

  /// The text by which people know it: its label, the bounds of its range, or its value as `format` writes it.
  package func text(
    by step: RangeStep?,
    ofWholeNumbers isWhole: Bool,
    _ format: (Value) -> String
  ) -> String {
    label ?? step?.text(of: range, ofWholeNumbers: isWhole, format) ?? format(value)
  }

  /// The condition that exactly its rows meet.
  package func qualifier(of path: PropertyPath) -> Qualifier {
    let side = Expression(.path(path))
    if range.isLetter {
      let one = Expression(.literal(.int(1)))
      let first = Expression(.function(.substring, [side, one, one]))
      return .comparison(
        Expression(.function(.upper, [first])),
        .equal,
        Expression(.literal(value))
      )
    }
    guard range.below.isNull else {
      return .and([
        .comparison(side, .greaterOrEqual, Expression(.literal(value))),
        .comparison(side, .less, Expression(.literal(range.below))),
      ])
    }
    return .any(([value] + others).map { .matching(path, $0) })
  }
}

extension [ColumnValues.Entry] {
  /// The condition that exactly the rows of these entries meet, or with `excludes` all others.
  package func qualifier(of path: PropertyPath, excludes: Bool) -> Qualifier {
    let filter = Qualifier.any(map { $0.qualifier(of: path) })
    guard excludes else { return filter }
    // Rows without a value have another than those.
    return contains(where: \.value.isNull)
      ? .not(filter) : .or([.not(filter), .matching(path, .null)])
  }

  /// The title of a filter for these entries of a column, whose texts are `texts`: `State = open`, `Price 10 – 20`.
  package func title(of column: String, texts: [String], excludes: Bool) -> String {
    let sign = excludes ? " ≠" : allSatisfy(\.isRange) ? "" : " ="
    return "\(column)\(sign) \(texts.joined(separator: ", "))"
  }
}

/// The labels of values: those of objects by their keys, or of choices.
package struct ValueLabels {
  /// The text in the place of a hidden key without a label.
  nonisolated static let none = "(no label)"

  package var byKey: [Value: String] = [:]
  var ofChoice: ((Value) -> String?)?
  /// Whether rules hide the keys, so that nothing but a label may stand for one.
  package private(set) var hidesKeys = false

  /// Whether they are those of choices, which several values may share.
  var isOfChoices: Bool { ofChoice != nil }

  init() {}

  /// The labels of the objects behind a reference by its key, none of which is read yet.
  package init(ofKey key: Qualifiers.Expression, in scope: EnvironmentValues) {
    hidesKeys = !key.paths.allSatisfy { scope.shows($0) }
  }

  /// The label of a value; `nil` where it stands for itself.
  package func label(of value: Value) -> String? {
    ofChoice?(value) ?? byKey[value.normalized] ?? (hidesKeys && !value.isNull ? Self.none : nil)
  }
}
