import TestSupport

/// A table of which rows are hard to tell apart, by chance: keys that hold null, or nothing, columns that hide the rows'
/// numbers, texts that look alike, and views over it whose triggers write, write nothing or are missing.
struct RowIdentityShape {
  /// The statements that make it.
  private(set) var script = ""
  /// The statements that insert the rows; the database may refuse some.
  private(set) var rows: [String] = []
  private var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    let keys = [
      "k1 TEXT PRIMARY KEY, k2", "k1, k2, PRIMARY KEY(k1, k2)", "k1 INTEGER PRIMARY KEY, k2",
      "k1 INT PRIMARY KEY, k2", "k1, k2", "k1 BLOB PRIMARY KEY, k2 UNIQUE",
      "k1 TEXT NOT NULL UNIQUE, k2", "k1 DATETIME PRIMARY KEY, k2",
      "k1 TEXT NOT NULL, k2 NOT NULL, PRIMARY KEY(k1, k2)",
    ]
    let key = pick(keys)
    let hidden = pick([[], [], ["rowid"], ["rowid", "_rowid_"], ["rowid", "_rowid_", "oid"]])
    let parts = key.components(separatedBy: ", PRIMARY")
    let columns = [parts[0], "v"] + hidden + parts.dropFirst().map { "PRIMARY" + $0 }
    let ending = key.contains("NOT NULL, k2 NOT NULL") && chance(60) ? " WITHOUT ROWID" : ""
    script = "CREATE TABLE t(\(columns.joined(separator: ", ")))\(ending);\n"
    let rowNames = hidden.map { ", \($0)" }.joined()
    for number in 0..<12 {
      let marks = hidden.map { _ in ", 7" }.joined()
      rows.append(
        "INSERT INTO t(k1, k2, v\(rowNames)) VALUES(\(value()), \(value()), 'v\(number)'\(marks))"
      )
    }
    if chance(60) { addView() }
  }

  private mutating func addView() {
    let select = pick([
      "SELECT * FROM t", "SELECT k1, k2, v FROM t UNION ALL SELECT k1, k2, v FROM t",
    ])
    script += "CREATE VIEW w AS \(select);\n"
    let row = pick(["k1 = OLD.k1", "k1 = OLD.k1 AND k2 IS OLD.k2", "k1 IS OLD.k1"])
    switch below(4) {
    case 0: break
    case 1:
      script += "CREATE TRIGGER u INSTEAD OF UPDATE ON w BEGIN SELECT 1 WHERE OLD.k1 = 1; END;\n"
      script += "CREATE TRIGGER d INSTEAD OF DELETE ON w BEGIN SELECT 1 WHERE OLD.k1 = 1; END;\n"
      script += "CREATE TRIGGER i INSTEAD OF INSERT ON w BEGIN SELECT 1; END;\n"
    default:
      script +=
        "CREATE TRIGGER u INSTEAD OF UPDATE ON w BEGIN UPDATE t SET v = NEW.v WHERE \(row); END;\n"
      script += "CREATE TRIGGER d INSTEAD OF DELETE ON w BEGIN DELETE FROM t WHERE \(row); END;\n"
      script +=
        "CREATE TRIGGER i INSTEAD OF INSERT ON w BEGIN INSERT INTO t(k1, k2, v) VALUES(NEW.k1, NEW.k2, NEW.v); END;\n"
    }
  }

  /// Returns a random SQL literal for a key column, often null or easily confused with another.
  private mutating func value() -> String {
    pick([
      "NULL", "NULL", "'a'", "'b'", "1", "2", "2.5", "x'00'", "x''", "''", "'a, b'", "'1'",
      "'null'",
      "'@1'", "CAST(x'ff27' AS TEXT)", "'\u{E9}'", "'e\u{301}'", "'it''s #1 & 50 %'",
      "'2024-05-01'",
      "'2024-05-01 00:00:00'", "'\u{1b}[2J'", "-9223372036854775808", "1e300", "'n''5'''",
    ])
  }

  private mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }
  private mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }
}

extension String {
  /// The pieces between the places where `separator` stands.
  fileprivate func components(separatedBy separator: String) -> [String] {
    var pieces: [String] = []
    var rest = self[...]
    while let range = rest.firstRange(of: separator) {
      pieces.append(String(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    return pieces + [String(rest)]
  }
}
