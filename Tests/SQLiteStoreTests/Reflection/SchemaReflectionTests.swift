import EntityModel
import EntityStore
import Qualifiers
import SQLite
import SQLiteStore
import Testing

/// The model of a database made by `script`.
private func model(_ script: String) throws -> Model {
  let connection = try Connection()
  try connection.execute(script)
  return try SchemaReflection.reflect(connection, name: "test")
}

/// The only entity of a database made by `script`.
private func entity(_ script: String) throws -> Entity {
  try #require(try model(script).entities.first)
}

struct SchemaReflectionTests {
  @Test func `Only INTEGER PRIMARY KEY is another name of the rowid`() throws {
    let model = try model(
      """
      CREATE TABLE alias (id INTEGER PRIMARY KEY);
      CREATE TABLE late (id INTEGER NOT NULL, CONSTRAINT pk PRIMARY KEY (id));
      CREATE TABLE other (id INT PRIMARY KEY);
      CREATE TABLE falling (id INTEGER PRIMARY KEY DESC);
      CREATE TABLE without (id INTEGER PRIMARY KEY) WITHOUT ROWID;
      """
    )
    let aliases = model.entities.map { $0.attributes[0].definition.isRowNumber }
    #expect(aliases == [true, true, false, false, false])
    #expect(
      model.entities.map { $0.attributes[0].isNullable } == [false, false, true, true, false]
    )
    #expect(
      model.entities.map(\.definition.isWithoutRowNumbers) == [false, false, false, false, true]
    )
    #expect(model.entities.allSatisfy { $0.identity == ["id"] && $0.readOnlyReason == nil })
  }

  @Test func `The rowid identifies under a name that no column took`() throws {
    let model = try model(
      """
      CREATE TABLE log (text);
      CREATE TABLE shadowed (rowid, "OID");
      CREATE TABLE none (rowid, oid, _rowid_);
      CREATE TABLE keyed (rowid, oid, _rowid_, code TEXT NOT NULL UNIQUE);
      """
    )
    #expect(model.entities.map(\.identity) == [["rowid"], ["_rowid_"], [], ["code"]])
    #expect(model.entities.map(\.definition.identityIsRowNumber) == [true, true, false, false])
    #expect(model.entities.map { $0.readOnlyReason != nil } == [false, false, true, false])
  }

  @Test func `A composite key keeps its order`() throws {
    let entity = try entity("CREATE TABLE t (b, a, v, PRIMARY KEY (a, b)) WITHOUT ROWID")
    #expect(entity.identity == ["a", "b"])
    #expect(entity.attributes.map(\.name) == ["b", "a", "v"])
  }

  @Test func `Generated columns and defaults are known`() throws {
    let entity = try entity(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT DEFAULT 'x' NOT NULL, b TEXT AS (a || 'y'),
        c TEXT AS (a) STORED, d INT DEFAULT (1 + 1), e INT DEFAULT NULL) STRICT
      """
    )
    #expect(
      entity.attributes.map(\.definition.isGenerated) == [false, false, true, true, false, false]
    )
    #expect(
      entity.attributes.map(\.definition.hasDefault) == [true, true, false, false, true, false]
    )
    #expect(entity.attributes[1].definition.defaultExpression == "'x'")
    #expect(entity.editPropertyKeys == ["a", "d", "e"])
  }

  @Test func `Unique columns are found, partial and composite indexes are not`() throws {
    let entity = try entity(
      """
      CREATE TABLE t (a UNIQUE, b, c, d, e, UNIQUE (c, d));
      CREATE UNIQUE INDEX b_index ON t (b);
      CREATE UNIQUE INDEX e_index ON t (e) WHERE e > 0;
      CREATE UNIQUE INDEX d_index ON t (lower(d));
      """
    )
    #expect(entity.attributes.map(\.definition.isUnique) == [true, true, false, false, false])
  }

  @Test func `Foreign keys are followed in any letter case and to implicit keys`() throws {
    let model = try model(
      """
      CREATE TABLE Parent (Id INTEGER PRIMARY KEY, code TEXT UNIQUE, a, b);
      CREATE TABLE child (id INTEGER PRIMARY KEY, parent_id REFERENCES PARENT,
        other REFERENCES parent (CODE) ON DELETE CASCADE, lost REFERENCES nowhere, odd REFERENCES parent (a));
      """
    )
    let child = try #require(model.entity(named: "Child"))
    #expect(child.toOneNames == ["parent", "other"])
    #expect(child.relationship(named: "other")?.definition.joins[0].destination == "code")
    let parent = try #require(model.entity(named: "Parent"))
    #expect(parent.relationships.map(\.definition.deleteRule) == [.deny, .cascade])
  }

  @Test func `Composite foreign keys keep the order of their columns`() throws {
    let model = try model(
      """
      CREATE TABLE parent (a, b, PRIMARY KEY (a, b));
      CREATE TABLE child (x, y, FOREIGN KEY (x, y) REFERENCES parent);
      CREATE TABLE crossed (x, y, FOREIGN KEY (x, y) REFERENCES parent (b, a));
      """
    )
    func joins(_ name: String) -> [String] {
      let joins = model.entity(named: name)?.relationship(named: "parent")?.definition.joins ?? []
      return joins.map { "\($0.source)=\($0.destination)" }
    }
    #expect(joins("Child") == ["x=a", "y=b"])
    #expect(joins("Crossed") == ["x=b", "y=a"])
  }

  @Test(arguments: [
    (
      "a TEXT CHECK (a IN ('x', 'y''s', 'z)'))", [Value.string("x"), .string("y's"), .string("z)")]
    ),
    ("a INT CHECK(a in(1,-2,3.5))", [.int(1), .int(-2), .double(3.5)]),
    ("a, CONSTRAINT c CHECK (A IS NULL OR \"a\" IN ('x'))", [.string("x")]),
    ("a CHECK (a = 'x' OR a = 'y' OR a IS NULL)", [.string("x"), .string("y")]),
    (
      "a /* CHECK (a IN ('no')) */ CHECK ((a IN ('x')) OR (a == 'y'))",
      [.string("x"), .string("y")]
    ),
    ("a CHECK (a IN ('x') AND b > 0), b", [.string("x")]), ("a CHECK (a NOT IN ('x'))", []),
    ("a CHECK (a IN ('x') OR b > 0), b", []), ("a CHECK (a COLLATE NOCASE IN ('x'))", []),
    ("a CHECK (lower(a) IN ('x'))", []), ("a CHECK (a IN (b, 'x')), b", []),
    ("a DEFAULT 'CHECK (a IN (1))'", []),
  ])
  func `A check for a list of values gives the choices`(column: String, choices: [Value]) throws {
    #expect(try entity("CREATE TABLE t (\(column))").attributes[0].definition.choices == choices)
  }

  @Test func `Views are read-only and take over the types of their tables`() throws {
    let model = try model(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, due DATETIME);
      INSERT INTO t VALUES (1, 1700000000);
      CREATE VIEW v AS SELECT id, due, 1 AS one FROM t;
      CREATE VIEW broken AS SELECT x FROM gone;
      """
    )
    let view = try #require(model.entity(named: "V"))
    #expect(view.definition.kind == .view)
    #expect(view.identity.isEmpty)
    #expect(view.readOnlyReason == "a view: no key identifies a row")
    #expect(view.attribute(named: "due")?.definition.storage == .epochSeconds)
    let broken = try #require(model.entity(named: "Broken"))
    #expect(broken.attributes.isEmpty)
    #expect(broken.readOnlyReason == "cannot be read: no such table: main.gone")
  }

  @Test func `Virtual tables hide what keeps them`() throws {
    let model = try model(
      """
      CREATE TABLE note (id INTEGER PRIMARY KEY, body TEXT);
      CREATE VIRTUAL TABLE plain USING fts5(title, body);
      CREATE VIRTUAL TABLE note_index USING fts5(body, content='note', content_rowid='id');
      CREATE VIRTUAL TABLE place USING rtree(id, low, high);
      """
    )
    let visible = model.entities.filter { !$0.definition.isHidden }
    #expect(visible.map(\.name) == ["Note", "Plain", "NoteIndex", "Place"])
    let plain = try #require(model.entity(named: "Plain"))
    #expect(plain.definition.kind == .virtual)
    #expect(plain.identity == ["rowid"])
    #expect(plain.listPropertyKeys == ["title", "body"])
    #expect(plain.readOnlyReason == nil)
    let index = try #require(model.entity(named: "NoteIndex"))
    #expect(index.readOnlyReason == "a search index: change “note” instead")
    #expect(model.entity(named: "Place")?.identity == ["id"])
    #expect(model.entity(named: "PlainData")?.definition.isHidden == true)
  }

  @Test func `Names may be anything`() throws {
    let model = try model(
      """
      CREATE TABLE "" ("" INTEGER PRIMARY KEY, "a'b""c" TEXT);
      CREATE TABLE "x';--" ("😀" INTEGER PRIMARY KEY, "" REFERENCES "");
      CREATE TABLE "select" ("from" TEXT);
      """
    )
    #expect(model.entities.map(\.name) == ["Unnamed", "X", "Select"])
    #expect(model.entities[0].attributes.map(\.columnName) == ["", "a'b\"c"])
    #expect(model.entities[1].toOneNames == ["unnamed"])
  }

  @Test func `SQLite's own tables are hidden`() throws {
    let model = try model("CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT); ANALYZE;")
    let own = model.entities.filter(\.definition.isHidden)
    #expect(own.map(\.tableName) == ["sqlite_sequence", "sqlite_stat1"])
    #expect(own.allSatisfy { $0.readOnlyReason == "SQLite's own bookkeeping" })
  }

  @Test func `What a declaration leaves open the first rows tell`() throws {
    let entity = try entity(
      """
      CREATE TABLE t (due DATETIME, done BOOLEAN, created INTEGER, any, code TEXT, born DATE);
      INSERT INTO t VALUES (NULL, 1, 1700000000, 'text', '2024-01-01', 2460000.5),
        ('2024-01-01T10:00:00', 0, 1700000001, 'more', NULL, NULL);
      """
    )
    let types = entity.attributes.map(\.type)
    #expect(types == [.timestamp, .bool, .timestamp, .string, .string, .date])
    let storage = entity.attributes.map(\.definition.storage)
    #expect(storage == [.isoTextT, .zeroOne, .epochSeconds, .native, .native, .julianDay])
  }

  @Test func `An empty database has an empty model`() throws {
    #expect(try model("").entities.isEmpty)
  }
}
