package import EntityModel
import Qualifiers

/// A check that bulk-inserted rows, and the rows they refer to, meet the row conditions of the user's rights.
///
/// Each batch is checked when it is written if later rows cannot change the result. Otherwise all rows are checked at the end.
package struct InsertionRestrictionCheck {
  /// Whether some row or what it refers to might not exist for the person.
  package let isNarrowed: Bool
  private let plan: InsertionPlan
  private let asksAtOnce: Bool
  /// The rows to be looked at in the end, with their places among all rows.
  private var waiting: [(row: Int, id: RecordID)] = []
  /// The rows that do not exist for the person.
  private var faults: [InsertionFault] = []

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

  /// Takes the rows of a batch, of which the first is that with the number `first` among all rows.
  ///
  /// - Throws: ``InsertionFault`` where they cannot be looked at.
  package mutating func add(
    _ ids: [RecordID],
    from first: Int,
    in adaptor: any Adaptor
  ) throws(InsertionFault) {
    guard isNarrowed else { return }
    let rows = ids.enumerated().map { (row: first + $0, id: $1) }
    if asksAtOnce { try check(rows, in: adaptor) } else { waiting += rows }
  }

  /// Looks at the rows that had to wait.
  ///
  /// - Returns: The rows that do not exist for the person, by their places among all rows.
  package mutating func finish(in adaptor: any Adaptor) throws(InsertionFault) -> [InsertionFault] {
    try check(waiting, in: adaptor)
    return faults
  }

  private mutating func check(
    _ rows: [(row: Int, id: RecordID)],
    in adaptor: any Adaptor
  ) throws(InsertionFault) {
    let reach = SaveScopeCheck(adaptor: adaptor, restrictions: plan.restrictions)
    let names = Set(plan.attributes)
    for (row, id) in rows {
      if adaptor.isCancelled() { throw InsertionFault(row: nil, error: .cancelled) }
      do throws(StoreError) { try reach.check(id, writing: names) } catch {
        faults.append(InsertionFault(row: row, error: error))
      }
    }
  }
}
