import EntityModel
import SQLite

/// The triggers on a table, or those that name it: for each event (insert, update, delete) the columns that fire them.
///
/// Saving and undo ask it whether a change of rows fires a trigger.
struct TableTriggers {
  /// A kind of row change in a table (insert, update or delete) that fires triggers.
  private struct Event: Hashable {
    let table: FoldedName
    let write: Entity.Write
  }

  /// The columns to which the triggers of an event are tied; `nil` for all.
  private var columns: [Event: Set<FoldedName>?] = [:]

  /// Reads the triggers on a table, or those anywhere that name it.
  ///
  /// `nil` if the event of one cannot be parsed.
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

  /// The triggers to read: those on a table, or those whose text names it.
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

  /// The effect of an undo on a virtual table that triggers keep up to date.
  enum Following {
    /// Triggers change it back.
    case followed
    /// The virtual table is unchanged, and no trigger fires.
    case untouched
    /// The virtual table would no longer match the rows.
    case lost
  }

  /// Returns the effect of undoing row changes on a virtual table that the triggers feed.
  ///
  /// Undo restores its content only if triggers fire for the reverse of each change that fired one.
  func following(_ traces: Set<NetRowChange>) -> Following {
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
  func loses(_ trace: NetRowChange) -> Bool {
    let told = told(of: trace)
    let back =
      told.map(\.opposite) + [trace.isPassing ? .delete : trace.wayBack].compactMap(\.self)
    return !told.isEmpty && !back.allSatisfy { areStarted(by: [$0], of: trace.table) }
  }

  private func told(of trace: NetRowChange) -> Set<Entity.Write> {
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
