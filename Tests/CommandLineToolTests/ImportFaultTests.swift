import CommandLineTool
import Pages
import SceneSupport
import SQLite
import TestSupport
import Testing

/// Files with faults: all are told at once, and nothing is imported but what was asked for.
@MainActor
struct ImportFaultTests: ShopFile {
  let folder = TemporaryFolder()

  private static let schema = """
    CREATE TABLE place(id INTEGER PRIMARY KEY, label TEXT);
    INSERT INTO place VALUES (1, 'one'), (2, 'two');
    CREATE TABLE thing(id INTEGER PRIMARY KEY, code TEXT UNIQUE, size INTEGER CHECK(size > 0), day DATE,
      need TEXT NOT NULL, place_id INTEGER REFERENCES place(id));
    INSERT INTO thing VALUES (1, 'c1', 1, NULL, 'there', 1);
    CREATE TRIGGER stop BEFORE INSERT ON thing WHEN new.need = 'stop' BEGIN SELECT RAISE(ABORT, 'not that'); END;
    CREATE TRIGGER half AFTER INSERT ON thing WHEN new.need = 'half' BEGIN SELECT RAISE(FAIL, 'not half'); END;
    CREATE TRIGGER out AFTER INSERT ON thing WHEN new.need = 'out' BEGIN SELECT RAISE(ROLLBACK, 'not out'); END;
    CREATE TABLE audit_log(id INTEGER PRIMARY KEY, changed_at TEXT, user TEXT, role TEXT, entity TEXT, record TEXT,
      action TEXT, changes TEXT, link TEXT, save INTEGER);
    CREATE TABLE node(id INTEGER PRIMARY KEY, up INTEGER REFERENCES node(id), size INTEGER);
    """

  init() throws { try Connection(path: path, mode: .create).execute(Self.schema) }

  private func importing(
    _ entity: String,
    _ text: String,
    _ words: [String] = [],
    to name: String = "rows.csv"
  ) async throws -> Program.Outcome {
    let file = folder.write(Array(text.utf8), to: name)
    return try await run(all: ["import", entity, file] + words)
  }

  // MARK: Planted faults

  /// A way for a row to be wrong: what it has, and what is told of each field.
  private struct Planted {
    let cells: [String: String]
    let told: [String]

    init(_ cells: [String: String], _ told: String...) { (self.cells, self.told) = (cells, told) }
  }

  private static let faults = [
    Planted(["size": "big"], "size takes a whole number"),
    Planted(["size": "-1"], "size"),
    Planted(["day": "2023-02-29"], "day takes a date"),
    Planted(["need": ""], "need: needs a value"),
    Planted(["id": "1"], "another Thing has the same"),
    Planted(["code": "c1"], "another Thing has the same"),
    Planted(["need": "stop"], "The database refuses: not that"),
    Planted(["place_id": "77"], "place"),
    Planted(["need": "a,b"], "7 values, but the first line names 6"),
    Planted(["need": "\"a\"b"], "text after a closing quote"),
    Planted(["need": "a\"b"], "a quote in an unquoted value"),
    Planted(["size": "big", "day": "never", "id": "x"], "id takes", "size takes", "day takes"),
    Planted(["size": "big", "need": ""], "size takes", "need: needs a value"),
  ]

  private static let names = ["id", "code", "size", "day", "need", "place_id"]

  /// A file with planted faults; what is to be told of which line, and the keys of the rows without.
  private static func file(_ seed: Int, _ planted: [Planted]) -> (
    text: String, told: [(line: Int, piece: String)], good: [Int]
  ) {
    var random = SeededGenerator(seed: UInt64(seed))
    func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }
    var (text, line) = (names.joined(separator: ",") + "\n", 2)
    var told: [(Int, String)] = []
    var good: [Int] = []
    for number in 0..<Int.random(in: 1...60, using: &random) {
      let id = 100 + number
      var cells = [
        "id": "\(id)", "code": "k\(id)", "size": "\(number + 1)", "day": "2024-02-29",
        "need": chance(6) ? "\"two\nlines\"" : "n", "place_id": chance(2) ? "1" : "",
      ]
      if chance(4), let fault = planted.randomElement(using: &random) {
        cells.merge(fault.cells) { $1 }
        told += fault.told.map { (line, $0) }
      } else {
        good.append(id)
      }
      let row = names.map { cells[$0] ?? "" }.joined(separator: ",") + "\n"
      text += row
      line += row.utf8.count { $0 == 0x0A }
    }
    return (text, told, good)
  }

  private func check(
    _ outcome: Program.Outcome,
    tells told: [(line: Int, piece: String)],
    _ comment: String
  ) {
    let lines = outcome.messages.split(separator: "\n").filter { $0.contains("rows.csv: line ") }
    #expect(lines.count == told.count, "\(comment): \(outcome.messages)")
    var rest = lines
    for (line, piece) in told {
      let place = rest.firstIndex {
        $0.contains("rows.csv: line \(line): ") && $0.lowercased().contains(piece.lowercased())
      }
      guard let place else {
        Issue.record("\(comment): line \(line), \(piece): \(outcome.messages)")
        return
      }
      rest.remove(at: place)
    }
  }

  private nonisolated static let rules = [
    "",
    // Makes the program enter each row like an object on the screen.
    "entity.name = 'Thing' and object.need = 'never there' and propertyKey = 'code' => length = 1",
    "*true* => auditsChanges = true, auditEntity = 'AuditLog'",
  ]

  @Test(arguments: rules)
  func `K3: all faults of a file are told with line and field, and nothing is written`(
    rule: String
  ) async throws {
    let rules = ["--rules", folder.write(Array(rule.utf8), to: "my.rules"), "--user", "ada"]
    for seed in 0..<TestLength.of("D2T_IMPORTS", 8) {
      let (text, told, good) = Self.file(seed, Self.faults)
      let comment = "seed \(seed), \(rule)\n\(text)"
      let trial = try await importing("Thing", text, rules + ["--dry-run"])
      check(trial, tells: told, comment)
      #expect(try rows("SELECT count(*) FROM thing") == ["1"], "\(comment)")
      if !told.isEmpty {
        let refused = try await importing("Thing", text, rules)
        check(refused, tells: told, comment)
        #expect(refused.code != 0)
        let counted = told.count == 1 ? "1 fault" : "\(told.count) faults"
        #expect(refused.messages.hasSuffix("d2t: \(counted); nothing was imported\n"))
        #expect(try rows("SELECT count(*) FROM thing") == ["1"], "\(comment)")
      }
      let skipped = try await importing("Thing", text, rules + ["--skip-faults"])
      check(skipped, tells: told, comment)
      #expect(skipped.code == (good.isEmpty && !told.isEmpty ? 1 : 0), "\(comment)")
      let ids = try rows("SELECT id FROM thing WHERE id > 1 ORDER BY id")
      #expect(ids == good.map(String.init), "\(comment): \(skipped.messages)")
      if rule.contains("audit") {
        let told = try rows("SELECT record FROM audit_log ORDER BY id")
        #expect(told == good.map { "[\($0)]" }, "\(comment)")
        try script("DELETE FROM audit_log")
      }
      try script("DELETE FROM thing WHERE id > 1")
    }
  }

  @Test func `K3: rows that the database keeps in part, or takes all back for, are left out`()
    async throws
  {
    let text = "id,need\n5,a\n6,half\n7,b\n8,out\n9,c\n10,stop\n"
    let refused = try await importing("Thing", text)
    #expect(refused.messages.contains("line 3: The database refuses: not half"), "\(refused)")
    #expect(try rows("SELECT count(*) FROM thing") == ["1"])
    let skipped = try await importing("Thing", text, ["--skip-faults"])
    #expect(
      skipped.messages.contains("3 rows with faults skipped\n3 objects imported"),
      "\(skipped)"
    )
    #expect(try rows("SELECT id FROM thing WHERE id > 1") == ["5", "7", "9"])
  }

  // MARK: Faults that only the end shows

  @Test func `K3: rows that refer to nothing are told by their lines, and passed over`()
    async throws
  {
    for seed in 0..<TestLength.of("D2T_IMPORTS", 12) {
      var random = SeededGenerator(seed: UInt64(seed))
      let count = Int.random(in: 1...30, using: &random)
      let ups = (0..<count).map { _ in
        Bool.random(using: &random) ? Int.random(in: 1...(count + 1), using: &random) : nil
      }
      let order = Array(1...count).shuffled(using: &random)
      var text = "id,upId\n"
      for id in order { text += "\(id),\(ups[id - 1].map(String.init) ?? "")\n" }
      // Rows whose reference leads to none that stays do not stay.
      var good = Set(1...count)
      func isBroken(_ id: Int) -> Bool { ups[id - 1].map { !good.contains($0) } ?? false }
      while let broken = good.first(where: isBroken) { good.remove(broken) }
      let direct = order.enumerated().filter { ups[$0.element - 1] == count + 1 }
      let refused = try await importing("Node", text)
      check(refused, tells: direct.map { ($0.offset + 2, "\(count + 1)") }, "seed \(seed)\n\(text)")
      #expect(try rows("SELECT count(*) FROM node") == [direct.isEmpty ? "\(count)" : "0"])
      try script("DELETE FROM node")
      let skipped = try await importing("Node", text, ["--skip-faults"])
      let broken = order.enumerated().filter { !good.contains($0.element) }
      check(skipped, tells: broken.map { ($0.offset + 2, "up") }, "seed \(seed)\n\(text)")
      #expect(
        try rows("SELECT id FROM node ORDER BY id") == good.sorted().map(String.init),
        "seed \(seed)\n\(text)"
      )
      try script("DELETE FROM node")
    }
  }

  @Test func `K3: rows that rules keep from a person are all told, and passed over`() async throws {
    let rules = folder.write(
      Array("entity.name = 'Node' => restrictingQualifier = where (size < 10)".utf8),
      to: "my.rules"
    )
    let text = "id,size\n1,5\n2,50\n3,6\n4,60\n"
    let refused = try await importing("Node", text, ["--rules", rules])
    #expect(refused.messages.contains("line 3: ") && refused.messages.contains("line 5: "))
    #expect(refused.messages.contains("2 faults; nothing was imported"), "\(refused.messages)")
    #expect(refused.code == 1)
    #expect(try rows("SELECT count(*) FROM node") == ["0"])
    let skipped = try await importing("Node", text, ["--rules", rules, "--skip-faults"])
    #expect(skipped.messages.hasSuffix("2 rows with faults skipped\n2 objects imported\n"))
    #expect(try rows("SELECT id FROM node") == ["1", "3"])
  }

  @Test(arguments: [[], ["--skip-faults"]])
  func `33/3-12: a reference that leads nowhere is told once on its line`(
    more: [String]
  ) async throws {
    try script(
      """
      CREATE TABLE part(id INTEGER PRIMARY KEY, place_id INTEGER NOT NULL REFERENCES place(id),
        node_id INTEGER NOT NULL REFERENCES node(id), code TEXT NOT NULL);
      """
    )
    let text = "id,place.label,node,code\n" + (1...3).map { "\($0),none,77,c\n" }.joined()
    let refused = try await importing("Part", text, more)
    let told = refused.messages.split(separator: "\n").filter { $0.contains(": line ") }
    #expect(told.count == 6, "\(refused.messages)")
    #expect(!refused.messages.contains("needs a value"), "\(refused.messages)")
  }

  // MARK: Many

  @Test func `K3: a thousand faults are told, and the rest is counted`() async throws {
    let text = "id,need\n" + (2...1_502).map { "\($0),\($0 == 777 ? "x" : "")\n" }.joined()
    let refused = try await importing("Thing", text)
    let told = refused.messages.split(separator: "\n")
    #expect(told.count == 1_001 && refused.code == 2)
    #expect(told[999].contains("line 1002: need: needs a value"), "\(told[999])")
    #expect(told[1_000] == "d2t: 1000 faults, perhaps more after them; nothing was imported")
    let skipped = try await importing("Thing", text, ["--skip-faults"])
    #expect(
      skipped.messages.hasSuffix(
        "1500 rows with faults skipped (500 more faults not listed)\n1 object imported\n"
      )
    )
    #expect(try rows("SELECT id FROM thing WHERE id > 1") == ["777"])
  }

  @Test func `K3: the objects of JSON tell all their faults`() async throws {
    let text = """
      [{"id": 5, "need": "a"},
       {"id": "x", "size": "big", "need": "b"}, {"id": 1, "need": "c"},
       {"id": 6, "need": 'd'},
       {"id": 7, "need": [1], "size": {"a": 1}},
       {"id": 8, "need": "e", "sice": 1}, {"id": 9, "need": "f", "sice": 2}, {"id": 10, "need": "g"}]
      """
    let refused = try await importing("Thing", text, to: "rows.json")
    for piece in [
      "line 2, object 2: id takes", "line 2, object 2: size takes",
      "line 2, object 3: another Thing has the same", "line 3, object 4: write text in double",
      "line 4, object 5: 'need' holds a list", "line 4, object 5: 'size' holds an object",
      "line 5, object 6: Thing has no property 'sice'; did you mean 'size'?",
      "--map 'sice='", "7 faults; nothing was imported",
    ] {
      #expect(refused.messages.contains(piece), "\(piece): \(refused.messages)")
    }
    #expect(refused.code == 2)
    #expect(try rows("SELECT count(*) FROM thing") == ["1"])
    let skipped = try await importing("Thing", text, ["--skip-faults"], to: "rows.json")
    #expect(
      skipped.messages.hasSuffix("6 rows with faults skipped\n2 objects imported\n"),
      "\(skipped.messages)"
    )
    #expect(try rows("SELECT id FROM thing WHERE id > 1") == ["5", "10"])
  }

  @Test(arguments: rules)
  func `K3: a row is not blamed for what a refused one before it refers to`(
    rule: String
  ) async throws {
    try script(
      """
      CREATE TABLE item(id INTEGER PRIMARY KEY, code TEXT,
        place_id INTEGER REFERENCES place(id) DEFERRABLE INITIALLY DEFERRED);
      CREATE TRIGGER never BEFORE INSERT ON item WHEN new.code = 'no' BEGIN SELECT RAISE(ABORT, 'no'); END;
      """
    )
    let rules = ["--rules", folder.write(Array(rule.utf8), to: "my.rules"), "--user", "ada"]
    let text = "id,code,place_id\n1,a,99\n2,no,98\n3,b,1\n4,c,97\n5,d,2\n"
    let outcome = try await importing("Item", text, rules + ["--skip-faults"])
    let told = outcome.messages.split(separator: "\n").filter { $0.contains("rows.csv: line ") }
      .map { $0.split(separator: ": line ")[1].prefix { $0.isNumber } }
    #expect(Set(told) == ["2", "3", "5"], "\(outcome.messages)")
    #expect(try rows("SELECT id FROM item ORDER BY id") == ["3", "5"], "\(outcome.messages)")
  }
}
