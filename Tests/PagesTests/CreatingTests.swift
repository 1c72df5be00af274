import SceneSupport
import Testing

/// Making and deleting objects, and those that cannot be changed.
@MainActor
struct CreatingTests {
  private static let script = """
    CREATE TABLE artist(id INTEGER PRIMARY KEY, name TEXT NOT NULL, since INT DEFAULT 1999);
    CREATE TABLE album(id INTEGER PRIMARY KEY, title TEXT NOT NULL,
      artist_id INTEGER NOT NULL REFERENCES artist(id));
    CREATE TABLE log(text TEXT);
    CREATE VIEW old AS SELECT name FROM artist WHERE since < 1980;
    INSERT INTO artist VALUES(1, 'Accept', 1976), (2, 'Aerosmith', 1970);
    INSERT INTO album VALUES(1, 'Restless', 1);
    INSERT INTO log VALUES('a');
    """

  @Test func `A new object gets the database's defaults and shows its key once saved`() async throws
  {
    let scene = try await Scene(Self.script, "--entity Artist")
    try await scene.send("o")
    try await scene.go(to: "name")
    try await scene.type("Abba")
    try await scene.send("ctrl-s")
    scene.expectSaved()
    #expect(try scene.rows("SELECT * FROM artist WHERE name = 'Abba'") == ["3|Abba|1999"])
    #expect(scene.lines.contains { $0.contains("ID ") && $0.contains("3") }, "\(scene.text)")
    #expect(scene.text.contains("Since   1999"), "\(scene.text)")
    try await scene.send("esc")
    #expect(scene.line(with: "Abba") != nil)
  }

  @Test func `A new object that nobody touched is left without a question`() async throws {
    let scene = try await Scene(Self.script, "--entity Artist")
    try await scene.send("o esc")
    #expect(!scene.text.contains("not saved"))
    #expect(!scene.text.contains("pending"))
    try await scene.send("o ctrl-q")
    #expect(scene.isFinished)
  }

  @Test func `An object made from a list of related ones refers to their owner`() async throws {
    let scene = try await Scene(Self.script, "--entity Artist --task inspect --id 2")
    try await scene.go(to: "albums")
    try await scene.send("enter o")
    #expect(scene.line(with: "Artist")?.contains("Aerosmith") == true, "\(scene.text)")
    try await scene.go(to: "title")
    try await scene.type("Rocks")
    try await scene.send("ctrl-s")
    #expect(try scene.rows("SELECT title, artist_id FROM album WHERE id = 2") == ["Rocks|2"])
  }

  @Test func `A new object without what is mandatory is refused at the field`() async throws {
    let scene = try await Scene(Self.script, "--entity Album --task create")
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("Title: needs a value"), "\(scene.status)")
    #expect(scene.line(with: "Artist *")?.contains("✗ needs a value") == true, "\(scene.text)")
    #expect(try scene.rows("SELECT count(*) FROM album") == ["1"])
  }

  @Test func `Deleting asks, and a key that is not yes keeps the object`() async throws {
    let scene = try await Scene(Self.script, "--entity Artist")
    try await scene.send("j d")
    #expect(scene.text.contains("Delete Artist “Aerosmith”?"))
    try await scene.send("d")
    #expect(try scene.rows("SELECT count(*) FROM artist") == ["2"])
    try await scene.send("esc d y")
    #expect(scene.status.contains("deleted Aerosmith"))
    #expect(try scene.rows("SELECT name FROM artist") == ["Accept"])
    #expect(scene.line(with: "Aerosmith")?.contains("deleted") == true, "\(scene.text)")
  }

  @Test func `What is still referred to is not deleted, and the sentence says by whom`()
    async throws
  {
    let scene = try await Scene(Self.script, "--entity Artist")
    try await scene.send("d")
    #expect(scene.text.contains("Albums: 1, which prevents the deletion"), "\(scene.text)")
    try await scene.send("y")
    #expect(try scene.rows("SELECT count(*) FROM artist") == ["2"])
    try await scene.send("ctrl-q")
    #expect(scene.isFinished, "nothing is pending")
  }

  @Test func `A view says why it is read only`() async throws {
    let scene = try await Scene(Self.script, "--entity Old")
    try await scene.send("e")
    #expect(scene.status.contains("edit: "), "\(scene.status)")
    #expect(scene.status.contains("view"), "\(scene.status)")
    try await scene.send("o")
    #expect(scene.status.contains("view"), "\(scene.status)")
  }

  @Test func `Opened for reading only nothing can be entered`() async throws {
    let scene = try await Scene(Self.script, "--readonly --entity Artist")
    for key in ["e", "o", "d"] {
      try await scene.send(key)
      #expect(scene.status.contains("read only"), "\(scene.status)")
    }
  }

  @Test func `A table that another program holds is said, and the edit kept`() async throws {
    let scene = try await Scene(Self.script, "--entity Artist --task edit --id 1")
    try await scene.go(to: "name")
    try await scene.retype("Mine")
    let lock = try scene.lock(waitedFor: .seconds(1))
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("another program is writing"), "\(scene.status)")
    #expect(scene.line(with: "Name")?.contains("Mine") == true)
    lock.release()
    try await scene.send("ctrl-s")
    #expect(try scene.rows("SELECT name FROM artist WHERE id = 1") == ["Mine"])
  }

  @Test func `Who deletes is told what refers to the object, and what becomes of that`()
    async throws
  {
    let scene = try await Scene(
      """
      CREATE TABLE maker(id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE part(id INTEGER PRIMARY KEY, maker_id INTEGER REFERENCES maker ON DELETE CASCADE);
      CREATE TABLE note(id INTEGER PRIMARY KEY, maker_id INTEGER REFERENCES maker ON DELETE SET NULL);
      CREATE TABLE bill(id INTEGER PRIMARY KEY, maker_id INTEGER REFERENCES maker);
      CREATE TABLE visit(id INTEGER PRIMARY KEY, maker_id INTEGER REFERENCES maker);
      INSERT INTO maker VALUES (1, 'Acme'), (2, 'Bolt');
      INSERT INTO part VALUES (1, 1), (2, 1); INSERT INTO note VALUES (1, 1); INSERT INTO bill VALUES (1, 1);
      """,
      "--entity Maker"
    )
    try await scene.send("d")
    #expect(scene.text.contains("Parts: 2, would be deleted too"), "\(scene.text)")
    #expect(scene.text.contains("Notes: 1, which would then refer to nothing"))
    #expect(scene.text.contains("Bills: 1, which prevents the deletion"))
    #expect(!scene.text.contains("Visits:"))
    try await scene.send("esc j d y")
    #expect(try scene.rows("SELECT name FROM maker") == ["Acme"])
  }

  @Test func `What may not be seen is not told of to who deletes`() async throws {
    let scene = try await Scene(
      """
      CREATE TABLE maker(id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE part(id INTEGER PRIMARY KEY, maker_id INTEGER REFERENCES maker);
      CREATE TABLE note(id INTEGER PRIMARY KEY, kind TEXT, maker_id INTEGER REFERENCES maker);
      INSERT INTO maker VALUES (1, 'Acme');
      INSERT INTO part VALUES (1, 1); INSERT INTO note VALUES (1, 'a', 1), (2, 'b', 1);
      """,
      rules: """
        *true* => visibleEntityNames = ['Maker', 'Note']
        entity.name = 'Note' => restrictingQualifier = where (kind = 'a')
        """,
      "--entity Maker"
    )
    try await scene.send("d")
    #expect(
      scene.text.contains("cannot be deleted") && scene.text.contains("Notes: 1,"),
      "\(scene.text)"
    )
    #expect(!scene.text.contains("Parts"))
  }
}
