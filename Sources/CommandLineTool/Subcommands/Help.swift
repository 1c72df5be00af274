import AccessControl
import Diagnostics

/// The texts of `--help` and of the man page, made from the table of subcommands.
enum Help {
  /// Returns the output of `d2t help` and `COMMAND --help`.
  ///
  /// In locked mode it omits refused commands and options.
  static func text(
    for topic: Invocation.Command?,
    isLocked: Bool = false,
    of application: Application = .d2t
  ) -> String {
    let subcommand = Subcommand.named(topic ?? .open)
    var text = subcommand.usage + "\n\n"
    if subcommand.isScreen {
      let without = application.database.summary
      text += "\(capitalized(application.summary)); without DATABASE \(without).\n\nCommands:\n\n"
      for other in Subcommand.all where !other.isScreen && !(isLocked && other.locked.isRefused) {
        text += "  \(padded(other.name, 15))\(other.summary)\n"
      }
    } else {
      text += capitalized(subcommand.summary) + ".\n"
    }
    text += "\nOptions:\n"
    for option in subcommand.knownOptions where !(isLocked && option.locked.isRefused) {
      text += "  \(padded(option.usage, 22))\(summary(of: option, for: subcommand))\n"
    }
    text += "\nExample: \(subcommand.example)\n"
    if subcommand.options.contains("--rules"), !isLocked {
      text += "\n" + sources.map { $0 + "\n" }.joined()
    }
    return text + "\n" + exitCodes.map { $0 + "\n" }.joined()
  }

  private static var sources: [String] {
    [
      linkSentence,
      "Rules are read from --rules, from DATABASE's name with .rules (beside it or in Rules/), and from",
      "$XDG_CONFIG_HOME/d2t/*.rules.",
    ]
  }

  private static var linkSentence: String {
    let example = "\(ProgramName.current) list 'Movie?released > 1990&sort=-score'"
    return "A LINK is Entity?filter&sort=-key#id: \(example)."
  }

  private static let exitCodes = [
    "Exit codes: 0 ok, 1 run-time error, 2 usage or faults found, 3 cannot open the database,",
    "130 and 143 on signals.",
  ]

  /// The summary of an option, with what `--format` takes here.
  static func summary(of option: CommandLineOption, for subcommand: Subcommand) -> String {
    guard option.names[0] == "--format", let last = subcommand.formats.last else {
      return option.summary
    }
    return subcommand.formats.dropLast().joined(separator: ", ") + " or " + last
  }

  private static func capitalized(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(2, width - text.count))
  }

  // MARK: The man page

  /// The page `d2t.1`.
  static func manual(of application: Application = .d2t) -> String {
    let name = ProgramName.current
    var page = """
      .TH \(name.uppercased()) 1 "" "\(name) \(application.version)" "User commands"
      .SH NAME
      \(name) \\- \(roff(application.summary))
      .SH SYNOPSIS

      """
    for subcommand in Subcommand.all {
      page +=
        ".B \(roff(subcommand.invocation))\n\(roff(subcommand.synopsis + " [OPTIONS]"))\n.br\n"
    }
    page += """
      .SH DESCRIPTION
      Without a command the database is opened on the screen; without a database \(roff(application.database.summary)).
      Rules say which pages, rows, components, labels and rights there are.
      .SH COMMANDS

      """
    for subcommand in Subcommand.all {
      page += ".SS \(roff(subcommand.invocation))\n\(roff(capitalized(subcommand.summary))).\n"
      let options = subcommand.knownOptions.map { "\\fB\(roff($0.names[0]))\\fR" }
      page += "Options: \(options.joined(separator: ", ")).\n"
      page += ".PP\nExample:\n.PP\n.nf\n    \(roff(subcommand.example))\n.fi\n"
    }
    page += ".SH OPTIONS\n"
    for option in CommandLineOption.all {
      page += ".TP\n.B \(roff(option.usage))\n\(roff(option.summary))\n"
    }
    page += ".SH ENVIRONMENT\n"
    for variable in EnvironmentVariable.all {
      page += ".TP\n.B \(roff(variable.name))\n\(roff(variable.summary))\n"
    }
    page += ".SH EXIT STATUS\n" + exitCodes.map { roff($0) + "\n" }.joined()
    page += ".SH FILES\n"
    for file in ManualFile.all {
      page += ".TP\n.B \(roff(file.path))\n\(roff(file.summary))\n"
    }
    page += ".SH LINKS\n" + roff(linkSentence) + "\n"
    page += ".SH EXAMPLES\n"
    for example in ManualExample.all {
      page += ".PP\n\(roff(example.task))\n.PP\n.nf\n    \(roff(example.commandLine))\n.fi\n"
    }
    return page
  }

  /// A text as the man page writes it: no word of it is taken for a request.
  private static func roff(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case ".", "'":
        if result.isEmpty { result += "\\&" }
        result.append(character)
      default: result.append(character)
      }
    }
    return result
  }
}

extension CommandLineOption {
  /// The names and the value: `--help, -h`, `--rules FILE|DIR`.
  var usage: String {
    names.joined(separator: ", ") + (placeholder.map { " \($0)" } ?? "")
  }
}
