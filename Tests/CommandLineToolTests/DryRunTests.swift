import FoundationEssentials
import SceneSupport
import TestSupport
import Testing

@testable import CommandLineTool

/// `--dry-run`: all is checked and told, and the file is as it was, byte by byte.
@MainActor
struct DryRunTests: ShopFile {
  let folder = TemporaryFolder()

  init() throws { try makeShop() }

  /// Returns the output and exit code of a dry run, and expects that it leaves the file and its folder unchanged.
  private func dry(_ words: String...) async throws -> Program.Outcome {
    let before = try Data(contentsOf: URL(filePath: path))
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    let outcome = try await run(all: words + ["--dry-run"])
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == files)
    return outcome
  }

  @Test func `A deletion that cannot be taken back says so`() async throws {
    try script(
      """
      CREATE TABLE book(id INTEGER PRIMARY KEY, name TEXT); INSERT INTO book VALUES(1, 'Emma'), (2, 'Mansfield');
      CREATE TRIGGER a AFTER INSERT ON book BEGIN SELECT title_sort(NEW.name); END;
      """
    )
    let sentence = "This cannot be taken back: Book cannot be created: a trigger"
    let tried = try await dry("delete", "Book#1")
    #expect(tried.messages.contains(sentence), "\(tried.messages)")
    let deleted = try await run("delete", "Book#1")
    #expect(deleted.messages.contains(sentence), "\(deleted.messages)")
    #expect(try await !run("delete", "Album#1", "--dry-run").messages.contains("taken back"))
  }

  @Test(arguments: ["", "propertyKey = 'price' => formatter = 'currency'"])
  func `J7: the review shows every digit that changes`(rule: String) async throws {
    try script(
      """
      CREATE TABLE offer(id INTEGER PRIMARY KEY, price REAL, at TIMESTAMP, note TEXT);
      INSERT INTO offer VALUES(1, 2.991, '2024-05-01 12:00:00.123456', 'a' || char(10) || 'b');
      """
    )
    let rules = folder.write(rule, to: "my.rules")
    let outcome = try await dry(
      "set",
      "Offer#1",
      "price=2.994",
      "at=2024-05-01 12:00:00.123457",
      "note=a\r\nb",
      "--rules",
      rules
    )
    for change in [
      "2.991 → 2.994", "12:00:00.123456 → 2024-05-01 12:00:00.123457", "a⏎b → a␍⏎b",
    ] {
      #expect(outcome.output.contains(change), "\(outcome)")
    }
  }

  @Test func `What would be changed is printed, old and new`() async throws {
    let outcome = try await dry("set", "Album#1", "title=Restless and Wild", "artist=2")
    #expect(
      outcome.output == """
        Album: 1
        • Album “Restless and Wild”
            Title: Balls to the Wall → Restless and Wild
            Artist: Accept → Blind Guardian

        """
    )
    #expect(outcome.messages == "1 object would be changed; nothing was written\n")
    #expect(outcome.code == 0)
  }

  @Test func `Programs get JSON with the values as they are stored`() async throws {
    let outcome = try await dry("set", "Track#1", "bytes=7", "--format", "json")
    #expect(
      outcome.output == """
        [
          {
            "entity": "Track",
            "id": [
              1
            ],
            "action": "update",
            "properties": {
              "bytes": {
                "old": 3990994,
                "new": 7
              }
            }
          }
        ]

        """,
      "\(outcome.output)"
    )
  }

  @Test(arguments: [
    (["insert", "Artist", "name=Doro"], "insert"), (["set", "Album#1", "title=x"], "update"),
    (["delete", "Track#3"], "delete"),
  ])
  func `Without a dry run JSON tells what was done, as the dry run tells what would be`(
    words: [String],
    action: String
  ) async throws {
    let words = words + ["--format", "json"]
    let tried = try await run(all: words + ["--dry-run"])
    let done = try await run(all: words)
    #expect(done.code == 0 && !done.messages.contains("nothing was written"), "\(done)")
    #expect(done.output.contains("\"action\": \"\(action)\""), "\(done)")
    guard action == "insert" else { return #expect(done.output == tried.output) }
    let id = try #require(try rows("SELECT max(ArtistId) FROM Artist").first)
    #expect(tried.output.contains("\"id\": null"), "\(tried)")
    let told = tried.output.replacing("\"id\": null", with: "\"id\": [\n      \(id)\n    ]")
    #expect(done.output == told, "\(done)")
  }

  @Test func `New and deleted objects are told too`() async throws {
    let made = try await dry("insert", "Artist", "name=Doro")
    #expect(made.output == "Artist: 1\n+ Artist “Doro”\n    Name: Doro\n", "\(made)")
    #expect(made.code == 0)
    let gone = try await dry("delete", "Track#3")
    #expect(gone.output == "Track: 1\n- Track “Noldor”\n", "\(gone)")
    #expect(gone.messages == "1 object would be deleted; nothing was written\n")
  }

  @Test(arguments: [
    ["delete", "Album#2"], ["set", "Album#1", "--null", "title"],
    ["set", "Album#1", "artistId=99"], ["insert", "Album", "title=Lost", "artistId=99"],
    ["set", "Album#77", "title=x"], ["set", "Album#1", "titel=x"],
  ])
  func `What would be refused is refused with the same sentence and code`(words: [String])
    async throws
  {
    let before = try Data(contentsOf: URL(filePath: path))
    let tried = try await run(all: words + ["--dry-run"])
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
    let done = try await run(all: words)
    #expect(tried.code == done.code && done.code != 0, "\(words): \(tried) \(done)")
    #expect(tried.messages == done.messages && tried.output.isEmpty, "\(words): \(tried) \(done)")
  }

  @Test func `Rights count as when it is done, and hide what they hide`() async throws {
    let rules = folder.write(
      Array(
        """
        entity.name = 'Customer' and propertyKey in ['email', 'company'] => isPropertyVisible = false
        entity.name = 'Artist' => isEntityReadOnly = true
        entity.name = 'Customer' => initialPropertyValues = {'email': 'x@y.z', 'company': 'ACME'}
        """.utf8
      ),
      to: "my.rules"
    )
    let made = try await dry(
      "insert",
      "Customer",
      "firstName=A",
      "lastName=B",
      "--rules",
      rules
    )
    #expect(made.code == 0 && made.output.contains("A"), "\(made)")
    #expect(!made.output.contains("ACME") && !made.output.contains("x@y.z"), "\(made)")
    let refused = try await dry("set", "Artist#1", "name=X", "--rules", rules)
    #expect(refused.code == 1 && refused.output.isEmpty, "\(refused)")
  }

  @Test func `An import tells its first rows and how many there are, with all of its checks`()
    async throws
  {
    let table = "name\n" + (1...30).map { "New \($0)\n" }.joined()
    let file = folder.write(Array(table.utf8), to: "new.csv")
    let tried = try await dry("import", "Artist", file)
    #expect(tried.output.hasPrefix("Artist: 20\n+ Artist “New 1”\n    Name: New 1\n"), "\(tried)")
    #expect(tried.output.hasSuffix("… and 10 more\n"), "\(tried)")
    #expect(tried.messages == "30 objects would be imported; nothing was written\n")
    let wrong = folder.write(Array("title,artistId\nX,1\nY,99\n".utf8), to: "wrong.csv")
    let refused = try await dry("import", "Album", wrong)
    let done = try await run("import", "Album", wrong)
    #expect(refused.code == done.code && done.code != 0, "\(refused) \(done)")
    #expect(refused.messages == done.messages, "\(refused) \(done)")
  }

  @Test func `What makes no sense together is said`() async throws {
    let format = try await run("set", "Album#1", "title=x", "--format", "csv")
    #expect(format.code == 2 && format.messages.contains("text or json"), "\(format)")
    let made = try await dry("insert", "Artist", "name=x", "--create")
    #expect(made.code == 2 && made.messages.contains("--create"), "\(made)")
    #expect(try rows("SELECT title FROM Album WHERE AlbumId = 1") == ["Balls to the Wall"])
  }
}
