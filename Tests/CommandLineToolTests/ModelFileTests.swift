import SceneSupport
import CommandLineTool
import Pages
import FoundationEssentials
import SQLite
import TestSupport
import Testing

/// `--model`, `d2t model check`, `d2t model convert` and `--create`.
@MainActor
struct ModelFileTests {
  private let folder = TemporaryFolder()

  private func run(_ arguments: String...) async throws -> Program.Outcome {
    await Program(try Invocation(arguments: arguments)).run()
  }

  private func database() throws -> String {
    let path = folder.path + "/shop.db"
    try Connection(path: path, mode: .create).execute(
      """
      CREATE TABLE film (id INTEGER PRIMARY KEY, ttl TEXT, price INT);
      INSERT INTO film VALUES (1, 'Alien', 5)
      """
    )
    return path
  }

  private func model(_ text: String, _ name: String = "m.json") -> String {
    folder.write(Array(text.utf8), to: name)
  }

  @Test func `A model's names are those of the screen`() async throws {
    let model = model(
      """
      {"entities": [{"name": "Movie", "table": "film", "attributes": [
        {"name": "headline", "column": "ttl"}, {"name": "price", "hidden": true},
        {"name": "shout", "expression": "`{headline}!`", "type": "string"}]}]}
      """
    )
    let scene = try await Scene(
      "CREATE TABLE film (id INTEGER PRIMARY KEY, ttl TEXT, price INT); INSERT INTO film VALUES (1, 'Alien', 5)",
      "--entity Movie --model \(model)"
    )
    #expect(scene.text.contains("Headline") && scene.text.contains("Alien!"))
    #expect(!scene.text.contains("Price"))
    try await scene.send("enter")
    #expect(scene.text.contains("Headline") && scene.text.contains("Alien"))
  }

  @Test func `What is computed and no column holds is shown by its text`() async throws {
    let model = model(
      """
      {"entities": [{"name": "Movie", "table": "film", "attributes": [
        {"name": "both", "expression": "`{title}, {price}`", "type": "string"},
        {"name": "title", "column": "ttl"}, {"name": "price"}]}]}
      """
    )
    let outcome = try await run(
      "list",
      try database(),
      "Movie",
      "--model",
      model,
      "--columns",
      "both,price",
      "--format",
      "csv"
    )
    #expect(outcome.output == "both,price\n\"Alien, 5\",5\n", "\(outcome)")
  }

  @Test func `Faults of a model are shown and the rest is used`() async throws {
    let path = try database()
    let model = model(
      #"{"entities": [{"name": "Movie", "table": "film", "attributes": [{"name": "title", "column": "tttl"}]}]}"#
    )
    let outcome = try await run("model", "show", path, "--model", model)
    #expect(outcome.code == 0 && outcome.output.contains("Movie [film]"))
    #expect(outcome.messages.contains("m.json:1:"))
    #expect(outcome.messages.contains("the table 'film' has no column 'tttl'"))
    #expect(outcome.messages.contains("did you mean 'ttl'?"))
  }

  @Test(arguments: ["nothing.json", "broken.json", "folder.eomodeld"])
  func `What is no model ends the program with a sentence`(name: String) async throws {
    let path = try database()
    _ = model("{", "broken.json")
    let outcome = try await run("model", "show", path, "--model", folder.path + "/" + name)
    #expect(outcome.code == 2 && outcome.output.isEmpty)
    #expect(outcome.messages.hasPrefix("d2t: --model: "))
  }

  @Test func `Differences are told with their places and exit code 2`() async throws {
    let path = try database()
    let wrong = model(
      """
      {"complete": true, "entities": [{"name": "Film", "table": "film", "attributes": [
        {"name": "id"}, {"name": "price", "type": "blob"}, {"name": "year"}]}, {"name": "Studio"}]}
      """
    )
    let outcome = try await run("model", "check", wrong, path)
    #expect(outcome.code == 2)
    for sentence in [
      "'Film.price' is blob in the model; the column 'price' is INT",
      "the table 'film' has no column 'year'", "the database has no table 'Studio' for 'Studio'",
      "the column 'film.ttl' is missing in the model",
    ] {
      #expect(outcome.output.contains(sentence))
    }
    let own = model(try await run("model", "show", path, "--format", "json").output, "own.json")
    let same = try await run("model", "check", own, path)
    #expect(same.code == 0 && same.output.isEmpty, "\(same.output)")
  }

  @Test func `A model is written as JSON that says the same`() async throws {
    let path = try database()
    let target = folder.path + "/out.json"
    let outcome = try await run("model", "convert", path, target)
    #expect(outcome.code == 0, "\(outcome.messages)")
    let shown = try await run("model", "show", path)
    let again = try await run("model", "show", path, "--model", target)
    #expect(again.output == shown.output && again.messages.isEmpty)
    #expect(try await run("model", "convert", path, target).code == 2)
    #expect(try await run("model", "convert", path, folder.path + "/out.xml").code == 2)
  }

  @Test func `What a model says in names of its own is read by rules and kept by convert`()
    async throws
  {
    let path = try database()
    let foreign = model(
      """
      { EOModelVersion = 2; name = shop; entities = (
        { name = Movie; externalName = film; primaryKeyAttributes = (id); classProperties = (title, price);
          userInfo = { icon = reel; };
          attributes = (
            { name = id; columnName = id; valueClassName = NSNumber; valueType = i; },
            { name = title; columnName = ttl; valueClassName = NSString; width = 80; allowsNull = Y; },
            { name = price; columnName = price; valueClassName = NSNumber; valueType = i; allowsNull = Y;
              userInfo = { unit = { sign = kg; }; }; }); }); }
      """,
      "shop.eomodel"
    )
    let rules = folder.write(
      Array(
        """
        attribute.userInfo.unit.sign = 'kg' => formatter = unit('kg')
        attribute.userInfo.color = 'red' => color = 'red'
        entity.userInfo.icon = 'reel' and attribute is not null
          => displayNameForProperty = `{entity.userInfo.icon} {attribute.name}`
        """.utf8
      ),
      to: "my.rules"
    )
    let own = folder.path + "/own.json"
    let converted = try await run("model", "convert", foreign, own)
    #expect(converted.code == 0, "\(converted)")
    for model in [foreign, own] {
      let checked = try await run("rules", "check", "--rules", rules, path, "--model", model)
      #expect(checked.code == 0 && !checked.output.contains("userInfo"), "\(checked)")
      let listed = try await run(
        "list",
        path,
        "Movie",
        "--columns",
        "price",
        "--rules",
        rules,
        "--model",
        model
      )
      #expect(listed.output.contains("reel price") && listed.output.contains("5 kg"), "\(listed)")
    }
  }

  @Test func `A row of a parent's list is opened as what it is`() async throws {
    let model = model(
      """
      {"entities": [{"name": "Vehicle", "table": "vehicle"},
        {"name": "Van", "parent": "Vehicle", "discriminator": "kind = 'van'",
         "attributes": [{"name": "loadingSpace", "column": "space"}]}]}
      """
    )
    let scene = try await Scene(
      """
      CREATE TABLE vehicle (id INTEGER PRIMARY KEY, kind TEXT, name TEXT, space INT);
      INSERT INTO vehicle VALUES (1, 'van', 'Bulli', 5), (2, 'car', 'Beetle', NULL)
      """,
      "--entity Vehicle --model \(model)"
    )
    #expect(
      scene.text.contains("Entity name") && scene.line(with: "Bulli")?.contains("Van") == true
    )
    #expect(!scene.text.contains("Loading space"))
    try await scene.send("/")
    try await scene.type("Bulli")
    try await scene.send("enter enter")
    #expect(scene.text.contains("Loading space"), "\(scene.text)")
  }

  @Test func `A new object of a child begins with the child's mark`() async throws {
    let model = model(
      """
      {"entities": [{"name": "Vehicle", "table": "vehicle"},
        {"name": "Van", "parent": "Vehicle", "discriminator": "kind = 'van'"}]}
      """
    )
    let path = folder.path + "/vehicles.db"
    try Connection(path: path, mode: .create).execute(
      "CREATE TABLE vehicle (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, name TEXT)"
    )
    let outcome = try await run("insert", path, "Van", "name=Bulli", "--model", model)
    #expect(outcome.code == 0, "\(outcome.messages)")
    let connection = try Connection(path: path, mode: .readOnly)
    #expect(try connection.scalar("SELECT kind || name FROM vehicle") == .text("vanBulli"))
  }

  @Test(
    .enabled(if: Corpus.isRequired || Corpus.exists, "needs the corpus; CI requires it"),
    arguments: Corpus.models(in: ["coredata", "eomodel"])
  )
  func `Every model of the corpus is written as JSON and makes a database that agrees with it`(
    name: String
  ) async throws {
    let (json, path) = (folder.path + "/model.json", folder.path + "/made.db")
    let converted = try await run("model", "convert", Corpus.path(name), json)
    #expect(converted.code == 0, "\(converted.messages)")
    let arguments = ["--create", "--model", json, path]
    await (try Program(try Invocation(arguments: arguments)).session()).close()
    let check = try await run("model", "check", json, path)
    #expect(check.code == 0, "\(check.output)")
  }

  @Test func `A link uses a fetch that the model names`() async throws {
    let path = try database()
    try Connection(path: path, mode: .readWrite).execute(
      "INSERT INTO film VALUES (2, 'Brazil', 9), (3, 'Cabaret', 3)"
    )
    let model = model(
      """
      {"entities": [{"name": "Film", "table": "film", "fetchSpecifications": [
        {"name": "cheap", "qualifier": "price < $most", "sort": "-price"}]}]}
      """
    )
    func list(_ link: String) async throws -> (code: Int32, output: String, messages: String) {
      let program = Program(try Invocation(arguments: ["list", path, link, "--model", model]))
      let outcome = await program.run()
      return (outcome.code, outcome.output, outcome.messages)
    }
    let found = try await list("Film?fetch=cheap(most: 6)").output
    let titles = found.split(separator: "\n").dropFirst().map { $0.prefix { $0 != " " } }
    #expect(titles == ["Alien", "Cabaret"])
    #expect(try await list("Film?fetch=cheap").messages.contains("needs values: cheap(most: …)"))
    #expect(try await list("Film?fetch=cheep").messages.contains("did you mean 'cheap'?"))
  }

  @Test func `A database is made from a model, and never over a file`() async throws {
    let model = model(
      """
      {"entities": [{"name": "Film", "attributes": [
        {"name": "id", "type": "integer", "primaryKey": true}, {"name": "title", "type": "string"}]}]}
      """
    )
    let path = folder.path + "/new.db"
    let arguments = ["--create", "--model", model, "--entity", "Film", path]
    let session = try await Program(try Invocation(arguments: arguments)).session()
    await session.close()
    let connection = try Connection(path: path, mode: .readOnly)
    #expect(try connection.scalar("SELECT count(*) FROM Film") == .int(0))
    await #expect(throws: (any Error).self) {
      try await Program(try Invocation(arguments: arguments)).session()
    }
  }

  @Test(
    .enabled(if: Corpus.isRequired || Corpus.exists, "needs the corpus; CI requires it"),
    arguments: [
      (
        "sample/movies_eo.sqlite", ["eomodel/Movies.eomodeld", "eomodel/Rentals.eomodeld"],
        "Talent", "Movies directed"
      ),
      ("sample/erxtest_eo.sqlite", ["eomodel/ERXTest.eomodeld"], "Employee", "Paychecks"),
      (
        "coredata/Sakila/SakilaCD.sqlite", ["coredata/Sakila/Sakila.xcdatamodel"], "Film",
        "Special features"
      ),
      (
        "coredata/CoreDataPlus/SampleModel_V1.sqlite",
        ["coredata/CoreDataPlus/SampleModel.xcdatamodeld/SampleModel.xcdatamodel"], "SportCar",
        "Number plate"
      ),
    ]
  )
  func `Databases of the corpus go with their models`(
    database: String,
    models: [String],
    entity: String,
    label: String
  ) async throws {
    let options = models.map { "--model \(Corpus.path($0))" }.joined(separator: " ")
    let scene = try await Scene(
      copyOf: Corpus.path(database),
      "--entity \(entity) \(options)",
      width: 160,
      height: 60
    )
    #expect(scene.line(with: "cannot") == nil)
    try await scene.send("enter")
    #expect(scene.text.contains(label), "\(scene.text)")
  }
}
