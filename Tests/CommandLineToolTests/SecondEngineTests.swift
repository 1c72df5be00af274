@testable import CommandLineTool
import DirectToTerminalTesting
import EntityStore
import Glibc
import MemoryStore
import Pages
import RuleEnvironment
import SQLite
import SQLiteStore
import TestSupport
import Testing
import Widgets
import Workspace

/// The program on a database that is no SQLite: a folder of texts, opened by its URL.
@MainActor
struct SecondEngineTests {
  private let folder = TemporaryFolder()
  private var shop: String { folder.path + "/shop" }
  private var url: String { "texts:" + shop }
  private let application = Application("texts") { DatabaseKind.texts }

  private func write(_ text: String, to name: String = "shop/film.csv") {
    _ = folder.write(text, to: name)
  }

  private func run(_ arguments: String...) async -> Program.Outcome {
    await ApplicationTester.run(application, arguments)
  }

  init() {
    mkdir(shop, 0o700)
    write("id,title,year\n1,The General,1926\n2,Metropolis,1927\n")
  }

  @Test func `A database of another kind is listed, edited, saved and followed on the screen`()
    async throws
  {
    let screen = try await ApplicationTester(application, [url, "--entity", "Film"])
    #expect(screen.text.contains("The General") && screen.text.contains("Metropolis"))
    #expect(screen.lines[0].contains("shop"))
    try await screen.send("e")
    try await screen.send("ctrl-u")
    try await screen.type("Sherlock Jr.")
    try await screen.send("ctrl-s")
    #expect(folder.text(of: "shop/film.csv").contains("1,Sherlock Jr.,1926\n"), "\(screen.text)")
  }

  @Test func `A database of another kind is read and written without a screen`() async throws {
    let list = await run("list", url, "Film")
    #expect(list.code == 0 && list.output.contains("Metropolis"), "\(list)")
    let link = await run("list", url, "Film?year > 1926")
    #expect(link.output.contains("Metropolis") && !link.output.contains("General"), "\(link)")
    #expect(await run("set", url, "Film#2", "year=1928").code == 0)
    #expect(folder.text(of: "shop/film.csv").contains("2,Metropolis,1928\n"))
    let number = await run("get", url, "Film#@2")
    #expect(number.messages.contains("has no row numbers"), "\(number)")
  }

  @Test func `Rules beside a database of another kind are read`() async {
    write("title <= 'Beside it'", to: "shop.rules")
    let answer = await run("rules", "explain", "title", url)
    #expect(answer.output.contains("Beside it"), "\(answer)")
  }

  @Test func `What other programs change in a database of another kind is followed`() async throws {
    let store = try await EntityStore.open(.url("texts", shop), of: [.texts])
    #expect(store.pollingInterval != nil)
    let version = try await store.dataVersion()
    #expect(try await store.dataVersion() == version)
    write("id,title,year\n1,The General,1926\n")
    #expect(try await store.dataVersion() != version)
    #expect(try await store.count(FetchSpecification(entityName: "Film")) == 1)
  }

  @Test func `Only a database that is recognised later has a log of saves and a journal`()
    async throws
  {
    let store = try await EntityStore.open(.url("texts", shop), of: [.texts])
    #expect(store.mark != nil && store.place.address == url)
    let memory = EntityStore.inMemory(store.model)
    #expect(memory.mark == nil && memory.pollingInterval == nil)
  }

  @Test(arguments: [
    ["model", "show", "mysql:shop"], ["list", "mysql:shop", "Film"], ["keys", "mysql:shop"],
  ])
  func `A scheme that no kind has is told with those that there are`(arguments: [String]) async {
    let outcome = await ApplicationTester.run(application, arguments)
    #expect(outcome.code == 3)
    #expect(
      outcome.messages == """
        texts: mysql:shop: unknown database kind 'mysql:'; known: sqlite:, texts:. For a file \
        with this name write ./mysql:shop

        """
    )
  }

  @Test func `A kind of database that attaches or makes nothing says so`() async {
    let attached = await run("list", url, "Film", "--attach", "other.db")
    #expect(attached.code == 3 && attached.messages.contains("leave --attach out"), "\(attached)")
    let made = await run("list", "--create", url, "Film")
    #expect(made.code == 3 && made.messages.contains("leave --create out"), "\(made)")
  }

  @Test func `A kind that takes the place of another stays the default where that was it`() {
    var application = Application("texts") { DatabaseKind.texts }
    DatabaseKind("sqlite", open: DatabaseKind.texts.open).add(to: &application)
    #expect(application.databaseKinds.map(\.scheme) == ["sqlite", "texts"])
    #expect(application.databaseKinds.first?.isInFiles == false, "the new one counts")
  }

  @Test func `A file is converted by the kind of database that recognizes it`() async throws {
    let texts = DatabaseKind.texts
    let recognizing = Application("texts") {
      DatabaseKind(texts.scheme, recognizes: { $0.hasSuffix("/shop") }, open: texts.open)
    }
    let outcome = await ApplicationTester.run(recognizing, ["model", "convert", shop, "-"])
    #expect(outcome.code == 0 && outcome.output.contains("\"Film\""), "\(outcome)")
  }

  @Test(arguments: ["sqlite:", "sqlite://", "SQLite:", ""])
  func `A URL of SQLite is the path behind its scheme`(scheme: String) async throws {
    let path = folder.path + "/a:b.db"
    try Connection(path: path, mode: .create).execute("CREATE TABLE film(id INTEGER PRIMARY KEY)")
    write("title <= 'Beside it'", to: "a:b.rules")
    let outcome = await ApplicationTester.run(.d2t, ["list", scheme + path, "Film"])
    #expect(outcome.code == 0, "\(outcome)")
    let program = Program(try Invocation(arguments: [scheme + path]))
    #expect(program.invocation.database == path)
    let session = try await program.session()
    #expect(session.work.root[RenderingKeys.shared.title] == "Beside it")
    await session.close()
  }

  @Test func `A file whose name begins like a URL is opened as long as no kind has the scheme`()
    throws
  {
    let kinds: [DatabaseKind] = [.sqlite, .texts]
    // Only a path from the working directory on can begin like a URL.
    let name = "d2t-test-\(getpid()):x.db"
    let unknown = DatabaseSource.scheme(of: name)
    #expect(unknown == "d2t-test-\(getpid())" && (try? kinds.source(named: name)) == nil)
    close(open(name, O_CREAT | O_WRONLY, 0o600))
    defer { unlink(name) }
    #expect(try kinds.source(named: name) == .file(name) && kinds.plainName(of: name) == name)
    let more = kinds + [DatabaseKind(unknown ?? "", open: DatabaseKind.texts.open)]
    #expect(try more.source(named: name) == .url(unknown ?? "", "x.db"))
    #expect(kinds.plainName(of: "sqlite:texts:x") == "./texts:x")
    #expect(kinds.plainName(of: "texts:x") == "texts:x")
    #expect(try kinds.source(named: "./texts:x") == .file("./texts:x"))
    #expect(try kinds.source(named: "c:x.db") == .file("c:x.db"))
    #expect(try kinds.source(named: "texts:x") == .url("texts", "x"))
    #expect(kinds.path(named: "mysql:x") == nil)
  }
}
