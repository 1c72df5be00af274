import EntityModel
import EntityStore
import Glibc
import Qualifiers
import SQLite
import SQLiteStore
import Testing
import TestSupport

struct OpeningTests {
  private let temporary = TemporaryFolder()

  private func write(_ bytes: [UInt8], to name: String, mode: mode_t = 0o644) -> String {
    let path = temporary.path + "/" + name
    let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_TRUNC, mode)
    defer { close(descriptor) }
    _ = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    return path
  }

  private func sentence(_ path: String, readOnly: Bool = false) async -> String? {
    do throws(StoreError) {
      _ = try await EntityStore.open(.file(path), readOnly: readOnly)
      return nil
    } catch {
      guard case .cannotOpen(let sentence) = error else { return "\(error)" }
      return sentence
    }
  }

  @Test(arguments: [false, true])
  func `What cannot be opened is told in one sentence and nothing is made`(
    readOnly: Bool
  ) async throws {
    let cases = [
      (temporary.path + "/none.db", "there is no such file; --create makes a new database."),
      (temporary.path, "this is a folder; name a database file in it."),
      (write([], to: "empty.db"), "the file is empty; --create makes it a database."),
      (
        write(Array("Dear Sir or Madam,\n".utf8), to: "letter.txt"),
        "this is not an SQLite database, or it is encrypted."
      ),
      (
        write((0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 167 >> 3) }, to: "noise.db"),
        "this is not an SQLite database, or it is encrypted."
      ),
      ("/dev/null", "this is not a regular file."),
      (write([1], to: "file") + "/x.db", "part of the path is a file, not a folder."),
    ]
    let names = temporary.names
    for (path, expected) in cases {
      #expect(await sentence(path, readOnly: readOnly) == "\(path): \(expected)")
    }
    #expect(temporary.names == names)
  }

  @Test func `A truncated database is damaged`() async throws {
    let connection = try Connection()
    try connection.execute(
      "CREATE TABLE t(x); INSERT INTO t VALUES(zeroblob(9000)); CREATE TABLE u(x DEFAULT '\(String(repeating: "long ", count: 2000))')"
    )
    let bytes = try connection.serialized()
    let path = write(Array(bytes.prefix(4096)), to: "half.db")
    let store = try await EntityStore.open(.file(path))
    #expect(store.damage?.contains("half is damaged") == true)
    #expect(store.model.entities.map(\.name) == ["T"])
    let nothing = write(Array(bytes.prefix(100)), to: "none.db")
    #expect(await sentence(nothing)?.contains("the database is damaged") == true)
  }

  @Test func `A locked database says so`() async throws {
    let path = temporary.path + "/locked.db"
    let other = try Connection(path: path, mode: .create)
    try other.execute("CREATE TABLE t(x); BEGIN EXCLUSIVE; INSERT INTO t VALUES(1)")
    let sentence = await sentence(path)
    #expect(sentence?.contains("another program has locked the database") == true)
  }

  @Test func `Only asked to, a file is made`() async throws {
    let path = temporary.path + "/new.db"
    let store = try await EntityStore.open(.file(path), create: true)
    #expect(store.model.entities.isEmpty)
    #expect(store.title == "new")
    #expect(temporary.names == ["new.db"] || temporary.names.isEmpty)
  }

  @Test func `Reading a WAL database leaves no files behind`() async throws {
    let path = temporary.path + "/wal.db"
    do {
      let writer = try Connection(path: path, mode: .create)
      try writer.execute("PRAGMA journal_mode=WAL; CREATE TABLE t(x); INSERT INTO t VALUES(1)")
    }
    #expect(temporary.names == ["wal.db"])
    do {
      let store = try await EntityStore.open(.file(path), readOnly: true)
      #expect(try await store.count(FetchSpecification(entityName: "T")) == 1)
      #expect(temporary.names == ["wal.db"])
    }
  }

  @Test func `A read-only store sees what others write to a WAL database`() async throws {
    let path = temporary.path + "/wal.db"
    let writer = try Connection(path: path, mode: .create)
    try writer.execute("PRAGMA journal_mode=WAL; CREATE TABLE t(x); INSERT INTO t VALUES(1)")
    let store = try await EntityStore.open(.file(path), readOnly: true)
    let version = try await store.dataVersion()
    try writer.execute("INSERT INTO t VALUES(2)")
    #expect(try await store.count(FetchSpecification(entityName: "T")) == 2)
    #expect(try await store.dataVersion() != version)
  }

  @Test func `A file that may not be written is read only`() async throws {
    let path = temporary.path + "/fixed.db"
    try Connection(path: path, mode: .create).execute("CREATE TABLE t(id INTEGER PRIMARY KEY)")
    chmod(path, 0o444)
    let store = try await EntityStore.open(.file(path))
    // Root may write everything.
    #expect(store.isReadOnly == (geteuid() != 0))
    #expect((store.readOnlyReason != nil) == store.isReadOnly)
  }

  /// Damaged files of others, when they are there.
  static var corruptFiles: [String] {
    let folder = corpus + "/corrupt"
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  static var corpus: String {
    let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return "/" + package + "/../shared/corpus"
  }

  @Test func `The corpus is there when it is required`() {
    if getenv("D2T_REQUIRE_CORPUS") != nil { #expect(!Self.corruptFiles.isEmpty) }
  }

  @Test(arguments: corruptFiles)
  func `A damaged file is shown as far as it can be read and never crashes`(
    name: String
  ) async throws {
    let descriptor = Glibc.open(Self.corpus + "/corrupt/" + name, O_RDONLY)
    var bytes = [UInt8](repeating: 0, count: 16 << 20)
    let count = read(descriptor, &bytes, bytes.count)
    close(descriptor)
    let path = write(Array(bytes.prefix(max(count, 0))), to: "damaged.db")
    for readOnly in [true, false] {
      let store: EntityStore
      do throws(StoreError) {
        store = try await EntityStore.open(.file(path), readOnly: readOnly)
      } catch {
        guard case .cannotOpen(let sentence) = error else {
          Issue.record("\(error)")
          continue
        }
        #expect(sentence.hasPrefix(path + ": ") && sentence.hasSuffix("."))
        continue
      }
      for entity in store.model.entities {
        let specification = FetchSpecification(entityName: entity.name, maximumLength: 100)
        for anchor in [WindowAnchor.start, .end] {
          // Whatever can be read; an error is fine, too.
          _ = try? await store.window(specification, from: anchor, count: 200)
        }
      }
    }
    #expect(temporary.names == ["damaged.db"])
  }
}
