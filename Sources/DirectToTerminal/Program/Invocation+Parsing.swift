import Diagnostics
import RuleEngine

extension Invocation {
  /// Reads the arguments behind the program's name.
  ///
  /// - Throws: ``UsageError`` naming the argument, and the nearest one that exists.
  public init(arguments: [String]) throws(UsageError) {
    self.init()
    var rest = arguments[...]
    try takeCommand(&rest)
    var positional: [String] = []
    while let argument = rest.popFirst() {
      if argument == "--" {
        positional += rest
        break
      }
      if argument.hasPrefix("-"), argument != "-" {
        try takeOption(argument, &rest)
        if command == .help || command == .version { return }
      } else {
        positional.append(argument)
      }
    }
    try takePositional(positional)
    try nameAttachedFiles()
  }

  private mutating func nameAttachedFiles() throws(UsageError) {
    guard !attachments.isEmpty else { return }
    attachedFiles = try Attachment.files(attachments)
    if database == nil {
      throw UsageError("--attach needs the database to which files are attached")
    }
  }

  private mutating func takeCommand(_ rest: inout ArraySlice<String>) throws(UsageError) {
    guard let first = rest.first else { return }
    if first == "help" {
      rest.removeFirst()
      try takeCommand(&rest)
      helpTopic = command
      command = .help
      return
    }
    let groups = ["rules", "model"]
    if groups.contains(first) {
      rest.removeFirst()
      guard let second = rest.popFirst() else {
        throw UsageError("'\(first)' takes a subcommand: \(Self.subcommands(of: first))")
      }
      if second == "--help" || second == "-h" {
        command = .help
        return
      }
      guard let found = Command(rawValue: "\(first) \(second)") else {
        let names = Self.subcommandNames(of: first)
        let near = nearestName(to: second, in: names).map { "; did you mean '\($0)'?" } ?? ""
        throw UsageError(
          "'\(first)' has no subcommand '\(second)'\(near) (\(names.joined(separator: ", ")))"
        )
      }
      command = found
    } else if Self.plainCommands.contains(first), let found = Command(rawValue: first) {
      rest.removeFirst()
      command = found
    }
  }

  private mutating func takeOption(
    _ argument: String,
    _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = CommandLineOption.all.first(where: { $0.names.contains(name) }) else {
      let names = CommandLineOption.all.flatMap(\.names)
      let near = nearestName(to: name, in: names).map { "; did you mean '\($0)'?" } ?? ""
      throw UsageError("unknown option '\(name)'\(near)")
    }
    guard option.commands.isEmpty || option.commands.contains(command) else {
      throw UsageError("'\(name)' is not an option of 'd2t\(commandWords)'")
    }
    guard option.placeholder != nil else {
      guard parts.count == 1 else { throw UsageError("'\(name)' takes no value") }
      return try option.apply(&self, "")
    }
    if parts.count == 2 { return try option.apply(&self, String(parts[1])) }
    guard let value = rest.popFirst() else {
      throw UsageError("'\(name)' needs a value: \(option.placeholder ?? "")")
    }
    try option.apply(&self, value)
  }

  /// The commands of one word.
  private static let plainCommands =
    ["render", "keys", "commands"] + Command.dataCommands.map(\.rawValue).sorted()

  private mutating func takePositional(_ arguments: [String]) throws(UsageError) {
    var arguments = arguments[...]
    if Command.dataCommands.contains(command) { return try takeDataArguments(arguments) }
    if command == .rulesExplain, !all {
      guard let key = arguments.popFirst() else {
        throw UsageError("'rules explain' needs the key to explain, or --all")
      }
      self.key = key
    }
    if command == .modelConvert {
      guard arguments.count == 2 else {
        throw UsageError("'model convert' takes two files: what to read and what to write")
      }
      (models, target) = (Array(arguments.prefix(1)), arguments.last)
      return
    }
    if command == .modelCheck {
      guard arguments.count + models.count >= 2, let last = arguments.popLast() else {
        throw UsageError("'model check' takes a model and a database")
      }
      (models, database) = (models + arguments, last)
      return
    }
    if command == .rulesFormat {
      guard !arguments.isEmpty else { throw UsageError("'rules format' needs a rule file") }
      guard writes || arguments.count == 1 else {
        throw UsageError("one file at a time is printed; --write replaces several")
      }
      return rules = Array(arguments)
    }
    if command == .rulesConvert { return try takeConversion(arguments) }
    if [.rulesCheck, .rulesList, .rulesTest, .rulesReport].contains(command) {
      rules += arguments.filter(Self.isRuleFile)
      arguments = arguments.filter { !Self.isRuleFile($0) }[...]
    }
    if command == .help, let topic = arguments.first {
      let near = Self.nearCommand(to: topic).map { "; did you mean '\($0)'?" } ?? ""
      throw UsageError("there is no help about '\(topic)'\(near)")
    }
    if [.keys, .commands, .rulesLints, .help, .version].contains(command) {
      guard arguments.isEmpty else {
        throw UsageError("'\(arguments.first ?? "")' is one argument too many")
      }
    }
    database = arguments.popFirst()
    if database?.isEmpty == true { throw UsageError("the name of the database is empty") }
    guard let extra = arguments.first else { return }
    let near = Self.nearCommand(to: database ?? "")
    let hint = near.map { "; did you mean 'd2t \($0)'?" } ?? ""
    throw UsageError("one database at a time: '\(extra)' is one too many\(hint)")
  }

  /// The file that is read, and the one that is written.
  private mutating func takeConversion(_ files: ArraySlice<String>) throws(UsageError) {
    guard let source = files.first, files.count <= 2, RuleFile.isNamed(source) else {
      throw UsageError(
        "'rules convert' takes a .d2wmodel or .rules file, and the file to be written"
      )
    }
    rules = [source]
    target = files.dropFirst().first
    if let target, !RuleFile.isNamed(target) {
      throw UsageError("'rules convert' writes .rules or .d2wmodel files, not '\(target)'")
    }
  }

  /// The command that a word that is none may have been meant for.
  static func nearCommand(to word: String) -> String? {
    nearestName(to: word, in: plainCommands + ["rules", "model", "help"])
  }

  private static func isRuleFile(_ path: String) -> Bool { RuleFile.isNamed(path) }

  private var commandWords: String { command == .open ? " DATABASE" : " \(command.rawValue)" }

  private static func subcommandNames(of group: String) -> [String] {
    Command.allCases.map(\.rawValue).filter { $0.hasPrefix(group + " ") }
      .map { String($0.dropFirst(group.count + 1)) }
  }

  private static func subcommands(of group: String) -> String {
    subcommandNames(of: group).joined(separator: ", ")
  }
}

extension Invocation.Command {
  /// The commands about the objects of a database.
  static let dataCommands: Set<Self> = [
    .list, .get, .set, .insert, .delete, .exportRows, .importRows,
  ]

  /// The commands that can open a database.
  static let openingDatabase: Set<Self> = dataCommands.union([
    .open, .render, .rulesCheck, .rulesExplain, .rulesList, .rulesTest, .rulesReport, .rulesInit,
    .modelShow, .modelCheck,
  ])
}
