import DirectToTerminal
import DirectToTerminalTesting
import SceneSupport
import TestSupport
import Testing
import Workspace

/// Keys as somebody outside declares them.
private struct TillKeys: KeyNamespace {
  static let shared = Self()
  static let category = "Till"
  let fee = Key(0, "What is put on top of each price.")
}

extension AddedNamespaces { fileprivate static var till: TillKeys { .shared } }

/// A row in a list.
private struct ArtistRow: View {
  @Environment(\.object) private var artist
  @Environment(\.till.fee) private var fee

  var body: some View {
    VStack {
      Text("<\(artist?.value(forKey: "name") ?? .null)>")
      Text("fee \(fee)").dim()
    }
  }
}

/// A page wrapper that says its name.
private struct Frame: View {
  var body: some View {
    VStack {
      Text("In a frame")
      PageBody()
    }
  }
}

/// Tests what an application can add: rows, commands, page wrappers and names.
@MainActor
struct ApplicationTests {
  private static let rename = PageCommand(
    CommandDefinition("shout", "shout", keys: "U", group: "Shop"),
    about: .object,
    unless: { $0.entity?.name == "Artist" ? nil : "only artists are shouted" }
  ) { page in
    guard let object = page.selection else { return }
    let name = object.snapshot.value(forKey: "name")?.description ?? ""
    object.set(.string(name.uppercased()), forAttribute: "name")
    page.save()
  }

  private static let shop = Application("till", version: "7", summary: "keeps records") {
    Database(script: RecordShop.script, title: "Records")
    Keys(TillKeys.self)
    RootValue(\.till.fee, 3)
    RowComponent(inList: "own") { ArtistRow() }
    PageWrapper("frame") { Frame() }
    rename
    Models(
      """
      {"entities": [{"name": "Customer", "attributes": [{"name": "town", "column": "City"}]}]}
      """
    )
    Rules("task = 'list' and propertyKey = '' => rowComponent = 'own'", name: "till.rules")
    Rules { \.entity.name == "Customer" => \.pageWrapper <= "frame" }
    if RecordShop.script.isEmpty { TaskName(rawValue: "never") }
    for name in ["one", "two"] { Formatter(name, "") { _, _ in name } }
  }

  private func screen(_ arguments: String...) async throws -> ApplicationTester {
    try await ApplicationTester(Self.shop, arguments)
  }

  private func run(_ arguments: String...) async -> Program.Outcome {
    await ApplicationTester.run(Self.shop, arguments)
  }

  @Test func `Rows of a list are views that read the object and keys of one's own`() async throws {
    let shop = try await screen("--entity", "Artist")
    #expect(shop.lines[1] == "› <Accept>" && shop.lines[2] == "  fee 3", "\(shop.text)")
    try await shop.send("j j enter")
    #expect(shop.text.contains("Celtic Frost") && !shop.text.contains("<Celtic"), "\(shop.text)")
    await shop.close()
  }

  @Test func `A command acts on the row under the cursor and on the object of a page`() async throws
  {
    let shop = try await screen("--entity", "Artist")
    try await shop.send("j U")
    #expect(shop.text.contains("<BLIND GUARDIAN>") && shop.text.contains("saved"), "\(shop.text)")
    try await shop.send("j enter U")
    #expect(shop.text.contains("CELTIC FROST"), "\(shop.text)")
    await shop.close()
    let others = try await screen("--entity", "Album")
    try await others.send("U")
    #expect(others.text.contains("only artists are shouted"), "\(others.text)")
    await others.close()
  }

  @Test func `A command about a row has all of its object, though the list shows a part`()
    async throws
  {
    let restock = PageCommand(
      CommandDefinition("restock", "restock", keys: "B", group: "Shop"),
      about: .object
    ) { page in
      let stock = page.selection?.snapshot.value(forKey: "stock")?.double ?? 0
      page.selection?.set(.int(Int64(stock) + 12), forAttribute: "stock")
      page.save()
    }
    let shop = Application("stock") {
      Database(
        script: """
          CREATE TABLE tea (id INTEGER PRIMARY KEY, name TEXT, price NUMERIC NOT NULL, stock INTEGER);
          INSERT INTO tea VALUES (1, 'Assam', 6.5, 20), (2, 'Breakfast', 4, 7);
          """,
        title: "Tea"
      )
      Rules { \.task == "list" => \.displayPropertyKeys <= ["name"] }
      restock
    }
    let screen = try await ApplicationTester(shop, ["--entity", "Tea"])
    try await screen.send("j B j enter")
    #expect(screen.text.contains("Breakfast") && screen.text.contains("19"), "\(screen.text)")
    await screen.close()
  }

  @Test(arguments: [("ctrl-z", "", "'ctrl-z'"), ("ctrl-i", "", "'tab'"), ("B", "B", "'first' and")])
  func `N1: a command whose key never runs it keeps the application from starting`(
    key: String,
    other: String,
    said: String
  ) async throws {
    let shop = Application("stock") {
      Database(script: RecordShop.script, title: "Records")
      PageCommand(CommandDefinition("first", "first", keys: other)) { _ in }
      PageCommand(CommandDefinition("second", "second", keys: key)) { _ in }
    }
    let outcome = await ApplicationTester.run(shop, ["list", "Artist"])
    #expect(outcome.code == 2 && outcome.messages.contains(said), "\(outcome.messages)")
  }

  @Test func `A command is offered where actions name it`() async throws {
    let named = try await screen("--entity", "Artist", "--set", "actions=['edit']")
    try await named.send("U")
    #expect(named.text.contains("<Accept>") && !named.text.contains("ACCEPT"), "\(named.text)")
    await named.close()
    let with = try await screen("--entity", "Artist", "--set", "actions=['shout']")
    try await with.send("U")
    #expect(with.text.contains("<ACCEPT>"), "\(with.text)")
    await with.close()
  }

  @Test func `A page wrapper stands around the page`() async throws {
    let shop = try await screen("--entity", "Customer")
    #expect(shop.lines[1] == "In a frame" && shop.text.contains("fee 3"), "\(shop.text)")
    await shop.close()
  }

  @Test func `What is said calls the program by its name`() async throws {
    #expect(await run("--version").output == "till 7\n")
    let help = await run("--help")
    #expect(help.output.contains("usage: till ") && help.output.contains("Keeps records; without"))
    #expect(!help.output.contains("d2t ") && help.output.contains("Example: till shop.db"))
    let list = await run("list", "Nothing")
    #expect(list.code == 2 && list.messages.hasPrefix("till: "), "\(list)")
    let wrong = await run("lits", "Artist")
    #expect(wrong.code == 2 && !wrong.messages.contains("d2t"), "\(wrong)")
    let fault = await run("rules", "check", "--nope")
    #expect(fault.messages.contains("Try 'till --help'"), "\(fault)")
  }

  @Test func `Keys, rules and the database of the application are those of the command line`()
    async
  {
    #expect(await run("keys").output.contains("What is put on top of each price."))
    let list = await run("list", "Artist")
    #expect(list.output.contains("Celtic Frost"), "\(list)")
    let why = await run("rules", "explain", "fee")
    #expect(why.output.contains("fee is 3"), "\(why)")
    let row = await run(
      "rules",
      "explain",
      "rowComponent",
      "--entity",
      "Artist",
      "--task",
      "list"
    )
    #expect(row.output.contains("till.rules:1"), "\(row)")
    let towns = await run("list", "Customer", "--columns", "town")
    #expect(towns.output.contains("London"), "named by the model: \(towns)")
    #expect(await run("rules", "check", "--strict").code == 0)
    #expect(await run("commands").output.contains("shout"))
  }

  @Test func `S2: the catalog tells of the application's commands, by its name`() async {
    let told = await run("catalog", "shout")
    #expect(told.code == 0 && told.output.contains("shout"), "\(told)")
    let none = await run("catalog", "zzzzzz")
    #expect(none.messages.contains("'till catalog' lists"), "\(none)")
  }

  @Test func `S6: actions are read on every page where an application has commands`() async {
    let folder = TemporaryFolder()
    let rules = folder.write(
      "task = 'edit' => actions = []\ntask = 'list' => sections = [['A', 'name']]",
      to: "a.rules"
    )
    let application = Application("till") {
      Database(script: RecordShop.script, title: "Records")
      PageWrapper("frame", reads: []) { Frame() }
      Self.rename
      Rules(file: rules)
    }
    let check = await ApplicationTester.run(application, ["rules", "check"])
    #expect(!(check.output + check.messages).contains("`actions`"), "\(check)")
    #expect((check.output + check.messages).contains("`sections`"), "\(check)")
  }

  @Test func `S8: faults of an application's models are listed`() async throws {
    let scene = try await Scene(RecordShop.script)
    let path = scene.path
    let application = Application("till") {
      Models(#"{"entities": [{"name": "Artist", "attributes": [{"name": "x", "column": "No"}]}]}"#)
    }
    let check = await ApplicationTester.run(application, ["model", "check", path])
    #expect(check.code == 2 && check.output.contains("'No'"), "\(check)")
    let none = await ApplicationTester.run(Application("till"), ["model", "check", path])
    #expect(none.code == 2 && none.messages.contains("takes a model and a database"), "\(none)")
    await scene.end()
  }

  @Test func `A name of the program that is given anew is the application's`() {
    let application = Application("own") {
      Page("edit", about: .object) { Text("mine") }
      Look("dark", .mono)
      TaskName(rawValue: "edit")
    }
    #expect(application.catalog.pages.count == Catalog.builtIn.pages.count)
    #expect(application.catalog.tasks.count == Catalog.builtIn.tasks.count)
  }

  @Test func `Files of rules and a database that is a file are opened`() async throws {
    let folder = TemporaryFolder()
    let rules = folder.write("*true* => title = 'From a file'", to: "own.rules")
    let application = Application("files") {
      Database(folder.path + "/none.db")
      Rules(file: rules)
    }
    let missing = await ApplicationTester.run(application, ["list", "Artist"])
    #expect(missing.code == 3 && missing.messages.contains("none.db"), "\(missing)")
    let other = Application("files") { Rules(file: rules) }
    let demo = try await ApplicationTester(other)
    #expect(demo.lines[0].contains("From a file"), "\(demo.text)")
    await demo.close()
  }

  @Test func `P2: a test says who has logged in, and when`() async throws {
    let application = Application("desk") {
      Database(
        script: """
          CREATE TABLE staff (id INTEGER PRIMARY KEY, login TEXT NOT NULL, password TEXT NOT NULL);
          CREATE TABLE job (id INTEGER PRIMARY KEY, name TEXT NOT NULL, due DATE);
          INSERT INTO staff VALUES (1, 'ada', 'secret');
          INSERT INTO job VALUES (1, 'Paint', '2026-11-27');
          """,
        title: "Desk"
      )
      Rules {
        \.loginEntity <= "Staff"
        \.user.record == nil => \.visibleEntityNames <= []
        \.task == "list" => \.navigationBarTitle <= .template("Jobs of \(\.user.name)")
      }
    }
    let desk = try await ApplicationTester(
      application,
      ["--entity", "Job"],
      user: "ada",
      now: .init(wallClock: "2026-11-28")
    )
    #expect(desk.text.contains("Jobs of ada") && desk.text.contains("Paint"), "\(desk.text)")
    await desk.close()
    let stranger = try await ApplicationTester(application, ["--entity", "Job"])
    #expect(!stranger.text.contains("Paint"), "\(stranger.text)")
    await stranger.close()
  }
}
