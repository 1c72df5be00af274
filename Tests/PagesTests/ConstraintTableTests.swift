import SceneSupport
import TestSupport
import Testing

/// Each kind of constraint on each type of attribute: what is violated stands at the right property of the right record.
@MainActor
struct ConstraintTableTests {
  private let folder = TemporaryFolder()

  /// A type, and what is typed into it: two values that are there, and one that a constraint is to refuse.
  nonisolated private struct Column {
    let declaration: String
    let stored: [String]
    let bad: String
    /// Whether its table is one that takes values of the type alone.
    var isStrict = false

    var table: String { (isStrict ? "s" : "t") + declaration.prefix { $0 != "(" }.lowercased() }
    var entity: String { table.prefix(1).uppercased() + table.dropFirst() }
    var isBlob: Bool { declaration == "BLOB" }

    /// A value as it is stored: numbers are compared as numbers.
    func sql(_ text: String) -> String {
      "CAST('\(text)' AS \(declaration == "DATE" ? "TEXT" : declaration))"
    }
  }

  nonisolated private static let columns =
    [
      Column(declaration: "TEXT", stored: ["aa", "bb"], bad: "zzzzzzzz"),
      Column(declaration: "INTEGER", stored: ["11", "22"], bad: "99999999"),
      Column(declaration: "REAL", stored: ["1.5", "2.5"], bad: "99999.25"),
      Column(declaration: "DECIMAL(9,2)", stored: ["1.50", "2.50"], bad: "99999.25"),
      Column(declaration: "DATE", stored: ["2020-01-01", "2021-02-02"], bad: "2022-02-02"),
      Column(declaration: "BLOB", stored: ["aa", "bb"], bad: "zzzzzzzz"),
    ] + strictColumns

  nonisolated private static let strictColumns = [
    Column(declaration: "TEXT", stored: ["aa", "bb"], bad: "zzzzzzzz", isStrict: true),
    Column(declaration: "INTEGER", stored: ["11", "22"], bad: "99999999", isStrict: true),
    Column(declaration: "REAL", stored: ["1.5", "2.5"], bad: "99999.25", isStrict: true),
    Column(declaration: "BLOB", stored: ["aa", "bb"], bad: "zzzzzzzz", isStrict: true),
  ]

  /// A kind of constraint.
  nonisolated enum Kind: CaseIterable {
    case notNull, unique, composite, check, length, trigger, triggerBody, triggerColumn, elsewhere
    /// A trigger stores what a strict table does not take.
    case dataType
  }

  nonisolated private static func script(_ kind: Kind, _ column: Column) -> String {
    let (table, bad) = (column.table, column.sql(column.bad))
    let isBad = "NEW.v = \(bad)"
    let constraint =
      switch kind {
      case .notNull: "NOT NULL"
      case .unique: "UNIQUE"
      case .check: "CHECK (v <> \(bad))"
      case .length: "CHECK (length(v) < \(column.declaration == "DATE" ? 0 : 8))"
      default: ""
      }
    let triggers = ["INSERT", "UPDATE"].map { event in
      let head = "CREATE TRIGGER \(table)_\(event) BEFORE \(event)"
      return switch kind {
      case .trigger:
        "\(head) ON \(table) WHEN \(isBad) BEGIN SELECT RAISE(ABORT, 'not that one'); END;"
      case .triggerBody:
        "\(head) ON \(table) BEGIN SELECT 1; SELECT RAISE(ABORT, 'it''s not \"that\"') WHERE \(isBad); END;"
      case .triggerColumn where event == "UPDATE":
        "\(head) OF v ON \(table) BEGIN SELECT RAISE(ABORT, 'v stays'); END;"
      case .triggerColumn:
        "\(head) ON \(table) WHEN NEW.v IS NOT NULL BEGIN SELECT RAISE(ABORT, 'v comes later'); END;"
      case .elsewhere:
        "\(head) ON \(table) WHEN NEW.v IS NOT NULL BEGIN INSERT INTO used_\(table) VALUES (NEW.v); END;"
      case .dataType:
        """
        CREATE TRIGGER \(table)_\(event) AFTER \(event) ON \(table) WHEN \(isBad) BEGIN
          UPDATE \(table) SET v = \(column.isBlob ? "'text'" : "x'00'") WHERE id = NEW.id; END;
        """
      default: ""
      }
    }
    let values =
      kind == .length && column.declaration == "DATE"
      ? ["NULL", "NULL"] : column.stored.map(column.sql)
    return """
      CREATE TABLE \(table)(id INTEGER PRIMARY KEY, name TEXT, v \(column.declaration) \(constraint), w INT DEFAULT 1
        \(kind == .composite ? ", UNIQUE (v, w)" : ""))\(column.isStrict ? " STRICT" : "");
      INSERT INTO \(table) VALUES (1, 'one', \(values[0]), 1), (2, 'two', \(values[1]), 1);
      CREATE TABLE used_\(table)(v UNIQUE);
      INSERT INTO used_\(table) VALUES (\(bad));
      \(triggers.joined(separator: "\n"))
      """
  }

  nonisolated private static func takesEmpty(_ column: Column) -> Bool {
    column.declaration == "TEXT" || column.isBlob
  }

  /// Enters what the constraint refuses, in a save with a change of another row that is as it should be.
  private func violate(_ kind: Kind, _ column: Column, isInsert: Bool, _ scene: Scene) async throws
  {
    try await scene.send(":")
    try await scene.type(column.entity)
    try await scene.send("enter j e")
    try await scene.go(to: "name")
    try await scene.append("!")
    try await scene.send("esc down down down down enter")
    try await scene.send(isInsert ? "g o" : "g e")
    try await scene.go(to: "name")
    if isInsert { try await scene.type("one") }
    try await scene.go(to: "v")
    let text = kind == .unique || kind == .composite ? column.stored[1] : column.bad
    if kind == .notNull {
      // A text may be empty, and the field takes no null; bytes are not typed.
      try await scene.send(Self.takesEmpty(column) && !isInsert ? "ctrl-x" : "end ctrl-u ctrl-s")
    } else if column.isBlob {
      try await scene.send("r")
      try await scene.type(folder.write(Array(text.utf8), to: "bytes"))
      try await scene.send("enter ctrl-s")
    } else {
      try await scene.retype(text)
      try await scene.send("ctrl-s")
    }
  }

  @Test(arguments: Kind.allCases, [false, true])
  func `What a constraint refuses is marked at its property and told of its record`(
    kind: Kind,
    isInsert: Bool
  ) async throws {
    let columns = kind == .dataType ? Self.strictColumns : Self.columns
    let scene = try await Scene(columns.map { Self.script(kind, $0) }.joined())
    for column in columns {
      try await violate(kind, column, isInsert: isInsert, scene)
      let place = "\(kind) \(column.table) \(isInsert)\n\(scene.text)"
      if kind == .notNull, Self.takesEmpty(column) {
        #expect(
          scene.status.contains("V needs a value") || scene.status.contains("V: needs a value"),
          "\(place)"
        )
        if !isInsert { try await scene.send("ctrl-_") }
      } else {
        #expect(scene.status.contains("not saved: "), "\(place)")
        // A text that is no value is told of on its own page, without a name.
        let isNamed = scene.status.contains("“one”")
        #expect(isNamed || scene.status.hasPrefix(" ✗ not saved: V: "), "\(place)")
        // A trigger that writes elsewhere tells nothing of the property.
        let field = try #require(scene.lines.firstIndex { $0.contains("V ") })
        let isMarked = scene.lines[field...(field + 1)].contains { $0.contains("✗") }
        #expect(isMarked == (kind != .elsewhere), "\(place)")
        #expect(
          scene.lines.count { $0.contains("✗") && !$0.contains("not saved") }
            == (kind == .elsewhere ? 0 : kind == .composite ? 2 : 1),
          "\(place)"
        )
      }
      try await scene.send("esc down down enter")
      #expect(
        try scene.rows("SELECT count(*) FROM \(column.table) WHERE name IN ('one', 'two')") == ["2"]
      )
    }
  }

  @Test(
    arguments: [
      "TEXT", "INTEGER", "DATE", "BLOB", "TEXT STRICT", "INTEGER STRICT", "BLOB STRICT",
    ],
    [false, true]
  )
  func `A reference to nothing is marked at its relationship`(declaration: String, isInsert: Bool)
    async throws
  {
    let words = declaration.split(separator: " ")
    let (type, option) = (words[0], words.count > 1 ? words[1] : "")
    let texts =
      type == "INTEGER" ? ["1", "2"] : type == "DATE" ? ["2020-01-01", "2021-01-01"] : ["a", "b"]
    let keys = texts.map { "CAST('\($0)' AS \(type == "DATE" ? "TEXT" : type))" }
    let scene = try await Scene(
      """
      CREATE TABLE target(k \(type) PRIMARY KEY, name TEXT) \(option);
      INSERT INTO target VALUES (\(keys[0]), 'first'), (\(keys[1]), 'second');
      CREATE TABLE thing(id INTEGER PRIMARY KEY, name TEXT, target_k \(type) REFERENCES target,
        other_k \(option.isEmpty ? "" : type) REFERENCES target) \(option);
      INSERT INTO thing VALUES (1, 'one', \(keys[0]), NULL), (2, 'two', \(keys[0]), NULL);
      """,
      "--entity Thing"
    )
    try await scene.send("j e")
    try await scene.go(to: "name")
    try await scene.append("!")
    try await scene.send("esc down down down down enter")
    try await scene.send(isInsert ? "g o" : "g e")
    try await scene.go(to: "name")
    if isInsert { try await scene.type("one") }
    try await scene.go(to: "target")
    try await scene.send("enter")
    try await scene.send("end enter")
    try scene.execute("PRAGMA foreign_keys = OFF; DELETE FROM target WHERE k = \(keys[1])")
    try await scene.send("ctrl-s")
    #expect(
      scene.status.contains("not saved: Thing “one”: Thing.Target refers to"),
      "\(scene.text)"
    )
    #expect(scene.line(with: "Target ")?.contains("✗ refers to an object") == true, "\(scene.text)")
    #expect(scene.line(with: "Other ")?.contains("✗") == false, "\(scene.text)")
  }
}
