import Diagnostics

/// A file or folder that the program reads or writes, for the man page.
struct ManualFile {
  /// The path; names of variables begin with `$`.
  let path: String
  /// One line of the manual.
  let summary: String

  /// All files and folders, in the order of the manual.
  static let all = [
    ManualFile(
      path: "DATABASE.rules",
      summary: "rules for shop.db in shop.rules, beside the database or in the folder Rules"
    ),
    ManualFile(
      path: "$XDG_CONFIG_HOME/d2t/*.rules",
      summary: "your own rules for all databases"
    ),
    ManualFile(
      path: "/etc/d2t/*.rules",
      summary: "the rules of the site, which alone can lock the program"
    ),
    ManualFile(
      path: "$XDG_STATE_HOME/d2t",
      summary: "the history of prompts, the log of saves, and journals of unsaved changes"
    ),
  ]
}

/// A task with the command line that does it, for the man page.
struct ManualExample {
  /// The task, in one sentence.
  let task: String
  /// The arguments of the program.
  let arguments: String

  /// The command line.
  var commandLine: String { "\(ProgramName.current) \(arguments)" }

  /// All examples, in the order of the manual.
  static let all = [
    ManualExample(task: "Open a database as a clerk sees it.", arguments: "shop.db --role clerk"),
    ManualExample(
      task: "List the best films as JSON, newest first.",
      arguments: "list shop.db 'Movie?score > 8&sort=-released' --format json"
    ),
    ManualExample(
      task: "Count films and their length by rating, the most frequent first.",
      arguments: "group shop.db Movie --by rating --count --avg minutes --sort -count"
    ),
    ManualExample(
      task: "Check what a change would do.",
      arguments: "set shop.db Movie#3 score=8.5 --dry-run"
    ),
    ManualExample(
      task: "Find out which rule names a column.",
      arguments: "rules explain displayNameForProperty shop.db --entity Movie --property minutes"
    ),
    ManualExample(
      task: "Write a page to a picture.",
      arguments: "render shop.db --entity Movie --size 100x30 --format svg > movies.svg"
    ),
  ]
}
