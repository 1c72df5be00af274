package import EntityModel
import Qualifiers

/// Keeps inserted rows, and what they refer to, among those that exist for the person who inserts.
///
/// Each batch is looked at when it is written where later rows cannot change what that says; else all rows are looked at
/// in the end, as in a save.
package struct InsertionReach {
  /// Whether some row or what it refers to might not exist for the person.
  package let isNarrowed: Bool
  private let plan: InsertionPlan
  private let asksAtOnce: Bool
  /// The rows to be looked at in the end.
  private var waiting: [RecordID] = []

  /// The rows of a plan; `hasEffects` where inserting one writes others too.
  package init(_ plan: InsertionPlan, of entity: Entity, in model: Model, hasEffects: Bool) {
    self.plan = plan
    let destinations = entity.toOnes(writtenBy: Set(plan.attributes)).compactMap(\.destination)
    let asked = ([entity] + destinations).filter { plan.restrictions[$0.name] != nil }
    isNarrowed = !asked.isEmpty
    let read =
      destinations
      + asked.flatMap { asked in
        let conditions = [plan.restrictions[asked.name], asked.rowQualifier].compactMap(\.self)
        return conditions.flatMap(\.paths).flatMap(asked.entityNames(reachedBy:))
          .compactMap(model.entity(named:))
      }
    // A view may read any table.
    asksAtOnce =
      !hasEffects && !plan.restrictions.values.contains { Reads($0).runsClosure }
      && read.allSatisfy {
        $0.definition.kind == .table && $0.definition.table != entity.definition.table
      }
  }

  /// Takes the rows of a batch.
  ///
  /// - Throws: ``InsertionFault`` with the place of a row among `ids` that does not exist for the person.
  package mutating func add(_ ids: [RecordID], in adaptor: any Adaptor) throws(InsertionFault) {
    guard isNarrowed else { return }
    if asksAtOnce { try check(ids, in: adaptor) } else { waiting += ids }
  }

  /// Looks at the rows that had to wait.
  ///
  /// - Throws: ``InsertionFault`` with the place of the row among all rows.
  package func finish(in adaptor: any Adaptor) throws(InsertionFault) {
    try check(waiting, in: adaptor)
  }

  private func check(_ ids: [RecordID], in adaptor: any Adaptor) throws(InsertionFault) {
    let reach = SaveScopeCheck(adaptor: adaptor, restrictions: plan.restrictions)
    let names = Set(plan.attributes)
    for (row, id) in ids.enumerated() {
      if adaptor.isCancelled() { throw InsertionFault(row: nil, error: .cancelled) }
      do throws(StoreError) { try reach.check(id, writing: names) } catch {
        throw InsertionFault(row: row, error: error)
      }
    }
  }
}
