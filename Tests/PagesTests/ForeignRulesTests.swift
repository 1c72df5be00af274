import SceneSupport
import CommandLineTool
import FoundationEssentials
import SQLite
import TestSupport
import Testing

/// Tests the constructs that only rule files of Direct to Web have: markers, tabs, labels, patterns and text files.
@MainActor
struct ForeignRulesTests {
  private let folder = TemporaryFolder()

  private func write(_ text: String, to name: String) -> String {
    folder.write(Array(text.utf8), to: name)
  }

  private func run(_ words: String...) async -> Program.Outcome {
    do {
      return await Program(try Invocation(arguments: words)).run()
    } catch {
      return Program.outcome(of: error)
    }
  }

  /// A file of rules, each `condition | key | value`, the value as a property list.
  private func model(_ rules: String..., named name: String = "a.d2wmodel") -> String {
    let written = rules.map { rule in
      let parts = rule.split(separator: "|").map { $0.drop { $0 == " " } }
      return """
        { author = 100; class = "com.webobjects.directtoweb.Rule"; lhs = "\(parts[0])";
          rhs = { class = "com.webobjects.directtoweb.Assignment"; keyPath = \(parts[1]); value = \(parts[2]); }; }
        """
    }
    return write("{ rules = (\(written.joined(separator: ",\n"))); }", to: name)
  }

  private func scene(_ path: String, _ arguments: String) async throws -> Scene {
    try await Scene(RecordShop.script, arguments + " --rules " + path)
  }

  private func shop() throws -> String {
    let path = folder.path + "/shop.db"
    try Connection(path: path, mode: .create).execute(RecordShop.script)
    return path
  }

  private static let person = "entity.name = 'Customer' and task = 'inspect'"

  @Test
  func `F1: markers between properties are tabs and sections, and unknown names cost no other`()
    async throws
  {
    let path = model(
      Self.person
        + #" | displayPropertyKeys | ("[Person]", "(Name)", firstName, lastName, bogus, "(Where)", city, "[More]", email)"#
    )
    let scene = try await scene(path, "--entity Customer --id 1")
    let names = scene.lines.firstIndex { $0.hasPrefix(" Name") }
    let places = scene.lines.firstIndex { $0.hasPrefix(" Where") }
    #expect(scene.line(with: " Person ")?.hasSuffix(" Person    More") == true)
    #expect(try #require(names) < #require(places), "\(scene.text)")
    #expect(scene.text.contains("London") && !scene.text.contains("ada@example.org"))
    try await scene.send("t")
    #expect(scene.text.contains("ada@example.org") && !scene.text.contains("London"))
    let database = try shop()
    let check = await run("rules", "check", path, database)
    #expect(check.output.contains("`bogus` is left out of the list"), "\(check.output)")
    let report = await run("rules", "report", path, database)
    #expect(report.output.contains("its markers are sections and tabs; without bogus"), "\(report)")
  }

  @Test func `F1: a list of rows has no column for a marker`() async throws {
    let path = model(
      #"entity.name = 'Customer' | displayPropertyKeys | ("(Name)", firstName, city)"#
    )
    let scene = try await scene(path, "--entity Customer")
    #expect(scene.text.contains("Ada") && !scene.text.contains("(Name)"))
    let listed = await run("list", try shop(), "Customer", "--rules", path, "--format", "csv")
    #expect(listed.output.hasPrefix("firstName,city\n"), "\(listed)")
  }

  @Test func `F1: sections of tabs have a counterpart`() async throws {
    let path = model(
      Self.person
        + #" | tabSectionsContents | ((Person, ("The name", firstName, lastName), ("", city)), (More, email))"#
    )
    let scene = try await scene(path, "--entity Customer --id 1")
    #expect(scene.text.contains(" Person ") && scene.text.contains("The name"))
    #expect(scene.text.contains("London") && !scene.text.contains("ada@example.org"))
    try await scene.send("t")
    #expect(scene.text.contains("ada@example.org") && !scene.text.contains("London"))
  }

  @Test func `F1: what names an object behind a relationship is its label`() async throws {
    let path = model(
      "smartRelationship.destinationEntity.name = 'Artist' | keyWhenRelationship | artistId",
      "destinationEntity.name = 'Album' | keysWhenRelationship | (title, albumId)",
      "*true* | keyWhenRelationship | userPresentableDescription"
    )
    let albums = try await scene(path, "--entity Album")
    #expect(!albums.text.contains("Blind Guardian"), "\(albums.text)")
    let tracks = try await scene(path, "--entity Track")
    #expect(tracks.text.contains("Nightfall 2"), "\(tracks.text)")
  }

  @Test(arguments: [
    ("$#,##0.00", "currency"), ("#,##0", "integer"), ("0.###", "number"), ("%d %b %Y", "date"),
    ("%m/%d/%Y %H:%M", "timestamp"), ("%b %Y", "month"), ("%Y", "year"), ("%H:%M", "time"),
    ("0%", "percent"),
  ])
  func `F1: a pattern is the formatter that comes nearest`(pattern: String, name: String)
    async throws
  {
    let path = model(#"propertyKey = 'unitPrice' | formatter | "\#(pattern)""#)
    let report = await run("rules", "report", path, try shop())
    #expect(
      report.output.contains("formatter = '\(name)'") && report.output.contains("mapped"),
      "\(report)"
    )
  }

  @Test(arguments: [
    "( 60 : entity.name = 'Artist' => displayNameForEntity = \"Band\" [com.webobjects.directtoweb.Assignment],\n  50 : (entity.name = 'Album' or entity.name = 'LP') => displayNameForEntity = \"Disc\" [com.webobjects.directtoweb.Assignment] )\n",
    "(\n  \"60 : entity.name = 'Artist' => displayNameForEntity = \\\"Band\\\" [com.webobjects.directtoweb.Assignment]\",\n  \"50 : entity.name = 'Album' => displayNameForEntity = \\\"Disc\\\" [com.webobjects.directtoweb.Assignment]\"\n)\n",
    "60 : entity.name = 'Artist' => displayNameForEntity = \"Band\" [com.webobjects.directtoweb.Assignment]\n(entity.name = 'Album') => displayNameForEntity = \"Disc\" [com.webobjects.directtoweb.Assignment]\n",
  ])
  func `F2: rules of a file of text are read, in parentheses and quotes or not`(text: String)
    async throws
  {
    let path = write(text, to: "a.d2wmodel.txt")
    let check = await run("rules", "check", path, try shop())
    #expect(!check.output.contains("error"), "\(check.output)")
    let scene = try await scene(path, "")
    #expect(scene.text.contains("Band") && scene.text.contains("Disc"), "\(scene.text)")
  }

  @Test func `F3: what is written back keeps its spelling`() async throws {
    let path = model(
      "propertyKey = 'artist' | componentName | ERD2WEditToOneRelationship",
      "propertyKey = 'album' | componentName | D2WEditToOneRelationship"
    )
    let (ours, back) = (folder.path + "/b.rules", folder.path + "/c.d2wmodel")
    #expect(await run("rules", "convert", path, ours).code == 0)
    #expect(await run("rules", "convert", ours, back).code == 0)
    let text = FileManager.default.contents(atPath: back).map {
      String(decoding: $0, as: UTF8.self)
    }
    #expect(text?.contains("ERD2WEditToOneRelationship") == true, "\(text ?? "")")
    #expect(
      text?.contains(" D2WEditToOneRelationship") == true
        && text?.contains("In Direct to Web") == false
    )
  }

  @Test func `F4: the report counts no rule whose page nothing opens, and a setting opens it`()
    async throws
  {
    let path = model(
      "pageConfiguration = 'InspectArtist' | displayNameForEntity | Band",
      "pageConfiguration = 'MyArtistPage' | displayNameForEntity | Combo"
    )
    let database = try shop()
    let report = await run("rules", "report", path, database)
    let lines = report.output.split(separator: "\n")
    #expect(lines.first?.contains("used as is") == true, "\(report)")
    #expect(
      lines.last?.contains("no counterpart") == true
        && lines.last?.contains("myArtistPage") == true,
      "\(report)"
    )
    let set = await run(
      "rules",
      "explain",
      "displayNameForEntity",
      "--entity",
      "Artist",
      database,
      "--rules",
      path,
      "--set",
      "pageConfiguration=myArtistPage"
    )
    #expect(set.output.contains("'Combo'"), "\(set)")
    let linked = try await scene(path, "--link Artist?page=myArtistPage")
    #expect(linked.text.contains("Combo") && linked.text.contains("Celtic Frost"), "\(linked.text)")
    let typed = try await scene(path, "--entity Artist")
    #expect(!typed.text.contains("Combo"))
    try await typed.send(":")
    try await typed.type("page myArtistPage")
    try await typed.send("enter")
    #expect(typed.text.contains("Combo") && typed.text.contains("Celtic Frost"), "\(typed.text)")
  }

  @Test func `F5: a refusal names the rule that says so, not the table by which it is understood`()
    async throws
  {
    let path = model("entity.name = 'Artist' | isEntityEditable | false")
    let outcome = await run("set", try shop(), "Artist#1", "name=x", "--rules", path)
    #expect(outcome.code != 0 && outcome.messages.contains("a.d2wmodel:"), "\(outcome)")
    #expect(!outcome.messages.contains("DirectToWeb.rules"))
  }
}
