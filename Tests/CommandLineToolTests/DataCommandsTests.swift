import SceneSupport
import CommandLineTool
import Pages
import SQLite
import TestSupport
import Testing
import Workspace

/// `d2t list`, `get`, `set`, `insert`, `delete`: what the screen does, without a screen.
@MainActor
struct DataCommandsTests: ShopFile {
  let folder = TemporaryFolder()

  init() throws { try makeShop() }

  @Test func `A list is printed as text, as a table for programs, and as JSON`() async throws {
    let text = try await run("list", "album")
    #expect(
      text.output == """
        Title              Artist
        Balls to the Wall  Accept
        Nightfall          Blind Guardian

        """
    )
    #expect(
      try await run("list", "Album", "--format", "csv").output
        == "title,artist\nBalls to the Wall,Accept\nNightfall,Blind Guardian\n"
    )
    #expect(
      try await run("list", "Album?title like 'N*'", "--format", "json").output
        == "[\n  {\"title\":\"Nightfall\",\"artist\":{\"id\":2,\"label\":\"Blind Guardian\"}}\n]\n"
    )
    #expect(try await run("list", "Album?title = 'x'", "--format", "json").output == "[]\n")
  }

  @Test(arguments: ["C", "de_DE", "en_US"])
  func `A condition of a link is read alike whatever the language`(locale: String) async throws {
    try script(
      """
      CREATE TABLE item(id INTEGER PRIMARY KEY, price REAL, day DATE);
      INSERT INTO item VALUES (1, 1.234, '2024-04-03'), (2, 1234, '2024-03-04');
      """
    )
    let rules = folder.write(Array("*true* => locale = '\(locale)'".utf8), to: "my.rules")
    for (condition, found) in [
      ("price = '1.234'", "1"), ("price = 1.234", "1"), ("price = '1,234'", ""),
      ("day = '2024-04-03'", "1"), ("day = '3.4.2024'", "1"), ("day = '3/4/2024'", ""),
    ] {
      let words = ["Item?\(condition)", "--columns", "id", "--rules", rules]
      let outcome = try await run(all: ["export"] + words)
      #expect(
        outcome.output.split(separator: "\n").dropFirst().joined() == found,
        "\(condition): \(outcome)"
      )
    }
  }

  @Test func `Links filter and sort, by names in any case and through relationships`() async throws
  {
    let link = "track?Album.Artist.NAME='Blind Guardian'&unitprice<1.5&sort=-milliseconds,name"
    #expect(try await run("list", link, "--columns", "name").output == "Name\nNoldor\n")
    let sorted = try await run(
      "list",
      "Track?sort=-Milliseconds",
      "--columns",
      "name",
      "--limit",
      "2"
    )
    #expect(sorted.output == "Name\nNoldor\nMirror Mirror\n")
  }

  @Test func `More rows than one window are printed, each once and in order`() async throws {
    try Connection(path: path, mode: .readWrite).execute(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1234)
      INSERT INTO Artist SELECT 100 + i, 'artist ' || i FROM n
      """
    )
    let lines = try await run("export", "Artist", "--columns", "artistId").output.split(
      separator: "\n"
    )
    #expect(lines.count == 1 + 3 + 1234)
    #expect(lines.dropFirst(4).elementsEqual((101...1334).map { "\($0)" }))
  }

  @Test func `One object is printed, whole or by property`() async throws {
    #expect(try await run("get", "Artist#2", "name").output == "Blind Guardian\n")
    #expect(
      try await run("get", "Album#2", "artist.name", "tracks").output == "Blind Guardian\n2\n"
    )
    let whole = try await run("get", "Customer#1")
    #expect(whole.output.contains("First name   Ada\n"), "\(whole.output)")
    #expect(
      try await run("get", "Customer#1", "company", "--format", "json").output
        == "{\n  \"company\": null\n}\n"
    )
  }

  @Test func `Objects behind a reference are counted for whom it leads to`() async throws {
    // The artist of the first album has another album; the second track has no album.
    try Connection(path: path, mode: .readWrite).execute(
      "INSERT INTO Album VALUES (77, 'Breaker', 1); UPDATE Track SET AlbumId = NULL WHERE TrackId = 2"
    )
    let albums = try await run(
      "list",
      "Album?sort=albumId",
      "--columns",
      "title,artist.albums",
      "--format",
      "csv"
    )
    let expected = try rows(
      "SELECT a.Title, (SELECT count(*) FROM Album b WHERE b.ArtistId = a.ArtistId) FROM Album a ORDER BY a.AlbumId"
    ).map { $0.split(separator: "|").joined(separator: ",") }
    #expect(
      albums.output.split(separator: "\n").dropFirst().elementsEqual(expected.map { $0[...] }),
      "\(albums)"
    )
    let tracks = try await run(
      "list",
      "Track?sort=trackId",
      "--columns",
      "album.artist.albums",
      "--format",
      "csv"
    )
    let far = try rows(
      """
      SELECT coalesce((SELECT count(*) FROM Album b WHERE b.ArtistId = a.ArtistId), '')
      FROM Track t LEFT JOIN Album a ON a.AlbumId = t.AlbumId ORDER BY t.TrackId
      """
    )
    let lines = tracks.output.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
      .dropLast()
    #expect(lines.count == far.count, "\(tracks)")
    for (line, (count, id)) in zip(
      lines,
      zip(far, try rows("SELECT AlbumId IS NULL FROM Track ORDER BY TrackId"))
    ) {
      #expect(id == "1" ? line.allSatisfy { "\"".contains($0) } : line == count[...], "\(tracks)")
    }
    #expect(try await run("get", "Album#1", "artist.albums").output == "2\n")
  }

  @Test func `Values are set, references too, and nothing else changes`() async throws {
    let outcome = try await run("set", "Track#3", "album=1", "bytes=77", "unitPrice=1.25")
    #expect(outcome.code == 0 && outcome.messages == "1 object changed\n", "\(outcome.messages)")
    #expect(try rows("SELECT * FROM Track WHERE TrackId = 3") == ["3|Noldor|1|411000|77|1.25"])
    _ = try await run("set", "Track#3", "--null", "bytes", "--null", "album")
    #expect(
      try rows("SELECT AlbumId IS NULL, Bytes IS NULL FROM Track WHERE TrackId = 3") == ["1|1"]
    )
    let many = try await run("set", "Track?milliseconds > 300000", "unitPrice=9", "--all")
    #expect(many.messages == "2 objects changed\n")
    #expect(try rows("SELECT count(*) FROM Track WHERE UnitPrice = 9") == ["2"])
  }

  @Test func `A new object is named by its link, and deleted by it`() async throws {
    let made = try await run("insert", "Album", "title=New", "artist=3")
    #expect(made.output == "Album#3\n")
    #expect(try rows("SELECT * FROM Album WHERE AlbumId = 3") == ["3|New|3"])
    #expect(try await run("delete", "Album#3").messages == "1 object deleted\n")
    #expect(try rows("SELECT count(*) FROM Album") == ["2"])
  }

  @Test(arguments: [
    (["get", "Artist#9"], 1, "there is no Artist with the id 9"),
    (["get", "Artist"], 2, "'get' needs one object; write Artist#ID"),
    (["list"], 2, "'list' needs an entity or link: Entity?filter#id (Artist, Album, Track …)"),
    (["list", "Artits"], 2, "did you mean 'Artist'?"),
    (["list", "Artist?nme = 1"], 2, "Artist has no property 'nme'; did you mean 'name'?"),
    (["list", "Artist?name ="], 2, "'name =' is not a condition"),
    (["list", "Track?name * 2 > 4"], 2, "'name' is a text, but 'name * 2' needs a number"),
    (["list", "Track?unitPrice > 1 and name * 2 > 4"], 2, "\n                    ^~~~\n"),
    (
      ["list", "Track?sort=rond(milliseconds)"], 2,
      "did you mean `round`?\n  rond(milliseconds)\n  ^~~~"
    ),
    (["list", "Artist?name"], 2, "compare a property"),
    (
      ["list", "Artist?name = Accept"], 2,
      "for the text write name = 'Accept'; Artist has no property 'Accept'"
    ),
    (
      ["list", "Track?Unit price > 1"], 2,
      "not a condition: filters use property names: Unit price is unitPrice"
    ),
    (["list", "Artist?sort=nme"], 2, "did you mean 'name'?"),
    (["list", "Artist#"], 2, "names no object"),
    (["list", "Artist", "x"], 2, "unexpected argument 'x'"),
    (
      ["list", "Artist", "--format", "xml"], 2,
      "--format takes text, json, jsonl, csv, tsv or sql here"
    ),
    (["list", "Artist", "--limit", "x"], 2, "--limit takes a number of rows"),
    (["set", "Artist#1"], 2, "needs a change"),
    (["set", "Artist#1", "name"], 2, "write PROPERTY=VALUE"),
    (["set", "Artist", "name=x"], 2, "the link matches 3 objects"),
    (["set", "Track#1", "unitPrice=dear"], 2, "unitPrice takes a number like 96500, not 'dear'"),
    (["set", "Track#1", "album=9"], 1, "there is no Album with the id 9"),
    (["set", "Artist#1", "--null", "name"], 1, "Name: needs a value"),
    (["set", "Artist#1", "artistId=2"], 1, "another Artist has the same"),
    (["insert", "Album", "title=x"], 1, "Artist: needs a value"),
    (["insert", "Album#1", "title=x"], 2, "needs only an entity"),
    (["delete", "Artist#1"], 1, "Album still refers to it"), (["delete", "Track"], 2, "use --all"),
    (["set", "Artist#1", "name=x", "--readonly"], 1, "opened read only"),
    (["set", "Artist#1", "name=A", "Name=B"], 2, "'name' is set twice: 'name=A' and 'Name=B'"),
    (["insert", "Artist", "name=A", "--null", "name"], 2, "set twice: '--null name' and 'name=A'"),
    (["set", "Album#1", "artist=1", "artistId=2"], 2, "set twice: 'artist=1' and 'artistId=2'"),
    (
      ["list", "Artist", "--columns", "name,xyzzy"], 2,
      "Artist has no property 'xyzzy'; there is artistId, name, albums"
    ),
    (["import", "Artist", "/nowhere.csv"], 2, "/nowhere.csv cannot be read"),
    (["import", "Artist", "/tmp"], 2, "/tmp cannot be read: Is a directory"),
    (
      ["list", "Artist", "--set", "isPropertyVisible=false"], 1,
      "no column of Artist is shown"
    ),
    (["list", "Artist", "--set", "displayPropertyKeys=[]"], 2, "choose some with --columns"),
  ])
  func `What cannot be done is told in one sentence and changes nothing`(
    words: [String],
    code: Int32,
    piece: String
  ) async throws {
    let before = try ["Artist", "Album", "Track"].map { try rows("SELECT * FROM \($0)") }
    let outcome: Program.Outcome
    do {
      outcome = await Program(try Invocation(arguments: [words[0], path] + words.dropFirst())).run()
    } catch {
      outcome = Program.outcome(of: error)
    }
    #expect(outcome.code == code && outcome.output.isEmpty)
    #expect(outcome.messages.contains(piece), "\(outcome.messages)")
    #expect(try ["Artist", "Album", "Track"].map { try rows("SELECT * FROM \($0)") } == before)
  }

  @Test(arguments: [
    (["list", "Order", "shop.sqlite"], "the database comes first: d2t list shop.sqlite Order"),
    (["delete", "Order#5", "memory:"], "the database comes first: d2t delete memory: 'Order#5'"),
    (["list", "Order?a = 5", "a/shop"], "database comes first: d2t list a/shop 'Order?a = 5'"),
    (["get", "Order#1", "name", "/dev/null"], "d2t get /dev/null 'Order#1' name"),
    (
      ["list", "--limit", "5", "Order", "shop.db", "--set=title=It's"],
      #"d2t list shop.db Order --limit 5 '--set=title=It'\''s'"#
    ),
    (["set", "Order#1", "/dev/null", "a=1"], "d2t set /dev/null 'Order#1' a=1"),
    (
      ["import", "Order", "a.csv", "shop.db"],
      "the database comes first: d2t import DATABASE Order FILE"
    ),
    (["shop.sqlite", "list", "Order"], "the command comes first: d2t list shop.sqlite Order"),
    (
      ["shop.sqlite", "rules", "explain", "title"],
      "the command comes first: d2t rules explain title shop.sqlite"
    ),
    (
      ["shop.sqlite", "delete", "Order#5", "--dry-run"],
      "the command comes first: d2t delete shop.sqlite 'Order#5' --dry-run"
    ),
    (
      ["rules", "explain", "shop.sqlite", "title"],
      "the key comes first: d2t rules explain title shop.sqlite"
    ),
    (["list", "shop.sqlite", "Order", "x"], "unexpected argument 'x'"),
    (["shop.sqlite", "other.sqlite"], "only one database can be opened, not also 'other.sqlite'"),
  ])
  func `Arguments in a wrong order are refused with the line that works`(
    words: [String],
    sentence: String
  ) {
    let fault = #expect(throws: UsageError.self) { try Invocation(arguments: words) }
    #expect(fault?.message.hasSuffix(sentence) == true, "\(fault?.message ?? "")")
  }

  @Test(arguments: [
    ["get", "Order#1", "album.title"], ["set", "Order#1", "path=/dev/null"], ["list", "Order"],
    ["list", "/dev/null", "Order"], ["import", "Order", "a.csv"], ["/dev/null"],
    ["rules", "explain", "title", "shop.db"], ["shop.db", "--entity", "list"],
  ])
  func `Arguments in the right order are taken`(words: [String]) {
    #expect(throws: Never.self) { try Invocation(arguments: words) }
  }

  // MARK: Links

  @Test func `The program starts where a link leads, narrowed and ordered`() async throws {
    let arguments = "--link track?Milliseconds>300000&sort=-milliseconds"
    let scene = try await Scene(RecordShop.script, arguments)
    #expect(scene.text.contains("Noldor") && scene.status.contains("1/2"), "\(scene.text)")
    #expect(!scene.text.contains("Fast as a Shark"))
    let first = try #require(scene.lines.firstIndex { $0.contains("Noldor") })
    let second = try #require(scene.lines.firstIndex { $0.contains("Mirror") })
    #expect(first < second)
    let object = try await Scene(RecordShop.script, "--link Artist#2")
    #expect(object.lines[0].contains("Blind Guardian"))
    await #expect(throws: UsageError.self) {
      try await Scene(RecordShop.script, "--link Artist?nme=1")
    }
  }

  @Test func `The signs of a link inside quotes belong to them`() throws {
    let link = try ObjectLink("Track?name = 'a#b&c?'&sort=-x,y&length > 3#1,7")
    #expect(link.entityName == "Track" && link.id == "1,7")
    #expect(link.filters == ["name = 'a#b&c?'", "length > 3"])
    #expect(link.sortKeys == ["-x", "y"])
    #expect(try ObjectLink(#"T?a='it\'s #1'#2"#).id == "2")
    #expect(throws: UsageError.self) { try ObjectLink("?x=1") }
  }
}
