import Diagnostics
import CommandLineTool
import FoundationEssentials
import TestSupport
import Testing

/// Tests `d2t` on rule files of Direct to Web: converting, explaining and reporting.
@MainActor
struct DirectToWebTests {
  private let folder = TemporaryFolder()

  private func run(_ words: String...) async -> Program.Outcome {
    do {
      return await Program(try Invocation(arguments: words)).run()
    } catch {
      return Program.outcome(of: error)
    }
  }

  private func write(_ text: String, to name: String) -> String {
    folder.write(Array(text.utf8), to: name)
  }

  private func text(of path: String) -> String {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  private static let model = """
    { rules = (
      { author = 100; class = com.webobjects.directtoweb.Rule; documentation = "Films,\\nnot movies.";
        lhs = { class = EOKeyValueQualifier; key = entity.name; selectorName = "isEqualTo:"; value = Movie; };
        rhs = { class = com.webobjects.directtoweb.Assignment; keyPath = displayNameForEntity; value = Film; }; },
      { author = 20; class = com.webobjects.directtoweb.Rule;
        lhs = { class = EOAndQualifier; qualifiers = (
          { class = EOKeyValueQualifier; key = task; selectorName = isEqualTo; value = edit; },
          { class = EOKeyValueQualifier; key = pageConfiguration; selectorName = isLike; value = "EditMovie*"; }); };
        rhs = { class = com.webobjects.directtoweb.Assignment; keyPath = componentName; value = ERD2WEditDate; }; },
      { author = 10; class = com.webobjects.directtoweb.Rule;
        lhs = { class = EOKeyValueQualifier; key = subTask; selectorName = isEqualTo; value = tab; };
        rhs = { class = com.webobjects.directtoweb.BooleanAssignment; keyPath = isMandatory; value = false; }; },
      { author = 0; class = com.webobjects.directtoweb.Rule;
        rhs = { class = com.webobjects.directtoweb.Assignment; keyPath = stylesheet; value = "a.css"; }; },
      { author = 0; class = com.webobjects.directtoweb.Rule;
        rhs = { class = er.directtoweb.ERDTabDictionaryComputer; keyPath = tabs; value = x; }; },
      { author = 0; class = com.webobjects.directtoweb.Rule;
        lhs = { class = EOKeyValueQualifier; key = RuleIsDisabled; selectorName = isEqual; value = YES; };
        rhs = { class = com.webobjects.directtoweb.Assignment; keyPath = title; value = No; }; },
      { author = 5; class = com.webobjects.directtoweb.Rule;
        rhs = { class = com.webobjects.directtoweb.Assignment; keyPath = defaultSortOrdering;
          value = (title, compareDescending); }; }
    ); }
    """

  @Test func `Rules are converted and stay in the text form where they must`() async {
    let path = write(Self.model, to: "a.d2wmodel")
    let target = folder.path + "/b.rules"
    let outcome = await run("rules", "convert", path, target)
    #expect(outcome.code == 0 && outcome.messages == "")
    #expect(
      text(of: target) == """
        // Made of \(path) by `d2t rules convert`.

        // Films,
        // not movies.
        entity.name = 'Movie' => displayNameForEntity = 'Film'
        // In Direct to Web: componentName = ERD2WEditDate
        20: task = 'edit' and pageConfiguration like 'editMovie*' => component = 'EditDate'
        10: subTask = 'tab' => isMandatory = 'false' [com.webobjects.directtoweb.BooleanAssignment]
        0: *true* => stylesheet = 'a.css' [com.webobjects.directtoweb.Assignment]
        0: *true* => tabs = 'x' [er.directtoweb.ERDTabDictionaryComputer]
        disabled 0: *true* => title = 'No'
        5: *true* => sortOrderings = ['-title']

        """
    )
    let checked = await run("rules", "check", target)
    #expect(checked.code == 0 && !checked.output.contains("unknown-key"))
  }

  @Test func `What was converted is converted back`() async {
    let path = write(Self.model, to: "a.d2wmodel")
    let (rules, back, again) = (
      folder.path + "/b.rules", folder.path + "/c.d2wmodel", folder.path + "/d.rules"
    )
    for (from, to) in [(path, rules), (rules, back), (back, again)] {
      let outcome = await run("rules", "convert", from, to)
      #expect(outcome.code == 0 && outcome.messages == "")
    }
    #expect(
      text(of: rules).split(separator: "\n").dropFirst().elementsEqual(
        text(of: again).split(separator: "\n").dropFirst()
      )
    )
    #expect(text(of: back).contains("componentName"))
    #expect(text(of: back).contains("\"EditMovie*\""))
  }

  @Test func `What Direct to Web cannot say is told and left out`() async {
    let path = write(
      "title = today\nrows = 3\ntask in ('list', 'edit') => title = if object is null then 'a' else 'b'",
      to: "a.rules"
    )
    let outcome = await run("rules", "convert", path)
    #expect(outcome.code == 2)
    #expect(outcome.messages.contains("wrong-type"))
    #expect(outcome.output.contains("keyPath = rows; value = 3;"))
    #expect(outcome.output.contains("ERDDelayedConditionalAssignment"))
  }

  @Test func `A call is told and left out`() async {
    let path = write("title = 'x'\n*true* => formatter = number('0')", to: "a.rules")
    let outcome = await run("rules", "convert", path)
    #expect(outcome.messages.contains("it calls `number`"), "\(outcome)")
    #expect(!outcome.output.contains("number"))
  }

  @Test func `A report tells what becomes of each rule`() async throws {
    let outcome = await run("rules", "report", write(Self.model, to: "a.d2wmodel"))
    let statuses = outcome.output.split(separator: "\n").map { line in
      line.split(separator: ": ", maxSplits: 1).last.map { $0.prefix(15).trimmed } ?? ""
    }
    #expect(
      statuses == [
        "used as is", "mapped", "no counterpart", "no counterpart", "no counterpart", "dead",
        "mapped",
      ]
    )
    #expect(outcome.messages == "7 rules: 1 used as is, 2 mapped, 3 no counterpart, 1 dead\n")
    let json = await run("rules", "report", write(Self.model, to: "a.d2wmodel"), "--format", "json")
    #expect(json.output.contains("\"status\": \"no counterpart\""))
    #expect(json.output.contains("\"reason\": \"nothing sets `subTask` here\""))
  }

  @Test func `A key of Direct to Web can be explained, and a note is no fault`() async {
    let path = write(Self.model, to: "a.d2wmodel")
    let explained = await run("rules", "explain", "stylesheet", "--rules", path)
    #expect(explained.output.contains("stylesheet is 'a.css'") && explained.messages == "")
    let wrong = await run("rules", "explain", "stylesheets", "--rules", path)
    #expect(wrong.code == 2 && wrong.messages.contains("did you mean 'stylesheet'?"))
  }

  @Test func `A model beside the database or in a folder is read`() async throws {
    let list =
      "{ rules = ({ author = 100; rhs = { class = Assignment; keyPath = title; value = Filme; }; }); }"
    try FileManager.default.createDirectory(
      atPath: folder.path + "/rules",
      withIntermediateDirectories: true
    )
    _ = write(list, to: "rules/x.d2wmodel")
    let explained = await run("rules", "explain", "title", "--rules", folder.path + "/rules")
    #expect(explained.output.contains("title is 'Filme'"))
    #expect(explained.output.contains("x.d2wmodel:1"))
  }

  @Test(arguments: [("d2t", "'six'"), ("wonder", "'six'"), ("apple", "'configuration'")])
  func `The order can be chosen`(order: String, title: String) async {
    let path = write(
      """
      101: *true* => title = 'six'
      100: task like '*' or pageConfiguration = 'x' => title = 'configuration'
      """,
      to: "a.rules"
    )
    let explained = await run(
      "rules",
      "explain",
      "title",
      "--rules",
      path,
      "--task",
      "query",
      "--order",
      order
    )
    #expect(explained.output.contains("title is \(title)"))
    let wrong = await run("rules", "list", path, "--order", "mine")
    #expect(wrong.code == 2 && wrong.messages.contains("--order takes d2t, wonder or apple"))
  }

  @Test(
    .enabled(if: Corpus.exists || Corpus.isRequired, "needs the corpus; CI requires it"),
    arguments: Self.corpusFiles
  )
  func `Every file of the corpus is converted, loads, and is converted back`(file: String) async {
    let path = Corpus.path("d2w/\(file)")
    let (rules, back, again) = (
      folder.path + "/b.rules", folder.path + "/c.d2wmodel", folder.path + "/d.rules"
    )
    #expect(await run("rules", "convert", path, rules).code == (file == Self.malformed ? 2 : 0))
    let checked = await run("rules", "check", rules)
    #expect(checked.code == 0, "\(checked.output.prefix(2000))")
    #expect(await run("rules", "convert", rules, back).messages == "")
    #expect(await run("rules", "convert", back, again).messages == "")
    #expect(
      text(of: rules).split(separator: "\n").dropFirst().elementsEqual(
        text(of: again).split(separator: "\n").dropFirst()
      )
    )
    let report = await run("rules", "report", path)
    #expect(report.output.split(separator: "\n").count >= 0 && report.messages.contains("rules:"))
  }

  nonisolated private static let malformed =
    "Frameworks/D2W/ERMootoolsDirectToWeb/Resources/d2w.d2wmodel"

  nonisolated private static let corpusFiles: [String] = {
    let names = try? FileManager.default.subpathsOfDirectory(atPath: Corpus.path("d2w"))
    return (names ?? []).filter { $0.hasSuffix(".d2wmodel") }.sorted()
  }()

  @Test func `A list that was converted to JSON is reported on and converted`() async {
    let json = """
      {"rules": [{"author": 100, "rhs": {"class": "com.webobjects.directtoweb.Assignment",
        "keyPath": "displayNameForEntity", "value": "Film"}}]}
      """
    let path = write(json, to: "j.d2wmodel")
    let report = await run("rules", "report", path)
    #expect(report.code == 0 && report.messages.hasPrefix("1 rules: 1 used as is"))
    let converted = await run("rules", "convert", path)
    #expect(converted.output.hasSuffix("\n*true* => displayNameForEntity = 'Film'\n"))
  }

  private struct Finding: Decodable {
    let id: String
    let line: Int
    let message: String
  }

  private struct Report: Decodable {
    struct Entry: Decodable {
      let line: Int
      let key: String
      let status: String
    }
    let rules: [Entry]
  }

  @Test(arguments: corpusFiles)
  func `Rules for a key that nothing reads are dead or have no counterpart`(file: String)
    async throws
  {
    let path = Corpus.path("d2w/\(file)")
    let check = await run("rules", "check", path, "--format", "json")
    let report = await run("rules", "report", path, "--format", "json")
    let findings = try JSONDecoder().decode([Finding].self, from: Data(check.output.utf8))
    let rules = try JSONDecoder().decode(Report.self, from: Data(report.output.utf8)).rules
    let unread = findings.filter { $0.id == "unread-key" }
    for finding in unread {
      let key = finding.message.split(separator: "`")[1]
      let idle = rules.filter { $0.key == key }.map(\.status)
      #expect(
        !idle.isEmpty && Set(idle).isSubset(of: ["no counterpart", "dead"]),
        "\(key) \(idle)"
      )
    }
    if file.hasSuffix("ERDirectToWeb/Resources/d2w.d2wmodel") { #expect(unread.count > 50) }
  }
}

extension Substring {
  fileprivate var trimmed: String {
    var text = String(self)
    while text.last == " " { text.removeLast() }
    return text
  }
}
