import AccessControl
import Charts
import Insight
import Pages
import Qualifiers
import RuleEngine
import Workspace

/// One option of the command line; help, parsing and "did you mean" come from the list of them.
///
/// ``Subcommand/all`` lists the subcommands that know it. Options that bring files, rules, settings or persons are refused in
/// locked mode.
struct CommandLineOption {
  /// With dashes.
  let names: [String]
  /// One line of help.
  let summary: String
  /// Whether it can be said in locked mode.
  let locked: LockedModePolicy
  /// The placeholder for the value in help; `nil` for a switch.
  private(set) var placeholder: String?
  /// Takes the value over.
  private(set) var apply: (inout Invocation, String) throws(UsageError) -> Void = { _, _ in }

  private init(_ names: String..., help summary: String, _ locked: LockedModePolicy) {
    (self.names, self.summary, self.locked) = (names, summary, locked)
  }

  /// The option with a value, which stands as `placeholder` in help.
  private func taking(
    _ placeholder: String,
    _ apply: @escaping (inout Invocation, String) throws(UsageError) -> Void
  ) -> Self {
    var option = self
    (option.placeholder, option.apply) = (placeholder, apply)
    return option
  }

  /// The option with names of properties or expressions, of which each use adds some.
  private func takingNames(_ add: @escaping (inout Invocation, [String]) -> Void) -> Self {
    let option = names[0]
    return taking("K,K…") { (invocation, text) throws(UsageError) in
      let names = text.listedParts
      guard !names.isEmpty else {
        throw UsageError("\(option) takes property names with commas, not '\(text)'")
      }
      add(&invocation, names)
    }
  }

  /// The option that adds an aggregate of each name.
  private static func aggregate(_ function: AggregateFunction, help summary: String) -> Self {
    Self("--" + function.optionName, help: summary, .permitted).takingNames {
      $0.groups.aggregates += $1.map { WrittenAggregate(function, of: $0) }
    }
  }

  /// The option as a switch.
  private func doing(_ change: @escaping (inout Invocation) -> Void) -> Self {
    var option = self
    option.apply = { invocation, _ in change(&invocation) }
    return option
  }

  /// The names of those that every subcommand knows.
  static let ofAll = ["--help", "--version"]

  /// Every option.
  static let all: [CommandLineOption] = [
    .init("--rules", help: "a rule file, or a folder of them; may be repeated", .ofRules)
      .taking("FILE|DIR") { $0.rules.append($1) },
    .init(
      "--order",
      help: "the rule order: d2t, or wonder or apple as in Direct to Web",
      .ofRules
    )
    .taking("ORDER") { (invocation, value) throws(UsageError) in
      guard let order = RuleOrder(rawValue: value) else {
        throw UsageError("--order takes d2t, wonder or apple, not '\(value)'")
      }
      invocation.ruleOrder = order
    },
    .init("--model", help: "a model to lay over the database; may be repeated", .ofFiles)
      .taking("FILE") { $0.models.append($1) },
    .init("--attach", help: "another database to show; may be repeated", .ofFiles)
      .taking("[NAME=]FILE") { (invocation, text) throws(UsageError) in
        invocation.attachments.append(try Attachment(text))
      },
    .init("--user", help: "the user name that rules see", .ofPersons)
      .taking("NAME") { $0.user = $1 },
    .init("--role", help: "the role rules see, as in `role = 'clerk'`", .ofPersons)
      .taking("ROLE") { $0.role = $1 },
    .init("--set", help: "sets a key for the whole program", .ofRules)
      .taking("KEY=VALUE") { $0.settings.append($1) },
    .init("--readonly", help: "opens the file read only", .permitted)
      .doing { $0.isReadOnly = true },
    .init("--create", help: "creates the file, with --model also its tables", .ofFiles)
      .doing { $0.createsFile = true },
    .init("--task", help: "the task to start with: query, list, inspect, edit …", .permitted)
      .taking("T") { $0.task = $1 },
    .init("--entity", help: "the entity to start with; table names work too", .permitted)
      .taking("E") { (invocation, name) throws(UsageError) in
        if let link = invocation.link, link.entityName != name {
          throw ObjectLink.contradiction("--entity \(name)")
        }
        invocation.entity = name
      },
    .init(
      "--id",
      help: "the object to start with; join the parts of its key with commas",
      .permitted
    )
    .taking("ID") { (invocation, id) throws(UsageError) in
      if let own = invocation.link?.id, own != id { throw ObjectLink.contradiction("--id \(id)") }
      invocation.id = id
    },
    .init(
      "--link",
      help: "the list or object to start with: Entity?filter&sort=-key#id",
      .permitted
    )
    .taking("LINK") { (invocation, text) throws(UsageError) in
      let link = try ObjectLink(text)
      let (entity, id) = (invocation.entity, invocation.id)
      if let entity, entity != link.entityName {
        throw ObjectLink.contradiction("--entity \(entity)")
      }
      if let id, id != link.id { throw ObjectLink.contradiction("--id \(id)") }
      (invocation.link, invocation.entity, invocation.id) = (link, link.entityName, link.id)
    },
    .init("--property", help: "the property to ask about", .permitted)
      .taking("K") { $0.property = $1 },
    .init("--color", help: "auto, always or never", .permitted)
      .taking("WHEN") { (invocation, value) throws(UsageError) in
        guard ["auto", "always", "never"].contains(value) else {
          throw UsageError("--color takes auto, always or never, not '\(value)'")
        }
        invocation.color = value
      },
    .init("--size", help: "the page size in cells, up to 1000x500", .permitted)
      .taking("COLSxROWS") { (invocation, value) throws(UsageError) in
        invocation.size = try size(value)
      },
    .init("--format", help: "text, json, ansi, markdown or svg, as the command offers", .permitted)
      .taking("FORMAT") { $0.format = $1 },
    .init("--all", help: "every key, or every object of the link", .permitted)
      .doing { $0.all = true },
    .init(
      "--columns",
      help: "the properties to print; rules choose the default",
      .permitted
    )
    .takingNames { $0.columns += $1 },
    .init("--display", help: "prints values as they are shown on the screen", .permitted)
      .doing { $0.displaysValues = true },
    .init("--limit", help: "prints at most N rows", .permitted)
      .taking("N") { (invocation, value) throws(UsageError) in
        guard let limit = Int(value), limit >= 0 else {
          throw UsageError("--limit takes a number of rows, not '\(value)'")
        }
        invocation.limit = limit
      },
    .init("--by", help: "the keys of groups: owner.name, yearMonth(closedAt)", .permitted)
      .takingNames { $0.groups.keys += $1 },
    .init("--across", help: "a key whose values become columns", .permitted)
      .taking("K") { (invocation, text) throws(UsageError) in
        guard invocation.groups.across == nil else {
          throw UsageError("only one key runs across; leave out one '--across'")
        }
        invocation.groups.across = text
      },
    .init("--count", help: "the number of rows of each group", .permitted)
      .doing { $0.groups.aggregates.append(.count) },
    aggregate(.sum, help: "the sum of a number in each group"),
    aggregate(.avg, help: "the average of a number in each group"),
    aggregate(.min, help: "the smallest value in each group"),
    aggregate(.max, help: "the largest value in each group"),
    aggregate(.median, help: "the value in the middle of each group"),
    aggregate(.distinct, help: "the number of different values in each group"),
    .init("--sort", help: "the order of groups: a key, -count, -sum(total)", .permitted)
      .takingNames { $0.groups.order += $1 },
    .init(
      "--chart",
      help: "draws groups: bar, column, line, scatter, histogram or calendar",
      .permitted
    )
    .taking("KIND") { (invocation, text) throws(UsageError) in
      guard let kind = Chart.Kind(rawValue: text) else {
        throw UsageError("--chart takes \(Chart.Kind.names()), not '\(text)'")
      }
      invocation.chart = kind
    },
    .init("--step", help: "counts ranges: auto, 10, month, letter …", .permitted)
      .taking("STEP") { $0.step = $1 },
    .init(
      "--fetch",
      help: "a fetch of the model with its variables: cheap(limit: 5)",
      .permitted
    )
    .taking("NAME") { $0.fetch = $1 },
    .init("--distinct", help: "prints rows with the same values once", .permitted)
      .doing { $0.printsDistinctRows = true },
    .init(
      "--escape-formulas",
      help: "puts ' before text that spreadsheets compute (csv, tsv)",
      .permitted
    )
    .doing { $0.escapesFormulas = true },
    .init(
      "--typed",
      help: "marks values with an ambiguous type: text:1 (csv, tsv)",
      .permitted
    )
    .doing { $0.isTyped = true },
    .init(
      "--keep-marks",
      help: "imports marks such as text:1 as text (csv, tsv)",
      .permitted
    )
    .doing { $0.keepsMarks = true },
    .init("--null", help: "sets a property to null", .permitted)
      .taking("K") { $0.assignments.append(Assignment(name: $1, text: nil)) },
    .init(
      "--replace",
      help:
        "replaces a text or pattern: title/Mr/Mister 'title,/(.*) II$/,$1 2'",
      .permitted
    )
    .taking("K/OLD/NEW") { (invocation, text) throws(UsageError) in
      invocation.assignments.append(try Assignment(replacing: text))
    },
    .init("--compute", help: "computes a value from stored ones: price=price * 1.1", .permitted)
      .taking("K=EXPR") { (invocation, text) throws(UsageError) in
        invocation.assignments.append(try Assignment(computing: text))
      },
    .init(
      "--map",
      help: "the property for a column of the file; empty skips it; may be repeated",
      .permitted
    )
    .taking("COLUMN=K") { (invocation, text) throws(UsageError) in
      invocation.columnMappings.append(try ColumnMapping(text))
    },
    .init(
      "--upsert",
      help: "updates objects with equal values of these properties, inserts others",
      .permitted
    )
    .takingNames { $0.upsertKey += $1 },
    .init("--skip-faults", help: "imports the rows without faults", .permitted)
      .doing { $0.skipsFaults = true },
    .init(
      "--dry-run",
      help: "checks and prints the changes without writing them",
      .permitted
    )
    .doing { $0.isDryRun = true },
    .init("--yes", help: "discards without asking", .permitted)
      .doing { $0.isConfirmed = true },
    .init("--strict", help: "warnings count as faults", .permitted)
      .doing { $0.strict = true },
    .init("--coverage", help: "lists the rules that no expectation tests", .permitted)
      .doing { $0.coverage = true },
    .init("--write", help: "replaces the files", .ofFiles)
      .doing { $0.writes = true },
    .init("--help", "-h", help: "prints this help", .permitted)
      .doing {
        $0.helpTopic = $0.command
        $0.command = .help
      },
    .init("--version", "-V", help: "prints the version", .permitted)
      .doing { $0.command = .version },
  ]

  /// Whether the option says itself what is asked, whatever else stands on the line.
  var isAnswer: Bool { Self.ofAll.contains(names[0]) }

  private static func size(_ text: String) throws(UsageError) -> (columns: Int, rows: Int) {
    let parts = text.split(whereSeparator: { $0 == "x" || $0 == "X" || $0 == "×" })
    guard parts.count == 2, let columns = Int(parts[0]), let rows = Int(parts[1]) else {
      throw UsageError("--size takes columns x rows, like 120x40, not '\(text)'")
    }
    guard (1...1000).contains(columns), (1...500).contains(rows) else {
      throw UsageError("--size \(text) is out of range: 1 to 1000 columns, 1 to 500 rows")
    }
    return (columns, rows)
  }
}
