import EntityModel
import EntityStore
import Qualifiers
import SQL
import SQLite

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
      let ranks = (
        order.rank(left.element.id.entityName), order.rank(right.element.id.entityName)
      )
      return (ranks.0, left.offset) < (ranks.1, right.offset)
    }
    // A delete may take or change a row that is to be deleted too, so that all are checked before the first goes.
    let isChecked =
      deletions.count > 1
      && deletions.contains { order.isFelt($0.id.entityName) || !$0.original.isEmpty }
    if isChecked {
      for (_, deletion) in sorted {
        try rowWriter.check(
          deletion.id,
          try adaptor.entity(deletion.id.entityName),
          deletion.original
        )
      }
    }
    for (_, deletion) in sorted {
      let entity = try adaptor.entity(deletion.id.entityName)
      recorder?.carriesOutRules = true
      try DeleteRules(adaptor: adaptor, restrictions: restrictions).carryOut(
        for: deletion.id,
        of: entity
      )
      recorder?.carriesOutRules = false
      let statement = SQLFragment("DELETE FROM \(entity.sqlName)")
      do throws(StoreError) {
        try rowWriter.touchOne(statement, deletion.id, entity, isChecked ? [:] : deletion.original)
      } catch {
        guard isChecked, case .notFound = error else { throw error }
      }
    }
    try moved?.settle()
  }
}
