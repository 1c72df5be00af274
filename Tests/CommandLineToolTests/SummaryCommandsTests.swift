import CommandLineTool
import Pages
import SceneSupport
import SQLite
import TestSupport
import Testing
import Workspace

/// `d2t values`, `describe` and `group`: questions about many rows, without a screen.
@MainActor
struct SummaryCommandsTests: ShopFile {
  let folder = TemporaryFolder()

  init() throws {
    try makeShop()
    try script(
      """
      CREATE TABLE agent (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      CREATE TABLE ticket (
        id INTEGER PRIMARY KEY, state TEXT, minutes INTEGER, price DECIMAL(8,2), due DATE, count INTEGER,
        proof BLOB, agent_id INTEGER REFERENCES agent (id));
      INSERT INTO agent VALUES (1, 'Ada'), (2, 'Bea');
      INSERT INTO ticket VALUES
        (1, 'open', 30, 1.50, '2026-01-05', 1, x'00', 1), (2, 'open', 45, 0.25, '2026-01-20', 2, NULL, 2),
        (3, 'closed', 60, NULL, '2026-02-01', 1, x'FF', 2), (4, NULL, NULL, 0.25, NULL, 2, NULL, NULL);
      """
    )
  }

  /// The lines between the brackets of a JSON array.
  private func json(_ words: String...) async throws -> [String] {
    let outcome = try await run(all: words + ["--format", "json"])
    #expect(outcome.code == 0, "\(outcome)")
    return outcome.output.split(separator: "\n").dropFirst().dropLast().map { line in
      String(line.hasSuffix(",") ? line.dropLast() : line).replacing("  {", with: "{")
    }
  }

  // MARK: Values

  @Test func `Values come with the number of their rows, the most frequent first`() async throws {
    #expect(
      try await json("values", "Ticket", "state") == [
        #"{"value":"open","count":2}"#, #"{"value":null,"count":1}"#,
        #"{"value":"closed","count":1}"#,
      ]
    )
    #expect(
      try await json("values", "Ticket?state = 'open'", "Agent.NAME") == [
        #"{"value":"Ada","count":1}"#, #"{"value":"Bea","count":1}"#,
      ]
    )
    #expect(
      try await json("values", "Ticket", "agent", "--limit", "1") == [#"{"value":2,"count":2}"#]
    )
    #expect(
      try await run("values", "Ticket", "price", "--format", "csv").output
        == "value,count\n0.25,2\n,1\n1.5,1\n"
    )
    #expect(
      try await run("values", "Ticket", "state", "--format", "md").output
        == "| value | count |\n| --- | ---: |\n| open | 2 |\n| ∅ | 1 |\n| closed | 1 |\n"
    )
    #expect(
      try await run("values", "Ticket", "state").output
        == "value   count\nopen        2\n∅           1\nclosed      1\n"
    )
  }

  @Test func `Values are counted in ranges of a step`() async throws {
    #expect(
      try await json("values", "Ticket", "minutes", "--step", "20") == [
        #"{"from":null,"below":null,"count":1}"#, #"{"from":20,"below":40,"count":1}"#,
        #"{"from":40,"below":60,"count":1}"#, #"{"from":60,"below":80,"count":1}"#,
      ]
    )
    #expect(
      try await json("values", "Ticket?due is not null", "due", "--step", "month") == [
        #"{"from":"2026-01-01","below":"2026-02-01","count":2}"#,
        #"{"from":"2026-02-01","below":"2026-03-01","count":1}"#,
      ]
    )
    #expect(
      try await json("values", "Ticket?state is not null", "state", "--step", "letter") == [
        #"{"from":"C","below":null,"count":1}"#, #"{"from":"O","below":null,"count":2}"#,
      ]
    )
    let automatic = try await json("values", "Ticket?minutes > 0", "minutes", "--step", "auto")
    #expect(automatic.first == #"{"from":30,"below":32,"count":1}"#)
  }

  /// Makes a table with decimals without an end, decimals kept as texts, and moments in several spellings.
  private func makeReadings() throws -> [String] {
    try script(
      """
      CREATE TABLE reading (
        id INTEGER PRIMARY KEY, amount TEXT, at DATETIME, zoned TIMESTAMP, weight REAL, x);
      INSERT INTO reading VALUES
        (1, '1.10', '2024-01-01', '2024-01-01T00:30:00+01:00', 0.1, 1),
        (2, '1.1', '2024-01-01 00:00:00', '2023-12-31T23:30:00Z', 0.2, 1.0),
        (3, '12345678901234567890.12', '2024-01-02', '2024-01-01T00:30:00-05:00', 0.1, '1'),
        (29, '-3', '2023-12-31 12:00:00', '2024-02-01T00:30:00+05:00', 0.3, NULL);
      """
    )
    let model = folder.write(
      Array(
        #"{"entities":[{"name":"Reading","table":"reading","attributes":[{"name":"amount","column":"amount","type":"decimal"},{"name":"third","expression":"id / 3"},{"name":"share","expression":"id / 3","type":"decimal","scale":2},{"name":"most","expression":"id * 9223372036854775807"}]}]}"#
          .utf8
      ),
      to: "readings.json"
    )
    return ["--model", model, "--format", "csv"]
  }

  @Test func `Values stand in their order and are one where they are equal`() async throws {
    let model = try makeReadings()
    for (words, output) in [
      (["values", "Reading", "id / 3", "--step", "1"], "from,below,count\n0,1,2\n1,2,1\n9,10,1\n"),
      (
        ["values", "Reading", "third", "--step", "auto", "--limit", "1"],
        "from,below,count\n0,0.5,1\n"
      ),
      (
        [
          "group", "Reading", "--by", "round(id / 3 * 30) / 30", "--sort",
          "-round(id / 3 * 30) / 30",
        ],
        "round(id / 3 * 30) / 30,count\n9.6666666666666666667,1\n1,1\n0.66666666666666666667,1\n0.33333333333333333333,1\n"
      ),
      (
        ["values", "Reading", "amount"],
        "value,count\n1.1,2\n-3,1\n12345678901234567890.12,1\n"
      ),
      (
        ["values", "Reading", "zoned", "--step", "month"],
        "from,below,count\n"
          + "2023-12-01T00:00:00Z,2024-01-01T00:00:00Z,2\n2024-01-01T00:00:00Z,2024-02-01T00:00:00Z,2\n"
      ),
      (["group", "Reading", "--median", "amount"], "median(amount)\n1.1\n"),
      (
        ["group", "Reading?id > 2", "--median", "amount"],
        "median(amount)\n6172839450617283943.56\n"
      ),
      (["group", "Reading", "--median", "at"], "median(at)\n2024-01-01 00:00:00\n"),
      (
        ["group", "Reading", "--count-distinct", "at,zoned,amount,x"],
        "count-distinct(at),count-distinct(zoned),count-distinct(amount),count-distinct(x)\n3,3,3,2\n"
      ),
      (["group", "Reading?id < 3", "--across", "x"], "1\n2\n"),
      (["group", "Reading?id < 3", "--by", "id", "--across", "x"], "id,1\n1,1\n2,1\n"),
    ] {
      let outcome = try await run(all: words + model)
      #expect(outcome.output == output, "\(words): \(outcome)")
    }
    let profile = try await run(all: ["describe", "Reading", "--columns", "third,zoned"] + model)
    #expect(
      profile.output.split(separator: "\n").dropFirst() == [
        "third,decimal,4,0,4,0.33333333333333333333,9.6666666666666666667,2.916666666666666666675,0.833333333333333333335,0.583333333333333333335,3.166666666666666666675,0.33333333333333333333",
        "zoned,timestamp,4,0,3,2023-12-31T23:30:00Z,2024-01-31T19:30:00Z,,2023-12-31T23:30:00Z,2023-12-31T23:30:00Z,2024-01-01T05:30:00Z,2023-12-31T23:30:00Z",
      ],
      "\(profile)"
    )
  }

  @Test func `Tables between commas have the values of JSON`() async throws {
    try script(
      "CREATE TABLE tick (id INTEGER PRIMARY KEY, at INTEGER); INSERT INTO tick VALUES (1, 3600000)"
    )
    let declared =
      #"{"entities":[{"name":"Tick","table":"tick","attributes":[{"name":"at","column":"at","type":"timestamp","storage":"epochMilliseconds"}]}]}"#
    let model = ["--model", folder.write(Array(declared.utf8), to: "ticks.json")]
    for words in [["values", "Tick", "at", "--step", "hour"] + model] {
      let csv = try await run(all: words + ["--format", "csv"])
      #expect(csv.output == "from,below,count\n3600000,7200000,1\n", "\(csv)")
      let json = try await run(all: words + ["--format", "jsonl"])
      #expect(json.output == #"{"from":3600000,"below":7200000,"count":1}"# + "\n", "\(json)")
    }
  }

  @Test func `A step divides the values of its kind, in as many ranges as are wanted`() async throws
  {
    #expect(
      try await json("values", "Ticket", "minutes", "--step", "20", "--limit", "2") == [
        #"{"from":null,"below":null,"count":1}"#, #"{"from":20,"below":40,"count":1}"#,
      ]
    )
    #expect(
      try await json("values", "Ticket", "state", "--step", "letter", "--limit", "2").count == 2
    )
    for (property, step, sentence) in [
      ("minutes", "month", "--step month divides dates, but 'minutes' is a number"),
      ("minutes + 1", "letter", "--step letter divides texts, but 'minutes + 1' is a number"),
      ("state", "10", "--step 10 divides numbers, but 'state' is a text"),
      ("due", "10", "--step 10 divides numbers, but 'due' is a date"),
    ] {
      #expect(try await refusal(["values", "Ticket", property, "--step", step]).contains(sentence))
    }
  }

  // MARK: Charts

  @Test func `Groups are drawn, with a series for each aggregate or value across`() async throws {
    let bars = try await run("group", "Ticket", "--by", "agent.name", "--count", "--chart", "bar")
    #expect(bars.output.hasPrefix("Ticket: agent.name count\n"), "\(bars)")
    #expect(bars.output.contains("\n∅   1 ███"), "\(bars)")
    let lines = bars.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 25 && lines.allSatisfy { $0.count <= 80 }, "\(bars)")
    let months = try await run(
      all: ["group", "Ticket?due is not null", "--by", "yearMonth(due)", "--across", "state"]
        + ["--count", "--sum", "minutes", "--chart", "line"]
    )
    #expect(months.output.contains("● closed count  ○ closed sum(minutes)"), "\(months)")
    let svg = try await run(
      all: ["group", "Ticket", "--by", "state", "--chart", "column", "--format", "svg"]
    )
    #expect(svg.output.hasPrefix("<svg ") && svg.output.contains(">closed</text>"), "\(svg)")
    let none = try await run("group", "Ticket?id > 9", "--by", "state", "--chart", "bar")
    #expect(none.output == "" && none.code == 0)
    #expect(none.messages == "d2t: there are no rows to draw\n")
  }

  @Test(arguments: [
    ("--chart pie", "--chart takes bar, column, line, scatter, histogram, calendar, not 'pie'"),
    ("--chart bar --format csv", "a chart is text or svg, not 'csv'; leave out --chart for rows"),
    ("--format svg", "svg is a format of charts; add --chart bar"),
    ("--chart calendar", "--chart calendar cannot show these keys; take bar, column, line"),
    (
      "--chart bar --max due",
      "a chart draws numbers, and the groups have none; add --count or --sum PROPERTY"
    ),
  ])
  func `A chart that cannot be drawn is refused`(options: String, sentence: String) async throws {
    let words =
      ["group", "Ticket", "--by", "state"] + options.split(separator: " ").map(String.init)
    do throws(UsageError) {
      let invocation = try Invocation(arguments: [words[0], path] + words.dropFirst())
      let outcome = await Program(invocation).run()
      #expect(outcome.code == 2 && outcome.messages.contains(sentence), "\(outcome)")
    } catch { #expect(error.message == sentence) }
  }

  // MARK: Groups

  @Test func `Groups have the keys as written and their aggregates`() async throws {
    #expect(
      try await json(
        "group",
        "Ticket",
        "--by",
        "agent.name",
        "--count",
        "--sum",
        "minutes",
        "--avg",
        "minutes",
        "--max",
        "due",
        "--count-distinct",
        "state"
      ) == [
        #"{"agent.name":null,"count":1,"sum(minutes)":0,"avg(minutes)":null,"max(due)":null,"count-distinct(state)":0}"#,
        #"{"agent.name":"Ada","count":1,"sum(minutes)":30,"avg(minutes)":30,"max(due)":"2026-01-05","count-distinct(state)":1}"#,
        #"{"agent.name":"Bea","count":2,"sum(minutes)":105,"avg(minutes)":52.5,"max(due)":"2026-02-01","count-distinct(state)":2}"#,
      ]
    )
    #expect(
      try await json("group", "Ticket", "--by", "agent.name,state", "--sort", "-count,-state") == [
        #"{"agent.name":"Ada","state":"open","count":1}"#,
        #"{"agent.name":"Bea","state":"open","count":1}"#,
        #"{"agent.name":"Bea","state":"closed","count":1}"#,
        #"{"agent.name":null,"state":null,"count":1}"#,
      ]
    )
    #expect(try await json("group", "Ticket", "--sum", "price") == [#"{"sum(price)":2}"#])
    #expect(
      try await json("group", "Ticket?id > 9", "--sum", "price", "--median", "minutes") == [
        #"{"sum(price)":0,"median(minutes)":null}"#
      ]
    )
    #expect(try await json("group", "Ticket?id > 9", "--by", "state") == [])
    #expect(
      try await json("group", "Ticket", "--by", "count") == [
        #"{"count":1,"count()":2}"#, #"{"count":2,"count()":2}"#,
      ]
    )
  }

  @Test func `Keys and what is summarized may be expressions`() async throws {
    #expect(
      try await json(
        "group",
        "Ticket",
        "--by",
        "yearMonth(due), upper(state)",
        "--sum",
        "minutes * 2",
        "--sort",
        "-sum(minutes*2)",
        "--limit",
        "2"
      )
        == [
          #"{"yearMonth(due)":"2026-01","upper(state)":"OPEN","sum(minutes * 2)":150}"#,
          #"{"yearMonth(due)":"2026-02","upper(state)":"CLOSED","sum(minutes * 2)":120}"#,
        ]
    )
    #expect(
      try await json("group", "Ticket", "--max", "due + 3 days") == [
        #"{"max(due + 3 days)":"2026-02-04"}"#
      ]
    )
    #expect(
      try await json("group", "Agent?by=tickets.@count&max=tickets.@sum.minutes") == [
        #"{"tickets.@count":1,"max(tickets.@sum.minutes)":30}"#,
        #"{"tickets.@count":2,"max(tickets.@sum.minutes)":105}"#,
      ]
    )
    #expect(
      try await json("values", "Ticket?price is not null", "round(price)") == [
        #"{"value":0,"count":2}"#, #"{"value":2,"count":1}"#,
      ]
    )
  }

  @Test func `A link groups as the options do`() async throws {
    let link = "Ticket?minutes > 0&by=agent.name&count&sum=minutes&sort=-sum(minutes)"
    let lines = try await json("group", link)
    #expect(
      lines == [
        #"{"agent.name":"Bea","count":2,"sum(minutes)":105}"#,
        #"{"agent.name":"Ada","count":1,"sum(minutes)":30}"#,
      ]
    )
    #expect(
      try await json(
        "group",
        "Ticket?minutes > 0",
        "--by",
        "agent.name",
        "--count",
        "--sum",
        "minutes",
        "--sort",
        "-sum(minutes)"
      ) == lines
    )
    #expect(try await json("group", link, "--limit", "1") == [lines[0]])
  }

  @Test func `A key runs across`() async throws {
    let words = ["group", "Ticket", "--by", "agent.name", "--across", "state"]
    #expect(
      try await run(all: words + ["--count", "--max", "minutes", "--format", "jsonl"]).output
        == """
        {"agent.name":null,"count":{"null":1,"closed":0,"open":0},"max(minutes)":{"null":null,"closed":null,"open":null}}
        {"agent.name":"Ada","count":{"null":0,"closed":0,"open":1},"max(minutes)":{"null":null,"closed":null,"open":30}}
        {"agent.name":"Bea","count":{"null":0,"closed":1,"open":1},"max(minutes)":{"null":null,"closed":60,"open":45}}

        """
    )
    #expect(
      try await run(all: words + ["--sort", "-count", "--limit", "1", "--format", "csv"]).output
        == "agent.name,null,closed,open\nBea,0,1,1\n"
    )
    #expect(
      try await run(all: words + ["--count", "--sum", "minutes", "--format", "csv"]).output.prefix {
        $0 != "\n"
      }
        == "agent.name,null count,null sum(minutes),closed count,closed sum(minutes),open count,open sum(minutes)"
    )
  }

  // MARK: Profiles

  @Test func `Each column is described`() async throws {
    let lines = try await json("describe", "Ticket")
    #expect(
      lines.contains(
        #"{"property":"minutes","type":"integer","rows":4,"nulls":1,"distinct":3,"min":30,"max":60,"mean":45,"median":45,"q1":37.5,"q3":52.5,"mode":30}"#
      ),
      "\(lines)"
    )
    #expect(
      lines.contains(
        #"{"property":"due","type":"date","rows":4,"nulls":1,"distinct":3,"min":"2026-01-05","max":"2026-02-01","mean":null,"median":"2026-01-20","q1":"2026-01-05","q3":"2026-01-20","mode":"2026-01-05"}"#
      ),
      "\(lines)"
    )
    #expect(
      lines.contains(
        #"{"property":"proof","type":"blob","rows":4,"nulls":2,"distinct":null,"min":null,"max":null,"mean":null,"median":null,"q1":null,"q3":null,"mode":null}"#
      ),
      "\(lines)"
    )
    #expect(
      lines.contains {
        $0.hasPrefix(
          #"{"property":"price","type":"decimal","rows":4,"nulls":1,"distinct":2,"min":0.25,"max":1.5,"mean":0.66666"#
        )
      },
      "\(lines)"
    )
    let some = try await json("describe", "Ticket?id > 9", "--columns", "state,agent.name")
    #expect(
      some
        == ["state", "agent.name"].map {
          #"{"property":"\#($0)","type":"string","rows":0,"nulls":0,"distinct":0,"min":null,"max":null,"mean":null,"median":null,"q1":null,"q3":null,"mode":null}"#
        }
    )
  }

  @Test func `Conditions and choices are keys as well`() async throws {
    #expect(
      try await json("values", "Ticket", "minutes > 40") == [
        #"{"value":true,"count":2}"#, #"{"value":null,"count":1}"#, #"{"value":false,"count":1}"#,
      ]
    )
    #expect(
      try await json("group", "Ticket", "--by", "state is null") == [
        #"{"state is null":false,"count":3}"#, #"{"state is null":true,"count":1}"#,
      ]
    )
    #expect(
      try await json("values", "Ticket", "if minutes > 40 then 1 else 2") == [
        #"{"value":1,"count":2}"#, #"{"value":2,"count":2}"#,
      ]
    )
    let rows = try await run(
      "list",
      "Ticket?sort=if state is null then 1 else 2",
      "--columns",
      "id"
    )
    #expect(rows.output.contains("4\n 1\n"), "\(rows)")
  }

  @Test func `Times stay times, and moments have one text`() async throws {
    try script(
      """
      CREATE TABLE shop (id INTEGER PRIMARY KEY, opens TIME, day DATE, at DATETIME);
      INSERT INTO shop VALUES (1, '08:00', '1970-01-01', '1970-01-01 12:00:00'),
        (2, '22:30', '2024-02-28', '2024-02-29 00:00:00');
      """
    )
    for (value, expected) in [
      ("min(opens, opens + 2 hours)", ["00:30:00", "08:00:00"]),
      ("opens + 3 hours", ["01:30:00", "11:00:00"]), ("opens - '08:00'", ["0.0", "52200.0"]),
      ("at - day", ["0.5", "1.0"]), ("length(at)", ["19"]),
      (
        "concat(day, ' ', at)",
        ["1970-01-01 1970-01-01 12:00:00", "2024-02-28 2024-02-29 00:00:00"]
      ),
      ("concat(opens)", ["08:00:00", "22:30:00"]),
    ] {
      let printed = try await run("values", "Shop", value, "--format", "csv").output
      let values = printed.split(separator: "\n").dropFirst().map { $0.split(separator: ",")[0] }
      #expect(values.map(String.init).sorted() == expected, "\(value)")
    }
    let rows = try await run("list", "Shop?opens + 30 minutes = '08:30'", "--columns", "id")
    #expect(rows.output == "ID\n 1\n", "\(rows)")
    let more = try await run("list", "Shop?opens - '08:00' > 0", "--columns", "id")
    #expect(more.output == "ID\n 2\n", "\(more)")
  }

  @Test func `A column that cannot be computed does not end the others`() async throws {
    let model = try makeReadings()
    let outcome = try await run(all: ["describe", "Reading", "--columns", "most,id"] + model)
    let lines = outcome.output.split(separator: "\n").map { $0.prefix { $0 != "," } }
    #expect(lines == ["property", "id"] && outcome.code == 0, "\(outcome)")
    #expect(outcome.messages.contains("d2t: most: ") && outcome.messages.contains("64 bits"))
    let alone = try await run(all: ["describe", "Reading", "--columns", "most"] + model)
    #expect(alone.code != 0 && alone.messages.contains("64 bits"), "\(alone)")
  }

  @Test func `A computed attribute has the decimal places of its declaration`() async throws {
    let model = try makeReadings()
    let list = try await run(all: ["list", "Reading", "--columns", "share"] + model)
    #expect(list.output == "share\n0.33\n0.67\n1\n9.67\n")
    let text = try await run(all: ["list", "Reading", "--columns", "share"] + model.prefix(2))
    #expect(
      text.output.split(separator: "\n").dropFirst().map { $0.filter { $0 != " " } } == [
        "0.33", "0.67", "1.00", "9.67",
      ]
    )
    let sum = try await run(all: ["group", "Reading", "--sum", "share"] + model)
    #expect(sum.output == "sum(share)\n11.67\n")
  }

  @Test func `A mean that is no number is null`() async throws {
    _ = try makeReadings()
    try script("UPDATE reading SET weight = CASE id WHEN 1 THEN 9e999 ELSE -9e999 END")
    let text = try await run("describe", "Reading", "--columns", "weight").output
    #expect(!text.contains("nan") && text.contains("∅"), "\(text)")
    #expect(
      try await json("describe", "Reading", "--columns", "weight").first?.contains(#""mean":null"#)
        == true
    )
  }

  @Test func `A profile that is too wide for the terminal is printed line by line`() async throws {
    var program = Program(
      try Invocation(arguments: ["describe", path, "Ticket", "--columns", "minutes,state"])
    )
    for (width, first, count) in [(60, "property  minutes", 25), (200, "property  type", 3)] {
      program.terminalWidth = width
      let lines = await program.run().output.split(
        separator: "\n",
        omittingEmptySubsequences: false
      )
      #expect(lines.first?.hasPrefix(first) == true && lines.count == count + 1, "\(lines)")
      #expect(width > 60 || lines[11] == "mode      30" && lines[12].isEmpty, "\(lines)")
    }
  }

  // MARK: Text

  @Test func `Text may show what the screen shows`() async throws {
    #expect(
      try await run("values", "Ticket", "agent", "--display").output
        == "Agent  count\nBea        2\n∅          1\nAda        1\n"
    )
    let group = try await run(
      "group",
      "Ticket",
      "--by",
      "agent",
      "--across",
      "agent",
      "--sum",
      "minutes * 100.5",
      "--display"
    )
    #expect(
      group.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        == [
          "Agent ∅ Ada Bea", "∅ 0.00", "Ada 3 015.00", "Bea 10 552.50",
        ],
      "\(group)"
    )
    let table = ["group", "Ticket", "--across", "agent", "--count", "--display", "--format", "md"]
    #expect(try await run(all: table).output.hasPrefix("| ∅ | Ada | Bea |\n"))
    let ranges = try await run("values", "Ticket", "due", "--step", "month", "--display").output
    #expect(ranges.split(separator: "\n")[0].split(separator: " ") == ["from", "below", "count"])
    let rules = "entity.name = 'Agent' => restrictingQualifier = where (name != 'Bea')"
    let narrowed = try await run(
      all: ["values", "Ticket", "agent", "--display", "--rules"]
        + [folder.write(Array(rules.utf8), to: "my.rules")]
    )
    #expect(narrowed.output == "Agent  count\n∅          3\nAda        1\n")
    #expect(
      try await refusal(["values", "Ticket", "agent", "--display", "--format", "json"])
        .contains("--display is for text and md")
    )
  }

  // MARK: Refusals

  @Test func `Wrong names are refused with what would be right`() async throws {
    for (words, piece) in [
      (["values", "Ticket", "stat"], "did you mean 'state'?"),
      (["values", "Ticket"], "needs a property"),
      (["values", "Ticket", "id", "--step", "fortnight"], "--step takes auto"),
      (["group", "Ticket", "--by", "agent.nam"], "did you mean 'name'?"),
      (["group", "Ticket", "--by", "state", "--sort", "-cuont"], "did you mean 'count'?"),
      (["group", "Ticket?across=state", "--across", "agent"], "different keys"),
      (["group", "Ticket#1", "--count"], "leave out '#1'"),
      (["describe", "Ticket", "--columns", "stat"], "did you mean 'state'?"),
      (["group", "Agent", "--by", "tickets"], "tickets.@count"),
      (["group", "Ticket", "--by", "state * 2"], "^"),
      (["values", "Ticket", "rond(price)"], "round"),
      (["group", "Ticket", "--by", "yearMonth(du)"], "did you mean 'due'?"),
      (["group", "Ticket", "--by", "\"state\""], "write a property: state"),
      (["group", "Ticket", "--by", "1"], "same for every row; write a property: id"),
      (["group", "Ticket", "--by", "today"], "'today' is the same for every row"),
      (["values", "Ticket", "coalesce(agent, 0)"], "'agent' is an object; write agent.id"),
      (["values", "Agent", "coalesce(tickets, 0)"], "write tickets.@count"),
      (["list", "Ticket?agent + 1 = 2"], "'agent' is an object; write agent.id"),
      (["values", "Ticket", "year(id)"], "write year(due)"),
      (["list", "Ticket?year(id) = 2026"], "write year(due)"),
      (["values", "Ticket", "length(proof)"], "'proof' is bytes"),
      (["list", "Ticket?due > '2026-01-05' + 1"], "write '2026-01-05' + 1 days"),
      (["list", "Ticket?state + 1 = 'x'"], "write concat(state, 1)"),
    ] {
      let message = try await refusal(words)
      #expect(message.contains(piece), "\(words): \(message)")
    }
    let sum = try await run("group", "Ticket", "--sum", "state")
    #expect(sum.code != 0 && sum.messages.contains("only numbers"), "\(sum)")
  }

  private func refusal(_ words: [String]) async throws -> String {
    do throws(UsageError) {
      let invocation = try Invocation(arguments: [words[0], path] + words.dropFirst())
      let outcome = await Program(invocation).run()
      #expect(outcome.code == 2, "\(outcome)")
      return outcome.messages
    } catch { return error.message }
  }

  @Test func `Nobody counts, sums or describes what they may not see`() async throws {
    let rules = folder.write(
      Array(
        """
        role = 'clerk' and propertyKey = 'minutes' => isPropertyVisible = false
        role = 'clerk' and entity.name = 'Ticket' => restrictingQualifier = where (id <= 2)
        """.utf8
      ),
      to: "my.rules"
    )
    func clerk(_ words: String...) async throws -> Program.Outcome {
      try await run(all: words + ["--rules", rules, "--role", "clerk"])
    }
    #expect(
      try await clerk("group", "Ticket", "--by", "state", "--format", "csv").output
        == "state,count\nopen,2\n"
    )
    for words in [
      ["values", "Ticket", "minutes"], ["group", "Ticket", "--sum", "minutes"],
      ["group", "Ticket", "--by", "minutes"], ["describe", "Ticket", "--columns", "minutes"],
      ["group", "Ticket?minutes > 30", "--by", "state"],
      ["group", "Ticket", "--by", "state", "--across", "minutes"],
    ] {
      let outcome = try await run(all: words + ["--rules", rules, "--role", "clerk"])
      #expect(outcome.code != 0 && outcome.output.isEmpty, "\(words): \(outcome)")
      #expect(outcome.messages.contains("is not shown"), "\(words): \(outcome)")
    }
    let all = try await clerk("describe", "Ticket", "--format", "json").output
    #expect(
      !all.contains("minutes") && all.contains(#""property":"price","type":"decimal","rows":2"#),
      "\(all)"
    )
  }

  @Test func `A reference to what may not be seen is no key of groups`() async throws {
    func rules(_ text: String) -> [String] {
      ["--rules", folder.write(Array(text.utf8), to: "my.rules"), "--format", "csv"]
    }
    let narrowed = rules("entity.name = 'Agent' => restrictingQualifier = where (name != 'Bea')")
    for (words, output) in [
      (["values", "Ticket", "agent"], "value,count\n,3\n1,1\n"),
      (["group", "Ticket", "--by", "agent"], "agent,count\n,3\n1,1\n"),
      (["group", "Ticket", "--count-distinct", "agent"], "count-distinct(agent)\n1\n"),
      (["group", "Ticket", "--max", "agent"], "max(agent)\n1\n"),
    ] {
      #expect(try await run(all: words + narrowed).output == output, "\(words)")
    }
    let hidden = rules("propertyKey = 'agentId' or propertyKey = 'id' => isPropertyVisible = false")
    for words in [["values", "Ticket", "agent"], ["group", "Ticket", "--by", "agent"]] {
      let outcome = try await run(all: words + hidden)
      #expect(outcome.code != 0 && outcome.output.isEmpty, "\(words): \(outcome)")
      #expect(outcome.messages.contains("the key of 'agent' is not shown"), "\(outcome)")
    }
    let labels = try await run(all: ["values", "Ticket", "agent", "--display"] + hidden.prefix(2))
    #expect(labels.output == "Agent  count\nBea        2\n∅          1\nAda        1\n")
    try script("PRAGMA foreign_keys = OFF; INSERT INTO ticket (id, agent_id) VALUES (9, 999999)")
    let groups = ["group", "Ticket", "--by", "agent", "--display"] + hidden.prefix(2)
    let dangling = try await run(all: groups).output
    #expect(dangling.contains("(no label)") && !dangling.contains("999999"), "\(dangling)")
    let chart = try await run(all: groups + ["--count", "--chart", "bar"]).output
    #expect(chart.contains("(no label)") && !chart.contains("99"), "\(chart)")
    try script("DELETE FROM ticket WHERE id = 9")
    let shown = rules("propertyKey = 'agentId' => isPropertyVisible = false")
    let keys = try await run(all: ["values", "Ticket", "agent"] + shown).output
    #expect(keys == "value,count\n2,2\n,1\n1,1\n")
  }

  @Test func `A key that is hidden itself is no value of related rows`() async throws {
    let rule = folder.write(
      Array("propertyKey = 'agentId' => isPropertyVisible = false".utf8),
      to: "my.rules"
    )
    for condition in ["tickets.agentId = 2", "tickets[agentId = 2].@count > 0"] {
      let words = ["list", "Agent?\(condition)", "--rules", rule]
      let outcome = try await run(all: words)
      #expect(outcome.code != 0 && outcome.messages.contains("is not shown"), "\(outcome)")
    }
    let shown = [
      "list", "Agent?tickets.agent.name = 'Bea'", "--columns", "name", "--format", "csv",
    ]
    #expect(try await run(all: shown + ["--rules", rule]).output == "name\nBea\n")
  }

  @Test func `A key that is hidden on both sides is no label`() async throws {
    let rule = folder.write(
      Array("propertyKey in ['agentId', 'id', 'name'] => isPropertyVisible = false".utf8),
      to: "my.rules"
    )
    let words = ["list", "Ticket", "--columns", "state,agent", "--rules", rule]
    for format in ["text", "csv", "json"] {
      let told = try await run(all: words + ["--format", format]).output
      #expect(!told.contains("2") && told.contains("Agent"), "\(format): \(told)")
    }
  }

  @Test func `A row for which a right has a fault is not seen, and nothing is told of it`()
    async throws
  {
    try script("UPDATE ticket SET minutes = 9223372036854775807 WHERE id = 2")
    for (condition, ids) in [
      ("minutes + 1 > 0", "id\n1\n3\n"), ("not (minutes + 1 < 0)", "id\n1\n3\n"),
      ("agent.tickets.@sum(minutes + 1) > 0", "id\n1\n"),
      ("minutes + 1 > 0 or state = 'open'", "id\n1\n2\n3\n"),
    ] {
      let rule = "entity.name = 'Ticket' => restrictingQualifier = where (\(condition))"
      let rules = folder.write(Array(rule.utf8), to: "my.rules")
      let words = ["list", "Ticket", "--columns", "id", "--format", "csv", "--rules", rules]
      let outcome = try await run(all: words)
      #expect(outcome.output == ids, "\(condition): \(outcome)")
      #expect(outcome.code == 0 && outcome.messages.isEmpty, "\(condition): \(outcome)")
    }
  }

  @Test func `Passwords are only counted`() async throws {
    try script("ALTER TABLE agent ADD COLUMN password TEXT; UPDATE agent SET password = 'p' || id")
    for words in [
      ["values", "Agent", "password"], ["values", "Agent", "password", "--display"],
      ["values", "Ticket", "substring(agent.password, 1, 1)"],
      ["group", "Agent", "--by", "password"], ["group", "Agent", "--max", "password"],
      ["group", "Agent", "--median", "password"],
      ["group", "Agent", "--by", "name", "--across", "password"],
    ] {
      let told = try await refusal(words)
      #expect(told.contains("holds passwords, which are only counted"), "\(words): \(told)")
    }
    #expect(
      try await run("group", "Agent", "--count-distinct", "password", "--format", "csv").output
        == "count-distinct(password)\n2\n"
    )
  }
}
