import EntityStore
import SQL

extension SaveTransaction {
  /// Rows to be deleted are found where a change of the same save has moved them.
  mutating func followDeletions() throws(StoreError) {
    for index in deletions.indices { deletions[index].id = try place(of: deletions[index].id) }
  }

  /// Deletes rows that refer to others before those, as far as the model tells.
  mutating func deleteRows() throws(StoreError) {
    try checkDeletions()
    let order = DeletionOrder(model: adaptor.model)
    let sorted = deletions.enumerated().sorted { left, right in
      let (first, second) = (left.element.id.entityName, right.element.id.entityName)
      return (order.rank(first), left.offset) < (order.rank(second), right.offset)
    }
    // A delete may take or change a row that is to be deleted too, so that all are checked before the first goes.
    let isChecked =
      deletions.count > 1
      && deletions.contains { order.affectsOtherRows($0.id.entityName) || !$0.original.isEmpty }
    if isChecked {
      for (_, row) in sorted { try rowWriter.check(row) }
    }
    let rules = DeleteRules(adaptor: adaptor, restrictions: restrictions)
    for var (_, row) in sorted {
      let entity = try adaptor.entity(row.entityName)
      recorder?.carriesOutRules = true
      try rules.carryOut(for: row.id, of: entity)
      recorder?.carriesOutRules = false
      let statement = SQLFragment("DELETE FROM \(entity.sqlName)")
      if isChecked { row.original = [:] }
      do throws(StoreError) {
        try rowWriter.touchOne(statement, writing: row, of: entity)
      } catch {
        guard isChecked, case .notFound = error else { throw error }
      }
    }
    try moved?.settle()
  }
}
