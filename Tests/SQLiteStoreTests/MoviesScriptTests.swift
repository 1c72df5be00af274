import FoundationEssentials
import SQLite
import Testing

/// The demo's database, as its script makes it.
struct MoviesScriptTests {
  private let connection: Connection

  init() throws {
    connection = try Connection()
    try connection.execute(try Self.script())
  }

  @Test func `Every reference leads somewhere`() throws {
    #expect(try connection.rows("PRAGMA foreign_key_check").isEmpty)
  }

  @Test func `Two runs make the same rows, but for what is out today`() throws {
    let other = try Connection()
    try other.execute(try Self.script())
    for query in [
      "SELECT * FROM movie", "SELECT * FROM role", "SELECT * FROM customer", "SELECT * FROM copy",
      "SELECT * FROM rental WHERE returned_at IS NOT NULL",
    ] {
      #expect(try connection.rows(query) == other.rows(query), "\(query)")
    }
  }

  @Test func `Some rentals are overdue whenever the demo is opened`() throws {
    #expect(try count("overdue_rental") >= 10)
    #expect(try count("rental WHERE returned_at IS NULL AND due_date >= date('now')") >= 10)
  }

  @Test func `No copy is out twice at once`() throws {
    let overlaps = """
      rental a JOIN rental b ON a.copy_id = b.copy_id AND a.rented_at < b.rented_at
        AND b.rented_at < coalesce(a.returned_at, '9999')
      """
    #expect(try count(overlaps) == 0)
  }

  @Test func `A late fee is asked for exactly what came back late`() throws {
    let wrong =
      "rental WHERE returned_at IS NOT NULL AND (late_fee > 0) <> (date(returned_at) > due_date)"
    #expect(try count(wrong) == 0)
  }

  @Test func `There is enough to browse`() throws {
    #expect(try count("rental") > 5000)
    #expect(try count("(SELECT DISTINCT title FROM movie)") == count("movie"))
    #expect(try count("(SELECT DISTINCT name FROM person)") == count("person"))
  }

  @Test func `The script leaves nothing but the shop behind`() throws {
    #expect(try count("sqlite_temp_schema") == 0)
  }

  private func count(_ source: String) throws -> Int64 {
    guard case .int(let count) = try connection.scalar("SELECT count(*) FROM \(source)") else {
      return -1
    }
    return count
  }

  private static func script() throws -> String {
    let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return try String(contentsOfFile: "/\(package)/Models/Movies.sql", encoding: .utf8)
  }
}
