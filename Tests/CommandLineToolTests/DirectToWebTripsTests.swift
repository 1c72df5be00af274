import CommandLineTool
import FoundationEssentials
import SQLite
import TestSupport
import Testing

/// Rules that are converted from Direct to Web and back, and mean what they meant.
@MainActor
struct DirectToWebTripsTests {
  private let folder = TemporaryFolder()

  /// The files of Project Wonder beside the package; not everybody has them.
  nonisolated private static let models = {
    let root = Corpus.path("d2w")
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: root)) ?? []
    return names.filter { $0.hasSuffix(".d2wmodel") }.sorted().map { "\(root)/\($0)" }
  }()

  private func convert(_ text: String, from name: String, to ending: String) async throws -> String
  {
    let source = folder.write(text, to: name)
    let words =
      ["rules", "convert", source] + (ending == "d2wmodel" ? [] : [folder.path + "/out.rules"])
    let outcome = await Program(try Invocation(arguments: words)).run()
    #expect(!outcome.messages.contains("error:"), "\(text)\n\(outcome.messages)")
    guard ending != "d2wmodel" else { return outcome.output }
    return folder.text(of: "out.rules").split(separator: "\n", omittingEmptySubsequences: false)
      .dropFirst(2).joined(separator: "\n")
  }

  private static func model(_ rules: String...) -> String {
    "{ rules = (\n" + rules.joined(separator: ",\n") + "\n); }\n"
  }

  private static func rule(
    _ condition: String,
    _ key: String,
    _ value: String,
    class name: String = "com.webobjects.directtoweb.Assignment"
  ) -> String {
    """
    { author = 50; class = "com.webobjects.directtoweb.Rule"; \(condition.isEmpty ? "" : "lhs = \"\(condition)\"; ")rhs = { class = "\(name)"; keyPath = \(key); value = \(value); }; }
    """
  }

  @Test(arguments: [
    (
      "propertyType = 'r' and relationship.destinationEntity.name = 'Person'",
      "keyWhenRelationship",
      "name", "50: entity.name = 'Person' => labelKey = 'name'"
    ),
    (
      "relationship is not null and destinationEntity.name = 'Person'", "keyWhenRelationship",
      "name",
      "50: entity.name = 'Person' => labelKey = 'name'"
    ),
    (
      "task = 'edit' and propertyType = 'r'", "keyWhenRelationship", "name",
      "50: task = 'edit' => labelKey = 'name'"
    ),
    (
      "relationship.destinationEntity.name in ('Person', 'Studio')", "keysWhenRelationship",
      "(name, city)", "50: entity.name in ('Person', 'Studio') => labelKey = 'name city'"
    ),
  ])
  func `N7: the label of a relationship's destination is that of the entity, and back`(
    condition: String,
    key: String,
    value: String,
    ours: String
  ) async throws {
    let model = Self.model(Self.rule(condition, key, value))
    let rules = try await convert(model, from: "a.d2wmodel", to: "rules")
    #expect(rules == ours + "\n")
    let back = try await convert(rules, from: "b.rules", to: "d2wmodel")
    #expect(back.contains("keyPath = \(key);"), "\(back)")
    #expect(condition.contains("Person") == back.contains("relationship.destinationEntity.name"))
    // A list of several becomes an `or` of them, which means the same.
    guard !ours.contains(",") else { return }
    #expect(try await convert(back, from: "c.d2wmodel", to: "rules") == rules)
  }

  @Test(arguments: [
    "propertyKey = 'studio' and relationship.destinationEntity.name = 'Studio'",
    "propertyType = 'a' and relationship.destinationEntity.name = 'Studio'",
    "entity.name = 'Movie' and relationship.destinationEntity.name = 'Studio'",
    "relationship.isToMany = 1 and relationship.destinationEntity.name = 'Studio'",
  ])
  func `N7: a label of one relationship alone has no counterpart, and is not called mapped`(
    condition: String
  ) async throws {
    let model = Self.model(Self.rule(condition, "keyWhenRelationship", "name"))
    let rules = try await convert(model, from: "a.d2wmodel", to: "rules")
    #expect(
      rules.contains("keyWhenRelationship = 'name' [") && !rules.contains("labelKey"),
      "\(rules)"
    )
    let report = await Program(
      try Invocation(arguments: ["rules", "report", folder.path + "/a.d2wmodel"])
    ).run()
    #expect(
      report.output.contains("no counterpart") && !report.output.contains("mapped  "),
      "\(report)"
    )
  }

  @Test func `N7: the label that was mapped names the objects`() async throws {
    let path = folder.path + "/films.db"
    try Connection(path: path, mode: .create).execute(
      """
      CREATE TABLE person(id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT NOT NULL);
      CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT NOT NULL, person_id INT REFERENCES person);
      INSERT INTO person VALUES(1, 'Ada', 'London');
      INSERT INTO film VALUES(1, 'Engine', 1);
      """
    )
    let condition = "propertyType = 'r' and relationship.destinationEntity.name = 'Person'"
    let file = folder.write(
      Self.model(Self.rule(condition, "keyWhenRelationship", "city")),
      to: "films.d2wmodel"
    )
    let words = ["list", path, "Film", "--rules", file, "--columns", "title,person"]
    let outcome = await Program(try Invocation(arguments: words)).run()
    #expect(outcome.output.contains("London") && !outcome.output.contains("Ada"), "\(outcome)")
  }

  @Test(arguments: [
    ("er.directtoweb.assignments.ERDKeyValueAssignment", "title", "\"entity.name\""),
    ("com.webobjects.directtoweb.KeyValueAssignment", "title", "\"entity.name\""),
    ("er.directtoweb.assignments.delayed.ERDDelayedKeyValueAssignment", "title", "\"entity.name\""),
    ("er.directtoweb.assignments.ERDLocalizedAssignment", "title", "Hello"),
    ("er.directtoweb.assignments.ERDLocalizedAssignment", "title", "\"Hello @@entity.name@@\""),
    ("er.directtoweb.assignments.delayed.ERDDelayedLocalizedAssignment", "title", "Hello"),
    ("er.directtoweb.assignments.delayed.ERDDelayedAssignment", "title", "Hello"),
    (
      "er.directtoweb.assignments.delayed.ERDDelayedBooleanAssignment", "title",
      "{ conditionKey = isEntityReadOnly; trueValue = a; falseValue = b; }"
    ),
    (
      "er.directtoweb.assignments.delayed.ERDDelayedNonNullConditionalAssignment", "title",
      "{ nonNullKeyPath = object; trueValue = a; falseValue = b; }"
    ),
    ("com.webobjects.directtoweb.BooleanAssignment", "isEntityReadOnly", "true"),
  ])
  func `N7: an assignment comes back with its class`(
    name: String,
    key: String,
    value: String
  ) async throws {
    let model = Self.model(Self.rule("task = 'edit'", key, value, class: name))
    let rules = try await convert(model, from: "a.d2wmodel", to: "rules")
    let lines = rules.split(separator: "\n").filter { !$0.hasPrefix("//") }
    #expect(lines.count == 1 && !rules.hasSuffix("]\n"), "it is said in our terms: \(rules)")
    let back = try await convert(rules, from: "b.rules", to: "d2wmodel")
    #expect(back.contains("class = \(name);"), "\(rules)\n\(back)")
    #expect(try await convert(back, from: "c.d2wmodel", to: "rules") == rules)
  }

  @Test(arguments: [
    "task in ('edit')", "task in ('edit', 'list')", "not (task = 'edit')",
    "task = 'edit' or task = 'list'",
  ])
  func `N7: a condition stays the same over several trips`(condition: String) async throws {
    var text = "\(condition) => title = 'x'\n"
    var trips: [String] = []
    for trip in 0..<3 {
      let model = try await convert(text, from: "\(trip).rules", to: "d2wmodel")
      text = try await convert(model, from: "\(trip).d2wmodel", to: "rules")
      trips.append(text)
    }
    #expect(trips[0] == trips[1] && trips[1] == trips[2], "\(trips)")
    let isList = condition.contains("in (") && condition.contains(",")
    #expect(isList || trips[0] == "\(condition) => title = 'x'\n", "\(trips)")
  }

  @Test func `N7: a rule with an empty key path is kept as a remark, and reported`() async throws {
    let model = Self.model(Self.rule("", "\"\"", "x"), Self.rule("", "title", "y"))
    let rules = try await convert(model, from: "a.d2wmodel", to: "rules")
    #expect(rules.contains("// Not converted: its assignment has an empty `keyPath`"), "\(rules)")
    #expect(rules.contains("value = x;") && rules.contains("title = 'y'"), "\(rules)")
    let report = await Program(
      try Invocation(arguments: ["rules", "report", folder.path + "/a.d2wmodel"])
    ).run()
    #expect(report.output.contains("empty `keyPath`"), "\(report)")
    #expect((report.output + report.messages).contains("2 rules:"), "\(report)")
  }

  @Test(arguments: models)
  func `N7: a file of the corpus keeps its rules and their classes both ways`(path: String)
    async throws
  {
    let rules = folder.path + "/b.rules"
    _ = await Program(try Invocation(arguments: ["rules", "convert", path, rules])).run()
    let text = folder.text(of: "b.rules")
    let model = await Program(try Invocation(arguments: ["rules", "convert", rules])).run().output
    folder.write(model, to: "c.d2wmodel")
    let again = folder.path + "/d.rules"
    _ = await Program(
      try Invocation(arguments: ["rules", "convert", folder.path + "/c.d2wmodel", again])
    ).run()
    #expect(
      text.split(separator: "\n").dropFirst()
        == folder.text(of: "d.rules").split(separator: "\n").dropFirst()
    )
  }
}
