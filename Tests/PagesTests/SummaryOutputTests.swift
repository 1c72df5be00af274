import CommandLineTool
import SceneSupport
import TestSupport
import Testing

/// The pages of values, groups and columns beside what `d2t values`, `group` and `describe` print, over random rows.
@MainActor
struct SummaryOutputTests {
  private let scene: Scene
  private let seed: UInt64

  /// The columns of the list, from left to right.
  private static let columns = [
    "size", "amount", "weight", "price", "day", "heldAt", "name", "isPaid", "agent",
  ]

  /// A list of random rows.
  private init(seed: UInt64) async throws {
    self.seed = seed
    scene = try await Scene(
      Self.table(seed: seed),
      rules: "entity.name = 'Thing' => displayPropertyKeys = \(Self.columns)",
      "--entity Thing --task list",
      width: 300,
      height: 240
    )
  }

  init() async throws { try await self.init(seed: 0) }

  private static func table(seed: UInt64) -> String {
    var random = SeededGenerator(seed: seed)
    let words = ["ada", "Ada", "ÄRA", "", "zoe", "it''s", "two words", "7"]
    let rows = (1...60).map { id in
      let seconds = 1_700_000_000 + random.below(90_000_000) - 45_000_000
      func orNull(_ text: String) -> String { random.chance(12) ? "NULL" : text }
      let cells = [
        "\(id)", orNull("\(random.below(6) - 3)"), orNull("\(random.below(2_000) - 1_000)"),
        orNull("\(Double(random.below(4_000) - 2_000) / 8)"),
        orNull("\(Double(random.below(1_000_000)) / 100)"),
        orNull("date(\(seconds), 'unixepoch')"), orNull("datetime(\(seconds), 'unixepoch')"),
        orNull("'\(words[random.below(words.count)])'"), orNull("\(random.below(2))"),
        orNull("\(1 + random.below(3))"),
      ]
      return "(\(cells.joined(separator: ", ")))"
    }
    return """
      CREATE TABLE agent(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      INSERT INTO agent VALUES (1, 'Bo'), (2, 'Cy'), (3, 'Bo');
      CREATE TABLE thing(id INTEGER PRIMARY KEY, size INTEGER, amount INTEGER, weight REAL, price DECIMAL(9,2),
        day DATE, held_at DATETIME, name TEXT, is_paid BOOLEAN, agent_id INTEGER REFERENCES agent);
      INSERT INTO thing VALUES \(rows.joined(separator: ",\n"));
      """
  }

  private static func eachWorld(_ body: (Self) async throws -> Void) async throws {
    for seed in 0..<UInt64(TestLength.of("D2T_PROPERTY_CASES", 3)) {
      let world = try await Self(seed: seed)
      try await body(world)
      await world.scene.end()
    }
  }

  /// The cells of the rows that a subcommand prints as the screen shows them.
  private func printed(_ words: String...) async throws -> [[String]] {
    let arguments = [words[0], scene.path] + words.dropFirst() + ["--display", "--format", "md"]
    let outcome = await Program(try Invocation(arguments: arguments)).run()
    #expect(outcome.code == 0 && outcome.messages.isEmpty, "\(words): \(outcome)")
    return outcome.output.split(separator: "\n").dropFirst(2).map { line in
      let cells = line.dropFirst(2).dropLast(2).split(
        separator: " | ",
        omittingEmptySubsequences: false
      )
      return cells.map(String.init)
    }
  }

  /// The texts of the rows of the page, with single blanks and without bars.
  private var shown: [String] {
    scene.lines.dropFirst(2).prefix { !$0.allSatisfy { $0 == " " } }.map { line in
      Self.words(line.filter { !"›█▉▊▋▌▍▎▏▁▂▃▄▅▆▇".contains($0) })
    }
  }

  private static func words(_ text: String) -> String {
    text.split(separator: " ").joined(separator: " ")
  }

  private static func words(_ cells: [String]) -> String { words(cells.joined(separator: " ")) }

  /// Expects rows on the page that begin with the printed ones; a share may stand behind.
  private func expect(
    _ shown: [String],
    startWith printed: [[String]],
    _ title: String,
    _ location: SourceLocation = #_sourceLocation
  ) {
    let printed = printed.map { Self.words($0) }
    #expect(!printed.isEmpty, sourceLocation: location)
    let without = zip(shown, printed).map { shown, printed in
      shown.hasPrefix(printed) && (shown == printed || shown.hasSuffix("%")) ? printed : shown
    }
    #expect(
      shown.count == printed.count && without == printed,
      "\(seed) \(title): \(zip(without, printed).first { $0 != $1 }.map { "\($0)" } ?? "")\n\(scene.text)",
      sourceLocation: location
    )
  }

  // MARK: Tests

  @Test func `Groups on the page are those that are printed`() async throws {
    try await Self.eachWorld { world in
      for keys in [
        "name", "agent", "weekday(day)", "yearMonth(heldAt),isPaid", "size,agent.name", "price",
        "(amount % 7)", "isPaid,yearQuarter(day)",
      ] {
        try await world.scene.run(
          "group \(keys) count sum(price) avg(weight) min(day) max(heldAt) median(amount) count-distinct(name)"
        )
        let shown = world.shown.filter { !$0.contains("Total ") }
        let link =
          "Thing?by=\(keys)&count&sum=price&avg=weight&min=day&max=heldAt&median=amount&count-distinct=name"
        try await world.expect(shown, startWith: world.printed("group", link), keys)
        try await world.scene.send("esc")
      }
    }
  }

  @Test func `Pivots on the page are those that are printed`() async throws {
    try await Self.eachWorld { world in
      for across in ["isPaid", "size", "agent", "year(day)"] {
        try await world.scene.run("group name across \(across) sum(amount)")
        let columns = try await world.printed("values", "Thing", across).count
        let shown = world.shown.filter { !$0.hasPrefix("Total ") }
        // Behind the cells stand the sum of the row and its share.
        let printed = try await world.printed("group", "Thing?by=name&across=\(across)&sum=amount")
        #expect(printed.allSatisfy { $0.count == columns + 1 })
        #expect(shown.count == printed.count, "\(world.seed) \(across)\n\(world.scene.text)")
        for (shown, printed) in zip(shown, printed) {
          let cells = Self.words(printed)
          #expect(shown.hasPrefix(cells), "\(world.seed) \(across): \(cells)\n\(world.scene.text)")
        }
        try await world.scene.send("esc")
      }
    }
  }

  @Test func `Values on the page are those that are printed`() async throws {
    try await Self.eachWorld { world in
      for property in Self.columns {
        try await world.scene.send("f")
        if world.scene.status.contains("step") { try await world.scene.run("step off") }
        // Moments are counted by day at least.
        if property != "heldAt" {
          let printed = try await world.printed("values", "Thing", property)
            .sorted { Self.words($0) < Self.words($1) }
          world.expect(world.shown.sorted(), startWith: printed, property)
        }
        try await world.scene.send("esc l")
      }
    }
  }

  @Test func `Ranges on the page are those that are printed`() async throws {
    try await Self.eachWorld { world in
      for property in Self.columns {
        let steps = [
          "amount": ["7", "100"], "weight": ["12.5"], "price": ["1000"], "name": ["letter"],
          "day": ["month", "year"], "heldAt": ["week", "quarter"],
        ]
        for step in steps[property, default: []] {
          try await world.scene.send("f")
          try await world.scene.run("step \(step)")
          let printed = try await world.printed("values", "Thing", property, "--step", step)
          let counts = world.shown.map { $0.split(separator: " ").dropLast(2).last }
          #expect(
            counts == printed.map { $0[2][...] },
            "\(world.seed) \(property) \(step)\n\(world.scene.text)"
          )
          // A day, a month or a letter is known by where it begins.
          let isNumber = property == "amount" || property == "weight" || property == "price"
          for (shown, printed) in zip(world.shown, printed) where isNumber && printed[0] != "∅" {
            #expect(shown.hasPrefix("\(printed[0]) – \(printed[1]) "), "\(world.seed) \(property)")
          }
          try await world.scene.send("esc")
        }
        try await world.scene.send("l")
      }
    }
  }

  @Test func `Profiles on the page are those that are printed`() async throws {
    try await Self.eachWorld { world in
      try await world.scene.run("describe")
      let attributes = Self.columns.filter { $0 != "agent" }
      let printed = try await world.printed(
        "describe",
        "Thing",
        "--columns",
        attributes.joined(separator: ",")
      )
      #expect(printed.count == attributes.count)
      for printed in printed {
        let cells = printed.map { $0 == "∅" ? "" : $0 }
        let quartiles = printed[9] == "∅" ? "" : "\(cells[9]) – \(cells[10])"
        let expected = [cells[1]] + cells[3...8] + [quartiles, cells[11]]
        let row = Self.words(expected)
        let isShown = world.shown.contains { $0.hasSuffix(" " + row) }
        #expect(isShown, "\(world.seed) \(row)\n\(world.scene.text)")
      }
    }
  }
}
