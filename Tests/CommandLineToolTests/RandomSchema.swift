/// Statements of schemas that nobody would write, some of which SQLite refuses.
struct RandomSchema {
  private var state: UInt64
  private var tables: [(name: String, columns: [String])] = []

  init(seed: UInt64) { state = seed &+ 1 }

  /// The statements that make a database.
  mutating func statements() -> [String] {
    var statements = ["CREATE TABLE plain (id INTEGER PRIMARY KEY)"]
    for _ in 0..<(2 + below(7)) { statements.append(table()) }
    for _ in 0..<below(5) { statements.append(index()) }
    for _ in 0..<below(4) { statements.append(view()) }
    if chance(4) { statements.append("CREATE VIRTUAL TABLE \(quoted(name())) USING fts5(a, b)") }
    if chance(4) {
      statements.append("CREATE VIRTUAL TABLE \(quoted(name())) USING rtree(id, low, high)")
    }
    if chance(3) { statements.append("ANALYZE") }
    return statements
  }

  // MARK: Statements

  private mutating func table() -> String {
    let name = name()
    let columns = (0..<(1 + below(8))).map { _ in self.name() }
    var parts = columns.map { column($0, of: columns) }
    let hasKey = parts.contains { $0.contains("PRIMARY KEY") }
    if !hasKey, chance(2) {
      parts.append("PRIMARY KEY (\(list(of: columns)))")
    }
    while chance(3) { parts.append("UNIQUE (\(list(of: columns)))") }
    while chance(2), let key = foreignKey(from: columns, own: (name, columns)) { parts.append(key) }
    if chance(4) { parts.append("CHECK (\(quoted(pick(columns))) IN (1, 'two', NULL))") }
    let ending = pick(["", "", "", " WITHOUT ROWID", " STRICT"])
    tables.append((name, columns))
    return "CREATE TABLE \(quoted(name)) (\(parts.joined(separator: ", ")))\(ending)"
  }

  private mutating func column(_ name: String, of columns: [String]) -> String {
    var text = "\(quoted(name)) \(pick(Self.types))"
    switch below(12) {
    case 0: text += pick([" PRIMARY KEY", " PRIMARY KEY DESC", " PRIMARY KEY AUTOINCREMENT"])
    case 1: text += " NOT NULL"
    case 2: text += " UNIQUE"
    case 3: text += " DEFAULT " + pick(["1", "'x'", "(1 + 1)", "NULL", "CURRENT_TIMESTAMP", "-1"])
    case 4: text += " AS (1 + 1)" + pick(["", " STORED", " VIRTUAL"])
    case 5: text += " COLLATE " + pick(["NOCASE", "RTRIM", "BINARY"])
    case 6: text += " CHECK (\(quoted(name)) BETWEEN 1 AND 10)"
    case 7 where !tables.isEmpty: text += " REFERENCES \(quoted(pick(tables).name))"
    default: break
    }
    return text
  }

  private mutating func foreignKey(
    from columns: [String],
    own: (name: String, columns: [String])
  ) -> String? {
    let target =
      chance(8) ? ("missing", ["x"]) : chance(4) ? own : tables.isEmpty ? own : pick(tables)
    let count = 1 + below(min(2, columns.count))
    let sources = (0..<count).map { _ in quoted(pick(columns)) }.joined(separator: ", ")
    let destinations = (0..<count).map { _ in quoted(pick(target.1)) }.joined(separator: ", ")
    let action = pick([
      "", " ON DELETE CASCADE", " ON DELETE SET NULL", " DEFERRABLE INITIALLY DEFERRED",
    ])
    let key = "FOREIGN KEY (\(sources)) REFERENCES \(quoted(changingCase(target.0)))"
    return key + (chance(2) ? " (\(destinations))" : "") + action
  }

  private mutating func index() -> String {
    guard !tables.isEmpty else { return "SELECT 1" }
    let table = pick(tables)
    let column = quoted(pick(table.columns))
    let key = pick([column, "\(column) DESC", "lower(\(column))", list(of: table.columns)])
    let condition = pick(["", "", " WHERE \(column) > 0"])
    let unique = pick(["", "UNIQUE "])
    return "CREATE \(unique)INDEX \(quoted(name())) ON \(quoted(table.name)) (\(key))\(condition)"
  }

  private mutating func view() -> String {
    guard !tables.isEmpty else { return "SELECT 1" }
    let table = pick(tables)
    let source = chance(5) ? "gone" : table.name
    let columns = pick(["*", "1, 1, 2", quoted(pick(table.columns)) + " + 1", "count(*)"])
    return "CREATE VIEW \(quoted(name())) AS SELECT \(columns) FROM \(quoted(source))"
  }

  private mutating func list(of columns: [String]) -> String {
    (0..<(1 + below(3))).map { _ in quoted(pick(columns)) }.joined(separator: ", ")
  }

  // MARK: Names

  private mutating func name() -> String {
    let stem = pick(Self.names)
    return chance(3) ? stem + pick(["1", "_id", "Id", " ", "s", "É"]) : stem
  }

  private static let names = [
    "", " ", "select", "from", "a'b\"c", "[x]", "`y`", "Order Details", "😀", "É", "é", "a.b", "%s",
    "rowid", "oid", "_rowid_", "ROWID", "id", "name", "parent_id", "customer_id", "customer",
    "line\nbreak", "tab\there", "-- comment", "x';--", "1st", "日本", "\u{202E}rtl", "e\u{301}",
    "null",
    "sqlite", "Z_PK", "value", "type", "self", "init", "_", "__", "ID", "Name", "a_b", "aB",
  ]

  private static let types = [
    "", "INTEGER", "INT", "TEXT", "REAL", "BLOB", "NUMERIC", "VARCHAR(30)", "DECIMAL(10,2)", "DATE",
    "DATETIME", "BOOLEAN", "TINYINT(1)", "ANY", "FLOATING POINT", "\"odd type\"", "JSON", "UUID",
    "ENUM('a','b')", "INTEGER(10)", "double precision", "NVARCHAR(MAX)",
  ]

  private func quoted(_ name: String) -> String {
    "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }

  private mutating func changingCase(_ name: String) -> String {
    chance(3)
      ? String(decoding: name.utf8.map { (97...122).contains($0) ? $0 - 32 : $0 }, as: UTF8.self)
      : name
  }

  // MARK: Chance

  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  private mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(max(limit, 1))) }
  /// One time in `count`.
  private mutating func chance(_ count: Int) -> Bool { below(count) == 0 }
  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }
}
