import Editing
import EntityModel
import EntityStore
import SceneSupport
import StandardKeys
import Terminal
import TestSupport
import Testing

@testable import Pages
import Workspace

/// Many-to-many relationships as lists of ticks in the form.
@MainActor
struct TickListTests {
  private static let script = """
    CREATE TABLE movie(id INTEGER PRIMARY KEY, title TEXT NOT NULL);
    CREATE TABLE genre(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE movie_genre(movie_id INT NOT NULL REFERENCES movie, genre_id INT NOT NULL REFERENCES genre,
      PRIMARY KEY(movie_id, genre_id));
    INSERT INTO movie VALUES(1, 'Alien'), (2, 'Heat');
    INSERT INTO genre VALUES(1, 'Horror'), (2, 'Comedy'), (3, 'Space');
    INSERT INTO movie_genre VALUES(1, 1), (2, 2);
    """

  private func genres(_ scene: Scene) throws -> [String] {
    try scene.rows("SELECT genre_id FROM movie_genre WHERE movie_id = 1 ORDER BY 1")
  }

  @Test func `Ticks are set, taken away, taken back by name, and saved at once`() async throws {
    let scene = try await Scene(Self.script, "--entity Movie --task edit --id 1")
    #expect(
      scene.line(with: "[x] Horror") != nil && scene.line(with: "[ ] Comedy") != nil,
      "\(scene.text)"
    )
    #expect(scene.text.contains("1 of 3 ticked"), "\(scene.text)")
    try await scene.go(to: "genres")
    try await scene.send("j space")
    #expect(
      scene.line(with: "[x] Comedy •") != nil && scene.text.contains("2 of 3 ticked"),
      "\(scene.text)"
    )
    try await scene.send("k space")
    #expect(
      scene.line(with: "[ ] Horror •") != nil && scene.text.contains("1 of 3 ticked"),
      "\(scene.text)"
    )
    #expect(try genres(scene) == ["1"])
    try await scene.send("u")
    #expect(
      scene.status.contains("taken back: Genre “Horror” out of Genres of Movie “Alien”"),
      "\(scene.status)"
    )
    #expect(scene.line(with: "[x] Horror") != nil, "\(scene.text)")
    try await scene.send("space ctrl-s")
    #expect(scene.status.contains("saved 2 objects"), "\(scene.text)")
    #expect(try genres(scene) == ["2"])
    #expect(scene.text.contains("Comedy") && !scene.text.contains("Horror"), "\(scene.text)")
  }

  @Test func `J8: a link that others have made or taken out already counts as saved`() async throws
  {
    let scene = try await Scene(Self.script, "--entity Movie --task edit --id 1")
    try await scene.go(to: "genres")
    try await scene.send("j space j space k k space")
    #expect(scene.text.contains("2 of 3 ticked"), "\(scene.text)")
    try scene.execute(
      "INSERT INTO movie_genre VALUES(1, 2); DELETE FROM movie_genre WHERE movie_id = 1 AND genre_id = 1"
    )
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("saved"), "\(scene.text)")
    #expect(try genres(scene) == ["2", "3"])
    #expect(scene.session.work.editing.pendingCount == 0)
    try await scene.send("e")
    #expect(scene.text.contains("2 of 3 ticked"), "\(scene.text)")
  }

  @Test func `J8: a save of nothing but links that others have made leaves the form`() async throws
  {
    let scene = try await Scene(Self.script, "--entity Movie --task edit --id 1")
    try await scene.go(to: "genres")
    try await scene.send("j space")
    try scene.execute("INSERT INTO movie_genre VALUES(1, 2)")
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("saved"), "\(scene.text)")
    #expect(scene.session.navigator.current.task != .edit, "\(scene.text)")
    #expect(scene.session.work.editing.pendingCount == 0)
  }

  @Test func `J8: a link with other values than those of others is no such link`() async throws {
    let folder = TemporaryFolder()
    let model = #"""
      {"entities": [{"name": "Movie", "relationships": [{"name": "actors", "path": ["roles", "actor"]}]}]}
      """#
    let path = folder.write(Array(model.utf8), to: "model.json")
    let scene = try await Scene(
      """
      CREATE TABLE movie(id INTEGER PRIMARY KEY, title TEXT NOT NULL);
      CREATE TABLE actor(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      CREATE TABLE role(movie_id INT NOT NULL REFERENCES movie, actor_id INT NOT NULL REFERENCES actor, part TEXT,
        PRIMARY KEY(movie_id, actor_id));
      INSERT INTO movie VALUES(1, 'Alien');
      INSERT INTO actor VALUES(1, 'Weaver'), (2, 'Hurt');
      """,
      "--model \(path) --entity Movie --task edit --id 1"
    )
    try await scene.go(to: "actors")
    try await scene.send("j space enter")
    try await scene.go(to: "part")
    try await scene.type("Kane")
    try await scene.send("ctrl-o")
    try scene.execute("INSERT INTO role VALUES(1, 2, 'Ash')")
    try await scene.send("ctrl-s")
    #expect(scene.text.contains("has the same"), "\(scene.text)")
    #expect(try scene.rows("SELECT part FROM role") == ["Ash"])
  }

  @Test func `J8: ticks are counted and taken out with what others have linked`() async throws {
    let scene = try await Scene(Self.script, "--entity Movie --task edit --id 1")
    try await scene.go(to: "genres")
    try await scene.send("j space")
    try scene.execute("INSERT INTO movie_genre VALUES(1, 2)")
    scene.session.work.presenter?.readAgain()
    try await scene.settle()
    #expect(scene.text.contains("2 of 3 ticked"), "\(scene.text)")
    #expect(scene.line(with: "[x] Comedy") != nil, "\(scene.text)")
    try await scene.send("space")
    #expect(scene.status.contains("taken out"), "\(scene.text)")
    #expect(scene.line(with: "[ ] Comedy") != nil, "\(scene.text)")
    #expect(scene.text.contains("1 of 3 ticked"), "\(scene.text)")
    try await scene.send("ctrl-s")
    #expect(try genres(scene) == ["1"])
  }

  @Test func `What is not saved yet is added from the page on which one chooses, once`()
    async throws
  {
    let rule = "relationship.isToMany = true and task = 'edit' => component = 'EditToMany'"
    let scene = try await Scene(Self.script, rules: rule, "--entity Genre")
    try await scene.send("o")
    try await scene.go(to: "name")
    try await scene.type("Western")
    try await scene.send("esc G enter")
    try await scene.run("Movie")
    try await scene.send("e")
    try await scene.go(to: "genres")
    try await scene.send("a")
    #expect(scene.text.contains("+ Genre “Western”, not saved yet"), "\(scene.text)")
    try await scene.send("+")
    #expect(scene.line(with: "Western") != nil, "\(scene.text)")
    try await scene.send("a")
    #expect(!scene.text.contains("+ Genre"), "\(scene.text)")
    try await scene.send("esc ctrl-s")
    #expect(try genres(scene) == ["1", "4"], "\(scene.text)")
  }

  @Test func `Ticks go through what no menu offers`() async throws {
    let rule = "*true* => menuEntityNames = ['Movie', 'Genre']"
    let scene = try await Scene(Self.script, rules: rule, "--entity Movie --task edit --id 1")
    try await scene.go(to: "genres")
    try await scene.send("space j space ctrl-s")
    #expect(try genres(scene) == ["2"], "\(scene.text)")
    try await scene.send("u y")
    #expect(try genres(scene) == ["1"], "\(scene.text)")
  }

  @Test func `A save of nothing but ticks leaves the form as any other does`() async throws {
    let scene = try await Scene(Self.script, "--entity Movie")
    try await scene.send("e")
    try await scene.go(to: "genres")
    try await scene.send("space ctrl-s")
    scene.expectStatus("saved")
    #expect(try genres(scene) == [])
    #expect(scene.session.navigator.current.task == .list, "\(scene.text)")
  }

  @Test func `A tick set and taken away again leaves nothing pending`() async throws {
    let scene = try await Scene(Self.script, "--entity Movie --task edit --id 1")
    try await scene.go(to: "genres")
    try await scene.send("space space j space space")
    #expect(!scene.text.contains("pending") && !scene.text.contains("•"), "\(scene.text)")
  }

  @Test func `What is typed below the ticks filters them`() async throws {
    let scene = try await Scene(Self.script, "--entity Movie --task edit --id 1")
    try await scene.go(to: "genres")
    try await scene.send("/")
    try await scene.type("spa")
    #expect(
      scene.line(with: "[ ] Space") != nil && scene.line(with: "Horror") == nil,
      "\(scene.text)"
    )
    try await scene.send("backtab space ctrl-s")
    #expect(try genres(scene) == ["1", "3"])
  }

  @Test(arguments: [("noir", "Space"), ("com", "Comedy"), ("blac", "Comedy · black")])
  func `J18: ticks are found by what they show and what their list shows`(
    text: String,
    line: String
  )
    async throws
  {
    let scene = try await Scene(
      Self.script
        + "ALTER TABLE genre ADD mood TEXT; UPDATE genre SET mood = 'black' WHERE id = 2;"
        + "UPDATE genre SET mood = 'noir' WHERE id = 3;",
      rules: "entity.name = 'Genre' => displayPropertyKeys = ['mood']",
      "--entity Movie --task edit --id 1"
    )
    try await scene.go(to: "genres")
    try await scene.send("/")
    try await scene.type(text)
    #expect(scene.line(with: "[ ] \(line)") != nil, "\(scene.text)")
    #expect(scene.line(with: "Horror") == nil, "\(scene.text)")
  }

  @Test(arguments: ["enter", "backtab", "down", "up"])
  func `What is ticked behind a filter is a row that it has left`(key: String) async throws {
    let scene = try await Scene(Self.script, "--entity Movie --task edit --id 1")
    try await scene.go(to: "genres")
    scene.press("/ s p a \(key) space ctrl-s")
    try await scene.settle()
    #expect(try genres(scene) == ["1", "3"], "\(scene.text)")
  }

  @Test func `A new object and its ticks are one save`() async throws {
    let scene = try await Scene(Self.script, "--entity Movie --task create")
    try await scene.go(to: "title")
    try await scene.type("Airplane")
    try await scene.go(to: "genres")
    try await scene.send("j space ctrl-s")
    #expect(scene.status.contains("saved 2 objects"), "\(scene.text)")
    #expect(try scene.rows("SELECT * FROM movie_genre WHERE movie_id = 3") == ["3|2"])
  }

  @Test func `An object made among the ticks is linked`() async throws {
    let scene = try await Scene(Self.script, "--entity Movie --task edit --id 1")
    try await scene.go(to: "genres")
    try await scene.send("o esc")
    #expect(!scene.text.contains("pending"), "\(scene.text)")
    try await scene.go(to: "genres")
    try await scene.send("o")
    try await scene.go(to: "name")
    try await scene.type("Noir")
    try await scene.send("ctrl-s ctrl-s")
    #expect(try scene.rows("SELECT name FROM genre WHERE id = 4") == ["Noir"], "\(scene.text)")
    #expect(try genres(scene) == ["1", "4"])
  }

  @Test func `A new object stands ticked among the others before it is saved`() async throws {
    let scene = try await Scene(Self.script, "--entity Movie --task edit --id 1")
    try await scene.go(to: "genres")
    try await scene.send("o")
    try await scene.go(to: "name")
    try await scene.type("Noir")
    #expect(!scene.status.contains("pending"), "\(scene.text)")
    try await scene.send("esc end enter")
    #expect(scene.line(with: "[x] Noir •") != nil, "\(scene.text)")
    #expect(scene.text.contains("2 of 4 ticked"), "\(scene.text)")
    #expect(scene.lines[0].contains("1 changed") && !scene.status.contains("pending"))
    try await scene.go(to: "genres")
    try await scene.send("space")
    #expect(scene.line(with: "[ ] Noir •") != nil, "\(scene.text)")
    #expect(scene.text.contains("1 of 4 ticked"), "\(scene.text)")
    try await scene.send("space /")
    try await scene.type("spa")
    #expect(scene.line(with: "Noir") == nil, "\(scene.text)")
    try await scene.retype("NOI")
    #expect(scene.line(with: "[x] Noir •") != nil, "\(scene.text)")
    try await scene.send("ctrl-s")
    #expect(try genres(scene) == ["1", "4"], "\(scene.text)")
  }

  @Test func `A new object is the only row where nothing else is there yet`() async throws {
    let script = Self.script + "DELETE FROM movie_genre; DELETE FROM genre;"
    let scene = try await Scene(script, "--entity Movie --task edit --id 1")
    try await scene.go(to: "genres")
    try await scene.send("o")
    try await scene.go(to: "name")
    try await scene.type("Noir")
    try await scene.send("esc end enter")
    #expect(scene.line(with: "[x] Noir •") != nil, "\(scene.text)")
    #expect(scene.text.contains("1 of 1 ticked"), "\(scene.text)")
    try await scene.go(to: "genres")
    try await scene.send("enter")
    #expect(scene.session.navigator.current.object?.entity.name == "Genre", "\(scene.text)")
  }

  @Test func `The cursor goes to a new object above more rows than there is room for`()
    async throws
  {
    let more = (10..<60).map { "INSERT INTO genre VALUES(\($0), 'g\($0)');" }.joined()
    let scene = try await Scene(Self.script + more, "--entity Movie --task edit --id 1")
    try await scene.go(to: "genres")
    try await scene.send("j j o")
    try await scene.go(to: "name")
    try await scene.type("Noir")
    try await scene.send("esc end enter")
    #expect(scene.line(with: "[x] Noir •") != nil, "\(scene.text)")
    try await scene.go(to: "genres")
    try await scene.send("u")
    #expect(scene.line(with: "] Noir") == nil && scene.text.contains("1 of 53"), "\(scene.text)")
    try await scene.send("U")
    #expect(scene.line(with: "[x] Noir •") != nil, "\(scene.text)")
  }

  @Test func `A tick is one change of the form, and nothing that waits elsewhere`() async throws {
    let scene = try await Scene(Self.script, "--entity Movie --task edit --id 1")
    try await scene.go(to: "genres")
    try await scene.send("j space k")
    #expect(
      scene.lines[0].contains("1 changed") && !scene.status.contains("pending"),
      "\(scene.text)"
    )
    try await scene.send("space j")
    #expect(
      scene.lines[0].contains("2 changed") && !scene.status.contains("pending"),
      "\(scene.text)"
    )
  }

  @Test func `Rules choose what is offered to be ticked; what is linked stays there`() async throws
  {
    for rule in [
      "entity.name = 'Movie' and propertyKey = 'genres' => choices = where (name != 'Comedy' and name != 'Horror')",
      "entity.name = 'MovieGenre' and propertyKey = 'genre' => choices = where (name = 'Space')",
    ] {
      let scene = try await Scene(
        Self.script,
        rules: rule,
        "--entity Movie --task edit --id 1",
        height: 20
      )
      #expect(scene.line(with: "[ ] Space") != nil, "\(scene.text)")
      #expect(scene.line(with: "[x] Horror") != nil, "\(scene.text)")
      #expect(
        !scene.text.contains("Comedy") && scene.text.contains("1 of 2 ticked"),
        "\(scene.text)"
      )
    }
  }

  @Test func `What has no key is linked by nothing, and nothing else is taken away in its place`()
    async throws
  {
    let scene = try await Scene(
      """
      CREATE TABLE movie(id INTEGER PRIMARY KEY, title TEXT NOT NULL);
      CREATE TABLE genre(id INTEGER PRIMARY KEY, name TEXT NOT NULL, code TEXT UNIQUE);
      CREATE TABLE movie_genre(movie_id INT NOT NULL REFERENCES movie, genre_code TEXT REFERENCES genre(code));
      INSERT INTO movie VALUES(1, 'Alien');
      INSERT INTO genre VALUES(1, 'Horror', 'H'), (2, 'Comedy', NULL);
      INSERT INTO movie_genre VALUES(1, 'H'), (1, NULL);
      """,
      "--entity Movie --task edit --id 1"
    )
    #expect(scene.line(with: "[ ] Comedy") != nil, "\(scene.text)")
    try await scene.go(to: "genres")
    try await scene.send("j space")
    #expect(
      scene.status.contains("not added: Genre “Comedy”: Genre 2 has no 'Code'"),
      "\(scene.text)"
    )
    #expect(!scene.text.contains("pending") && scene.line(with: "[ ] Comedy") != nil)
  }

  @Test func `Ticks ask the rights of what stands between`() async throws {
    let scene = try await Scene(
      Self.script,
      rules: """
        entity.name = 'MovieGenre' => isObjectDeletable = false, isEntityCreatable = false
        entity.name = 'Genre' => restrictingQualifier = where (name != 'Space')
        """,
      "--entity Movie --task edit --id 1"
    )
    #expect(!scene.text.contains("Space") && scene.text.contains("1 of 2 ticked"), "\(scene.text)")
    try await scene.go(to: "genres")
    try await scene.send("space")
    #expect(
      scene.status.contains("not taken out: ") && scene.status.contains("my.rules:1"),
      "\(scene.status)"
    )
    try await scene.send("j space")
    #expect(
      scene.status.contains("tick: ") && scene.status.contains("my.rules:1"),
      "\(scene.status)"
    )
    #expect(!scene.text.contains("pending"))
  }

  /// A table between that is filled by more than what it links; its trigger comes too late.
  private static let updated = """
    CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT NOT NULL);
    CREATE TABLE actor(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE film_actor(actor_id INT NOT NULL REFERENCES actor, film_id INT NOT NULL REFERENCES film,
      last_update TIMESTAMP NOT NULL, PRIMARY KEY(actor_id, film_id));
    INSERT INTO film VALUES(1, 'Alien');
    INSERT INTO actor VALUES(1, 'Weaver'), (2, 'Hurt');
    INSERT INTO film_actor VALUES(1, 1, '2006-02-15 05:05:03');
    """

  @Test func `J13: where the row between needs more, its form opens`() async throws {
    let scene = try await Scene(Self.updated, "--entity Film --task edit --id 1", width: 100)
    #expect(scene.line(with: "[x] Weaver") != nil && scene.line(with: "[ ] Hurt") != nil)
    try await scene.go(to: "actors")
    try await scene.send("j space")
    #expect(scene.line(with: "Last update") != nil && scene.line(with: "[") == nil, "\(scene.text)")
    #expect(scene.status.contains("Last update: needs a value"), "\(scene.text)")
    try await scene.go(to: "lastUpdate")
    try await scene.type("2024-05-01 10:00")
    try await scene.send("ctrl-s ctrl-s")
    #expect(scene.says("saved"), "\(scene.text)")
    #expect(
      try scene.rows("SELECT actor_id, last_update FROM film_actor ORDER BY 1")
        == ["1|2006-02-15 05:05:03", "2|2024-05-01 10:00:00"]
    )
  }

  @Test func `J13: a rule that gives the value leaves the form closed`() async throws {
    let scene = try await Scene(
      Self.updated,
      rules: "entity.name = 'FilmActor' => updateTimestampPropertyKey = 'lastUpdate'",
      "--entity Film --task edit --id 1"
    )
    try await scene.go(to: "actors")
    try await scene.send("j space")
    #expect(scene.line(with: "[x] Hurt •") != nil, "\(scene.text)")
    try await scene.send("ctrl-s")
    #expect(try scene.rows("SELECT count(*) FROM film_actor") == ["2"], "\(scene.text)")
  }

  @Test(arguments: [
    "entity.name = 'FilmActor' and propertyKey = 'lastUpdate' => isPropertyVisible = false",
    "entity.name = 'FilmActor' and propertyKey = 'lastUpdate' => isPropertyEditable = false",
  ])
  func `J13: ticks are not offered where the row between cannot be made`(rule: String)
    async throws
  {
    let scene = try await Scene(Self.updated, rules: rule, "--entity Film --task edit --id 1")
    #expect(!scene.text.contains("[ ]") && !scene.text.contains("[x]"), "\(scene.text)")
    #expect(scene.line(with: "Weaver") != nil && !scene.text.contains("Hurt"), "\(scene.text)")
    try await scene.go(to: "actors")
    try await scene.send("a")
    #expect(!scene.text.contains("Hurt"), "\(scene.text)")
    // A linked object can be taken out.
    try await scene.send("x ctrl-s")
    #expect(try scene.rows("SELECT count(*) FROM film_actor") == ["0"], "\(scene.text)")
  }

  @Test func `Enter on a tick opens what stands between where that has more to say`() async throws {
    let folder = TemporaryFolder()
    let model = #"""
      {"entities": [{"name": "Movie", "relationships": [{"name": "actors", "path": ["roles", "actor"]}]}]}
      """#
    let path = folder.write(Array(model.utf8), to: "model.json")
    let scene = try await Scene(
      """
      CREATE TABLE movie(id INTEGER PRIMARY KEY, title TEXT NOT NULL);
      CREATE TABLE actor(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      CREATE TABLE role(id INTEGER PRIMARY KEY, movie_id INT NOT NULL REFERENCES movie,
        actor_id INT NOT NULL REFERENCES actor, part TEXT);
      INSERT INTO movie VALUES(1, 'Alien');
      INSERT INTO actor VALUES(1, 'Weaver'), (2, 'Hurt');
      INSERT INTO role VALUES(1, 1, 1, 'Ripley');
      """,
      "--model \(path) --entity Movie --task edit --id 1"
    )
    try await scene.go(to: "actors")
    try await scene.send("j space enter")
    #expect(scene.line(with: "Actor")?.contains("Hurt") == true, "\(scene.text)")
    try await scene.go(to: "part")
    try await scene.type("Kane")
    try await scene.send("ctrl-s ctrl-s")
    #expect(try scene.rows("SELECT actor_id, part FROM role ORDER BY 1") == ["1|Ripley", "2|Kane"])
  }

  @Test func `Of a hundred thousand objects only a window and its ticks are read`() async throws {
    let scene = try await Scene(
      """
      CREATE TABLE word(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      CREATE TABLE text(id INTEGER PRIMARY KEY, title TEXT NOT NULL);
      CREATE TABLE text_word(text_id INT NOT NULL REFERENCES text, word_id INT NOT NULL REFERENCES word,
        PRIMARY KEY(text_id, word_id));
      WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
      INSERT INTO word SELECT i, 'word ' || i FROM n;
      INSERT INTO text VALUES(1, 'Long');
      INSERT INTO text_word SELECT 1, id FROM word WHERE id % 2 = 0;
      """,
      "--entity Text --task edit --id 1"
    )
    try await scene.go(to: "words")
    let page = scene.session.navigator.current
    let form = try #require(page.form)
    let words = try #require(form.object.entity.relationship(named: "words"))
    let link = try #require(RelatedLink(words, of: form.object))
    let ticks = page.related(words, of: form.object) { TickList(link, in: scene.session.work) }
    #expect(!ticks.list.result.rows.isEmpty && ticks.list.result.rows.count <= 500)
    #expect(
      scene.line(with: "[ ] word 1") != nil && scene.line(with: "[x] word 2") != nil,
      "\(scene.text)"
    )
    let count = scene.session.work.store.statementCount
    try await scene.send("G")
    #expect(scene.line(with: "[x] word 100000") != nil, "\(scene.text)")
    #expect(ticks.list.result.rows.count <= 500)
    #expect(scene.session.work.store.statementCount - count < 10)
  }

  @Test func `Tab passes the filter over, Enter leads from it to the ticks, and Esc takes it away`()
    async throws
  {
    let scene = try await Scene(Self.script, "--entity Movie --task edit --id 1")
    try await scene.go(to: "genres")
    try await scene.send("tab")
    #expect(scene.lines.last?.contains("space tick") != true, "\(scene.text)")
    try await scene.send("backtab")
    try await scene.send("j space")
    #expect(scene.line(with: "[x] Comedy •") != nil, "\(scene.text)")
    try await scene.send("/")
    try await scene.type("spa")
    try await scene.send("enter space")
    #expect(scene.line(with: "[x] Space •") != nil, "\(scene.text)")
    try await scene.send("/ esc")
    #expect(scene.line(with: "Horror") != nil, "\(scene.text)")
    try await scene.send("ctrl-s")
    #expect(try genres(scene) == ["1", "2", "3"])
  }

  @Test func `What stands between is called as what it links, also when it is gone`() async throws {
    let scene = try await Scene(Self.script, "--entity Movie --task edit --id 1", width: 120)
    try await scene.go(to: "genres")
    try await scene.send("j space ctrl-s u")
    #expect(scene.text.contains("new Movie Genre “Alien Comedy”"), "\(scene.text)")
    try await scene.send("esc e")
    try await scene.go(to: "genres")
    try await scene.send("space ctrl-s u")
    #expect(scene.text.contains("Movie Genre “Alien Horror” deleted"), "\(scene.text)")
  }

  @Test func `Down leads from the filter to the ticks as Up does`() async throws {
    let scene = try await Scene(Self.script, "--entity Movie --task edit --id 1")
    try await scene.go(to: "genres")
    try await scene.send("/")
    try await scene.type("spa")
    try await scene.send("down space")
    #expect(scene.line(with: "[x] Space •") != nil, "\(scene.text)")
  }

  @Test
  func
    `A form in which only ticks changed asks before it is left, and each answer does what it says`()
    async throws
  {
    for (answer, stored, isPending) in [
      ("enter", ["1"], true), ("j enter", ["1", "2"], false), ("j j enter", ["1"], false),
      ("G enter", ["1"], true),
    ] {
      let scene = try await Scene(Self.script, "--entity Movie --task edit --id 1")
      try await scene.go(to: "genres")
      try await scene.send("j space esc")
      #expect(scene.text.contains("The changes are not saved"), "\(scene.text)")
      try await scene.send(answer)
      #expect(try genres(scene) == stored, "\(answer)\n\(scene.text)")
      #expect(scene.session.work.editing.hasInput == isPending, "\(answer)\n\(scene.text)")
      guard answer == "G enter" else { continue }
      // What was left pending is asked about again.
      try await scene.send("e esc")
      #expect(scene.text.contains("The changes are not saved"), "\(scene.text)")
    }
  }

  @Test func `Ticks that were taken away, and what was made among them, are discarded together`()
    async throws
  {
    let scene = try await Scene(Self.script, "--entity Movie --task edit --id 1")
    try await scene.go(to: "genres")
    try await scene.send("space o")
    try await scene.go(to: "name")
    try await scene.type("Noir")
    try await scene.send("esc G enter esc")
    #expect(scene.text.contains("Save all 3 changes and leave"), "\(scene.text)")
    try await scene.send("j j enter")
    #expect(
      !scene.session.work.editing.hasInput && !scene.text.contains("pending"),
      "\(scene.text)"
    )
    try await scene.send("e esc")
    #expect(!scene.text.contains("The changes are not saved"), "\(scene.text)")
    #expect(try genres(scene) == ["1"])
    #expect(try scene.rows("SELECT count(*) FROM genre") == ["3"])
  }

  @Test func `A page of the relationship alone within its form is left without a question`()
    async throws
  {
    let scene = try await Scene(Self.script, "--entity Movie --task edit --id 1")
    try await scene.go(to: "genres")
    try await scene.send("E j space esc")
    #expect(!scene.text.contains("The changes are not saved"), "\(scene.text)")
    try await scene.send("esc")
    #expect(scene.text.contains("The changes are not saved"), "\(scene.text)")
  }

  @Test func `Space behind G waits for the last rows`() async throws {
    let scene = try await Scene(
      Self.script + """
        WITH RECURSIVE n(i) AS (VALUES(4) UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
          INSERT INTO genre SELECT i, printf('G%04d', i) FROM n;
        """,
      "--entity Movie --task edit --id 1"
    )
    try await scene.go(to: "genres")
    scene.press("G space")
    try await scene.settle()
    #expect(scene.line(with: "[x] G3000 •") != nil, "\(scene.text)")
    #expect(scene.terminal.bellCount == 0)
    try await scene.send("ctrl-s")
    #expect(try genres(scene).contains("3000"), "\(scene.text)")
  }
}
