import EntityModel
import Glibc
import Qualifiers
import SQLite
import Testing
import TestSupport

import EntityStore
import SQLiteStore

/// Files and folders that may not be written.
///
/// Root may write everything, so that each test runs in a process of its own, which becomes nobody first if it is root.
struct ReadOnlyMediaTests {
  @Test(arguments: [(0o1777, true), (0o755, false), (0o700, false), (0o772, false)])
  func `N9: temporary files are made where every account may make some`(
    mode: mode_t,
    isForEverybody: Bool
  ) {
    let folder = TemporaryFolder()
    chmod(folder.path, mode)
    #expect(TemporaryFolder.isForEverybody(folder.path) == isForEverybody)
    chmod(folder.path, 0o755)
  }

  @Test func `N9: a folder made before the account changes has a place beside it afterwards`() async
  {
    await #expect(processExitsWith: .success) {
      let folder = try Medium { try $0.execute("CREATE TABLE t(x)") }
      try folder.becomeNobody()
      let other = TemporaryFolder()
      other.write("x", to: "note")
      try #require(other.text(of: "note") == "x")
    }
  }

  @Test func `A file in a folder that may not be written is read, and says why not more`() async {
    await #expect(processExitsWith: .success) {
      let folder = try Medium { try $0.execute("CREATE TABLE t(x); INSERT INTO t VALUES(1)") }
      try folder.protectFolder()
      let store = try await folder.open()
      #expect(store.isReadOnly)
      #expect(
        store.readOnlyReason
          == "film cannot be written: no permission to write its folder, which SQLite needs."
      )
      #expect(try await store.count(FetchSpecification(entityName: "T")) == 1)
      #expect(folder.names == ["film.db"])
    }
  }

  @Test func `A file that may not be written is read, and says why not more`() async {
    await #expect(processExitsWith: .success) {
      let folder = try Medium { try $0.execute("CREATE TABLE t(x); INSERT INTO t VALUES(1)") }
      try folder.protectFiles()
      let store = try await folder.open()
      #expect(store.fileRefusal == "no permission to write it")
      // Rows are sorted in temporary files.
      let fetch = FetchSpecification(entityName: "T", sortOrderings: [.init(.init("x"))])
      #expect(try await store.numberRows(fetch).count == 1)
    }
  }

  @Test(arguments: [[""], ["", "-wal"], ["", "-wal", "-shm"]])
  func `A WAL database is read with what is left beside it`(files: [String]) async {
    await #expect(processExitsWith: .success) { [files] in
      let folder = try Medium.log(keeping: files)
      try folder.protectFiles()
      try folder.protectFolder()
      let store = try await folder.open()
      #expect(store.isReadOnly)
      let expected = files.contains("-wal") ? 2 : 1
      let fetch = FetchSpecification(entityName: "T", sortOrderings: [.init(.init("x"))])
      #expect(try await store.count(fetch) == expected)
      #expect(try await store.numberRows(fetch).count == expected)
      #expect(try await store.window(fetch, from: .end, count: 9).records.count == expected)
      #expect(folder.names == files.map { "film.db" + $0 }.sorted())
    }
  }

  @Test(arguments: [[""], ["", "-wal"]])
  func `L6: a WAL database is read as it stands where nothing can be made beside it, and says so`(
    files: [String]
  ) async {
    await #expect(processExitsWith: .success) { [files] in
      do {
        try await ReadOnlyMediaTests.readAsItStands(files)
      } catch {
        Issue.record("\(error)")
        exit(EXIT_FAILURE)
      }
    }
  }

  private static func readAsItStands(_ files: [String]) async throws {
    let folder = try Medium.log(keeping: files)
    let other = try Medium { try $0.execute("CREATE TABLE note(x)") }
    // No file may grow as long as the index of a log, as on a medium that is full.
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: 1 << 14, rlim_max: 1 << 14)
    try #require(setrlimit(__rlimit_resource_t(1), &limit) == 0)
    let expected = files.contains("-wal") ? 2 : 1
    let fetch = FetchSpecification(entityName: "T", sortOrderings: [.init(.init("x"))])
    let note =
      "film.db is read as a snapshot; changes by other programs do not show: "
      + "no file can be created beside it"
    for readOnly in [false, true] {
      let store = try await EntityStore.open(.file(folder.database), readOnly: readOnly)
      #expect(store.isReadOnly)
      // A file opened read-only on request needs no note.
      #expect(store.readingNote == note || readOnly, "\(store.readingNote ?? "")")
      #expect(try await store.count(fetch) == expected)
      #expect(try await store.window(fetch, from: .end, count: 9).records.count == expected)
      await store.close()
    }
    // Beside another file it is read in the same way.
    let both = try await EntityStore.open(
      .file(other.database),
      attaching: [AttachedFile(name: "notes", path: folder.database)]
    )
    #expect(both.readingNote == note)
    #expect(try await both.count(fetch) == expected)
  }

  @Test(arguments: [[""], ["", "-wal"], ["", "-wal", "-shm"]])
  func `A WAL database on a medium and a file that can be written are attached to each other`(
    files: [String]
  ) async {
    await #expect(processExitsWith: .success) { [files] in
      do {
        try await ReadOnlyMediaTests.attachEachOther(files)
      } catch {
        Issue.record("\(error)")
        exit(EXIT_FAILURE)
      }
    }
  }

  private static func attachEachOther(_ files: [String]) async throws {
    let folder = try Medium.log(keeping: files)
    try folder.protectFiles()
    try folder.protectFolder()
    let expected = files.contains("-wal") ? 2 : 1
    let fetch = FetchSpecification(entityName: "T", sortOrderings: [.init(.init("x"))])
    let main = TemporaryFolder()
    let path = main.path + "/main.db"
    try Connection(path: path, mode: .create).execute("CREATE TABLE m(x)")
    let both = try await EntityStore.open(
      .file(path),
      attaching: [AttachedFile(name: "film", path: folder.database)]
    )
    #expect(!both.isReadOnly)
    #expect(try await both.count(FetchSpecification(entityName: "T")) == expected)
    #expect(try await both.numberRows(fetch).count == expected)
    #expect(
      both.model.entity(named: "T")?.refusal(of: .insert)
        == "film.db can only be read: no permission to write it"
    )
    let saved = try await both.save([
      .insert(entityName: "M", values: ["x": .int(1)], references: [:], token: 1)
    ])
    #expect(saved.inserted[1]?.values == [.int(1)])
    // The other way round; who has the medium for itself keeps nobody from the other file.
    let notes = try await EntityStore.open(
      .file(folder.database),
      attaching: [AttachedFile(name: "notes", path: path)]
    )
    #expect(try await notes.numberRows(fetch).count == expected)
    try Connection(path: path, mode: .readWrite).execute("INSERT INTO m VALUES(2)")
    _ = try await notes.save([
      .insert(entityName: "M", values: ["x": .int(3)], references: [:], token: 1)
    ])
    #expect(try await notes.count(FetchSpecification(entityName: "M")) == 3)
  }

  @Test func `Rows can be written to an attached file though the main one cannot`() async {
    await #expect(processExitsWith: .success) {
      let folder = try Medium { try $0.execute("CREATE TABLE t(x); INSERT INTO t VALUES(1)") }
      try folder.protectFolder()
      let other = TemporaryFolder()
      let path = other.path + "/notes.db"
      try Connection(path: path, mode: .create).execute("CREATE TABLE note(x)")
      let store = try await EntityStore.open(
        .file(folder.database),
        attaching: [AttachedFile(name: "notes", path: path)]
      )
      #expect(!store.isReadOnly && store.readOnlyReason == nil)
      #expect(store.model.entity(named: "T")?.refusal(of: .update) != nil)
      let saved = try await store.save([
        .insert(entityName: "Note", values: ["x": .int(1)], references: [:], token: 1)
      ])
      #expect(saved.inserted[1] != nil)
      await #expect(throws: StoreError.self) {
        try await store.save([
          .insert(entityName: "T", values: ["x": .int(2)], references: [:], token: 1)
        ])
      }
      #expect(try await store.count(FetchSpecification(entityName: "T")) == 1)
    }
  }

  @Test func `An unfinished journal that cannot be rolled back is told and not skipped`() async {
    await #expect(processExitsWith: .success) {
      let folder = try Medium { connection in
        try connection.execute(
          """
          PRAGMA cache_size=1; PRAGMA cache_spill=1; CREATE TABLE t(x);
          WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
          INSERT INTO t SELECT zeroblob(900) FROM n;
          BEGIN; UPDATE t SET x = randomblob(900)
          """
        )
      } keeping: {
        ["", "-journal"]
      }
      try folder.protectFiles()
      try folder.protectFolder()
      do {
        _ = try await folder.open()
        Issue.record("opened")
      } catch StoreError.cannotOpen(let sentence) {
        #expect(sentence.contains("its journal has unfinished changes"), "\(sentence)")
      }
    }
  }

  @Test func `A folder that may no longer be written when a save comes refuses it in a sentence`()
    async
  {
    await #expect(processExitsWith: .success) {
      let folder = try Medium { try $0.execute("CREATE TABLE t(x); INSERT INTO t VALUES(1)") }
      try folder.becomeNobody()
      let store = try await folder.open()
      #expect(!store.isReadOnly)
      chmod(folder.path, 0o555)
      do {
        _ = try await store.save([
          .insert(entityName: "T", values: ["x": .int(2)], references: [:], token: 1)
        ])
        Issue.record("saved")
      } catch let error as StoreError {
        #expect(error.sentenceForPeople.contains("folder"), "\(error)")
      }
      chmod(folder.path, 0o755)
      _ = try await store.save([
        .insert(entityName: "T", values: ["x": .int(2)], references: [:], token: 1)
      ])
      #expect(try await store.count(FetchSpecification(entityName: "T")) == 2)
    }
  }
}

extension StoreError {
  fileprivate var sentenceForPeople: String {
    switch self {
    case .refused(let sentence): sentence.description
    case .database(let message, _): message
    default: "\(self)"
    }
  }
}

/// A folder with a database that is about to become read-only, as a disc is.
private final class Medium {
  private let folder = TemporaryFolder()
  var path: String { folder.path }
  var database: String { path + "/film.db" }
  var names: [String] { folder.names }

  /// Makes the database, and copies of what is beside it while it is open.
  init(
    _ make: (Connection) throws -> Void,
    keeping endings: () -> [String] = { [""] }
  ) throws {
    let original = TemporaryFolder()
    let connection = try Connection(path: original.path + "/film.db", mode: .create)
    // What is beside a database goes when it is closed.
    try withExtendedLifetime(connection) {
      try make(connection)
      for ending in endings() {
        try Self.copy(original.path + "/film.db" + ending, to: database + ending)
      }
    }
  }

  /// A WAL database with one row in the file and one in its log, and what is kept of the files beside it.
  static func log(keeping endings: [String]) throws -> Medium {
    try Medium { connection in
      try connection.execute(
        """
        PRAGMA journal_mode=WAL; CREATE TABLE t(x); INSERT INTO t VALUES(1);
        PRAGMA wal_checkpoint; INSERT INTO t VALUES(2)
        """
      )
    } keeping: {
      endings
    }
  }

  private static func copy(_ source: String, to target: String) throws {
    let input = try #require(fopen(source, "r"))
    let output = try #require(fopen(target, "w"))
    defer { fclose(input) }
    defer { fclose(output) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    while case let count = fread(&bytes, 1, bytes.count, input), count > 0 {
      fwrite(bytes, 1, count, output)
    }
  }

  /// Gives up the rights of root, and keeps the folder.
  func becomeNobody() throws {
    guard geteuid() == 0 else { return }
    let nobody: uid_t = 65_534
    for name in folder.names { chown(path + "/" + name, nobody, nobody) }
    chown(path, nobody, nobody)
    try #require(setgid(nobody) == 0 && setuid(nobody) == 0)
  }

  /// Lets nobody write the files.
  func protectFiles() throws {
    try becomeNobody()
    for name in folder.names { chmod(path + "/" + name, 0o444) }
    try #require(access(database, W_OK) != 0)
  }

  /// Lets nobody make or remove files.
  func protectFolder() throws {
    try becomeNobody()
    chmod(path, 0o555)
    try #require(access(path, W_OK) != 0)
  }

  func open() async throws -> EntityStore { try await EntityStore.open(.file(database)) }

  deinit { chmod(path, 0o755) }
}
