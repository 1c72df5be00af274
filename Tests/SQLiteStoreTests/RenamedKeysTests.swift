import EntityModel
import EntityStore
import Qualifiers
import SQLite
import SQLiteStore
import TestSupport
import Testing

/// A key that is changed though others hold it: all that does is named.
struct RenamedKeysTests {
  private let temporary = TemporaryFolder()
  private var path: String { temporary.path + "/test.db" }

  private static let script = """
    CREATE TABLE publisher(code TEXT PRIMARY KEY, name TEXT);
    CREATE TABLE book(pub TEXT REFERENCES publisher(code) ON UPDATE CASCADE, number INT, title TEXT,
      sequel_pub TEXT, sequel_number INT, PRIMARY KEY(pub, number),
      FOREIGN KEY(sequel_pub, sequel_number) REFERENCES book(pub, number));
    CREATE TABLE book_tag(pub TEXT, number INT, tag TEXT, PRIMARY KEY(pub, number, tag),
      FOREIGN KEY(pub, number) REFERENCES book(pub, number));
    CREATE TABLE shop(id INTEGER PRIMARY KEY, pub TEXT REFERENCES publisher(code));
    INSERT INTO publisher VALUES('PENG', 'Penguin'), ('ACE', 'Ace'), ('VIK', 'Viking');
    INSERT INTO book VALUES('PENG', 1, 'a', NULL, NULL), ('PENG', 2, 'b', 'PENG', 1), ('ACE', 1, 'c', NULL, NULL);
    INSERT INTO book_tag VALUES('PENG', 1, 'x'), ('PENG', 1, 'y'), ('PENG', 2, 'x'), ('ACE', 1, 'x');
    INSERT INTO shop VALUES(1, 'VIK'), (2, 'VIK'), (3, 'VIK');
    """

  private func refusal(_ key: String, _ script: String = "") async throws -> String? {
    let connection = try Connection(path: path, mode: .create)
    try connection.execute(Self.script + script)
    let store = try await EntityStore.open(.file(path))
    let id = RecordID(entityName: "Publisher", values: [.string(key)])
    let change = Change.update(id, values: ["code": .string("NEW")], original: [:])
    do throws(StoreError) {
      _ = try await store.save([change])
      return nil
    } catch { return error.sentence }
  }

  @Test func `3-5: Whatever still holds a changed key is named with how many rows it has`()
    async throws
  {
    #expect(
      try await refusal("VIK")
        == "Publisher 'VIK' cannot be renamed: Shop (3 rows) still refers to it."
    )
  }

  @Test func `3-5: What holds a key that changed along with another one is named`() async throws {
    let sentence = try #require(try await refusal("PENG"))
    #expect(sentence.hasPrefix("Publisher 'PENG' cannot be renamed: "), "\(sentence)")
    #expect(sentence.contains("BookTag (3 rows) still refers to Book"), "\(sentence)")
    #expect(sentence.contains("Book still refers to Book"), "\(sentence)")
    #expect(!sentence.contains("Shop"), "\(sentence)")
  }

  @Test func `3-5: A key that nothing holds is changed, and takes along what it may`() async throws
  {
    #expect(try await refusal("ACE", "DELETE FROM book_tag") == nil)
    let connection = try Connection(path: path, mode: .readOnly)
    #expect(try connection.rows("SELECT pub FROM book WHERE title = 'c'") { $0.text(0) } == ["NEW"])
  }
}
