import EntityModel
import EntityStore
import Formatting
import Qualifiers
import SQL
import SQLite

extension SQLiteAdaptor {
  func groups(
    _ specification: FetchSpecification,
    _ body: @escaping ([Group]) -> Bool
  ) throws(StoreError) {
    guard let grouping = specification.grouping else { return }
    try openFiles.check()
    let entity = try readableEntity(specification.entityName)
    let plan = try GroupPlan(grouping, of: specification, entity: entity, dialect: dialect)
    var batches = GroupBatches(grouping, isSorted: !plan.isSortedLater, body)
    var failure: StoreError?
    var readers: [OrderedValueReader] = []
    defer { for reader in readers { reader.close(log) } }
    for values in plan.orderedValues {
      readers.append(
        try mapped { () throws(SQLiteError) in try OrderedValueReader(values, connection) }
      )
    }
    try walk(plan.statement) { row throws(SQLiteError) in
      // All are read in one snapshot, that of the first row.
      for reader in readers {
        try reader.readGroup(Int(row.int(reader.count)), isLast: grouping.keys.isEmpty)
      }
      func value(_ output: GroupPlan.Output) -> Value {
        switch output {
        case .column(let column, let coding, let isInKeyForm):
          isInKeyForm ? KeyForm.decode(row[column], coding) : coding.decode(row[column])
        case .median(let place): readers[place].median.value
        }
      }
      let group = Group(keys: plan.keys.map(value), aggregates: plan.aggregates.map(value))
      do throws(StoreError) { return try batches.add(group) } catch {
        failure = error
        return false
      }
    }
    if let failure { throw failure }
    batches.finish()
  }
}

/// A reader of ordered values, group by group, that keeps those at the median.
private final class OrderedValueReader {
  /// The column of the groups that has the number of values.
  let count: Int
  private let statement: Statement
  private let coding: ColumnCoding
  private let isInKeyForm: Bool
  /// The median of the group that was read last.
  private(set) var median = Quantile(2, of: 0)
  private let start = ContinuousClock.now

  init(_ values: GroupPlan.OrderedValues, _ connection: Connection) throws(SQLiteError) {
    statement = try connection.cached(values.statement.sql)
    try statement.bind(values.statement.bound)
    (coding, isInKeyForm, count) = (values.coding, values.isInKeyForm, values.count)
  }

  /// Reads the values of the next group; those behind the last that is wanted only to come to those of the group behind it.
  func readGroup(_ count: Int, isLast: Bool) throws(SQLiteError) {
    median = Quantile(2, of: count)
    let end = isLast ? median.upper + 1 : count
    for index in 0..<min(end, count) {
      guard try statement.step() else { return }
      median.note(value, lastOf: index + 1)
    }
  }

  private var value: Value {
    isInKeyForm ? KeyForm.decode(statement[0], coding) : coding.decode(statement[0])
  }

  func close(_ log: StatementLog) {
    statement.reset()
    log.add(statement.sql, ContinuousClock.now - start)
  }
}
