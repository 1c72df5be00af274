import AccessControl
import Pages
import RuleEngine

/// One option of the command line; help, parsing and "did you mean" come from the list of them.
///
/// Which subcommands know it stands in ``Subcommand/all``. What brings files, rules, settings or persons is refused in
/// locked mode.
struct CommandLineOption {
  /// With dashes.
  let names: [String]
  /// What stands for the value in help; `nil` for a switch.
  let placeholder: String?
  /// One line of help.
  let summary: String
  /// Whether it can be said in locked mode.
  let locked: LockedVerdict
  /// Takes the value over.
  let apply: (inout Invocation, String) throws(UsageError) -> Void

  private init(
    _ names: [String],
    _ placeholder: String? = nil,
    _ summary: String,
    locked: LockedVerdict,
    apply: @escaping (inout Invocation, String) throws(UsageError) -> Void
  ) {
    self.names = names
    self.placeholder = placeholder
    self.summary = summary
    self.locked = locked
    self.apply = apply
  }

  /// The names of those that every subcommand knows.
  static let ofAll = ["--help", "--version"]

  /// Every option.
  static let all: [CommandLineOption] = [
    CommandLineOption(
      ["--rules"],
      "FILE|DIR",
      "a rule file, or all in a folder; may be repeated",
      locked: .ofRules
    ) {
      $0.rules.append($1)
    },
    CommandLineOption(
      ["--order"],
      "ORDER",
      "which rule comes first: d2t, or wonder or apple as in Direct to Web",
      locked: .ofRules
    ) {
      (invocation, value) throws(UsageError) in
      guard let order = RuleOrder(rawValue: value) else {
        throw UsageError("--order takes d2t, wonder or apple, not '\(value)'")
      }
      invocation.ruleOrder = order
    },
    CommandLineOption(
      ["--model"],
      "FILE",
      "a model to lay over the database; may be repeated",
      locked: .ofFiles
    ) {
      $0.models.append($1)
    },
    CommandLineOption(
      ["--attach"],
      "[NAME=]FILE",
      "a database whose tables are shown too; may be repeated",
      locked: .ofFiles
    ) { (invocation, text) throws(UsageError) in
      invocation.attachments.append(try Attachment(text))
    },
    CommandLineOption(["--user"], "NAME", "who is using the program, for rules", locked: .ofPersons)
    { $0.user = $1 },
    CommandLineOption(
      ["--role"],
      "ROLE",
      "the role rules see, as in `role = 'clerk'`",
      locked: .ofPersons
    ) {
      $0.role = $1
    },
    CommandLineOption(
      ["--set"],
      "KEY=VALUE",
      "answers a key for the whole program",
      locked: .ofRules
    ) {
      $0.settings.append($1)
    },
    CommandLineOption(
      ["--readonly"],
      nil,
      "opens the file so that nothing can be written",
      locked: .permitted
    ) {
      invocation,
      _ in invocation.isReadOnly = true
    },
    CommandLineOption(
      ["--create"],
      nil,
      "makes the file, with --model its tables too",
      locked: .ofFiles
    ) {
      invocation,
      _ in invocation.createsFile = true
    },
    CommandLineOption(
      ["--task"],
      "T",
      "the task to start with: query, list, inspect, edit …",
      locked: .permitted
    ) {
      $0.task = $1
    },
    CommandLineOption(
      ["--entity"],
      "E",
      "the entity to start with; table names work too",
      locked: .permitted
    ) {
      (invocation, name) throws(UsageError) in
      if let link = invocation.link, link.entityName != name {
        throw Link.contradiction("--entity \(name)")
      }
      invocation.entity = name
    },
    CommandLineOption(
      ["--id"],
      "ID",
      "the object to start with; several key values with commas",
      locked: .permitted
    ) {
      (invocation, id) throws(UsageError) in
      if let own = invocation.link?.id, own != id { throw Link.contradiction("--id \(id)") }
      invocation.id = id
    },
    CommandLineOption(
      ["--link"],
      "LINK",
      "the list or object to start with: Entity?filter&sort=-key#id",
      locked: .permitted
    ) { (invocation, text) throws(UsageError) in
      let link = try Link(text)
      let (entity, id) = (invocation.entity, invocation.id)
      if let entity, entity != link.entityName { throw Link.contradiction("--entity \(entity)") }
      if let id, id != link.id { throw Link.contradiction("--id \(id)") }
      (invocation.link, invocation.entity, invocation.id) = (link, link.entityName, link.id)
    },
    CommandLineOption(["--property"], "K", "the property to ask about", locked: .permitted) {
      $0.property = $1
    },
    CommandLineOption(["--color"], "WHEN", "auto, always or never", locked: .permitted) {
      (invocation, value) throws(UsageError) in
      guard ["auto", "always", "never"].contains(value) else {
        throw UsageError("--color takes auto, always or never, not '\(value)'")
      }
      invocation.color = value
    },
    CommandLineOption(
      ["--size"],
      "COLSxROWS",
      "the size of the page, up to 1000x500",
      locked: .permitted
    ) {
      (invocation, value) throws(UsageError) in
      invocation.size = try size(value)
    },
    CommandLineOption(
      ["--format"],
      "FORMAT",
      "text, json, ansi, markdown or svg, as the command offers",
      locked: .permitted
    ) { $0.format = $1 },
    CommandLineOption(
      ["--all"],
      nil,
      "every key, or every object of the link",
      locked: .permitted
    ) { invocation, _ in invocation.all = true },
    CommandLineOption(
      ["--columns"],
      "K,K…",
      "the properties to print, instead of those the rules choose",
      locked: .permitted
    ) { invocation, names in
      invocation.columns += names.split(separator: ",").map(String.init)
    },
    CommandLineOption(["--limit"], "N", "prints at most so many rows", locked: .permitted) {
      (invocation, value) throws(UsageError) in
      guard let limit = Int(value), limit >= 0 else {
        throw UsageError("--limit takes a number of rows, not '\(value)'")
      }
      invocation.limit = limit
    },
    CommandLineOption(
      ["--fetch"],
      "NAME",
      "a fetch that the model names, with values for its variables: cheap(limit: 5)",
      locked: .permitted
    ) { $0.fetch = $1 },
    CommandLineOption(
      ["--distinct"],
      nil,
      "prints rows with the same values once",
      locked: .permitted
    ) { invocation, _ in invocation.printsDistinctRows = true },
    CommandLineOption(
      ["--escape-formulas"],
      nil,
      "puts ' before texts that a spreadsheet would compute (csv, tsv)",
      locked: .permitted
    ) { invocation, _ in invocation.escapesFormulas = true },
    CommandLineOption(["--null"], "K", "leaves a property without a value", locked: .permitted) {
      $0.assignments.append(Assignment(name: $1, text: nil))
    },
    CommandLineOption(["--strict"], nil, "warnings count as faults", locked: .permitted) {
      invocation,
      _ in invocation.strict = true
    },
    CommandLineOption(
      ["--coverage"],
      nil,
      "lists the rules that no expectation made answer",
      locked: .permitted
    ) { invocation, _ in invocation.coverage = true },
    CommandLineOption(["--write"], nil, "replaces the files", locked: .ofFiles) {
      invocation,
      _ in invocation.writes = true
    },
    CommandLineOption(["--help", "-h"], nil, "prints this help", locked: .permitted) {
      invocation,
      _ in
      invocation.helpTopic = invocation.command
      invocation.command = .help
    },
    CommandLineOption(["--version", "-V"], nil, "prints the version", locked: .permitted) {
      invocation,
      _ in
      invocation.command = .version
    },
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
