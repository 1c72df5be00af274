package import Qualifiers

/// Says whether a write is allowed; asked for every change before the first statement.
///
/// The application builds it from the rules.
package protocol WriteGuard: Sendable {
  /// Why `change` is refused; `nil` when it is allowed.
  func refusal(of change: Change) async -> String?
  /// Why one of several changes is refused, the first that is; `nil` when all are allowed.
  func refusal(ofAny changes: [Change]) async -> String?
  /// Returns the index and reason of the first row whose insertion is refused; `nil` when all are allowed.
  func refusal(
    ofInserting rows: [[Value?]],
    _ plan: InsertionPlan
  ) async -> (row: Int, reason: String)?
  /// Whether all of these rows may be inserted, whatever stands in each; if not, they are asked about one by one.
  func allows(_ rows: any PackedRows, _ plan: InsertionPlan) async -> Bool
  /// Whether some row might be kept from being deleted; if so, rows that go with others are asked about too, before the
  /// first is deleted.
  var mayRefuseDeletions: Bool { get async }
}

extension WriteGuard {
  /// Each is judged by itself.
  package func refusal(ofAny changes: [Change]) async -> String? {
    for change in changes {
      if let reason = await refusal(of: change) { return reason }
    }
    return nil
  }

  /// Each row is judged by itself.
  package func refusal(
    ofInserting rows: [[Value?]],
    _ plan: InsertionPlan
  ) async -> (row: Int, reason: String)? {
    for (index, row) in rows.enumerated() {
      if let reason = await refusal(of: plan.change(row)) { return (index, reason) }
    }
    return nil
  }

  /// Each row is to be judged.
  package func allows(_ rows: any PackedRows, _ plan: InsertionPlan) async -> Bool { false }

  /// Whether some row might be kept from being deleted: as long as the guard does not know better.
  package var mayRefuseDeletions: Bool { get async { true } }
}
