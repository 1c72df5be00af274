import DirectToTerminal
import DirectToTerminalTesting
import FoundationEssentials
import Testing

/// An application with a login, as its tests see it.
@MainActor
struct TesterTests {
  /// `secret` of `ada`, by crypt(3).
  private static let hash = "$5$saltsalt$xWHhUVqAlqDMLjkFIIVNExx/9jkxjgtNYoK.aBrZlSD"

  private static let application = Application("desk") {
    Database(
      script: """
        CREATE TABLE staff (id INTEGER PRIMARY KEY, login TEXT NOT NULL, password TEXT NOT NULL, role TEXT);
        CREATE TABLE ticket (id INTEGER PRIMARY KEY, title TEXT NOT NULL, due DATE, owner_id INTEGER REFERENCES staff (id));
        INSERT INTO staff VALUES (1, 'ada', 'secret', 'agent'), (2, 'bea', 'hush', 'chief');
        INSERT INTO ticket VALUES (1, 'No paper', '2026-11-27', 1), (2, 'No light', '2026-11-29', 2);
        """,
      title: "Desk"
    )
    Rules {
      \.loginEntity <= "Staff"
      \.firstTask <= "login"
      \.allowsPlainPasswords <= true
      \.task == "login" => \.nextTask <= "queryAll"
      \.user.record == nil => \.visibleEntityNames <= []
      when(\.role == "agent") {
        \.entity.name == "Ticket" => \.restrictingQualifier <= .where("owner.id = $user.record.id")
      }
      \.object.due < .today => \.color <= "warning"
      \.task == "list" => \.navigationBarTitle <= .template("Tickets of \(\.user.name)")
      RuleCondition("object.due < today") => \.title <= "late"
    }
  }

  @Test func `P2: somebody logs in by name and password`() async throws {
    let desk = try await ApplicationTester(Self.application)
    #expect(desk.text.contains("Password") && !desk.text.contains("No paper"), "\(desk.text)")
    try await desk.type("ada")
    try await desk.send("enter")
    try await desk.type("wrong")
    try await desk.send("enter")
    #expect(desk.text.contains("the name or the password is wrong"), "\(desk.text)")
    await desk.close()
    let other = try await ApplicationTester(Self.application)
    try await other.type("ada")
    try await other.send("enter")
    try await other.type("secret")
    try await other.send("enter")
    #expect(!other.text.contains("Password"), "\(other.text)")
    await other.close()
  }

  @Test(arguments: [("ada", "No paper", "No light"), ("bea", "No light", "No such")])
  func `P2: a test begins as somebody who has logged in`(
    name: String,
    shown: String,
    hidden: String
  ) async throws {
    let desk = try await ApplicationTester(Self.application, ["--entity", "Ticket"], user: name)
    #expect(desk.text.contains("Tickets of \(name)"), "\(desk.text)")
    #expect(desk.text.contains(shown) && !desk.text.contains(hidden), "\(desk.text)")
    await desk.close()
    let first = try await ApplicationTester(Self.application, user: name)
    #expect(!first.text.contains("Password"), "\(first.text)")
    await first.close()
  }

  @Test func `P2: nobody who is no user begins`() async {
    await #expect(throws: (any Error).self) {
      try await ApplicationTester(Self.application, user: "eve")
    }
  }

  @Test(arguments: [("2026-11-28", "late"), ("2026-11-27", "Ticket")])
  func `P2: today is what a test says`(day: String, title: String) async throws {
    let desk = try await ApplicationTester(
      Self.application,
      ["--entity", "Ticket", "--id", "1", "--task", "inspect"],
      user: "ada",
      now: .init(wallClock: day)
    )
    #expect(desk.lines[0].contains("late") == (title == "late"), "\(desk.text)")
    await desk.close()
  }

  @Test func `P2: a filter by day goes by what a test says`() async throws {
    let outcome = await ApplicationTester.run(
      Application("desk") {
        Database(
          script: """
            CREATE TABLE ticket (id INTEGER PRIMARY KEY, title TEXT NOT NULL, due DATE);
            INSERT INTO ticket VALUES (1, 'No paper', '2026-11-27'), (2, 'No light', '2026-11-29');
            """,
          title: "Desk"
        )
      },
      ["list", "Ticket?due < today"],
      now: .init(wallClock: "2026-11-28T10:00")
    )
    #expect(
      outcome.output.contains("No paper") && !outcome.output.contains("No light"),
      "\(outcome)"
    )
  }

  @Test func `P2: the environment of an application is what a test says`() async throws {
    let home = FileManager.default.temporaryDirectory.appending(path: "desk-\(UUID().uuidString)")
    let folder = home.appending(path: ".config/d2t")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: home) }
    let rules = "task = 'list' => navigationBarTitle = 'Desk of mine'"
    try Data(rules.utf8).write(to: folder.appending(path: "my.rules"))
    let environment = ["HOME": home.path(percentEncoded: false)]
    let mine = try await ApplicationTester(
      Self.application,
      ["--entity", "Ticket"],
      environment: environment,
      user: "ada"
    )
    #expect(mine.lines[0].contains("Desk of mine"), "\(mine.text)")
    await mine.close()
    let plain = try await ApplicationTester(Self.application, ["--entity", "Ticket"], user: "ada")
    #expect(!plain.lines[0].contains("Desk of mine"), "\(plain.text)")
    await plain.close()
  }
}
