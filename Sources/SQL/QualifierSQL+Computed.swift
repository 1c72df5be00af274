import EntityModel
import EntityStore
import Formatting
import Qualifiers

/// Conditions with computed values, which the evaluator tests whole for each row.
///
/// A fault of a row, such as an integer overflow, is an error of the statement where it leaves the outcome open. Of conditions
/// joined by `and` the others are tested before.
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

  /// Whether the evaluator computes a value for each row: from columns, or to tell the fault of a constant.
  func isComputed(_ expression: Expression) -> Bool {
    switch expression.kind {
    case .path(let path): isDerived(path)
    case .condition(let condition): isComputed(condition)
    case .qualifier: false
    default:
      !DerivedValue.Content.value(expression).leaves.isEmpty
        || hasFault(expression)
    }
  }

  /// Whether operands have no result: each row that reaches such a constant tells the fault, as in memory.
  private func hasFault(_ expression: Expression) -> Bool {
    let constants = ObjectContext(.null, now: .localWallClock)
    return expression.evaluate(with: constants) == nil && constants.fault != nil
  }

  /// Whether a path ends at an attribute that a model computes by an expression.
  private func isDerived(_ path: PropertyPath) -> Bool {
    let hops = scope.root.entity.hops(along: path.components)
    guard let last = hops.last, hops.count == path.components.count,
      case .expression = last.entity.attribute(named: last.name)?.definition.derivation
    else { return false }
    return true
  }

  /// Whether the evaluator tests a condition: it compares what is computed, and all of one row.
  func isTested(_ qualifier: Qualifier) -> Bool { isComputed(qualifier) && isOfOneRow(qualifier) }

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
      try scope.value(
        .truth(qualifier),
        ColumnCoding(.bool),
        for: scope.restrictions.use,
        isOfPerson: isOfPerson
      )
    )
  }
}
