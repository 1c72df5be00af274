import SQLite
import TestSupport
import Testing

/// Tests which rule files are read at start and which of them takes precedence.
struct RuleSourcesTests {
  private let folder = TemporaryFolder()

  init() throws {
    try Connection(path: folder.path + "/film.v2.db", mode: .create).execute(
      "CREATE TABLE film (id INTEGER PRIMARY KEY, title TEXT)"
    )
  }

  private func rule(_ title: String) -> String { "*true* => title = '\(title)'\n" }

  private func title(
    _ arguments: [String] = [],
    environment: [String: String] = [:]
  ) throws -> String {
    let run = try ProgramRun(
      ["render", "film.v2.db", "--size", "40x5"] + arguments,
      in: folder,
      environment: environment
    )
    #expect(run.code == 0, "\(run.messages)")
    #expect(run.messages.isEmpty, "\(run.messages)")
    // The name of the file stands at the right end of the same line.
    return String(run.output.prefix { $0 != "\n" }.split(separator: " ")[0])
  }

  @Test func `Without rule files the defaults answer`() throws {
    #expect(try title() == "film.v2")
  }

  @Test(arguments: [
    "film.v2.rules", "film.v2.db.rules", "Rules/film.v2.rules", "Rules/film.v2.db.rules",
  ])
  func `Rules beside the database are read`(name: String) throws {
    folder.write(rule("beside"), to: name)
    #expect(try title() == "beside")
  }

  @Test func `Rules for another database are not read`() throws {
    folder.write(rule("other"), to: "film.rules")
    folder.write(rule("other"), to: "Rules/other.rules")
    folder.write(rule("hidden"), to: ".film.v2.rules")
    #expect(try title() == "film.v2")
  }

  @Test func `Rules of the user are read from the configuration folder`() throws {
    folder.write(rule("home"), to: ".config/d2t/my.rules")
    #expect(try title() == "home")
    folder.write(rule("xdg"), to: "xdg/d2t/my.rules")
    #expect(try title(environment: ["XDG_CONFIG_HOME": folder.path + "/xdg"]) == "xdg")
    #expect(try title(environment: ["XDG_CONFIG_HOME": ""]) == "home")
  }

  @Test func `The user's rules win over the application's, wherever those stand`() throws {
    folder.write(rule("user"), to: ".config/d2t/my.rules")
    folder.write(rule("beside"), to: "film.v2.rules")
    folder.write("important: " + rule("named"), to: "named.rules")
    #expect(try title(["--rules", "named.rules"]) == "user")
  }

  @Test func `A folder of rules is read in the order of the names`() throws {
    folder.write(rule("second"), to: "mine/b.rules")
    folder.write(rule("first"), to: "mine/a.rules")
    folder.write(rule("no rule file"), to: "mine/0.txt")
    folder.write(rule("beside"), to: "film.v2.rules")
    #expect(try title(["--rules", "mine"]) == "first")
  }

  @Test func `A mistake in a file costs one rule and is told`() throws {
    folder.write(rule("good") + "*true* => titel = 'x'\n", to: "film.v2.rules")
    let run = try ProgramRun(["render", "film.v2.db", "--size", "40x5"], in: folder)
    #expect(run.code == 0)
    #expect(run.output.hasPrefix(" good"))
    #expect(run.messages == "d2t: 1 error in the rules; 'd2t rules check' lists them\n")
  }
}
