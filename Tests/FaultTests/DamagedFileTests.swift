import DirectToTerminal
import Editing
import EntityModel
import EntityStore
import FaultScenarios
import Glibc
import Qualifiers
import SQLite
import SQLiteStore
import Testing
import TestSupport

/// Files cut or overwritten at random: what can be read is read, for the rest there is a sentence; the program neither
/// dies nor hangs.
@MainActor
@Suite(.serialized)
struct DamagedFileTests {
  private static let schema = """
    PRAGMA page_size=1024;
    CREATE TABLE artist(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, born DATE, fee DECIMAL(10,2));
    CREATE TABLE album(id INTEGER PRIMARY KEY, title TEXT, artist_id INTEGER REFERENCES artist(id), cover BLOB,
      added DATETIME, CHECK(title <> ''));
    CREATE TABLE tag(a TEXT, b INTEGER, w REAL, PRIMARY KEY(a, b)) WITHOUT ROWID;
    CREATE TABLE album_tag(album_id INTEGER REFERENCES album(id), a TEXT, PRIMARY KEY(album_id, a));
    CREATE INDEX album_title ON album(title COLLATE NOCASE) WHERE title IS NOT NULL;
    CREATE VIEW latest AS SELECT title, name FROM album JOIN artist ON artist.id = artist_id;
    CREATE VIRTUAL TABLE words USING fts5(text);
    CREATE TRIGGER album_words AFTER UPDATE ON album BEGIN INSERT INTO words VALUES(new.title); END;
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
      INSERT INTO artist SELECT i, 'artist ' || i, date('1950-01-01', i || ' months'), i * 1.25 FROM n;
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 80)
      INSERT INTO album SELECT i, 'album ' || i, 1 + i % 40, randomblob(i * 20), datetime('2024-01-01') FROM n;
    INSERT INTO tag VALUES('x', 1, 0.5), ('x', 2, 1.5), ('y', 1, 2.5);
    INSERT INTO album_tag SELECT id, 'x' FROM album WHERE id % 3 = 0;
    INSERT INTO words SELECT title FROM album;
    ANALYZE;
    """

  /// The number of damaged files by outcome.
  private struct Tally {
    var unopened = 0, damaged = 0, whole = 0, read = 0, refused = 0
  }

  private let folder = FaultFolder("d2t-damaged")

  @Test func `A damaged file is told in sentences, and what can be read of it is`() async throws {
    let path = folder.path + "/original.db"
    try Connection(path: path, mode: .create).execute(Self.schema)
    let originals =
      [read(path)] + (Self.corpus + Self.damagedCorpus).map { read($0) }.filter { $0.count > 512 }
    unlink(path)
    var tally = Tally()
    let seed = UInt64(length("D2T_DAMAGE_SEED", or: 20_261_121))
    for number in 0..<length("D2T_DAMAGED_FILES", or: 150) {
      var random = SeededGenerator(seed: seed &+ UInt64(number))
      let original = originals[number % originals.count]
      folder.reset(to: DatabaseFiles(main: DamagedFile.damaging(original, &random)))
      try await use(folder.database, &tally, "seed \(seed) file \(number)")
    }
    #expect(tally.unopened > 0 && tally.damaged > 0 && tally.read > 0, "\(tally)")
    if getenv("D2T_DAMAGED_FILES") != nil { print(tally) }
  }

  @Test(
    .enabled(if: !damagedCorpus.isEmpty || isCorpusRequired, "needs the corpus; CI requires it")
  )
  func `The damaged files that people really have are told in sentences`() async throws {
    var tally = Tally()
    #expect(!Self.damagedCorpus.isEmpty)
    for path in Self.damagedCorpus {
      folder.reset(to: DatabaseFiles(main: read(path)))
      try await use(folder.database, &tally, path)
    }
  }

  /// Opens, lists, looks, counts, searches, edits and saves; every failure must have something to say.
  private func use(_ path: String, _ tally: inout Tally, _ place: String) async throws {
    let store: EntityStore
    do throws(StoreError) {
      store = try await EntityStore.open(.file(path))
    } catch {
      expectSentence(error, place)
      // SQLite takes an empty file for an empty database.
      #expect(
        read(path).isEmpty || !isReadable(path, "SELECT * FROM sqlite_schema"),
        "\(place): \(error.sentence)"
      )
      tally.unopened += 1
      return
    }
    var failures = 0
    var last = ""
    func attempt(_ work: () async throws(StoreError) -> Void) async {
      do throws(StoreError) {
        try await work()
        tally.read += 1
      } catch {
        expectSentence(error, place)
        last = error.sentence
        failures += 1
      }
    }
    for entity in store.model.entities.prefix(12) {
      let before = failures
      await attempt { () async throws(StoreError) in try await self.look(at: entity, in: store) }
      guard failures > before, store.damage == nil else { continue }
      #expect(!isWhole(entity, path), "\(place): \(entity.name) is whole, and \(last)")
      tally.refused += 1
    }
    if let entity = store.model.entities.first(where: {
      $0.readOnlyReason == nil && !$0.identity.isEmpty
    }) {
      await attempt { () async throws(StoreError) in try await self.edit(entity, in: store) }
    }
    await store.close()
    if failures > 0 { tally.damaged += 1 } else { tally.whole += 1 }
  }

  /// Longer than any of these small files takes: what takes longer hangs.
  private static let limit = Duration.seconds(60)

  private func look(at entity: Entity, in store: EntityStore) async throws(StoreError) {
    let all = FetchSpecification(entityName: entity.name)
    let window = try await store.window(all, from: .start, count: 20, timeLimit: Self.limit)
    for record in window.records { for value in record.values { _ = value.description } }
    if let id = window.records.last?.id { _ = try await store.record(id, timeLimit: Self.limit) }
    _ = try await store.count(all, timeLimit: Self.limit)
    _ = try await store.window(all, from: .end, count: 5, timeLimit: Self.limit)
    guard let first = entity.attributes.last else { return }
    let path = PropertyPath(components: [first.name])
    var searched = all
    searched.qualifier = .comparison(
      Expression(.path(path)),
      .ilike,
      Expression(.literal(.string("*1*")))
    )
    searched.sortOrderings = [SortOrdering(path, descending: true)]
    _ = try await store.window(searched, from: .start, count: 5, timeLimit: Self.limit)
  }

  /// Whether SQLite by itself reads all that a statement asks for.
  private func isReadable(_ path: String, _ sql: String) -> Bool {
    guard let connection = try? Connection(path: path, mode: .readOnly) else { return false }
    return (try? connection.rows(sql)) != nil
  }

  /// Whether SQLite finds nothing wrong with a table, its indexes and what is in its rows.
  private func isWhole(_ entity: Entity, _ path: String) -> Bool {
    guard entity.definition.kind == .table,
      let connection = try? Connection(path: path, mode: .readOnly),
      let found = try? connection.rows(
        "PRAGMA integrity_check(\(SQLText.literal(entity.tableName)))"
      )
    else { return false }
    let table = SQLText.identifier(entity.tableName)
    return found == [[.text("ok")]] && isReadable(path, "SELECT * FROM \(table)")
  }

  /// Changes a row, or says why not; a save that fails leaves the edit pending.
  private func edit(_ entity: Entity, in store: EntityStore) async throws(StoreError) {
    let all = FetchSpecification(entityName: entity.name)
    guard let record = try await store.window(all, from: .start, count: 1).records.first,
      let attribute = entity.attributes.first(where: {
        !$0.definition.isPrimaryKey && !$0.definition.isGenerated && !$0.definition.isForeignKey
      })
    else { return }
    let context = EditingContext(store: store)
    let object = context.object(for: record)
    object.set(
      object.value(at: PropertyPath(components: [attribute.name])) == .string("a")
        ? .null : .string("a"),
      forAttribute: attribute.name
    )
    do throws(SaveError) {
      try await context.write(context.pendingObjects, guardedBy: nil)
    } catch {
      #expect(context.hasChanges)
      if case .store(let error) = error { throw error }
    }
  }

  private func expectSentence(_ error: StoreError, _ place: String) {
    if case .timedOut = error { Issue.record("\(place): hangs") }
    #expect(error.sentence.split(separator: " ").count > 2, "\(place): \(error)")
  }

  // MARK: Files

  /// Small databases of the corpus, where it is there.
  private static var corpus: [String] {
    files(in: "sample").filter { $0.hasSuffix(".sqlite") || $0.hasSuffix(".db") }
      .filter { size(of: $0) < 300_000 }
  }

  private nonisolated static var isCorpusRequired: Bool {
    getenv("D2T_REQUIRE_CORPUS").map { String(cString: $0) == "1" } ?? false
  }

  private nonisolated static var damagedCorpus: [String] { files(in: "corrupt") }

  private nonisolated static func files(in name: String) -> [String] {
    let root = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }
    let folder = "\(root)/../shared/corpus/\(name)"
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append("\(folder)/\(name)") }
    }
    return names.sorted()
  }

  private static func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : .max
  }

  private func read(_ path: String) -> [UInt8] { DatabaseFiles.read(path) ?? [] }
}
