import EntityStore
import SQLiteStore
import TestSupport

/// Schemas with whatever a table can declare, by chance; SQLite accepts each of them.
struct WideSchema {
  private struct Column {
    var name: String
    var type: String
  }

  private struct Table {
    var name: String
    var key: [Column]
    var columns: [Column] = []

    /// How a trigger finds the row that called it.
    func isRow(_ row: String) -> String {
      let names = key.isEmpty ? ["rowid"] : key.map(\.name)
      return names.map { "\($0) = \(row).\($0)" }.joined(separator: " AND ")
    }
  }

  private(set) var script = "CREATE TABLE log(what TEXT);\n"
  /// Columns in which something must be unique, as `t0.c1`.
  private(set) var uniqueColumns: Set<String> = []
  /// The table behind each view.
  private(set) var viewed: [String: String] = [:]
  private var random: SeededGenerator
  private var tables: [Table] = []

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    for number in 0..<2 + random.below(3) { addTable("t\(number)") }
    if random.chance(40) { addView(of: tables[random.below(tables.count)]) }
  }

  // MARK: Tables

  private static let keys: [(key: [Column], columns: [String], ending: String)] = {
    let number = Column(name: "id", type: "INTEGER")
    let text = Column(name: "id", type: "TEXT")
    let pair = [Column(name: "a", type: "INTEGER"), Column(name: "b", type: "TEXT")]
    let parts = ["a INTEGER NOT NULL", "b TEXT NOT NULL", "PRIMARY KEY(a, b)"]
    return [
      ([number], ["id INTEGER PRIMARY KEY"], ""),
      ([number], ["id INTEGER PRIMARY KEY AUTOINCREMENT"], ""),
      ([number], ["id INTEGER NOT NULL PRIMARY KEY DESC"], ""),
      ([text], ["id TEXT PRIMARY KEY NOT NULL"], ""),
      ([text], ["id TEXT NOT NULL COLLATE NOCASE PRIMARY KEY"], ""),
      ([text], ["id TEXT NOT NULL PRIMARY KEY"], "WITHOUT ROWID"),
      (pair, parts, ""), (pair, parts, "WITHOUT ROWID"),
      ([], [], ""),
    ]
  }()

  private mutating func addTable(_ name: String) {
    let (key, keyColumns, ending) = Self.keys[random.below(Self.keys.count)]
    var table = Table(name: name, key: key)
    var parts = keyColumns
    let constraints = parts.filter { $0.hasPrefix("PRIMARY") }
    parts.removeAll { $0.hasPrefix("PRIMARY") }
    var indexes: [String] = []
    for number in 0..<1 + random.below(4) { parts.append(column(number, of: &table)) }
    if random.chance(25) { parts.append(generated(from: table.columns[0])) }
    var ends = constraints
    for target in tables + [table] where !target.key.isEmpty && random.chance(40) {
      let (columns, constraint) = reference(to: target)
      parts += columns
      ends.append(constraint)
    }
    if table.columns.count > 1, random.chance(25) {
      ends.append("UNIQUE(c0, c1)")
      uniqueColumns.formUnion(["\(name).c0", "\(name).c1"])
    }
    if let last = table.columns.last, random.chance(20) {
      indexes.append(
        "CREATE UNIQUE INDEX \(name)_part ON \(name)(\(last.name)) WHERE \(last.name) > 'c' OR \(last.name) < 5;\n"
      )
      uniqueColumns.insert("\(name).\(last.name)")
    }
    if table.columns[0].type == "TEXT", random.chance(15) {
      indexes.append("CREATE UNIQUE INDEX \(name)_lower ON \(name)(lower(c0));\n")
      uniqueColumns.insert("\(name).c0")
    }
    let trigger = random.chance(45) ? trigger(of: table, &parts) : ""
    let options = [ending, random.chance(25) ? "STRICT" : ""].filter { !$0.isEmpty }
    script +=
      "CREATE TABLE \(name)(\((parts + ends).joined(separator: ", "))) \(options.joined(separator: ", "));\n"
      + indexes.joined() + trigger
    tables.append(table)
  }

  private mutating func column(_ number: Int, of table: inout Table) -> String {
    let type = ["INTEGER", "TEXT", "REAL", "BLOB"][random.below(4)]
    let name = "c\(number)"
    table.columns.append(Column(name: name, type: type))
    let plain = ["INTEGER": "7", "TEXT": "'new'", "REAL": "2.5", "BLOB": "X'07'"][type] ?? "NULL"
    let text = "\(name) \(type)"
    switch random.below(10) {
    case 0: return text + " NOT NULL"
    case 1: return text + " NOT NULL DEFAULT \(plain)"
    case 2: return text + " DEFAULT (coalesce(NULL, \(plain)))"
    case 3:
      let isNumber = type == "INTEGER" || type == "REAL"
      return text + " CHECK (\(isNumber ? "\(name) < 900" : "length(\(name)) < 6"))"
    case 4:
      uniqueColumns.insert("\(table.name).\(name)")
      return text + (type == "TEXT" && random.chance(50) ? " COLLATE NOCASE UNIQUE" : " UNIQUE")
    default: return text
    }
  }

  private mutating func generated(from column: Column) -> String {
    "g TEXT AS (hex(\(column.name)) || '!') " + (random.chance(50) ? "STORED" : "VIRTUAL")
  }

  private mutating func reference(to target: Table) -> (columns: [String], constraint: String) {
    let actions = ["", "NO ACTION", "CASCADE", "CASCADE", "SET NULL", "SET DEFAULT", "RESTRICT"]
    let sources = target.key.map { "\(target.name)_\($0.name)" }
    let columns = zip(sources, target.key).map { source, key in
      "\(source) \(key.type)"
        + (random.chance(12) ? " NOT NULL" : "")
        + (random.chance(20) ? key.type == "TEXT" ? " DEFAULT 'k1'" : " DEFAULT 1" : "")
    }
    var text = "FOREIGN KEY(\(sources.joined(separator: ", "))) REFERENCES \(target.name)"
    if random.chance(70) { text += "(\(target.key.map(\.name).joined(separator: ", ")))" }
    for event in ["DELETE", "UPDATE"] {
      let action = actions[random.below(actions.count)]
      if !action.isEmpty { text += " ON \(event) \(action)" }
    }
    return (columns, text + ["", "", " DEFERRABLE INITIALLY DEFERRED"][random.below(3)])
  }

  // MARK: Triggers and views

  /// A trigger; it may need a column of its own.
  private mutating func trigger(of table: Table, _ parts: inout [String]) -> String {
    let (name, first) = (table.name, table.columns[0])
    switch random.below(6) {
    case 0:
      return """
        CREATE TRIGGER \(name)_log AFTER UPDATE ON \(name) BEGIN
          INSERT INTO log VALUES('\(name) ' || quote(old.c0) || quote(new.c0));
        END;

        """
    case 1:
      return """
        CREATE TRIGGER \(name)_gone AFTER DELETE ON \(name) BEGIN
          INSERT INTO log VALUES('\(name) ' || quote(old.c0));
        END;

        """
    case 2:
      parts.append("n INTEGER NOT NULL DEFAULT 0")
      return """
        CREATE TRIGGER \(name)_count AFTER UPDATE OF c0 ON \(name) BEGIN
          UPDATE \(name) SET n = n + 1 WHERE \(table.isRow("new"));
        END;

        """
    case 3:
      parts.append("made TEXT")
      return """
        CREATE TRIGGER \(name)_made AFTER INSERT ON \(name) BEGIN
          UPDATE \(name) SET made = 'by trigger ' || quote(c0) WHERE \(table.isRow("new"));
        END;

        """
    case 4:
      let isBad =
        first.type == "TEXT" ? "IN ('x1', 'C', 'k1')" : first.type == "BLOB" ? "= X'07'" : "> 700"
      return """
        CREATE TRIGGER \(name)_no BEFORE \(["INSERT", "UPDATE"][random.below(2)]) ON \(name) WHEN new.c0 \(isBad) BEGIN
          SELECT RAISE(ABORT, 'not this one');
        END;

        """
    default:
      return """
        CREATE TRIGGER \(name)_keep BEFORE DELETE ON \(name) WHEN old.c0 IS NULL BEGIN
          SELECT RAISE(IGNORE);
        END;

        """
    }
  }

  private mutating func addView(of table: Table) {
    guard !table.key.isEmpty else { return }
    let names = table.key.map(\.name) + ["c0"]
    let view = "v_\(table.name)"
    viewed[view] = table.name
    script += """
      CREATE VIEW \(view) AS SELECT \(names.joined(separator: ", ")) FROM \(table.name);
      CREATE TRIGGER \(view)_in INSTEAD OF INSERT ON \(view) BEGIN
        INSERT INTO \(table.name)(\(names.joined(separator: ", "))) VALUES(\(names.map { "new.\($0)" }.joined(separator: ", ")));
      END;
      CREATE TRIGGER \(view)_up INSTEAD OF UPDATE OF c0 ON \(view) BEGIN
        UPDATE \(table.name) SET c0 = new.c0 WHERE \(table.isRow("old"));
      END;
      CREATE TRIGGER \(view)_out INSTEAD OF DELETE ON \(view) BEGIN
        DELETE FROM \(table.name) WHERE \(table.isRow("old"));
      END;

      """
  }
}
