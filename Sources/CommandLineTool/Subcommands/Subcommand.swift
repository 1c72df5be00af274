import AccessControl
import Diagnostics

/// One thing the program does besides opening a database, under a name of one word or two.
///
/// Parsing, `--help`, the man page and the completions of shells come from ``all``: a new one is one entry there.
struct Subcommand {
  /// The positional arguments of a subcommand; the raw value is the default synopsis in help.
  enum Arguments: String {
    /// Nothing.
    case none = ""
    /// Names of catalog entries to describe.
    case names = "[NAME|KIND|KEY …]"
    /// Journals by their names.
    case journals = "[NAME …]"
    /// A database.
    case database = "[DATABASE]"
    /// Rule files and a database.
    case rulesAndDatabase = "[FILE.rules …] [DATABASE]"
    /// A key, and a database.
    case keyAndDatabase = "KEY [DATABASE]"
    /// Rule files alone.
    case ruleFiles = "FILE …"
    /// The file that is read and the one that is written.
    case ruleConversion = "FILE.d2wmodel|FILE.rules [TARGET]"
    /// Model files, then a database.
    case modelsAndDatabase = "MODEL … DATABASE"
    /// The file that is read and the one that is written.
    case modelConversion = "MODEL|DATABASE TO.json"
    /// A database and a link, then what the subcommand takes of an object.
    case link = "[DATABASE] LINK"
  }

  /// Prints what is made before a run ends.
  typealias Emit = (String) throws -> Void
  /// Does what is asked for.
  typealias Run = @MainActor (Program, @escaping Emit) async throws -> Program.Outcome

  /// The name: `rules check`.
  let name: String
  /// One line of help.
  let summary: String
  /// Whether it can be called in locked mode.
  let locked: LockedModePolicy
  /// The positional arguments.
  private(set) var arguments = Arguments.none
  /// The arguments as help writes them.
  private(set) var synopsis = ""
  /// The values of `--format`, the default first.
  private(set) var formats: [String] = []
  private var ownOptions: [String] = []
  /// A command line to learn from, behind the name of the program.
  private var exampleArguments = ""
  /// Does it; `nil` for those that need a screen or page.
  private(set) var run: Run?

  init(_ name: String, _ summary: String, locked: LockedModePolicy) {
    (self.name, self.summary, self.locked) = (name, summary, locked)
  }

  /// Returns a copy with positional arguments, their synopsis in help (the default if `nil`), and output formats.
  func taking(
    _ arguments: Arguments = .none,
    as synopsis: String? = nil,
    formats: [String] = []
  ) -> Self {
    var subcommand = self
    (subcommand.arguments, subcommand.formats) = (arguments, formats)
    subcommand.synopsis = synopsis ?? arguments.rawValue
    return subcommand
  }

  /// Returns a copy with options, by their first names.
  func with(_ options: [String]) -> Self {
    var subcommand = self
    subcommand.ownOptions = options
    return subcommand
  }

  /// Returns a copy with an example.
  func like(_ example: String) -> Self {
    var subcommand = self
    subcommand.exampleArguments = example
    return subcommand
  }

  /// Returns a copy with an example and an action that can print before it ends.
  func printing(like example: String, _ run: @escaping Run) -> Self {
    var subcommand = like(example)
    subcommand.run = run
    return subcommand
  }

  /// Returns a copy with an example and an action.
  func doing(
    like example: String,
    _ run: @escaping @MainActor (Program) async throws -> Program.Outcome
  ) -> Self {
    printing(like: example) { program, _ in try await run(program) }
  }

  /// The options it knows, by their first names, besides ``CommandLineOption/ofAll``.
  var options: [String] {
    arguments.opening + ownOptions + (formats.isEmpty ? [] : ["--format"])
  }

  /// The name for the subcommand's own lines: `d2t rules check`, `d2t` for the screen.
  var invocation: String { isScreen ? ProgramName.current : "\(ProgramName.current) \(name)" }

  /// A whole command line to learn from.
  var example: String { "\(ProgramName.current) \(exampleArguments)" }

  /// Whether it is what the program does without the name of a subcommand.
  var isScreen: Bool { name == Invocation.Command.open.rawValue }

  /// Whether it reads or writes files: all but those that tell of the program itself.
  var opensFiles: Bool { arguments != .none && arguments != .names }

  /// Whether it opens a database with its rules, one of the application's where none is named.
  var opensDatabase: Bool {
    switch arguments {
    case .database, .rulesAndDatabase, .keyAndDatabase, .link: true
    case .none, .names, .journals, .ruleFiles, .ruleConversion, .modelsAndDatabase,
      .modelConversion:
      false
    }
  }

  /// The first line of its help.
  var usage: String {
    let words = isScreen ? "[COMMAND] [DATABASE]" : synopsis
    return "usage: "
      + ([invocation, words, "[OPTIONS]"].filter { !$0.isEmpty }).joined(separator: " ")
  }

  /// The options it knows, in the order of ``CommandLineOption/all``.
  var knownOptions: [CommandLineOption] {
    CommandLineOption.all.filter { option in
      CommandLineOption.ofAll.contains(option.names[0]) || options.contains(option.names[0])
    }
  }

  /// Returns the subcommand of an invocation.
  static func named(_ command: Invocation.Command) -> Subcommand {
    guard let found = all.first(where: { $0.name == command.rawValue }) else {
      preconditionFailure("'\(command.rawValue)' is not in Subcommand.all; add an entry")
    }
    return found
  }

  /// The first words of subcommands of two: `rules`, `model`.
  static var groups: [String] {
    var groups: [String] = []
    for subcommand in all {
      let words = subcommand.name.split(separator: " ")
      if words.count > 1, !groups.contains(String(words[0])) { groups.append(String(words[0])) }
    }
    return groups
  }

  /// The second words of the subcommands in a group.
  static func names(in group: String) -> [String] {
    all.compactMap { subcommand in
      subcommand.name.hasPrefix(group + " ")
        ? String(subcommand.name.dropFirst(group.count + 1)) : nil
    }
  }

  /// The words that can come first on the command line.
  static var firstWords: [String] {
    all.filter { !$0.isScreen && !$0.name.contains(" ") }.map(\.name) + groups
  }

  /// The first word that one which is none may have been meant for.
  static func near(to word: String) -> String? { nearestName(to: word, in: firstWords) }
}

extension Subcommand.Arguments {
  /// The options that say how a database, or what belongs to one, is opened.
  fileprivate var opening: [String] {
    switch self {
    case .none, .names, .journals, .ruleFiles: []
    default:
      [
        "--rules", "--order", "--model", "--attach", "--user", "--role", "--set", "--readonly",
        "--create",
      ]
    }
  }
}
