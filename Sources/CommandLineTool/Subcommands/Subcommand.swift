import AccessControl
import Diagnostics

/// One thing the program does besides opening a database, under a name of one word or two.
///
/// Parsing, `--help`, the man page and the completions of shells come from ``all``: a new one is one entry there.
struct Subcommand {
  /// What stands behind the options of a subcommand, as help writes it unless the subcommand says more.
  enum Arguments: String {
    /// Nothing.
    case none = ""
    /// What is to be told of.
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

  /// What it is called: `rules check`.
  let name: String
  /// One line of help.
  let summary: String
  /// The arguments as help writes them.
  let synopsis: String
  /// What the arguments are.
  let arguments: Arguments
  /// The options it knows, by their first names, besides ``CommandLineOption/ofAll``.
  let options: [String]
  /// What `--format` takes; the first is what counts without it.
  let formats: [String]
  /// Whether it can be called in locked mode.
  let locked: LockedVerdict
  /// A command line to learn from, behind the name of the program.
  private let exampleArguments: String
  /// Does it; `nil` for those that need a screen or page.
  let run: Run?

  init(
    _ name: String,
    _ summary: String,
    takes arguments: Arguments = .none,
    as synopsis: String? = nil,
    options: [String] = [],
    formats: [String] = [],
    locked: LockedVerdict,
    example: String,
    run: Run? = nil
  ) {
    self.name = name
    self.summary = summary
    self.synopsis = synopsis ?? arguments.rawValue
    self.arguments = arguments
    self.options = arguments.opening + options + (formats.isEmpty ? [] : ["--format"])
    self.formats = formats
    self.locked = locked
    exampleArguments = example
    self.run = run
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

  /// The one that an invocation names.
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

  /// What can stand first on the command line.
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
