import EntityModel
import SQLite

/// What triggers are tied to: the changes of rows that start them.
struct TableTriggers {
  private struct Event: Hashable {
    let table: FoldedName
    let write: Entity.Write
  }

  /// The columns to which the triggers of an event are tied; `nil` for all.
  private var columns: [Event: Set<FoldedName>?] = [:]

  /// Those of a table, or those anywhere that name it; `nil` where what one is tied to cannot be read.
  init?(
    _ condition: Condition,
    _ table: TableName,
    in adaptor: SQLiteAdaptor
  ) throws(SQLiteError) {
    let catalogue = SQLText.table("sqlite_schema", in: table.schemaName)
    let triggers = try adaptor.connection.rows(
      "SELECT tbl_name, sql FROM \(catalogue) WHERE type = 'trigger' AND \(condition.rawValue)",
      [.text(table.name)]
    ) { (table: $0.text(0).folded, sql: $0.text(1)) }
    for trigger in triggers {
      // CREATE TRIGGER name AFTER UPDATE OF column, column ON table
      let sql = SQLTokens(trigger.sql)
      // A similar name, or a comment, is not that table.
      guard condition == .ofTable || sql.names(table.name) else { continue }
      let tokens = sql.tokens[...]
      func tie(_ token: SQLTokens.Token) -> Entity.Write? {
        token.kind == .word ? Entity.Write(rawValue: token.text.lowercased()) : nil
      }
      guard let place = tokens.firstIndex(where: { tie($0) != nil }), let write = tie(tokens[place])
      else { return nil }
      let event = Event(table: trigger.table, write: write)
      let own = ViewTriggers.updatedColumns(tokens[(place + 1)...])
      let all = columns[event, default: []].flatMap { known in own.map { known.union($0) } }
      columns[event] = .some(all)
    }
  }

  /// Which triggers.
  enum Condition: String {
    case ofTable = "tbl_name = ? COLLATE NOCASE"
    case naming = "instr(lower(sql), lower(?)) > 0"
  }

  /// Whether some of these changes of a table's rows start one.
  func areStarted(by writes: Set<Entity.Write>, of table: FoldedName) -> Bool {
    writes.contains { columns[Event(table: table, write: $0)] != nil }
  }

  /// Whether changes of a table's rows start one, whatever they are.
  func areTied(to table: TableName) -> Bool {
    columns.keys.contains { $0.table == table.name.folded }
  }

  /// What becomes of a virtual table that triggers feed when rows go the way back.
  enum Following {
    /// Triggers change it back.
    case followed
    /// It is as it was, and no trigger is started.
    case untouched
    /// It would say something else than the rows.
    case lost
  }

  /// What becomes of what was fed by changes of rows on their way back.
  ///
  /// Its contents are told by the rows alone where for each change of a row that is told the way back is told too.
  func following(_ traces: Set<RowTrace>) -> Following {
    var (isFed, isFollowed) = (false, false)
    for trace in traces where !told(of: trace).isEmpty {
      isFed = true
      if loses(trace) { return .lost }
      guard let wayBack = trace.wayBack,
        let tied = columns[Event(table: trace.table, write: wayBack)]
      else { continue }
      let isTied = tied.map { !$0.isDisjoint(with: trace.columns) } ?? true
      isFollowed = isFollowed || isTied
    }
    return isFollowed ? .followed : isFed ? .untouched : .lost
  }

  /// Whether a change of a row is told, and the way back is not.
  func loses(_ trace: RowTrace) -> Bool {
    let told = told(of: trace)
    let back =
      told.map(\.opposite) + [trace.isPassing ? .delete : trace.wayBack].compactMap(\.self)
    return !told.isEmpty && !back.allSatisfy { areStarted(by: [$0], of: trace.table) }
  }

  private func told(of trace: RowTrace) -> Set<Entity.Write> {
    trace.writes.filter { areStarted(by: [$0], of: trace.table) }
  }
}

extension Entity.Write {
  /// The way back.
  fileprivate var opposite: Self {
    switch self {
    case .insert: .delete
    case .update: .update
    case .delete: .insert
    }
  }
}
