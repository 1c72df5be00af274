import DirectToTerminal
import DirectToTerminalTesting
import Testing

extension Properties {
  fileprivate var state: Property<String> { Property("state") }
  fileprivate var hours: Property<Int> { Property("hours") }
}

/// Tests how commands of an application write and open pages, through public API only.
@MainActor
struct OwnWritingTests {
  private static let script = """
    CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE ticket (
      id INTEGER PRIMARY KEY, title TEXT NOT NULL, state TEXT NOT NULL, hours INTEGER CHECK (hours < 100),
      owner_id INTEGER REFERENCES person (id));
    CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT);
    INSERT INTO person VALUES (1, 'Ada'), (2, 'Bea');
    INSERT INTO ticket VALUES (1, 'Printer', 'open', 2, 1), (2, 'Screen', 'open', 1, 2),
      (3, 'Mouse', 'secret', 1, 1);
    """

  private static func command(
    _ name: String,
    _ key: String,
    _ action: @escaping (PageContext) -> Void
  ) -> PageCommand {
    PageCommand(
      CommandDefinition(CommandName(name), name, keys: key, group: "Desk"),
      about: .object,
      action: action
    )
  }

  /// Says what came of a save.
  private static func tell(_ outcome: WriteResult, _ page: PageContext) {
    page.say("came of it: \(outcome)", .warning)
  }

  private func desk(
    _ arguments: String...,
    rules: String = "",
    parts: [any ApplicationPart] = []
  ) async throws -> ApplicationTester {
    let application = Application("desk") {
      Database(script: Self.script, title: "Desk")
      Rules(
        """
        entity.name = 'Ticket' and propertyKey = 'state' => isPropertyEditable = false
        entity.name = 'Note' => isEntityReadOnly = true
        entity.name = 'Ticket' => restrictingQualifier = where (state != 'secret')
        \(rules)
        """
      )
      for part in parts { part }
    }
    return try await ApplicationTester(application, arguments)
  }

  // MARK: What came of a save

  @Test(arguments: [
    ("Paper", "saved(1)"), ("Printer", "unchanged"), ("", "refused(\"Title: needs a value\")"),
  ])
  func `P5: A save says what came of it`(title: String, outcome: String) async throws {
    var outcomes: [WriteResult] = []
    let store = Self.command("store", "S") { page in
      page.selection?[\.state] = page.selection?[\.state]
      page.selection?["title", as: String.self] = title.isEmpty ? nil : title
      page.save { outcomes.append($0) }
    }
    let desk = try await desk("--entity", "Ticket", "--id", "1", parts: [store])
    try await desk.send("S")
    #expect(outcomes.map { "\($0)" } == [outcome], "\(desk.text)")
    #expect(outcomes.first?.isSaved == (title == "Paper"))
    await desk.close()
  }

  @Test func `P5: A save is waited for, and the next one follows`() async throws {
    let store = Self.command("store", "S") { page in
      page.load {
        page.selection?["hours", as: Int.self] = 3
        let first = await page.save()
        page.selection?["hours", as: Int.self] = 200
        Self.tell(await page.save(), page)
        if !first.isSaved { page.say("the first was not saved") }
      }
    }
    let desk = try await desk("--entity", "Ticket", "--id", "1", parts: [store])
    try await desk.send("S")
    #expect(desk.text.contains("came of it: refused("), "\(desk.text)")
    await desk.close()
  }

  // MARK: The application's own right

  @Test(arguments: [(WriteRight.user, "open"), (.application, "closed")])
  func `P5: A command writes what forms may not by the application's own right alone`(
    right: WriteRight,
    state: String
  ) async throws {
    var outcomes: [WriteResult] = []
    let close = Self.command("shut", "S") { page in
      guard let ticket = page.selection?.judged else { return }
      page.load {
        outcomes.append(
          await page.write(as: right) { $0.object(for: ticket)[\.state] = "closed" }
        )
      }
    }
    let desk = try await desk("--entity", "Ticket", "--id", "1", parts: [close])
    try await desk.send("S")
    #expect(outcomes.map(\.isSaved) == [right == .application], "\(outcomes)")
    #expect(desk.lines.contains { $0.contains("State") && $0.contains(state) }, "\(desk.text)")
    await desk.close()
  }

  @Test func `P5: The application's own right makes and deletes, and breaks no constraint`()
    async throws
  {
    var outcomes: [WriteResult] = []
    let work = Self.command("work", "S") { page in
      guard let ticket = page.selection?.judged,
        let note = page.database?.model.entity(named: "Note")
      else { return }
      page.load {
        outcomes.append(
          await page.write(as: .user) { _ = $0.insert(note, values: ["text": .string("no")]) }
        )
        outcomes.append(
          await page.write(as: .application) {
            _ = $0.insert(note, values: ["text": .string("yes")])
          }
        )
        outcomes.append(
          await page.write(as: .application) { $0.object(for: ticket)[\.hours] = 200 }
        )
        outcomes.append(await page.write(as: .application) { _ in })
        let notes = try? await page.database?.fetch(entity: "Note")
        page.say("notes: \(notes?.compactMap { $0["text", as: String.self] } ?? [])")
      }
    }
    let desk = try await desk("--entity", "Ticket", "--id", "1", parts: [work])
    try await desk.send("S")
    #expect(outcomes.map(\.isSaved) == [false, true, false, false], "\(outcomes)")
    #expect(outcomes.last == .unchanged)
    #expect(desk.text.contains(#"notes: ["yes"]"#), "\(desk.text)")
    await desk.close()
  }

  @Test func `P5: What is being entered in a form is not overwritten by a command`() async throws {
    var outcomes: [WriteResult] = []
    let close = Self.command("shut", "S") { page in
      guard let ticket = page.selection?.judged else { return }
      page.selection?["title", as: String.self] = "Paper"
      page.load {
        outcomes.append(
          await page.write(as: .application) { $0.object(for: ticket)[\.state] = "closed" }
        )
      }
    }
    let desk = try await desk("--entity", "Ticket", "--id", "1", parts: [close])
    try await desk.send("S")
    guard case .refused(let reason)? = outcomes.first else {
      Issue.record("\(outcomes)")
      return
    }
    #expect(reason.contains("unsaved changes"), "\(reason)")
    await desk.close()
  }

  // MARK: Lists

  @Test func `P5: A page opens a filtered list, and says why it does not`() async throws {
    let mine = Self.command("mine", "S") { page in
      page.open("Ticket", where: "owner.name = $me", with: ["me": .string("Bea")], named: "Of Bea")
    }
    let wrong = Self.command("wrong", "W") { $0.open("Ticket", where: "owner.name =") }
    let unbound = Self.command("unbound", "U") { $0.open("Ticket", where: "owner.name = $me") }
    let unknown = Self.command("unknown", "X") { $0.open("Tiket") }
    let desk = try await desk(
      "--entity",
      "Ticket",
      "--id",
      "1",
      parts: [mine, wrong, unbound, unknown]
    )
    try await desk.send("W")
    #expect(desk.text.contains("'owner.name =' is not a condition"), "\(desk.text)")
    try await desk.send("U")
    #expect(desk.text.contains("one of its '$' names has no value"), "\(desk.text)")
    try await desk.send("X")
    #expect(desk.text.contains("there is no entity 'Tiket'"), "\(desk.text)")
    try await desk.send("S")
    #expect(desk.text.contains("Of Bea") && desk.text.contains("Screen"), "\(desk.text)")
    #expect(!desk.lines[1...].contains { $0.contains("Printer") }, "\(desk.text)")
    try await desk.send("esc")
    #expect(desk.text.contains("Printer"), "\(desk.text)")
    await desk.close()
  }

  // MARK: Types

  @Test func `P5: Records and objects give values with their Swift types`() async throws {
    var found: [String] = []
    let read = Self.command("read", "S") { page in
      page.load {
        let tickets = try? await page.database?.fetch(entity: "Ticket", sort: ["id"])
        guard let first = tickets?.first, let object = page.selection else { return }
        let hours: Int? = first[\.hours]
        let wrong: Bool? = first["title", as: Bool.self]
        found = ["\(hours ?? -1)", "\(first[\.state] ?? "")", "\(wrong == nil)"]
        object["hours", as: Int.self] = hours.map { $0 + 1 }
        found.append("\(object["hours", as: Double.self] ?? -1)")
      }
    }
    let desk = try await desk("--entity", "Ticket", "--id", "1", parts: [read])
    try await desk.send("S")
    #expect(found == ["2", "open", "true", "3.0"])
    await desk.close()
  }
}
