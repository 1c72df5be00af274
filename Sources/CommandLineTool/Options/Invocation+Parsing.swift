import Insight
import RuleFiles
import Pages
import Diagnostics
import RuleEngine
package import Workspace

extension Invocation {
  /// Reads the arguments behind the program's name.
  ///
  /// - Throws: ``UsageError`` naming the argument, and the nearest one that exists.
  package init(arguments: [String]) throws(UsageError) {
    self.init()
    var rest = arguments[...]
    try takeCommand(&rest)
    var positional: [String] = []
    var options: [String] = []
    while let argument = rest.popFirst() {
      if argument == "--" {
        positional += rest
        break
      }
      if argument.hasPrefix("-"), argument != "-" {
        let behind = rest
        if try takeOption(argument, &rest).isAnswer { return }
        options += [argument] + behind.prefix(behind.count - rest.count)
      } else {
        positional.append(argument)
      }
    }
    try checkDatabaseComesFirst(positional, options: options)
    try takePositional(positional)
    try nameAttachedFiles()
    try refuseGroups()
  }

  /// - Throws: ``UsageError`` for a link to groups of rows where rows are meant.
  private func refuseGroups() throws(UsageError) {
    guard let link, !link.groups.isEmpty, command != .group else { return }
    let aggregate = link.groups.aggregates.first?.function.optionName
    let advice = aggregate.map { "; a condition has blanks: '\($0) = …'" } ?? ""
    let program = ProgramName.current
    throw UsageError(
      "'\(Subcommand.named(command).invocation)' takes no groups; use: \(program) group '\(link)'\(advice)"
    )
  }

  private mutating func nameAttachedFiles() throws(UsageError) {
    guard !attachments.isEmpty else { return }
    attachedFiles = try Attachment.files(attachments)
    if database == nil {
      throw UsageError("--attach needs a database; name it first")
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
    if Subcommand.groups.contains(first) {
      rest.removeFirst()
      let names = Subcommand.names(in: first)
      guard let second = rest.popFirst() else {
        throw UsageError("'\(first)' takes a subcommand: \(names.joined(separator: ", "))")
      }
      if second == "--help" || second == "-h" {
        command = .help
        return
      }
      guard names.contains(second) else {
        let near = nearestName(to: second, in: names).map { "; did you mean '\($0)'?" } ?? ""
        throw UsageError(
          "'\(first)' has no subcommand '\(second)'\(near) (\(names.joined(separator: ", ")))"
        )
      }
      command = Command(rawValue: "\(first) \(second)")
    } else if Subcommand.firstWords.contains(first) {
      rest.removeFirst()
      command = Command(rawValue: first)
    } else {
      try Self.checkCommandComesFirst(rest)
    }
  }

  /// Takes one option over, and what is behind it.
  private mutating func takeOption(
    _ argument: String,
    _ rest: inout ArraySlice<String>
  ) throws(UsageError) -> CommandLineOption {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = CommandLineOption.all.first(where: { $0.names.contains(name) }) else {
      let names = CommandLineOption.all.flatMap(\.names)
      let near = nearestName(to: name, in: names).map { "; did you mean '\($0)'?" } ?? ""
      throw UsageError("unknown option '\(name)'\(near)")
    }
    let subcommand = Subcommand.named(command)
    guard subcommand.knownOptions.contains(where: { $0.names == option.names }) else {
      let words = subcommand.isScreen ? "\(ProgramName.current) DATABASE" : subcommand.invocation
      throw UsageError(
        "'\(name)' is not an option of '\(words)'; '\(subcommand.invocation) --help' lists them"
      )
    }
    var text = ""
    if option.placeholder == nil {
      guard parts.count == 1 else { throw UsageError("'\(name)' takes no value") }
    } else if parts.count == 2 {
      text = String(parts[1])
    } else {
      guard let value = rest.popFirst() else {
        throw UsageError("'\(name)' needs a value: \(option.placeholder ?? "")")
      }
      text = value
    }
    givenOptions.append(option.names[0])
    try option.apply(&self, text)
    return option
  }

  private mutating func takePositional(_ arguments: [String]) throws(UsageError) {
    var arguments = arguments[...]
    switch Subcommand.named(command).arguments {
    case .link: return try takeDataArguments(arguments)
    case .modelConversion:
      guard arguments.count == 2 else {
        throw UsageError("'model convert' takes two files: the input and the output")
      }
      (models, target) = (Array(arguments.prefix(1)), arguments.last)
      return
    case .modelsAndDatabase:
      guard let last = arguments.popLast() else {
        throw UsageError("'model check' takes a model and a database")
      }
      (models, database) = (models + arguments, last)
      return
    case .ruleFiles:
      guard !arguments.isEmpty else { throw UsageError("'rules format' needs a rule file") }
      guard writes || arguments.count == 1 else {
        throw UsageError("only one file can be printed; use --write for several")
      }
      return rules = Array(arguments)
    case .ruleConversion: return try takeConversion(arguments)
    case .rulesAndDatabase:
      rules += arguments.filter(Self.isRuleFile)
      arguments = arguments.filter { !Self.isRuleFile($0) }[...]
    case .keyAndDatabase:
      guard !all else { break }
      guard let key = arguments.popFirst() else {
        throw UsageError("'\(command.rawValue)' needs the key to explain, or --all")
      }
      try checkKeyComesFirst(key, then: arguments)
      self.key = key
    case .none:
      guard let extra = arguments.first else { return }
      guard command == .help else { throw UsageError("unexpected argument '\(extra)'") }
      let near = Subcommand.near(to: extra).map { "; did you mean '\($0)'?" } ?? ""
      throw UsageError("there is no help about '\(extra)'\(near)")
    case .names, .journals: return names = Array(arguments)
    case .database: break
    }
    try takeDatabase(arguments)
  }

  private mutating func takeDatabase(_ arguments: ArraySlice<String>) throws(UsageError) {
    database = arguments.first
    if database?.isEmpty == true { throw UsageError("the name of the database is empty") }
    guard let extra = arguments.dropFirst().first else { return }
    let first = database ?? ""
    let hint = Subcommand.near(to: first).map { "; did you mean '\(ProgramName.current) \($0)'?" }
    // A word before what is a file is meant for a command.
    func isFile(_ text: String) -> Bool { text.contains { $0 == "." || $0 == "/" } }
    guard isFile(first) || !isFile(extra) else {
      throw UsageError(
        "there is no command '\(first)'\(hint ?? "; '\(ProgramName.current) --help' lists all")"
      )
    }
    throw UsageError("only one database can be opened, not also '\(extra)'\(hint ?? "")")
  }

  /// The file that is read, and the one that is written.
  private mutating func takeConversion(_ files: ArraySlice<String>) throws(UsageError) {
    guard let source = files.first, files.count <= 2, RuleFileReader.all.isNamed(source) else {
      throw UsageError(
        "'rules convert' takes a .d2wmodel or .rules file and an output file"
      )
    }
    rules = [source]
    target = files.dropFirst().first
    if let target, !RuleFileReader.all.isNamed(target) {
      throw UsageError("'rules convert' writes .rules or .d2wmodel files, not '\(target)'")
    }
  }

  private static func isRuleFile(_ path: String) -> Bool { RuleFileReader.all.isNamed(path) }
}
