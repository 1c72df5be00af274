import CommandLineTool
import Pages
import SceneSupport
import SQLite
import TestSupport
import Testing
import Workspace

/// `d2t import --upsert`: objects with the same key are changed, the others are made.
@MainActor
struct ImportUpsertTests: ShopFile {
  let folder = TemporaryFolder()

  private static let schema = """
    CREATE TABLE thing(id INTEGER PRIMARY KEY, code TEXT UNIQUE, kind TEXT, number INTEGER, size INTEGER CHECK(size < 100),
      note TEXT DEFAULT 'none');
    CREATE TABLE audit_log(id INTEGER PRIMARY KEY, changed_at TEXT, user TEXT, role TEXT, entity TEXT, record TEXT,
      action TEXT, changes TEXT, link TEXT, save INTEGER);
    """

  init() throws { try Connection(path: path, mode: .create).execute(Self.schema) }

  private func importing(
    _ text: String,
    _ words: [String],
    to name: String = "rows.csv"
  ) async throws -> Program.Outcome {
    let file = folder.write(Array(text.utf8), to: name)
    return try await run(all: ["import", "Thing", file] + words)
  }

  private nonisolated static let names = ["id", "code", "kind", "number", "size", "note"]
  private static let all =
    "SELECT id, quote(code), quote(kind), quote(number), quote(size), quote(note) FROM thing ORDER BY 1"

  // MARK: A naive account

  /// A table as `--upsert` should leave it.
  private struct Account {
    var rows: [[String: String?]] = []
    var (made, changed, skipped) = (0, 0, 0)

    /// Takes a row in which what is missing was left out, and `nil` is nothing.
    mutating func take(_ row: [String: String?], by key: [String], nothingIsDefault: Bool) {
      let wanted = key.compactMap { row[$0] ?? nil }
      let place =
        wanted.count < key.count
        ? nil
        : rows.firstIndex { old in zip(key, wanted).allSatisfy { old[$0] == .some(.some($1)) } }
      var new = place.map { rows[$0] } ?? ["note": "none"]
      for (name, value) in row where place != nil || value != nil || !nothingIsDefault {
        new[name] = .some(value)
      }
      // Nothing that is said so is no key, what is left out is one that the database makes.
      if place == nil, (new["id"] ?? nil) == nil, nothingIsDefault || row["id"] == nil {
        let last = rows.compactMap { $0["id"] ?? nil }.compactMap(Int.init).max() ?? 0
        new["id"] = "\(last + 1)"
      }
      let isFaulty =
        (new["id"] ?? nil) == nil || (new["size"] ?? nil).flatMap(Int.init) ?? 0 >= 100
        || rows.indices.contains { index in
          index != place
            && ["id", "code"].contains { name in
              (new[name] ?? nil) != nil && rows[index][name] == new[name]
            }
        }
      guard !isFaulty else { return skipped += 1 }
      if let place {
        rows[place] = new
        changed += 1
      } else {
        rows.append(new)
        made += 1
      }
    }

    var lines: [String] {
      rows.map { row in
        let cells = ImportUpsertTests.names.map { name in
          guard let value = row[name] ?? nil else { return "NULL" }
          return ["code", "kind", "note"].contains(name) ? "'\(value)'" : value
        }
        return cells.joined(separator: "|")
      }.sorted { (Int($0.prefix { $0 != "|" }) ?? 0) < (Int($1.prefix { $0 != "|" }) ?? 0) }
    }
  }

  private static func value(of name: String, _ random: inout SeededGenerator) -> String? {
    func number(_ range: ClosedRange<Int>) -> String { "\(Int.random(in: range, using: &random))" }
    guard Int.random(in: 0..<6, using: &random) > 0 else { return nil }
    return switch name {
    case "id": number(1...12)
    case "code": "c" + number(1...12)
    case "kind": "k" + number(1...3)
    case "number": number(1...3)
    case "size": number(1...104)
    default: "n" + number(1...9)
    }
  }

  @Test(arguments: [["id"], ["code"], ["kind", "number"]], [true, false])
  func `K3: --upsert leaves what a naive account leaves`(key: [String], isJSON: Bool) async throws {
    for seed in 0..<TestLength.of("D2T_IMPORTS", 10) {
      var random = SeededGenerator(seed: UInt64(seed))
      var account = Account()
      for id in 1...8 {
        account.take(
          [
            "id": "\(id)", "code": "c\(id)", "kind": "k\(id % 3)", "number": "\(id)", "size": "1",
            "note": "old",
          ],
          by: ["id"],
          nothingIsDefault: false
        )
      }
      try script(
        "DELETE FROM thing;"
          + account.lines.map {
            "INSERT INTO thing VALUES (\($0.split(separator: "|").joined(separator: ", ")));"
          }.joined()
      )
      (account.made, account.changed, account.skipped) = (0, 0, 0)
      let names = Self.names.filter { key.contains($0) || Bool.random(using: &random) }
        .shuffled(using: &random)
      var lines: [String] = []
      for _ in 0..<Int.random(in: 1...25, using: &random) {
        var row: [String: String?] = [:]
        for name in names where !isJSON || Int.random(in: 0..<5, using: &random) > 0 {
          row[name] = .some(Self.value(of: name, &random))
        }
        account.take(row, by: key, nothingIsDefault: !isJSON)
        lines.append(
          isJSON
            ? "{"
              + names.compactMap { name in
                row[name].map { value in
                  let isText = ["code", "kind", "note"].contains(name)
                  return "\"\(name)\": " + (value.map { isText ? "\"\($0)\"" : $0 } ?? "null")
                }
              }.joined(separator: ", ") + "}"
            : names.map { (row[$0] ?? nil) ?? "" }.joined(separator: ",")
        )
      }
      if !isJSON { lines.insert(names.joined(separator: ","), at: 0) }
      let text = lines.joined(separator: "\n") + "\n"
      let words = ["--upsert", key.joined(separator: ","), "--skip-faults"]
      let outcome = try await importing(text, words, to: isJSON ? "rows.jsonl" : "rows.csv")
      let found = try rows(Self.all)
      #expect(found == account.lines, "seed \(seed): \(outcome.messages)\n\(text)")
      let made = account.made == 1 ? "1 object" : "\(account.made) objects"
      let written = "\(account.changed) that \(account.changed == 1 ? "was" : "were") there written"
      #expect(
        outcome.messages.hasSuffix("\(made) imported, \(written)\n"),
        "seed \(seed): \(outcome.messages)\n\(text)"
      )
    }
  }

  // MARK: Rights and refusals

  @Test func `K3: --upsert writes as a person would on the screen`() async throws {
    try script(
      """
      ALTER TABLE thing ADD COLUMN stamp TEXT;
      INSERT INTO thing(id, code, kind, number, size, note)
        VALUES (1, 'a', 'x', 1, 1, 'n'), (2, 'b', 'x', 2, 2, 'n'), (3, 'c', 'y', 3, 3, 'n');
      """
    )
    let rules = folder.write(
      Array(
        """
        entity.name = 'Thing' => restrictingQualifier = where (kind = 'x' or kind = null)
        entity.name = 'Thing' and propertyKey = 'number' => isPropertyEditable = false
        entity.name = 'Thing' => updateTimestampPropertyKey = 'stamp'
        entity.name = 'Thing' and propertyKey = 'note' => length = 3
        """.utf8
      ),
      to: "my.rules"
    )
    let words = ["--upsert", "id", "--rules", rules]
    let text =
      "id,code,number,kind,note\n1,a,1,x,new\n2,b,5,x,n\n3,c,,x,n\n4,d,,x,n\n2,b,2,y,n\n"
      + "1,a,1,x,long\n"
    let refused = try await importing(text, words)
    for piece in [
      "line 3: Number cannot be changed", "line 4: another Thing has the same",
      "line 6: Thing would not be visible to you", "line 7: note: ",
      "4 faults; nothing was imported",
    ] {
      #expect(refused.messages.contains(piece), "\(piece): \(refused.messages)")
    }
    #expect(try rows("SELECT count(*) FROM thing WHERE note = 'n'") == ["3"])
    let skipped = try await importing(text, words + ["--skip-faults"])
    #expect(
      skipped.messages.hasSuffix("1 object imported, 1 that was there written\n"),
      "\(skipped)"
    )
    #expect(
      try rows("SELECT id, code, number, kind, note, stamp NOT NULL FROM thing ORDER BY id")
        == ["1|a|1|x|new|1", "2|b|2|x|n|0", "3|c|3|y|n|0", "4|d||x|n|1"]
    )
  }

  @Test(arguments: ["1", "2", ""])
  func `A reference that is hidden is refused, whether the file has what is stored or not`(
    up: String
  ) async throws {
    try script(
      """
      ALTER TABLE thing ADD COLUMN up_id INTEGER REFERENCES thing(id);
      INSERT INTO thing(id, code) VALUES (1, '1'), (2, '2');
      INSERT INTO thing(id, up_id) VALUES (3, 1);
      """
    )
    let hidden = ["up", "upId"].map {
      "entity.name = 'Thing' and propertyKey = '\($0)' => isPropertyVisible = false\n"
    }
    let rules = folder.write(Array(hidden.joined().utf8), to: "my.rules")
    let before = try rows("SELECT id, up_id FROM thing ORDER BY id")
    for name in ["up", "up.code"] {
      let text = "id,\(name)\n3,\(up)\n"
      let outcome = try await importing(text, ["--upsert", "id", "--rules", rules])
      #expect(outcome.code == 1, "\(name): \(outcome)")
      #expect(outcome.messages.contains("line 2: Up cannot be changed"), "\(name): \(outcome)")
    }
    #expect(try rows("SELECT id, up_id FROM thing ORDER BY id") == before)
  }

  @Test(arguments: [("1", 1), (#""1""#, 2), (#""é""#, 3), ("\"e\u{301}\"", 4)])
  func `K3: among keys that compare as equal the same one is meant`(
    key: String,
    id: Int
  ) async throws {
    try script(
      """
      CREATE TABLE label(id INTEGER PRIMARY KEY, code, size INTEGER);
      CREATE TABLE job(label_id INTEGER REFERENCES label);
      INSERT INTO label VALUES (1, 1, 0), (2, '1', 0), (3, 'é', 0), (4, 'e' || char(769), 0);
      """
    )
    let labels = folder.write(Array("[{\"code\": \(key), \"size\": 5}]".utf8), to: "labels.json")
    let jobs = folder.write(Array("[{\"label.code\": \(key)}]".utf8), to: "jobs.json")
    let changed = try await run(all: ["import", "Label", labels, "--upsert", "code"])
    #expect(try rows("SELECT id FROM label WHERE size = 5") == ["\(id)"], "\(changed)")
    let made = try await run(all: ["import", "Job", jobs])
    #expect(try rows("SELECT label_id FROM job") == ["\(id)"], "\(made)")
  }

  @Test func `K3: --upsert looks behind the first keys that compare as equal`() async throws {
    try script(
      """
      CREATE TABLE label(id INTEGER PRIMARY KEY, code, size INTEGER);
      INSERT INTO label VALUES (1, '1', 0), (2, 1, 0), (3, 1, 0), (4, '1', 0);
      """
    )
    let file = folder.write(Array(#"[{"code": "1", "size": 5}]"#.utf8), to: "labels.json")
    let words = ["import", "Label", file, "--upsert", "code"]
    let several = try await run(all: words)
    #expect(several.messages.contains("several rows have '1'"), "\(several)")
    #expect(try rows("SELECT id FROM label WHERE size = 5") == [])
    try script("UPDATE label SET code = 1 WHERE id = 1")
    let one = try await run(all: words)
    #expect(try rows("SELECT id FROM label WHERE size = 5") == ["4"], "\(one)")
  }

  @Test func `K3: --upsert needs a key that the file has and one object has`() async throws {
    try script("INSERT INTO thing(id, kind) VALUES (1, 'k'), (2, 'k'), (3, 'l')")
    let several = try await importing("kind,size\nk,5\nl,6\n", ["--upsert", "kind"])
    #expect(several.messages.contains("line 2: kind: several rows have 'k'; --upsert needs"))
    let missing = try await importing("kind,size\nk,5\n", ["--upsert", "id"])
    #expect(
      missing.messages.contains(
        "line 1: --upsert id: the file has no such column, only kind, size"
      )
    )
    let unknown = try await importing("kind,size\nk,5\n", ["--upsert", "knd"])
    #expect(
      unknown.messages.contains(
        "--upsert 'knd': Thing has no property 'knd'; did you mean 'kind'?"
      )
    )
    for outcome in [several, missing, unknown] { #expect(outcome.code == 2) }
    let mapped = try await importing("Art;size\nl;6\n", ["--map", "Art=kind", "--upsert", "kind"])
    #expect(mapped.messages == "0 objects imported, 1 that was there written\n", "\(mapped)")
    let trial = try await importing("id,size\n3,7\n9,8\n", ["--upsert", "id", "--dry-run"])
    #expect(trial.messages == "2 objects would be imported; nothing was written\n", "\(trial)")
    #expect(trial.output.contains("7") && trial.output.contains("6"), "\(trial.output)")
    #expect(try rows("SELECT id, size FROM thing WHERE size NOT NULL") == ["3|6"])
  }

  @Test func `K3: --upsert without a name is a mistake, and nothing is made anew`() async throws {
    for name in ["", ","] {
      await #expect(throws: UsageError.self) {
        _ = try await importing("code\na\n", ["--upsert", name])
      }
    }
    #expect(try rows("SELECT id FROM thing").isEmpty)
  }

  @Test func `K3: --upsert tells the audit log of what it made and changed`() async throws {
    try script("INSERT INTO thing(id, code) VALUES (1, 'a')")
    let rules = folder.write(
      Array("*true* => auditsChanges = true, auditEntity = 'AuditLog'".utf8),
      to: "my.rules"
    )
    let outcome = try await importing("id,code\n1,b\n2,c\n", ["--upsert", "id", "--rules", rules])
    #expect(outcome.code == 0, "\(outcome.messages)")
    #expect(
      try rows("SELECT record, action FROM audit_log ORDER BY id") == ["[1]|update", "[2]|insert"]
    )
  }
}
