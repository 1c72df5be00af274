import EntityModel
import Glibc
import Qualifiers
import SQLite
import Testing
import TestSupport

import EntityStore
import SQLiteStore

/// Entities of attached files: tables of the same names, keys and constraints stand in both files, so that a statement that
/// forgot the database would meet the wrong one.
struct AttachedFileTests {
  private let temporary = TemporaryFolder()
  private var path: String { temporary.path + "/main.db" }

  private static let music = """
    CREATE TABLE artist(id INTEGER PRIMARY KEY, name TEXT UNIQUE);
    CREATE TABLE album(id INTEGER PRIMARY KEY, artist_id INTEGER NOT NULL REFERENCES artist ON DELETE CASCADE,
      title TEXT NOT NULL COLLATE NOCASE, long TEXT, CHECK (title <> 'bad'));
    CREATE TABLE tag(name TEXT PRIMARY KEY, weight INT) WITHOUT ROWID;
    CREATE VIRTUAL TABLE search USING fts5(body);
    CREATE VIEW title AS SELECT id, title FROM album;
    CREATE TRIGGER renamed INSTEAD OF UPDATE ON title BEGIN
      UPDATE album SET title = NEW.title WHERE id = OLD.id; END;
    """

  private func file(_ name: String, _ script: String) throws -> AttachedFile {
    let path = temporary.path + "/\(name).db"
    try Connection(path: path, mode: .create).execute(script)
    return AttachedFile(name: name, path: path)
  }

  /// The main file has the odd keys, the attached one, called `archive`, the even ones.
  private func open(readOnly: Bool = false) async throws -> EntityStore {
    _ = try file(
      "main",
      Self.music + """
        INSERT INTO artist VALUES(1, 'One'), (3, 'Three'); INSERT INTO tag VALUES('rock', 1);
        INSERT INTO album VALUES(1, 1, 'First', 'main'), (3, 3, 'Third', 'main');
        INSERT INTO search VALUES('main words')
        """
    )
    let archive = try file(
      "archive",
      Self.music + """
        INSERT INTO artist VALUES(2, 'Two'), (4, 'Four'); INSERT INTO tag VALUES('old', 2);
        INSERT INTO album VALUES(2, 2, 'Second', 'archive'), (4, 4, 'Fourth', 'archive');
        INSERT INTO search VALUES('archive words')
        """
    )
    return try await EntityStore.open(.file(path), attaching: [archive], readOnly: readOnly)
  }

  private func rows(_ name: String, _ sql: String) throws -> [String] {
    try Connection(path: temporary.path + "/\(name).db", mode: .readOnly).rows(sql) { row in
      (0..<row.columnCount).map { row.text($0) }.joined(separator: "|")
    }
  }

  private func id(_ name: String, _ key: Value) -> RecordID {
    RecordID(entityName: name, values: [key])
  }

  private func values(
    _ store: EntityStore,
    _ fetch: FetchSpecification,
    _ key: String,
    from anchor: WindowAnchor = .start
  ) async throws -> [Value] {
    try await store.window(fetch, from: anchor, count: 100).records
      .compactMap { $0.value(forKey: key) }
  }

  // MARK: Reading

  @Test func `Tables of all files are entities, related inside of their file`() async throws {
    let model = try await open().model
    let visible = model.entities.filter { !$0.definition.isHidden }
    #expect(
      visible.map(\.name) == [
        "Artist", "Album", "Tag", "Search", "Title", "ArchiveArtist", "ArchiveAlbum", "ArchiveTag",
        "ArchiveSearch", "ArchiveTitle",
      ]
    )
    let album = try #require(model.entity(named: "ArchiveAlbum"))
    #expect(album.schemaName == "archive" && album.tableName == "album")
    #expect(album.attribute(named: "title")?.definition.collation == "NOCASE")
    #expect(album.relationship(named: "artist")?.definition.destinationName == "ArchiveArtist")
    let artist = try #require(model.entity(named: "ArchiveArtist"))
    #expect(artist.relationship(named: "albums")?.definition.destinationName == "ArchiveAlbum")
    #expect(artist.attribute(named: "name")?.definition.isUnique == true)
    #expect(model.entity(named: "ArchiveTitle")?.refusal(of: .update) == nil)
    #expect(model.entity(named: "Album")?.schemaName == "main")
  }

  @Test func `Rows, counts, related rows, prefixes and values come from the entity's own file`()
    async throws
  {
    let store = try await open()
    var fetch = FetchSpecification(
      entityName: "ArchiveAlbum",
      qualifier: Qualifier.parse("artist.name like 'T*' or artist.name like 'F*'").0,
      sortOrderings: [SortOrdering(PropertyPath("artist.name"))],
      paths: ["title", "long", "artist.name"].map { PropertyPath($0) },
      maximumLength: 3
    )
    #expect(try await values(store, fetch, "long") == [.string("arc"), .string("arc")])
    #expect(try await values(store, fetch, "title") == [.string("Fou"), .string("Sec")])
    #expect(try await store.count(fetch) == 2)
    fetch.qualifier = Qualifier.parse("artist.albums.title = 'First'").0
    #expect(try await store.count(fetch) == 0)
    let artists = FetchSpecification(
      entityName: "ArchiveArtist",
      qualifier: Qualifier.parse("albums.@count = 1").0
    )
    #expect(try await store.count(artists) == 2)
    #expect(try await store.record(id("ArchiveAlbum", .int(1))) == nil)
    let found = try await store.record(id("ArchiveAlbum", .int(2)))
    #expect(found?.value(forKey: "title") == .string("Second"))
    let tags = FetchSpecification(entityName: "ArchiveTag")
    #expect(try await values(store, tags, "name") == [.string("old")])
    let words = FetchSpecification(entityName: "ArchiveSearch")
    #expect(try await values(store, words, "body") == [.string("archive words")])
    let counts = try await store.counts(of: "albums", from: [id("ArchiveArtist", .int(4))], upTo: 9)
    #expect(counts[id("ArchiveArtist", .int(4))] == 1)
  }

  @Test func `An order without an index is made in the background from the attached file`()
    async throws
  {
    let store = try await open()
    let fetch = FetchSpecification(
      entityName: "ArchiveAlbum",
      sortOrderings: [SortOrdering(PropertyPath("title"), descending: true)]
    )
    let numbering = try await store.numberRows(fetch)
    #expect(numbering.isSorted && numbering.count == 2)
    let last = try await store.window(fetch, from: .position(1), count: 5)
    #expect(last.records.map { $0.value(forKey: "title") } == [.string("Fourth")])
    #expect(try await store.estimatedCount(FetchSpecification(entityName: "ArchiveAlbum")) == 3)
    // As read-only as the store's second connection is, it has the files open for reading.
    let main = FetchSpecification(
      entityName: "Album",
      sortOrderings: [SortOrdering(PropertyPath("title"))]
    )
    #expect(try await store.numberRows(main).count == 2)
  }

  @Test func `What another program writes to an attached file is noticed`() async throws {
    let store = try await open()
    let version = try await store.dataVersion()
    #expect(try await store.dataVersion() == version)
    try Connection(path: temporary.path + "/archive.db", mode: .readWrite).execute(
      "INSERT INTO artist VALUES(8, 'Eight')"
    )
    #expect(try await store.dataVersion() != version)
    #expect(try await store.count(FetchSpecification(entityName: "ArchiveArtist")) == 3)
  }

  @Test func `Rows of an attached file are surveyed in it`() async throws {
    let archive = try file(
      "archive",
      """
      CREATE TABLE job(id INTEGER PRIMARY KEY, status TEXT); CREATE INDEX job_status ON job(status);
      WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
      INSERT INTO job SELECT i, iif(i % 2, 'open', 'done') FROM n
      """
    )
    _ = try file("main", "CREATE TABLE job(id INTEGER PRIMARY KEY, status TEXT)")
    let store = try await EntityStore.open(.file(path), attaching: [archive])
    let job = try #require(store.model.entity(named: "ArchiveJob"))
    try await store.survey(job)
    #expect(job.findings["status"]?.values == [.string("done"), .string("open")])
  }

  // MARK: Writing

  @Test func `Inserts, updates and deletes reach the attached file and no other`() async throws {
    let store = try await open()
    let before = try rows("main", "SELECT * FROM album")
    let result = try await store.save([
      .insert(
        entityName: "ArchiveArtist",
        values: ["name": .string("One")],
        references: [:],
        token: 1
      ),
      .insert(
        entityName: "ArchiveAlbum",
        values: ["title": .string("New")],
        references: ["artistId": 1],
        token: 2
      ),
      .insert(
        entityName: "ArchiveTag",
        values: ["name": .string("rock"), "weight": .int(5)],
        references: [:],
        token: 3
      ),
      .update(
        id("ArchiveAlbum", .int(2)),
        values: ["title": .string("Zwei")],
        original: ["title": .string("Second")]
      ),
      .update(
        id("ArchiveTitle", .int(4)),
        values: ["title": .string("Vier")],
        original: ["title": .string("Fourth")]
      ),
      .update(
        id("ArchiveTag", .string("old")),
        values: ["name": .string("older")],
        original: [:]
      ),
      .delete(id("ArchiveArtist", .int(2)), original: ["name": .string("Two")]),
    ])
    #expect(result.inserted[1] == id("ArchiveArtist", .int(5)))
    #expect(result.inserted[2] == id("ArchiveAlbum", .int(5)))
    #expect(result.inserted[3] == id("ArchiveTag", .string("rock")))
    #expect(
      result.changedIDs == [
        id("ArchiveTag", .string("old")): id("ArchiveTag", .string("older"))
      ]
    )
    // The cascade took the album that was changed.
    #expect(
      try rows("archive", "SELECT id, artist_id, title FROM album") == ["4|4|Vier", "5|5|New"]
    )
    #expect(try rows("archive", "SELECT name FROM tag") == ["older", "rock"])
    #expect(try rows("main", "SELECT * FROM album") == before)
    #expect(try rows("main", "SELECT name FROM artist") == ["One", "Three"])
  }

  @Test func `One save changes both files or none`() async throws {
    let store = try await open()
    func changes(_ title: Value) -> [Change] {
      [
        .update(id("Album", .int(1)), values: ["title": .string("Both")], original: [:]),
        .update(id("ArchiveAlbum", .int(2)), values: ["title": title], original: [:]),
      ]
    }
    await #expect(throws: StoreError.self) { try await store.save(changes(.null)) }
    #expect(try rows("main", "SELECT title FROM album") == ["First", "Third"])
    _ = try await store.save(changes(.string("Files")))
    #expect(try rows("main", "SELECT title FROM album") == ["Both", "Third"])
    #expect(try rows("archive", "SELECT title FROM album") == ["Files", "Fourth"])
  }

  @Test func `Violated constraints name the entity of the file that was written`() async throws {
    let store = try await open()
    func failure(_ name: String, _ values: [String: Value]) async -> String {
      do throws(StoreError) {
        _ = try await store.save([
          .insert(entityName: name, values: values, references: [:], token: 1)
        ])
        return "saved"
      } catch {
        return "\(error)"
      }
    }
    let one: Value = .string("One")
    let two: Value = .string("Two")
    #expect(await failure("Artist", ["name": one]).contains("\"Artist\""))
    #expect(await failure("ArchiveArtist", ["name": two]).contains("\"ArchiveArtist\""))
    #expect(
      await failure("ArchiveAlbum", ["artistId": .int(2)])
        == "nullViolated(entityName: \"ArchiveAlbum\", attribute: \"title\")"
    )
    let bad: [String: Value] = ["artistId": .int(2), "title": .string("bad")]
    #expect(
      await failure("ArchiveAlbum", bad).contains("checkViolated(entityName: \"ArchiveAlbum\"")
    )
    // There is an artist 1, but in the other file.
    let lost: [String: Value] = ["artistId": .int(1), "title": .string("t")]
    #expect(
      await failure("ArchiveAlbum", lost)
        .contains("ArchiveAlbum.artist refers to ArchiveArtist 1, which does not exist.")
    )
  }

  @Test func `A save waits for a writer of an attached file and then says that it is busy`()
    async throws
  {
    let store = try await open()
    let other = try Connection(path: temporary.path + "/archive.db", mode: .readWrite)
    try other.begin(.immediate)
    let change = Change.update(
      id("ArchiveAlbum", .int(2)),
      values: ["title": .string("Late")],
      original: [:]
    )
    do {
      _ = try await store.save([change])
      Issue.record("saved")
    } catch StoreError.busy {}
    try other.commit()
    _ = try await store.save([change])
    #expect(try rows("archive", "SELECT title FROM album WHERE id = 2") == ["Late"])
  }

  @Test(arguments: [("main", "ArchiveAlbum"), ("archive", "Album")], ["DELETE", "WAL"])
  func `A save locks the files that it writes and no other`(
    files: (locked: String, entity: String),
    mode: String
  ) async throws {
    let store = try await open()
    for name in ["main", "archive"] {
      try Connection(path: temporary.path + "/\(name).db", mode: .readWrite)
        .execute("PRAGMA journal_mode=\(mode)")
    }
    let other = try Connection(path: temporary.path + "/\(files.locked).db", mode: .readWrite)
    try other.execute("BEGIN IMMEDIATE; UPDATE album SET long = 'other'")
    let key: Int64 = files.locked == "main" ? 2 : 1
    let row = RecordID(entityName: files.entity, key: key)
    _ = try await store.save([.update(row, values: ["title": .string("New")], original: [:])])
    _ = try await store.save([.delete(row, original: [:])])
    let entity = try #require(store.model.entity(named: files.entity))
    let insertion = try await store.beginInserting(entity, attributes: ["artistId", "title"])
    _ = try await insertion.insert([[.int(key), .string("Next")]])
    try await insertion.finish()
    try other.commit()
    let (written, read) = files.locked == "main" ? ("archive", "main") : ("main", "archive")
    #expect(try rows(written, "SELECT title FROM album ORDER BY id DESC LIMIT 1") == ["Next"])
    #expect(try rows(read, "SELECT DISTINCT long FROM album") == ["other"])
    await store.close()
  }

  @Test func `Opened for reading, no file can be written`() async throws {
    let store = try await open(readOnly: true)
    #expect(store.isReadOnly)
    #expect(try await store.count(FetchSpecification(entityName: "ArchiveAlbum")) == 2)
    await #expect(throws: StoreError.self) {
      try await store.save([.delete(id("ArchiveAlbum", .int(2)), original: [:])])
    }
    // Nor could a statement that got past the store.
    let connection = try Connection(path: path, mode: .readOnly)
    try connection.attach(
      path: temporary.path + "/archive.db",
      mode: .readOnly,
      as: "archive"
    )
    for sql in ["DELETE FROM archive.album", "DETACH archive", "ATTACH 'x.db' AS x"] {
      #expect(throws: SQLiteError.self) { try connection.execute(sql) }
    }
    #expect(temporary.names == ["archive.db", "main.db"])
  }

  // MARK: What cannot be attached

  private func sentence(_ files: [AttachedFile]) async -> String? {
    do throws(StoreError) {
      _ = try await EntityStore.open(.file(path), attaching: files)
      return nil
    } catch {
      guard case .cannotOpen(let sentence) = error else { return "\(error)" }
      return sentence
    }
  }

  private func write(_ text: String, to path: String) throws {
    let file = try #require(fopen(path, "w"))
    fputs(text, file)
    fclose(file)
  }

  @Test func `What cannot be attached is told in one sentence and nothing is made`() async throws {
    _ = try file("main", "CREATE TABLE t(x)")
    let wide = try file("wide", "PRAGMA encoding = 'UTF-16'; CREATE TABLE t(x)")
    let letter = AttachedFile(name: "a", path: temporary.path + "/letter.txt")
    try write(String(repeating: "Dear Sir or Madam,\n", count: 60), to: letter.path)
    let empty = AttachedFile(name: "a", path: temporary.path + "/empty.db")
    try write("", to: empty.path)
    let names = temporary.names
    let none = AttachedFile(name: "a", path: temporary.path + "/none.db")
    let cases = [
      (none, "no such file; check --attach."),
      (letter, "this is not an SQLite database, or it is encrypted."),
      (empty, "the file is empty and not a database."),
      (AttachedFile(name: "a", path: temporary.path), "this is a folder"),
      (AttachedFile(name: "a", path: temporary.path + "/./main.db"), "this file is already open"),
      (wide, "its text encoding differs"),
    ]
    for (file, expected) in cases {
      #expect(await sentence([file])?.hasPrefix("\(file.path): \(expected)") == true)
    }
    #expect(temporary.names == names)
    await #expect(throws: StoreError.self) {
      try await EntityStore.open(
        .file(temporary.path + "/new.db"),
        attaching: [letter],
        create: true
      )
    }
    #expect(temporary.names == names)
  }

  @Test func `More files than SQLite attaches are refused`() async throws {
    _ = try file("main", "CREATE TABLE t(x)")
    let limit = try Connection().attachmentLimit
    let files = try (0...limit).map { try file("f\($0)", "CREATE TABLE t\($0)(x)") }
    #expect(await sentence(files)?.contains("SQLite attaches at most \(limit) files") == true)
    let store = try await EntityStore.open(.file(path), attaching: Array(files.dropLast()))
    #expect(store.model.entities.count == limit + 1)
  }

  @Test func `A check between columns is that of the table's own file`() async throws {
    func table(_ check: String) -> String {
      "CREATE TABLE span(id INTEGER PRIMARY KEY, low INT, high INT, CHECK (\(check)))"
    }
    _ = try file("main", table("low <= high") + "; INSERT INTO span VALUES(1, 1, 2)")
    let archive = try file("archive", table("low >= high") + "; INSERT INTO span VALUES(1, 2, 1)")
    let store = try await EntityStore.open(.file(path), attaching: [archive])
    for (name, low, check) in [("Span", 3, "low <= high"), ("ArchiveSpan", 0, "low >= high")] {
      let change = Change.update(
        id(name, .int(1)),
        values: ["low": .int(Int64(low))],
        original: [:]
      )
      let error = await #expect(throws: StoreError.self) { try await store.save([change]) }
      guard case .checkViolated(name, check, ["low", "high"]) = error else {
        Issue.record("\(name): \(String(describing: error))")
        continue
      }
      let good = Change.update(
        id(name, .int(1)),
        values: ["low": .int(3 - Int64(low))],
        original: [:]
      )
      _ = try? await store.save([good])
    }
    #expect(try rows("main", "SELECT low, high FROM span") == ["0|2"])
    #expect(try rows("archive", "SELECT low, high FROM span") == ["3|1"])
  }

  @Test func `A locked attached file says so`() async throws {
    _ = try file("main", "CREATE TABLE t(x)")
    let archive = try file("archive", "CREATE TABLE u(x)")
    let other = try Connection(path: archive.path, mode: .readWrite)
    try other.execute("BEGIN EXCLUSIVE")
    #expect(await sentence([archive])?.contains("archive.db: another program has locked") == true)
  }

  @Test func `A damaged main file and a whole attached one are both shown`() async throws {
    _ = try file("main", "CREATE TABLE t(x); INSERT INTO t VALUES(1); CREATE TABLE u(x)")
    let archive = try file("archive", "CREATE TABLE v(x); INSERT INTO v VALUES(1)")
    let writer = try Connection(path: path, mode: .readWrite)
    try writer.execute(
      "PRAGMA writable_schema=ON; UPDATE sqlite_schema SET sql = 'CREATE TABLE u(' WHERE name = 'u'"
    )
    let store = try await EntityStore.open(.file(path), attaching: [archive])
    #expect(store.damage != nil && store.isReadOnly)
    #expect(try await store.count(FetchSpecification(entityName: "V")) == 1)
    #expect(try await store.count(FetchSpecification(entityName: "T")) == 1)
  }

  @Test func `A database in memory can have files attached`() async throws {
    let archive = try file("archive", "CREATE TABLE t(x); INSERT INTO t VALUES(1)")
    let store = try await EntityStore.open(
      .script("CREATE TABLE t(x)", title: "Memory"),
      attaching: [archive]
    )
    let result = try await store.save([
      .insert(entityName: "ArchiveT", values: ["x": .int(2)], references: [:], token: 1)
    ])
    #expect(result.inserted[1]?.values == [.int(2)])
    #expect(try rows("archive", "SELECT x FROM t") == ["1", "2"])
  }
}
