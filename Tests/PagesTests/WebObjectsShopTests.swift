import DirectToTerminalTesting
import SceneSupport
import FoundationEssentials
import Glibc
import SQLite
import TestSupport
import Testing

import CommandLineTool

/// An application of WebObjects, model and rules, opened here: keys that are no class properties, entities that share a table,
/// two names for a column, markers in the rules.
@MainActor
struct WebObjectsShopTests {
  private let folder = TemporaryFolder()

  private static let entities = [
    "Studio": """
    { name = Studio; externalName = studio; primaryKeyAttributes = (studioID); classProperties = (name, films);
      attributes = (
        { name = studioID; columnName = STUDIO_ID; prototypeName = id; },
        { name = name; columnName = NAME; prototypeName = varchar255; } );
      relationships = (
        { name = films; destination = Film; isToMany = Y; deleteRule = EODeleteRuleDeny;
          joins = ({ sourceAttribute = studioID; destinationAttribute = studioID; }); } ); }
    """,
    "Film": """
    { name = Film; externalName = film; primaryKeyAttributes = (filmID); classProperties = (title, code, studio, director);
      attributes = (
        { name = filmID; columnName = FILM_ID; prototypeName = id; },
        { name = title; columnName = TITLE; prototypeName = varchar255; },
        { name = code; columnName = CODE; allowsNull = Y; prototypeName = varchar16; },
        { name = shortCode; columnName = CODE; allowsNull = Y; prototypeName = varchar16; },
        { name = studioID; columnName = STUDIO_ID; prototypeName = id; },
        { name = directorKey; columnName = DIRECTOR_ID; allowsNull = Y; prototypeName = id; } );
      relationships = (
        { name = studio; destination = Studio; isMandatory = Y;
          joins = ({ sourceAttribute = studioID; destinationAttribute = studioID; }); },
        { name = director; destination = Person;
          joins = ({ sourceAttribute = directorKey; destinationAttribute = personID; }); } ); }
    """,
    "Person": """
    { name = Person; externalName = person; primaryKeyAttributes = (personID); classProperties = (name, studio);
      restrictingQualifier = "type = 'P'";
      attributes = (
        { name = personID; columnName = PERSON_ID; prototypeName = id; },
        { name = name; columnName = NAME; prototypeName = varchar255; },
        { name = type; columnName = TYPE; prototypeName = varchar16; },
        { name = studioID; columnName = STUDIO_ID; allowsNull = Y; prototypeName = id; } );
      relationships = (
        { name = studio; destination = Studio;
          joins = ({ sourceAttribute = studioID; destinationAttribute = studioID; }); } ); }
    """,
    "Star": """
    { name = Star; parent = Person; externalName = person; primaryKeyAttributes = (personID);
      classProperties = (name, studio, fee); restrictingQualifier = "type = 'S'";
      attributes = (
        { name = personID; columnName = PERSON_ID; prototypeName = id; },
        { name = name; columnName = NAME; prototypeName = varchar255; },
        { name = type; columnName = TYPE; prototypeName = varchar16; },
        { name = fee; columnName = FEE; allowsNull = Y; prototypeName = intNumber; },
        { name = studioID; columnName = STUDIO_ID; allowsNull = Y; prototypeName = id; } );
      relationships = (
        { name = studio; destination = Studio;
          joins = ({ sourceAttribute = studioID; destinationAttribute = studioID; }); } ); }
    """,
  ]

  private static let rules = """
    { rules = (
      { author = 100; class = "com.webobjects.directtoweb.Rule"; lhs = "entity.name = 'Film' and task = 'inspect'";
        rhs = { class = "com.webobjects.directtoweb.Assignment"; keyPath = displayPropertyKeys;
          value = ("[Film]", "(Names)", title, code, "(Makers)", studio, poster, "[People]", director); }; },
      { author = 100; class = "com.webobjects.directtoweb.Rule"; lhs = "entity.name = 'Studio'";
        rhs = { class = "com.webobjects.directtoweb.Assignment"; keyPath = displayNameForEntity; value = "Film studio"; }; }
    ); }
    """

  /// The words that open the application: with `create` its database is made.
  private func words(create: Bool) -> [String] {
    let model = folder.path + "/Shop.eomodeld"
    mkdir(model, 0o755)
    let names = Self.entities.keys.sorted()
    let index = names.map { "{ className = EOGenericRecord; name = \($0); }" }.joined(
      separator: ", "
    )
    _ = folder.write(
      Array("{ EOModelVersion = 2.1; adaptorName = JDBC; entities = (\(index)); }".utf8),
      to: "Shop.eomodeld/index.eomodeld"
    )
    for (name, text) in Self.entities {
      _ = folder.write(Array(text.utf8), to: "Shop.eomodeld/\(name).plist")
    }
    let rules = folder.write(Array(Self.rules.utf8), to: "shop.d2wmodel")
    return [folder.path + "/films.db", "--model", model, "--rules", rules]
      + (create ? ["--create"] : [])
  }

  private func run(_ command: String, _ arguments: String..., create: Bool = false) async throws
    -> Program.Outcome
  {
    var all = words(create: create)
    let database = all.removeFirst()
    return await Program(
      try Invocation(
        arguments: command.split(separator: " ").map(String.init) + [database] + arguments + all
      )
    ).run()
  }

  @Test func `A19: a model of WebObjects opens with what it hides, shares and names twice`()
    async throws
  {
    let made = try await run("insert", "Studio", "name=Ghibli", create: true)
    #expect(made.code == 0, "\(made)")
    let film = try await run("insert", "Film", "title=Ponyo", "code=P1", "studio=1")
    #expect(film.code == 0, "\(film)")
    let refused = try await run("insert", "Film", "title=Nobody's")
    #expect(refused.code == 1 && refused.messages.lowercased().contains("studio"), "\(refused)")
    #expect(try await run("insert", "Star", "name=Ada", "fee=7", "studio=1").code == 0)
    #expect(try await run("insert", "Person", "name=Bob").code == 0)
    let films = try await run("list", "Film", "--format", "csv")
    #expect(films.output.hasPrefix("title,code,studio,director\n"), "\(films)")
    #expect(try await run("list", "Star", "--format", "csv").output.contains("Ada"))
    // The second name of a column says what the first says, and is not written.
    let shown = folder.write(
      Array("propertyKey = 'shortCode' => isPropertyVisible = true".utf8),
      to: "shown.rules"
    )
    let both = try await run(
      "list",
      "Film",
      "--columns",
      "code,shortCode",
      "--format",
      "csv",
      "--rules",
      shown
    )
    #expect(both.output == "code,shortCode\nP1,P1\n", "\(both)")
    let set = try await run("set", "Film#1", "shortCode=X", "--rules", shown)
    #expect(set.code != 0 && !set.messages.contains("is not shown"), "\(set)")
    // No class property: who does not ask for it does not see it.
    let hidden = try await run("list", "Film", "--columns", "shortCode")
    #expect(hidden.code == 2 && hidden.messages.contains("'shortCode' is not shown"), "\(hidden)")
  }

  @Test
  func
    `A19: to-ones whose keys are hidden stand on every page, in the sections and tabs of the rules`()
    async throws
  {
    #expect(try await run("insert", "Studio", "name=Ghibli", create: true).code == 0)
    #expect(try await run("insert", "Film", "title=Ponyo", "code=P1", "studio=1").code == 0)
    func page(_ arguments: String...) async throws -> String {
      let invocation = try Invocation(arguments: arguments + words(create: false))
      let page = try RenderedPage(
        session: try await Program(invocation).session(),
        invocation: invocation
      )
      var patience = Patience()
      while !page.advance() {
        guard patience.lasts else { throw Scene.Restless(screen: page.text) }
        await Task.yield()
      }
      return page.text
    }
    let inspected = try await page("--entity", "Film", "--id", "1")
    let order = ["Names", "Title", "Code", "Makers", "Studio"].map { word in
      inspected.split(separator: "\n").firstIndex { $0.contains(word) && !$0.contains("Film ›") }
    }
    #expect(
      order.allSatisfy { $0 != nil }
        && order.compactMap(\.self) == order.compactMap(\.self).sorted(),
      "\(inspected)"
    )
    #expect(
      inspected.contains(" Film    People") && inspected.contains("Ghibli"),
      "\(inspected)"
    )
    let edited = try await page("--entity", "Film", "--id", "1", "--task", "edit")
    #expect(
      edited.contains("Studio") && edited.contains("Director") && !edited.contains("Studio ID"),
      "\(edited)"
    )
    let created = try await page("--entity", "Film", "--task", "create")
    #expect(created.contains("Studio") && created.contains("Director"), "\(created)")
    let listed = try await page("--entity", "Film")
    #expect(listed.contains("Studio") && listed.contains("Ghibli"), "\(listed)")
  }

  @Test func `A19: the report of its rules says what is used, and what is left out`() async throws {
    #expect(try await run("insert", "Studio", "name=Ghibli", create: true).code == 0)
    let all = words(create: false)
    let report = await Program(
      try Invocation(arguments: ["rules", "report", all[4], all[0], "--model", all[2]])
    ).run()
    #expect(
      report.output.contains("its markers are sections and tabs; without poster"),
      "\(report)"
    )
    #expect(report.output.contains("used as is"))
  }
}
