import DirectToTerminal
import DirectToTerminalTesting
import Testing

/// Keys as somebody outside declares them, one of them called otherwise in rules.
private struct DeskKeys: KeyNamespace {
  static let shared = Self()
  static let category = "Desk"
  let isDashboardShown = Key(false, "Opens with figures.", named: "dashboard")
  let greeting = Key("hello", "What the page says.")
}

private struct ClashingKeys: KeyNamespace {
  static let shared = Self()
  let title = Key("x", "A title of another kind.")
}

private struct SpacedKeys: KeyNamespace {
  static let shared = Self()
  let stock = Key(0, "How much there is.", named: "low stock")
}

private struct WordKeys: KeyNamespace {
  static let shared = Self()
  let null = Key(0, "What there is not.")
}

extension AddedNamespaces {
  fileprivate static var desk: DeskKeys { .shared }
  fileprivate static var clashing: ClashingKeys { .shared }
}

private struct Dashboard: View {
  let name: String
  @Environment(\.desk.greeting) private var greeting

  var body: some View { Text("\(greeting) from \(name)") }
}

/// Rules and keys of an application, as somebody outside writes them.
@MainActor
struct OwnRulesTests {
  private static let script = "CREATE TABLE ticket (id INTEGER PRIMARY KEY, title TEXT);"

  private func application(_ parts: [any ApplicationPart]) -> Application {
    Application("desk") {
      Database(script: Self.script, title: "Desk")
      for part in parts { part }
    }
  }

  @Test func `P7: A view is the value of a rule`() async throws {
    let desk = application([
      Keys(DeskKeys.self),
      Rules {
        for task in ["list", "create"] {
          \.task == task => \.page <= .view { Dashboard(name: task) }
        }
        \.task == .list && \.role == "other" => \.component <= .view { Text("never") }
      },
    ])
    let tester = try await ApplicationTester(desk, ["--entity", "Ticket", "--task", "list"])
    #expect(tester.text.contains("hello from list"), "\(tester.text)")
    await tester.close()
    let other = try await ApplicationTester(desk, ["--entity", "Ticket", "--task", "create"])
    #expect(other.text.contains("hello from create"), "\(other.text)")
    await other.close()
    let checked = await ApplicationTester.run(desk, ["rules", "check", "--strict"])
    #expect(checked.code == 0, "\(checked.output)\(checked.messages)")
    let explained = await ApplicationTester.run(
      desk,
      ["rules", "explain", "page", "--entity", "Ticket", "--task", "list"]
    )
    #expect(explained.output.contains("Dashboard (DirectToTerminalTests/OwnRulesTests.swift:"))
  }

  @Test func `P7: A view as the value of a key that takes none is a fault of the rule`()
    async throws
  {
    let desk = application([Rules { \.title <= .view { Text("never") } }])
    let checked = await ApplicationTester.run(desk, ["rules", "check"])
    #expect(checked.output.contains("the key takes no view"), "\(checked.output)")
  }

  @Test func `P7: A key has another name in rules than in Swift`() async throws {
    let desk = application([
      Keys(DeskKeys.self),
      Rules("dashboard = true => greeting = 'text'"),
      Rules { \.desk.isDashboardShown <= true },
    ])
    let keys = await ApplicationTester.run(desk, ["keys"])
    #expect(keys.code == 0 && keys.output.contains("dashboard"), "\(keys)")
    let checked = await ApplicationTester.run(desk, ["rules", "check"])
    #expect(!checked.output.contains("error"), "\(checked.output)\(checked.messages)")
  }

  @Test func `P7: A key with the name of a built-in one is a sentence that names both`() async {
    let desk = application([Keys(ClashingKeys.self)])
    for arguments in [["rules", "check"], ["keys"], ["list", "Ticket"]] {
      let outcome = await ApplicationTester.run(desk, arguments)
      #expect(outcome.code == 2)
      #expect(
        outcome.messages.contains("'title' is declared in")
          && outcome.messages.contains("ClashingKeys")
          && outcome.messages.contains("Key(…, named:"),
        "\(outcome.messages)"
      )
    }
    await #expect(throws: (any Error).self) { try await ApplicationTester(desk) }
  }

  @Test func `P7: A key that rules cannot name is a sentence`() async {
    for (keys, name) in [(Keys(SpacedKeys.self), "low stock"), (Keys(WordKeys.self), "null")] {
      let outcome = await ApplicationTester.run(application([keys]), ["keys"])
      #expect(outcome.code == 2)
      #expect(outcome.messages.contains("rules cannot name the key '\(name)'"))
    }
  }

  @Test func `P4: Forgotten keys are told by name when the application starts`() async {
    let desk = application([Rules { \.task == .list => \.desk.greeting <= "hi" }])
    let outcome = await ApplicationTester.run(desk, ["list", "Ticket"])
    #expect(outcome.code == 2)
    #expect(
      outcome.messages.contains("'greeting' of DeskKeys")
        && outcome.messages.contains("add Keys(DeskKeys.self)"),
      "\(outcome.messages)"
    )
  }

  @Test func `P5: Tasks have names in rules written in Swift`() async throws {
    let desk = application([
      Rules {
        \.task == .list => \.navigationBarTitle <= "A list"
        [.edit, .create] ~= \.task => \.navigationBarTitle <= "A form"
        \.task == .list => \.nextTask <= .edit
        when(\.task != .list) { \.pageWrapper <= "navigation" }.priority(.low)
      }
    ])
    let tester = try await ApplicationTester(desk, ["--entity", "Ticket"])
    #expect(tester.lines[0].contains("A list"), "\(tester.text)")
    await tester.close()
    let form = try await ApplicationTester(desk, ["--entity", "Ticket", "--task", "create"])
    #expect(form.lines[0].contains("A form"), "\(form.text)")
    await form.close()
  }
}
