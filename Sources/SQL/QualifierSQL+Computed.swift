import EntityModel
import EntityStore
import Formatting
import Qualifiers

/// Conditions with computed values, which the evaluator tests whole for each row.
///
/// A fault of a row, such as an integer overflow, is an error of the statement, but only where all else leaves the outcome
/// open: the rest of a condition is tested before.
extension QualifierSQL {
  /// Whether a condition compares something that the evaluator computes from columns.
  func isComputed(_ qualifier: Qualifier) -> Bool {
    var isComputed = false
    qualifier.eachPart(
      { if self.isComputed($0) { isComputed = true } },
      { if self.isComputed($0) { isComputed = true } }
    )
    return isComputed
  }

  /// Whether the evaluator computes a value from columns.
  func isComputed(_ expression: Expression) -> Bool {
    switch expression.kind {
    case .path(let path): isDerived(path)
    case .condition(let condition): isComputed(condition)
    case .qualifier: false
    default: !DerivedValue.Content.value(expression).leaves.isEmpty
    }
  }

  /// Whether a path ends at an attribute that a model computes by an expression.
  private func isDerived(_ path: PropertyPath) -> Bool {
    let hops = scope.root.entity.hops(along: path.components)
    guard let last = hops.last, hops.count == path.components.count,
      case .expression = last.entity.attribute(named: last.name)?.definition.derivation
    else { return false }
    return true
  }

  /// Whether the evaluator tests a condition: it compares what is computed, all of one row, and has no part that SQL can
  /// test before.
  func isTested(_ qualifier: Qualifier) -> Bool {
    switch qualifier {
    case .and(let parts), .or(let parts): !parts.isEmpty && parts.allSatisfy(isTested)
    default: isComputed(qualifier) && isOfOneRow(qualifier)
    }
  }

  /// Whether a condition compares no related rows and no objects.
  private func isOfOneRow(_ qualifier: Qualifier) -> Bool {
    DerivedValue.Content.truth(qualifier).leaves.allSatisfy { leaf in
      guard case .path(let path) = leaf else { return true }
      return path.last == "@count"
        || scope.root.entity.fetchableAttribute(at: path.components) != nil
    }
  }

  /// A condition that the evaluator tests.
  func tested(_ qualifier: Qualifier) throws(StoreError) -> SQLFragment {
    SQLFragment(
      try scope.value(.truth(qualifier), ColumnCoding(.bool), for: .term, isOfPerson: isOfPerson)
    )
  }

  /// Conditions of which the evaluator tests some, behind the others.
  func joined(
    _ others: SQLFragment,
    isAnd: Bool,
    tested qualifiers: [Qualifier]
  ) throws(StoreError) -> SQLFragment {
    let last = try tested(isAnd ? .and(qualifiers) : .or(qualifiers))
    let (yes, no) = (dialect.literal(true), dialect.literal(false))
    guard isAnd else {
      return "CASE WHEN " + others + " THEN \(yes) ELSE (" + others + " OR " + last + ") END"
    }
    // Alone, too, for an index.
    guard isExact else {
      return "(" + others + " AND CASE WHEN " + others + " THEN " + last + " END)"
    }
    return "CASE WHEN NOT (" + others + ") THEN \(no) ELSE (" + others + " AND " + last + ") END"
  }
}
