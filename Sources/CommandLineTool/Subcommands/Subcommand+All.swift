import AccessControl

// Every subcommand.
extension Subcommand {
  /// Where on the screen.
  private static let place = ["--task", "--entity", "--id", "--link", "--property"]
  private static let textOrJSON = ["text", "json"]
  private static let listing = ["text", "json", "markdown"]
  private static let rows = ["text", "json", "csv", "tsv"]

  /// All of them, in the order of help.
  static let all: [Subcommand] = [
    Subcommand(
      Invocation.Command.open.rawValue,
      "opens a database on the screen",
      takes: .database,
      options: place + ["--fetch", "--color"],
      locked: .permitted,
      example: "shop.db --role clerk"
    ),
    Subcommand(
      "render",
      "prints a page instead of showing it",
      takes: .database,
      options: place + ["--fetch", "--color", "--size"],
      formats: ["text", "ansi", "svg"],
      locked: .permitted,
      example: "render shop.db --entity Movie --size 120x40"
    ),
    Subcommand(
      "rules check",
      "finds faults in rule files",
      takes: .rulesAndDatabase,
      options: place + ["--strict"],
      formats: textOrJSON,
      locked: .ofRules,
      example: "rules check Shop.rules shop.db"
    ) { program, _ in try await program.rulesCheck() },
    Subcommand(
      "rules explain",
      "says which rule answers a key, and why the others did not",
      takes: .keyAndDatabase,
      options: place + ["--all"],
      formats: textOrJSON,
      locked: .permitted,
      example: "rules explain component shop.db --entity Movie --property rating --task edit"
    ) { program, _ in try await program.rulesExplain() },
    Subcommand(
      "rules lints",
      "lists every kind of fault",
      formats: listing,
      locked: .permitted,
      example: "rules lints"
    ) { program, _ in try program.rulesLints() },
    Subcommand(
      "rules list",
      "lists every rule",
      takes: .rulesAndDatabase,
      options: place,
      formats: textOrJSON,
      locked: .ofRules,
      example: "rules list Shop.rules"
    ) { program, _ in try await program.rulesList() },
    Subcommand(
      "rules test",
      "tries what rule files expect of their rules",
      takes: .rulesAndDatabase,
      options: place + ["--coverage"],
      formats: textOrJSON,
      locked: .ofRules,
      example: "rules test Shop.rules shop.db --coverage"
    ) { program, _ in try await program.rulesTest() },
    Subcommand(
      "rules format",
      "lays out a rule file and keeps its comments",
      takes: .ruleFiles,
      options: ["--write"],
      locked: .ofFiles,
      example: "rules format --write Shop.rules"
    ) { program, _ in try program.rulesFormat() },
    Subcommand(
      "rules convert",
      "turns a file of Direct to Web into rules, or rules into such a file",
      takes: .ruleConversion,
      options: place,
      locked: .ofFiles,
      example: "rules convert Shop.d2wmodel Shop.rules"
    ) { program, _ in try await program.rulesConvert() },
    Subcommand(
      "rules report",
      "says what becomes of each rule of a Direct to Web file",
      takes: .rulesAndDatabase,
      as: "FILE.d2wmodel … [DATABASE]",
      options: place,
      formats: textOrJSON,
      locked: .ofRules,
      example: "rules report Shop.d2wmodel shop.db"
    ) { program, _ in try await program.rulesReport() },
    Subcommand(
      "rules init",
      "prints the rules found for a database, to go on from",
      takes: .database,
      options: place,
      locked: .ofRules,
      example: "rules init shop.db > shop.rules"
    ) { program, _ in try await program.rulesInit() },
    Subcommand(
      "model show",
      "prints the entities of a database",
      takes: .database,
      options: ["--entity"],
      formats: textOrJSON,
      locked: .refused("a model names what rules hide"),
      example: "model show shop.db --entity Movie"
    ) { program, _ in try await program.modelShow() },
    Subcommand(
      "model check",
      "says where a model and a database differ",
      takes: .modelsAndDatabase,
      formats: textOrJSON,
      locked: .ofFiles,
      example: "model check Shop.json shop.db"
    ) { program, _ in try await program.modelCheck() },
    Subcommand(
      "model convert",
      "writes a model as JSON",
      takes: .modelConversion,
      locked: .ofFiles,
      example: "model convert Shop.eomodeld Shop.json"
    ) { program, _ in try await program.modelConvert() },
    Subcommand(
      "list",
      "prints the objects of an entity",
      takes: .link,
      options: [
        "--entity", "--id", "--columns", "--limit", "--fetch", "--distinct", "--escape-formulas",
      ],
      formats: rows,
      locked: .permitted,
      example: "list shop.db 'Movie?released > 1990&sort=-score' --limit 10"
    ) { program, emit in try await program.list(emit) },
    Subcommand(
      "get",
      "prints one object, or some of its properties",
      takes: .link,
      as: "[DATABASE] LINK#ID [PROPERTY …]",
      options: ["--entity", "--id", "--columns"],
      formats: rows,
      locked: .permitted,
      example: "get shop.db 'Movie#7' title studio"
    ) { program, emit in try await program.get(emit) },
    Subcommand(
      "set",
      "changes an object",
      takes: .link,
      as: "DATABASE LINK#ID PROPERTY=VALUE …",
      options: [
        "--entity", "--id", "--fetch", "--null", "--replace", "--compute", "--all", "--dry-run",
      ],
      formats: textOrJSON,
      locked: .permitted,
      example: "set shop.db 'Movie#7' title='The General' --null rating"
    ) { program, _ in try await program.set() },
    Subcommand(
      "insert",
      "makes an object and prints its link",
      takes: .link,
      as: "DATABASE ENTITY PROPERTY=VALUE …",
      options: ["--entity", "--null", "--dry-run"],
      formats: textOrJSON,
      locked: .permitted,
      example: "insert shop.db Movie title='The General' released=1926-12-31"
    ) { program, emit in try await program.insert(emit) },
    Subcommand(
      "delete",
      "deletes an object",
      takes: .link,
      as: "DATABASE LINK#ID",
      options: ["--entity", "--id", "--fetch", "--all", "--dry-run"],
      formats: textOrJSON,
      locked: .permitted,
      example: "delete shop.db 'Movie#7'"
    ) { program, _ in try await program.delete() },
    Subcommand(
      "export",
      "prints the stored values for other programs",
      takes: .link,
      options: [
        "--entity", "--id", "--columns", "--limit", "--fetch", "--distinct", "--escape-formulas",
      ],
      formats: ["csv", "tsv", "json", "text"],
      locked: .permitted,
      example: "export shop.db Movie > movies.csv"
    ) { program, emit in try await program.exportRows(emit) },
    Subcommand(
      "import",
      "makes objects from a table or JSON",
      takes: .link,
      as: "DATABASE ENTITY [FILE]",
      options: ["--entity", "--dry-run"],
      formats: ["csv", "tsv", "json"],
      locked: .permitted,
      example: "import shop.db Movie movies.csv"
    ) { program, _ in try await program.importRows() },
    Subcommand(
      "journals list",
      "lists what was typed and not saved when a program ended",
      takes: .journals,
      formats: textOrJSON,
      locked: .ofFiles,
      example: "journals list"
    ) { program, _ in try program.journals() },
    Subcommand(
      "journals purge",
      "discards what was typed and not saved when a program ended, after asking",
      takes: .journals,
      options: ["--yes"],
      formats: textOrJSON,
      locked: .ofFiles,
      example: "journals purge --yes"
    ) { program, _ in try program.journals() },
    Subcommand(
      "keys",
      "lists every key a rule can use, also those that rule files declare",
      takes: .database,
      formats: listing,
      locked: .permitted,
      example: "keys shop.db"
    ) { program, _ in try await program.keys() },
    Subcommand(
      "catalog",
      "lists everything rules can name: pages, rows, components, formatters and more",
      takes: .names,
      formats: listing,
      locked: .permitted,
      example: "catalog component"
    ) { program, _ in try program.listCatalog() },
    Subcommand(
      "commands",
      "lists every command and its keys",
      formats: listing,
      locked: .permitted,
      example: "commands"
    ) { program, _ in try program.commands() },
    Subcommand(
      "locales",
      "lists how numbers and days are written in each language",
      formats: listing,
      locked: .permitted,
      example: "locales"
    ) { program, _ in try program.locales() },
    Subcommand(
      "help",
      "says how the program or a command is called",
      as: "[COMMAND]",
      formats: ["text", "man", "bash", "zsh", "fish"],
      locked: .permitted,
      example: "help rules check"
    ) { program, _ in try program.help() },
    Subcommand(
      Invocation.Command.version.rawValue,
      "prints the version",
      locked: .permitted,
      example: "--version"
    ) { program, _ in
      Program.Outcome(output: "\(program.application.name) \(program.application.version)\n")
    },
  ]
}
