import SceneSupport
import Diagnostics
import CommandLineTool
import Pages
import FoundationEssentials
import RuleEnvironment
import SQLite
import TestSupport
import Testing
import Workspace

/// Tests the `d2t rules` subcommands.
@MainActor
struct RuleCommandsTests {
  /// The record shop as a file, with rules in another one.
  @MainActor
  private final class Shop {
    let folder = TemporaryFolder()
    let path: String
    let rules: String

    init(rules text: String = "") throws {
      path = folder.path + "/shop.db"
      try Connection(path: path, mode: .create).execute(RecordShop.script)
      rules = folder.write(Array(text.utf8), to: "shop.rules")
    }

    func run(_ words: String...) async -> Program.Outcome {
      do {
        return await Program(try Invocation(arguments: words)).run()
      } catch {
        return Program.outcome(of: error)
      }
    }
  }

  private static let mistakes = [
    (
      "entity.name = 'Artist' => displayNameForEntty = 'Band'", "unknown-key",
      "displayNameForEntity"
    ),
    ("entity.name = 'Artist' => width = 'wide'", "wrong-type", nil),
    ("entity.name = 'Artst' => title = 'Bands'", "unknown-entity", "Artist"),
    ("propertyKey = 'nme' => displayNameForProperty = 'Name'", "unknown-property", "name"),
    ("task = 'list' => component = 'DisplayStrng'", "unknown-component", "DisplayString"),
    ("task = 'list' => page = 'lst'", "unknown-page", "list"),
    ("propertyKey = 'unitPrice' => formatter = 'curency'", "unknown-formatter", "currency"),
    ("propertyKey = 'unitPrice' => color = 'rad'", "unknown-color", "red"),
    ("entity.name = 'Album' => title = 'Records", "syntax", nil),
    ("entity.name = 'Track' title = 'Songs'", "syntax", nil),
    ("entity.name === 'Track' => title = 'Songs'", "syntax", nil),
    ("propertyKey lik 'x*' => title = 'y'", "syntax", "like"),
    ("entity.name = 'Track' => title = Songs", "unquoted-word", nil),
    ("entity.name = 'Track' => entity = 'Album'", "not-assignable", nil),
    ("*true* => alignment = 'rihgt'", "not-allowed", "right"),
    ("*true* => style = 'bald'", "wrong-type", nil),
    ("*true* => locale = 'xx_YY'", "wrong-type", nil),
    ("*true* => actions = ['opne']", "unknown-command", "open"),
    ("*true* => look = 'ligth'", "unknown-look", "light"),
    ("entity.name = 'Track' => sortOrderings = ['-nme']", "unknown-property", "name"),
    (
      "*true* => sections = [['Songs', 'name'], ['Money', 'unitPrise']]", "unknown-property",
      "unitPrice"
    ),
    (
      "*true* => initialPropertyValues = {name: 'x', unitPrise: 1}", "unknown-property", "unitPrice"
    ),
    ("entity.name = 'Track' => groupBy = 'length(nme)'", "unknown-property", "name"),
    ("entity.name = 'Track' => groupBy = 'lenth(name)'", "wrong-type", "length"),
    ("entity.name = 'Track' => groups = 'nme count'", "unknown-property", "name"),
    ("entity.name = 'Artist' => groups = 'lenth(name) count'", "wrong-type", "length"),
    (
      "entity.name = 'Customer' => groups = 'email sum(unitPrise)'", "unknown-property", "unitPrice"
    ),
    ("*true* => chartEntityNames = ['Artst']", "unknown-entity", "Artist"),
    ("*true* => chart = 'colum'", "not-allowed", "column"),
    ("*true* => prefetchKeyPaths = ['album.artits']", "unknown-property", "artist"),
    ("*true* => auxiliaryQualifier = where (nme = 'x')", "unknown-property", "name"),
    ("when entity.name = 'Artst' { *true* => title = 'Bands' }", "unknown-entity", "Artist"),
    ("include 'missing.rules'", "include", nil),
  ]

  @Test func `Each mistake of a file is one fault with its place and what is near`() async throws {
    let good = "\nentity.name = 'Artist' => displayNameForEntity = 'Band'\n"
    let shop = try Shop(rules: Self.mistakes.map(\.0).joined(separator: good))
    let text = await shop.run("rules", "check", shop.rules, shop.path)
    #expect(
      text.code == 2
        && text.messages == "\(Self.mistakes.count) errors, \(Self.mistakes.count - 2) warnings\n"
    )
    let outcome = await shop.run("rules", "check", shop.rules, shop.path, "--format", "json")
    let all = try JSONDecoder().decode([Fault].self, from: Data(outcome.output.utf8))
    let faults = all.filter { $0.severity == "error" }
    #expect(faults.map(\.id) == Self.mistakes.map(\.1))
    #expect(faults.map(\.line) == faults.indices.map { $0 * 2 + 1 })
    for (fault, mistake) in zip(faults, Self.mistakes) {
      #expect(fault.file == shop.rules && fault.column > 0)
      if let near = mistake.2 { #expect(fault.suggestion?.contains(near) == true) }
      let place =
        "\(fault.file):\(fault.line):\(fault.column): error: \(fault.message) [\(fault.id)]"
      #expect(text.output.contains(place + "\n  " + mistake.0 + "\n"))
    }
  }

  private struct Fault: Decodable {
    let id, severity, file, message: String
    let line, column: Int
    let suggestion: String?
  }

  @Test func `The program starts with the good rules and says that there are faults`() async throws
  {
    let rules = "titel = 'x'\nentity.name = 'Artist' => displayNameForEntity = 'Band'\nwidth = 'x'"
    let scene = try await Scene(RecordShop.script, rules: rules)
    #expect(scene.text.contains("Band"))
    #expect(scene.status.hasSuffix("⚠ 2 rule faults (!)"))
  }

  @Test func `A file that is named and stands beside the database counts once`() async throws {
    let shop = try Shop(rules: "titel = 'x'")
    let outcome = await shop.run("rules", "check", shop.rules, shop.path)
    #expect(outcome.messages == "1 error\n")
  }

  @Test(arguments: [
    ("", "no faults in N rules of the program\n"),
    ("title = 'x'", "FILE: 1 rule, no faults (checked with N of the program)\n"),
    ("title = 'x'\nwidth = 5", "FILE: 2 rules, no faults (checked with N of the program)\n"),
    (
      "include 'more.rules'\ntitle = 'x'\nwidth = 5",
      "3 rules in 2 files, no faults (checked with N of the program)\n"
    ),
  ])
  func `Rules without faults are counted apart from those of the program`(
    text: String,
    sentence: String
  ) async throws {
    let shop = try Shop(rules: text)
    _ = shop.folder.write(Array("color = 'red'".utf8), to: "more.rules")
    let outcome = await shop.run("rules", "check", shop.rules)
    let words = outcome.messages.split(separator: " ").map { (word: Substring) -> String in
      word.allSatisfy(\.isNumber) && word.count > 1 ? "N" : "\(word)"
    }
    #expect(outcome.code == 0 && outcome.output.isEmpty, "\(outcome)")
    #expect(words.joined(separator: " ").replacing(shop.rules, with: "FILE") == sentence)
  }

  @Test func `Warnings count with strict only`() async throws {
    let shop = try Shop(rules: "task = 'lst' => title = 'x'")
    #expect(await shop.run("rules", "check", shop.rules, shop.path).code == 0)
    #expect(await shop.run("rules", "check", shop.rules, shop.path, "--strict").code == 2)
  }

  @Test func `Explain tells key, value, origin, rule, candidates and reads`() async throws {
    let shop = try Shop()
    let outcome = await shop.run(
      "rules",
      "explain",
      "displayNameForProperty",
      "--entity",
      "Artist",
      "--property",
      "name",
      "--format",
      "json",
      shop.path
    )
    let why = try JSONDecoder().decode(Explained.self, from: Data(outcome.output.utf8))
    #expect(why.key == "displayNameForProperty" && why.value == "Name" && why.origin == "rule")
    #expect(why.rule?.file == "Rules/Default.rules" && why.rule?.layer == "builtIn")
    #expect(why.rule?.priority == 100 && why.rule?.specificity == 1 && (why.rule?.line ?? 0) > 1)
    #expect(why.candidates.map(\.reason) == ["relationship is null", "less specific: 0, not 1"])
    #expect(why.read.map(\.path) == ["attribute", "attribute.displayName", "relationship"])
  }

  private struct Explained: Decodable {
    struct Place: Decodable {
      let file, layer: String
      let line, priority, specificity: Int
    }
    struct Candidate: Decodable { let reason: String }
    struct Reading: Decodable { let path: String }
    let key, value, origin: String
    let rule: Place?
    let candidates: [Candidate]
    let read: [Reading]
  }

  @Test func `Keys that rule files declare are listed, explained and checked`() async throws {
    let rules = "key mood: text = 'good' \"How it is.\"\ntitle = `Shop ({mood})`\n"
    let shop = try Shop(rules: rules)
    let own = " mood                          How it is.\n"
    for words in [["keys", shop.path], ["keys", "--rules", shop.rules]] {
      let keys = await Program(try Invocation(arguments: words)).run()
      #expect(keys.output.contains("Declared in rule files\n \(own)"), "\(words)")
      #expect(keys.messages == "" && keys.code == 0)
    }
    #expect(await !shop.run("keys").output.contains("mood"))
    let json = await shop.run("keys", shop.path, "--format", "json")
    #expect(json.output.contains("\"summary\": \"How it is.\""))
    let why = await shop.run("rules", "explain", "mood", shop.path)
    #expect(
      why.output.hasPrefix("mood is 'good': no rule sets it: the default declared")
    )
    #expect(why.output.hasSuffix("shop.rules:1\n"))
    let all = await shop.run("rules", "explain", "--all", shop.path)
    #expect(
      all.output.contains("\nmood ") && all.output.contains("'Shop (good)'")
    )
    let check = await shop.run("rules", "check", shop.rules, shop.path)
    #expect(check.code == 0 && check.output == "", "\(check)")
    let unread = try Shop(rules: String(rules.prefix { $0 != "\n" }))
    let told = await unread.run("rules", "check", "--strict", unread.rules, unread.path)
    #expect(told.code == 2 && told.output.contains("no rule reads the key `mood`"), "\(told)")
  }

  @Test func `A formatter with parameters can be set on the command line`() async throws {
    let shop = try Shop()
    let words = ["list", shop.path, "Track", "--columns", "unitPrice", "--set"]
    let good = await Program(try Invocation(arguments: words + ["formatter=number('0.00 CHF')"]))
      .run()
    #expect(good.code == 0 && good.output.contains("0.99 CHF"), "\(good)")
    let bad = await Program(try Invocation(arguments: words + ["formatter=number('CHF')"])).run()
    #expect(
      bad.code == 2 && bad.messages.contains("the pattern of `number`: a pattern needs"),
      "\(bad)"
    )
  }

  @Test func `Explain knows values that were set, and defaults`() async throws {
    let shop = try Shop()
    let set = await shop.run("rules", "explain", "title", "--set", "title=Shop", shop.path)
    #expect(set.output.hasPrefix("title is 'Shop'") && set.output.contains("live:1"), "\(set)")
    let plain = await shop.run("rules", "explain", "validation", shop.path)
    #expect(
      plain.output == "validation is null: no rule sets it: the key's default\n"
    )
    let all = await shop.run("rules", "explain", "--all", shop.path)
    #expect(all.output.split(separator: "\n").count == builtInVocabulary.names.count)
  }

  @Test func `An unknown key is refused with the nearest`() async throws {
    let shop = try Shop()
    let outcome = await shop.run("rules", "explain", "titel", shop.path)
    #expect(outcome.code == 2 && outcome.messages.contains("did you mean 'title'?"))
  }

  @Test(arguments: [
    ("*true* => title = title", "title -> title"),
    (
      "*true* => displayNameForEntity = navigationBarTitle\n"
        + "*true* => navigationBarTitle = displayNameForEntity",
      "navigationBarTitle -> displayNameForEntity -> navigationBarTitle"
    ),
    ("color = 'red' => style = 'bold'\nstyle = 'bold' => color = 'red'", "color -> style -> color"),
  ])
  func `A cycle is one fault in check, in explain and on the screen`(
    rules: String,
    chain: String
  ) async throws {
    let shop = try Shop(rules: rules)
    let checked = await shop.run("rules", "check", shop.rules, shop.path)
    #expect(checked.code == 2 && checked.messages == "1 error\n")
    #expect(checked.output.contains("these keys need each other: \(chain) [cycle]"))
    let key = chain.prefix { $0 != " " }
    let explained = await shop.run(
      "rules",
      "explain",
      String(key),
      "--entity",
      "Artist",
      "--rules",
      shop.rules,
      shop.path
    )
    #expect(explained.code == 0)
    #expect(explained.messages.contains("these keys need each other"))
    let scene = try await Scene(RecordShop.script, rules: rules, "--entity Artist")
    #expect(scene.status.hasSuffix("⚠ 1 rule fault (!)"))
    #expect(scene.text.contains("Accept"))
  }

  @Test func `List tells every rule with its place and rank`() async throws {
    let rules = "/// The shop.\ndisabled high: entity.name = 'Artist' and debug => title = 'x'"
    let shop = try Shop(rules: rules)
    let outcome = await shop.run("rules", "list", shop.rules, shop.path, "--format", "json")
    let listed = try JSONDecoder().decode([Listed].self, from: Data(outcome.output.utf8))
    #expect(listed.count > 100 && listed.filter { $0.layer == "builtIn" }.count > 100)
    let rule = try #require(listed.last)
    #expect(rule.file == shop.rules && rule.line == 2 && rule.layer == "application")
    #expect(rule.priority == 150 && rule.specificity == 2 && !rule.enabled)
    #expect(rule.condition == "entity.name = 'Artist' and debug")
    #expect(rule.key == "title" && rule.value == "'x'" && rule.documentation == "The shop.")
    let text = await shop.run("rules", "list", shop.rules, shop.path)
    #expect(text.output.hasSuffix("disabled 150: \(rule.condition) => title = 'x'\n"))
  }

  private struct Listed: Decodable {
    let file, layer, condition, key, value: String
    let line, priority, specificity: Int
    let enabled: Bool
    let documentation: String?
  }

  @Test func `Format prints a file, or replaces it, and refuses one with mistakes`() async throws {
    let shop = try Shop(rules: "title='x'")
    #expect(await shop.run("rules", "format", shop.rules).output == "title = 'x'\n")
    #expect(await shop.run("rules", "format", "--write", shop.rules).output == "")
    #expect(try String(contentsOfFile: shop.rules, encoding: .utf8) == "title = 'x'\n")
    #expect(await shop.run("rules", "format").code == 2)
    let link = shop.folder.path + "/link.rules"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "shop.rules")
    try "note='x'".write(toFile: shop.rules, atomically: false, encoding: .utf8)
    #expect(await shop.run("rules", "format", "--write", link).code == 0)
    #expect(try String(contentsOfFile: shop.rules, encoding: .utf8) == "note = 'x'\n")
    let nowhere = await shop.run("rules", "format", shop.folder.path + "/none.rules")
    #expect(nowhere.code == 2 && nowhere.messages.contains("there is no such file"))
    let bad = try Shop(rules: "title = = 'x'")
    let outcome = await bad.run("rules", "format", bad.rules)
    #expect(outcome.code == 2 && outcome.output.isEmpty && outcome.messages.contains("[syntax]"))
  }

  @Test(arguments: ["Rules/Default.rules", "Rules/Derived.rules", "Rules/Movies.rules"])
  func `The rules that come with the program are laid out`(path: String) async throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = root.appending(path: path)
    let outcome = await Program(try Invocation(arguments: ["rules", "format", file.path()])).run()
    #expect(try outcome.output == String(contentsOf: file, encoding: .utf8))
  }

  @Test func `Test tells which expectations fail, and coverage which rules never answered`()
    async throws
  {
    let rules = """
      entity.name = 'Artist' and task = 'edit' => title = `Edit {displayNameForEntity}`
      entity.name = 'Artist' => displayNameForEntity = 'Band'
      entity.name = 'Album' => displayNameForEntity = 'Record'
      expect entity = 'Artist', task = 'edit' : title = 'Edit Band'
      expect entity = 'Artist', propertyKey = 'name' : displayNameForProperty = 'Nom'
      """
    let shop = try Shop(rules: rules)
    let outcome = await shop.run("rules", "test", "--coverage", shop.rules, shop.path)
    let lines = outcome.output.split(separator: "\n")
    #expect(outcome.code == 2 && outcome.messages == "1 of 2 answers not as expected\n")
    #expect(lines.first?.hasPrefix("\(shop.rules):5: displayNameForProperty is 'Name' (") == true)
    #expect(lines[1].hasPrefix("\(shop.rules):3: never answered: ") == true)
    #expect(
      lines.dropFirst(2) == [
        "    never held: entity.name = 'Album'", "rules that answered: 2 of 3, 66 %",
        "    displayNameForEntity: 1 of 2, 50 %", "    title: 1 of 1, 100 %",
        "clauses that held: 3 of 4, 75 %",
      ]
    )
    // Beside the demo, whose own rules are not what is tested.
    let any = try Shop(rules: "title = 'x'\nrole = 'clerk' => title = 'y'\nexpect : title = 'x'")
    let alone = await any.run("rules", "test", "--coverage", any.rules)
    #expect(alone.code == 0 && alone.messages == "1 answer as expected\n")
    #expect(
      alone.output.hasPrefix("\(any.rules):2: never answered: role = 'clerk' => title = 'y'\n")
    )
    let demo = await any.run("rules", "test", "--coverage")
    #expect(demo.output.contains("Rules/Movies.rules:"))
    let good = try Shop(rules: "expect task = 'edit' : task = 'edit'")
    let passed = await good.run("rules", "test", good.rules, good.path)
    #expect(passed.code == 0 && passed.messages == "1 answer as expected\n")
  }

  @Test(arguments: [
    ("entity = 'Track', object = {unitPrice: 2.5} : color = 'red'", true),
    ("entity = 'Track', object = {unitPrice: 0.5} : color = 'red'", false),
    ("entity = 'Track', object = {} : color = null", true),
    ("object = 'Track#2' : color = 'red'", true), ("object = 'Track#1' : color = null", true),
    ("entity = 'Track', object = {album: {title: 'Nightfall'}} : style = 'bold'", true),
    ("entity = 'Album' : restrictingQualifier = where (title like 'N*')", true),
    ("entity = 'Album' : restrictingQualifier = where (title like 'X*')", false),
  ])
  func `D3: an expectation speaks of an object, by its values or a link, and of conditions`(
    text: String,
    isMet: Bool
  ) async throws {
    let rules = """
      entity.name = 'Track' and object.unitPrice > 1 => color = 'red'
      entity.name = 'Track' and object.album.title = 'Nightfall' => style = 'bold'
      entity.name = 'Album' => restrictingQualifier = where (title like 'N*')
      expect \(text)
      """
    let shop = try Shop(rules: rules)
    let outcome = await shop.run("rules", "test", shop.rules, shop.path)
    #expect(outcome.code == (isMet ? 0 : 2), "\(outcome)")
    #expect(outcome.messages.contains(isMet ? "1 answer as expected" : "not as expected"))
  }

  @Test(arguments: [
    ("entity = 'Track', object = {unitPrise: 1} : color = null", "unitPrice"),
    ("object = {unitPrice: 1} : color = null", "entity"),
    ("object = 'Track#99' : color = null", "no object 'Track#99'"),
  ])
  func `D3: an object that cannot be is refused with what is wrong`(text: String, hint: String)
    async throws
  {
    let shop = try Shop(rules: "expect " + text)
    let outcome = await shop.run("rules", "test", shop.rules, shop.path)
    #expect(outcome.code == 2 && (outcome.messages + outcome.output).contains(hint), "\(outcome)")
  }

  @Test func `An expectation in a block is tried where the block holds, or else refused`()
    async throws
  {
    let rules = """
      when entity.name = 'Artist' and task in ['edit', 'create'] {
        *true* => title = 'Change'
        expect task = 'edit' : title = 'Change'
        expect task = 'list' : title = 'Change'
        when propertyKey = 'name' and attribute.type = 'string' {
          *true* => hint = 'as on the sleeve'
          expect task = 'create' : hint = 'as on the sleeve', title = 'Change'
        }
        when object.name = 'Accept' { expect task = 'edit' : title = 'Change' }
      }
      """
    let shop = try Shop(rules: rules)
    let outcome = await shop.run("rules", "test", shop.rules, shop.path)
    #expect(outcome.code == 2)
    #expect(outcome.messages == "2 expectations not tried\n3 answers as expected\n")
    let refused = "not tested: its `when` block does not hold: "
    let lines = outcome.output.split(separator: "\n").map(String.init)
    try #require(lines.count == 2)
    #expect(
      lines[0].hasPrefix("\(shop.rules):4: \(refused)task is 'list', not in ['edit', 'create']")
    )
    #expect(lines[1].hasPrefix("\(shop.rules):9: \(refused)object.name has no value"))
    let json = await shop.run("rules", "test", shop.rules, shop.path, "--format", "json")
    #expect(json.code == 2 && json.output.contains("\"notTried\""))
  }
}
