import AccessControl
import Insight

// Every subcommand.
extension Subcommand {
  /// The options that select a place on the screen.
  private static let place = ["--task", "--entity", "--id", "--link", "--property"]
  private static let textOrJSON = ["text", "json"]
  private static let listing = ["text", "json", "markdown"]
  private static let rows = ["text", "json", "jsonl", "csv", "tsv", "sql"]
  private static let summaries = ["text", "json", "jsonl", "csv", "md"]
  private static let selecting = [
    "--entity", "--id", "--columns", "--limit", "--fetch", "--distinct", "--escape-formulas",
    "--typed",
  ]

  /// All of them, in the order of help.
  static let all: [Subcommand] = [
    .init(Invocation.Command.open.rawValue, "opens a database on the screen", locked: .permitted)
      .taking(.database)
      .with(place + ["--fetch", "--color"])
      .like("shop.db --role clerk"),
    .init("render", "prints a page instead of showing it", locked: .permitted)
      .taking(.database, formats: ["text", "ansi", "svg"])
      .with(place + ["--fetch", "--color", "--size"])
      .like("render shop.db --entity Movie --size 120x40"),
    .init("rules check", "finds faults in rule files", locked: .ofRules)
      .taking(.rulesAndDatabase, formats: textOrJSON)
      .with(place + ["--strict"])
      .doing(like: "rules check Shop.rules shop.db") { try await $0.rulesCheck() },
    .init(
      "rules explain",
      "shows which rule answers a key, and why others lost",
      locked: .permitted
    )
    .taking(.keyAndDatabase, formats: textOrJSON)
    .with(place + ["--all"])
    .doing(like: "rules explain component shop.db --link 'Movie#7' --property rating --task edit") {
      try await $0.rulesExplain()
    },
    .init("rules lints", "lists every kind of fault", locked: .permitted)
      .taking(formats: listing)
      .doing(like: "rules lints") { try $0.rulesLints() },
    .init("rules list", "lists every rule", locked: .ofRules)
      .taking(.rulesAndDatabase, formats: textOrJSON)
      .with(place)
      .doing(like: "rules list Shop.rules") { try await $0.rulesList() },
    .init("rules test", "tests the expectations of rule files", locked: .ofRules)
      .taking(.rulesAndDatabase, formats: textOrJSON)
      .with(place + ["--coverage"])
      .doing(like: "rules test Shop.rules shop.db --coverage") { try await $0.rulesTest() },
    .init("rules format", "formats a rule file and keeps its comments", locked: .ofFiles)
      .taking(.ruleFiles)
      .with(["--write"])
      .doing(like: "rules format --write Shop.rules") { try $0.rulesFormat() },
    .init(
      "rules convert",
      "converts between Direct to Web files and rules",
      locked: .ofFiles
    )
    .taking(.ruleConversion)
    .with(place)
    .doing(like: "rules convert Shop.d2wmodel Shop.rules") { try await $0.rulesConvert() },
    .init(
      "rules report",
      "reports how each rule of a Direct to Web file is used",
      locked: .ofRules
    )
    .taking(.rulesAndDatabase, as: "FILE.d2wmodel … [DATABASE]", formats: textOrJSON)
    .with(place)
    .doing(like: "rules report Shop.d2wmodel shop.db") { try await $0.rulesReport() },
    .init("rules init", "prints rules for a database as a starting point", locked: .ofRules)
      .taking(.database)
      .with(place)
      .doing(like: "rules init shop.db > shop.rules") { try await $0.rulesInit() },
    .init(
      "model show",
      "prints the entities of a database",
      locked: .refused("a model shows hidden properties")
    )
    .taking(.database, formats: textOrJSON)
    .with(["--entity"])
    .doing(like: "model show shop.db --entity Movie") { try await $0.modelShow() },
    .init("model check", "compares a model with a database", locked: .ofFiles)
      .taking(.modelsAndDatabase, formats: textOrJSON)
      .doing(like: "model check Shop.json shop.db") { try await $0.modelCheck() },
    .init("model convert", "writes a model as JSON", locked: .ofFiles)
      .taking(.modelConversion)
      .doing(like: "model convert Shop.eomodeld Shop.json") { try await $0.modelConvert() },
    .init("list", "prints the objects of an entity", locked: .permitted)
      .taking(.link, formats: rows)
      .with(selecting)
      .printing(like: "list shop.db 'Movie?released > 1990&sort=-score' --limit 10") {
        try await $0.list($1)
      },
    .init("get", "prints one object, or some of its properties", locked: .permitted)
      .taking(
        .link,
        as: "[DATABASE] LINK#ID [PROPERTY …]",
        formats: ["text", "json", "csv", "tsv"]
      )
      .with(["--entity", "--id", "--columns", "--display"])
      .printing(like: "get shop.db 'Movie#7' title released") { try await $0.get($1) },
    .init("values", "counts the values of a property", locked: .permitted)
      .taking(.link, as: "[DATABASE] LINK PROPERTY", formats: summaries)
      .with(["--entity", "--fetch", "--property", "--step", "--limit", "--display"])
      .printing(like: "values shop.db Movie rating") { try await $0.values($1) },
    .init("describe", "summarizes each column: bounds, median …", locked: .permitted)
      .taking(.link, formats: summaries)
      .with(["--entity", "--fetch", "--columns", "--display"])
      .printing(like: "describe shop.db 'Movie?released > 1990'") { try await $0.describe($1) },
    .init("group", "counts, sums and averages rows by keys", locked: .permitted)
      .taking(.link, as: "[DATABASE] LINK --by KEY …", formats: summaries + ["svg"])
      .with(
        [
          "--entity", "--fetch", "--by", "--across", "--count", "--sort", "--limit", "--display",
          "--chart",
        ]
          + WrittenAggregate.functions.map { "--" + $0.optionName }
      )
      .printing(like: "group shop.db Movie --by rating --count --avg minutes") {
        try await $0.group($1)
      },
    .init("set", "changes an object", locked: .permitted)
      .taking(.link, as: "DATABASE LINK#ID PROPERTY=VALUE …", formats: textOrJSON)
      .with([
        "--entity", "--id", "--fetch", "--null", "--replace", "--compute", "--all", "--dry-run",
      ])
      .doing(like: "set shop.db 'Movie#7' title='The General' --null score") {
        try await $0.set()
      },
    .init("insert", "creates an object and prints its link", locked: .permitted)
      .taking(.link, as: "DATABASE ENTITY PROPERTY=VALUE …", formats: textOrJSON)
      .with(["--entity", "--null", "--dry-run"])
      .printing(like: "insert shop.db Movie title='The General' released=1926-12-31 minutes=79") {
        try await $0.insert($1)
      },
    .init("delete", "deletes an object", locked: .permitted)
      .taking(.link, as: "DATABASE LINK#ID", formats: textOrJSON)
      .with(["--entity", "--id", "--fetch", "--all", "--dry-run"])
      .doing(like: "delete shop.db 'Rental#7'") { try await $0.delete() },
    .init("export", "prints the stored values for other programs", locked: .permitted)
      .taking(.link, formats: ["csv", "tsv", "json", "jsonl", "sql", "text"])
      .with(selecting)
      .printing(like: "export shop.db Movie > movies.csv") { try await $0.exportRows($1) },
    .init("import", "creates objects from a table or JSON", locked: .permitted)
      .taking(.link, as: "DATABASE ENTITY [FILE]", formats: ["csv", "tsv", "json", "jsonl"])
      .with([
        "--entity", "--map", "--upsert", "--skip-faults", "--dry-run", "--typed", "--keep-marks",
      ])
      .doing(like: "import shop.db Movie movies.csv --map Name=title") {
        try await $0.importRows()
      },
    .init(
      "journals list",
      "lists unsaved changes of ended programs",
      locked: .ofFiles
    )
    .taking(.journals, formats: textOrJSON)
    .doing(like: "journals list") { try $0.journals() },
    .init(
      "journals purge",
      "discards unsaved changes of ended programs, after asking",
      locked: .ofFiles
    )
    .taking(.journals, formats: textOrJSON)
    .with(["--yes"])
    .doing(like: "journals purge --yes") { try $0.journals() },
    .init(
      "keys",
      "lists every key for rules, also keys of rule files",
      locked: .permitted
    )
    .taking(.database, formats: listing)
    .doing(like: "keys shop.db") { try await $0.keys() },
    .init(
      "catalog",
      "lists the pages, rows, components etc. for rules",
      locked: .permitted
    )
    .taking(.names, formats: listing)
    .doing(like: "catalog component") { try $0.listCatalog() },
    .init("commands", "lists every command and its keys", locked: .permitted)
      .taking(formats: listing)
      .doing(like: "commands") { try $0.commands() },
    .init("locales", "lists the number and date formats of each language", locked: .permitted)
      .taking(formats: listing)
      .doing(like: "locales") { try $0.locales() },
    .init("help", "prints help for the program or a command", locked: .permitted)
      .taking(as: "[COMMAND]", formats: ["text", "man", "bash", "zsh", "fish"])
      .doing(like: "help rules check") { try $0.help() },
    .init(Invocation.Command.version.rawValue, "prints the version", locked: .permitted)
      .doing(like: "--version") {
        Program.Outcome(output: "\($0.application.name) \($0.application.version)\n")
      },
  ]
}
