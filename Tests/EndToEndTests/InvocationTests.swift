import SQLite
import TestSupport
import Testing

/// Tests the program's answers to command lines, valid and invalid.
struct InvocationTests {
  /// A command line, how it ends, and a piece of what it says.
  struct Line: CustomTestStringConvertible, Sendable {
    let arguments: [String]
    let code: Int32
    let piece: String

    init(_ arguments: String, _ code: Int32, _ piece: String) {
      self.arguments = arguments.split(separator: " ").map { $0 == "''" ? "" : String($0) }
      (self.code, self.piece) = (code, piece)
    }

    var testDescription: String { arguments.joined(separator: " ") }
  }

  private static let schema = """
    CREATE TABLE film (id INTEGER PRIMARY KEY, title TEXT, length INTEGER);
    CREATE TABLE role (film_id INTEGER, actor TEXT, PRIMARY KEY (film_id, actor));
    INSERT INTO film VALUES (1, 'Vertigo', 128), (2, 'Psycho', 109);
    INSERT INTO role VALUES (1, 'Stewart');
    """

  private func folder() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    try Connection(path: folder.path + "/film.db", mode: .create).execute(Self.schema)
    folder.write("hello\n", to: "text.txt")
    folder.write("", to: "empty.db")
    folder.write(
      [UInt8]("SQLite format 3\0".utf8) + [UInt8](repeating: 7, count: 2000),
      to: "bad.db"
    )
    folder.write((0..<4096).map { UInt8(truncatingIfNeeded: $0 * $0 % 251 + 3) }, to: "random.db")
    folder.write([0x23, 0xE9, 0x0A], to: "latin.rules")
    folder.write("entity.name = 'Film' => title = 'All films'\n", to: "good.rules")
    folder.write("no rules", to: "folder/readme.txt")
    return folder
  }

  static let unopenable: [Line] = [
    Line("render missing.db", 3, "missing.db: there is no such file; --create"),
    Line("render folder", 3, "folder: this is a folder"),
    Line("render text.txt", 3, "text.txt: this is not an SQLite database, or it is encrypted"),
    Line("render random.db", 3, "random.db: this is not an SQLite database, or it is encrypted"),
    Line("render empty.db", 3, "empty.db: the file is empty; --create"),
    Line("render bad.db", 3, "bad.db: the database is damaged"),
    Line("render /dev/null", 3, "/dev/null: this is not a regular file"),
    Line("render film.db/x", 3, "film.db/x: part of the path is a file"),
    Line("model show missing.db", 3, "missing.db: there is no such file"),
    Line("keys missing.db", 3, "missing.db: there is no such file"),
    Line("rules explain title missing.db", 3, "missing.db: there is no such file"),
    Line("rendr", 3, "did you mean 'd2t render'?"),
    Line("missing.db", 3, "missing.db: there is no such file"),
  ]

  static let misused: [Line] = [
    Line("--frobnicate", 2, "unknown option '--frobnicate'"),
    Line("film.db --redonly", 2, "unknown option '--redonly'; did you mean '--readonly'?"),
    Line("rules", 2, "'rules' takes a subcommand: check, explain"),
    Line("rules chek", 2, "'rules' has no subcommand 'chek'; did you mean 'check'?"),
    Line("model shw film.db", 2, "'model' has no subcommand 'shw'; did you mean 'show'?"),
    Line("rendr film.db", 2, "did you mean 'd2t render'?"),
    Line("help rendr", 2, "no help about 'rendr'; did you mean 'render'?"),
    Line("film.db extra.db", 2, "not also 'extra.db'"),
    Line("entities film.db", 2, "there is no command 'entities'; 'd2t --help' lists all"),
    Line("lst film.db", 2, "there is no command 'lst'; did you mean 'd2t list'?"),
    Line("commands extra", 2, "unexpected argument 'extra'"),
    Line("keys --size 80x24", 2, "'--size' is not an option of 'd2t keys'"),
    Line("film.db --readonly=yes", 2, "'--readonly' takes no value"),
    Line("film.db --entity", 2, "'--entity' needs a value"),
    Line("''", 2, "the name of the database is empty"),
    Line("film.db", 2, "not a terminal; use 'render'"),
    Line("render film.db --size 0x0", 2, "--size 0x0 is out of range"),
    Line("render film.db --size 1001x5", 2, "--size 1001x5 is out of range"),
    Line("render film.db --size 80", 2, "--size takes columns x rows, like 120x40, not '80'"),
    Line("render film.db --format pdf", 2, "--format takes text, ansi or svg here, not 'pdf'"),
    Line("render film.db --color sometimes", 2, "--color takes auto, always or never"),
    Line("render film.db --task lst --entity Film", 2, "unknown task 'lst'; did you mean 'list'?"),
    Line("render film.db --task frobnicate", 2, "unknown task 'frobnicate' (query, list,"),
    Line("render film.db --task list", 2, "--task list needs --entity"),
    Line("render film.db --task inspect --entity Film", 2, "needs an object; add --id"),
    Line("render film.db --entity Flim", 2, "there is no entity 'Flim'; did you mean 'Film'?"),
    Line("render film.db --entity Zork", 2, "there is no entity 'Zork'; there are Role, Film"),
    Line("render film.db --id 5", 2, "--id needs an entity"),
    Line("render film.db --entity Film --id 5", 1, "there is no Film with the id 5"),
    Line(
      "render film.db --entity Film --id five",
      2,
      "identified by a whole number (id), not by 'five'"
    ),
    Line(
      "render film.db --entity Role --id 1",
      2,
      "identified by filmId, actor; '1' has one value"
    ),
    Line("render film.db --entity Role --id 1,b,c", 2, "'1,b,c' has 3 values"),
    Line("render film.db --set titel=x", 2, "unknown key 'titel'; did you mean 'title'?"),
    Line("render film.db --set title", 2, "--set takes KEY=VALUE, not 'title'"),
    Line("render film.db --set object=1", 2, "--set object: only the program sets this key"),
    Line("render film.db --set rows=many", 2, "--set rows takes whole number, not 'many'"),
    Line("render film.db --set page=lst", 2, "there is no page 'lst'; did you mean 'list'?"),
    Line("render film.db --set component=DisplayStrng", 2, "did you mean 'DisplayString'?"),
    Line("render film.db --rules missing.rules", 2, "missing.rules: there is no such file"),
    Line("render film.db --rules folder", 2, "'folder' is a directory without rule files"),
    Line("render film.db --rules latin.rules", 2, "latin.rules: this is not UTF-8 text"),
    Line("rules explain", 2, "'rules explain' needs the key to explain, or --all"),
    Line("rules explain titl film.db", 2, "unknown key 'titl'; did you mean 'title'?"),
    Line("rules explain title film.db --property length", 2, "--property needs an entity"),
    Line("rules explain title film.db --entity Film --property lenth", 2, "did you mean 'length'?"),
    Line("model show film.db --entity Flim", 2, "did you mean 'Film'?"),
    Line("model show film.db --format xml", 2, "--format takes text or json here, not 'xml'"),
  ]

  @Test(arguments: unopenable + misused)
  func `A bad command line is refused with one sentence and leaves nothing behind`(line: Line)
    throws
  {
    let folder = try folder()
    let before = folder.names
    let run = try ProgramRun(line.arguments, in: folder)
    #expect(run.code == line.code)
    #expect(run.messages.hasPrefix("d2t: "))
    #expect(run.messages.contains(line.piece), "\(run.messages)")
    #expect(run.messages.split(separator: "\n").count <= (line.code == 2 ? 2 : 1))
    #expect(run.output.isEmpty)
    #expect(folder.names == before)
  }

  static let answered: [Line] = [
    Line("--help", 0, "usage: d2t "), Line("-h", 0, "usage: d2t "), Line("help", 0, "usage: d2t "),
    Line("help render", 0, "usage: d2t render"), Line("render --help", 0, "usage: d2t render"),
    Line("help rules check", 0, "usage: d2t rules check"), Line("rules --help", 0, "usage: d2t"),
    Line("--version", 0, "d2t "), Line("-V", 0, "d2t "), Line("missing.db --version", 0, "d2t "),
    Line("keys", 0, "displayNameForProperty"), Line("model show film.db", 0, "Film"),
    Line("render film.db", 0, "Film"), Line("render film.db --entity role", 0, "Stewart"),
    Line("render film.db --entity FILM --id 2 --task inspect", 0, "Psycho"),
    Line("render film.db --entity Role --id 1,Stewart --task inspect", 0, "Vertigo"),
    Line("render film.db --entity Film --rules good.rules", 0, "All films"),
    Line("render film.db --set displayPropertyKeys=['length'] --entity Film", 0, "109"),
    Line("render film.db --format svg", 0, "<svg "),
    Line("render film.db --readonly", 0, "read only"),
    Line("rules check good.rules", 0, ""),
  ]

  @Test(arguments: answered)
  func `A good command line is answered and leaves nothing behind`(line: Line) throws {
    let folder = try folder()
    let before = folder.names
    let run = try ProgramRun(line.arguments, in: folder)
    #expect(run.code == 0)
    #expect(run.output.contains(line.piece), "\(run.output) \(run.messages)")
    #expect(!run.messages.contains("d2t:"), "\(run.messages)")
    #expect(folder.names == before)
  }

  @Test func `A database in WAL mode is left alone in its folder`() throws {
    let folder = try folder()
    try Connection(path: folder.path + "/film.db", mode: .readWrite).execute(
      "PRAGMA journal_mode=WAL"
    )
    let before = folder.names
    for command in ["render film.db", "model show film.db", "rules explain title film.db"] {
      let run = try ProgramRun(command.split(separator: " ").map(String.init), in: folder)
      #expect(run.code == 0)
      #expect(folder.names == before, "\(command)")
    }
  }

  @Test func `A locked database is named, after a short while`() throws {
    let folder = try folder()
    let holder = try Connection(path: folder.path + "/film.db", mode: .readWrite)
    try holder.execute("PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE")
    let run = try ProgramRun(["render", "film.db"], in: folder)
    #expect(run.code == 3)
    #expect(
      run.messages
        == "d2t: film.db: another program has locked the database; try again when it is done.\n"
    )
    try holder.execute("ROLLBACK")
  }
}
