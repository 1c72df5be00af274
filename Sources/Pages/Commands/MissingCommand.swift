import EntityModel
import EntityStore
import Qualifiers
import Widgets
import Workspace

/// Something that the program has no command for, with the words people look for it by and another way to it.
///
/// The palette, help and the `:` line tell the way for one of the words. One entry adds one.
struct MissingCommand {
  let title: String
  /// The words by which it is found.
  let words: [String]
  /// Returns the way to it from a page, and the command line of it if there is one; `nil` where the page has no such way.
  let way: (PageContext) -> (note: String, line: String?)?

  static let all: [MissingCommand] = [
    MissingCommand(
      title: "Export",
      words: ["export", "csv", "tsv", "json", "excel", "spreadsheet", "download", "dump", "print"]
    ) { page in page.exportLine("csv").map { ("in a shell: \($0)", $0) } },
    MissingCommand(
      title: "Sums and groups",
      words: [
        "sum", "sums", "total", "totals", "average", "mean", "aggregate", "statistics", "group",
        "pivot", "chart", "graph", "plot", "count", "by", "month", "median", "describe",
        "histogram", "distribution",
      ]
    ) { page in
      let place = page.list == nil ? "in a list " : ""
      let keys = [
        (CommandDefinition.group, "groups by a column"), (.valuesOfColumn, "counts its values"),
        (.describe, "describes all columns"),
      ].map { "\(page.ui.key($0)) \($1)" }
      return ("\(place)\(keys.joined(separator: ", ")); or :group yearMonth(DATE) sum(NUMBER)", nil)
    },
    MissingCommand(title: "Import", words: ["import", "upload", "load", "csv", "json"]) { page in
      page.shellLine("import", (page.entity?.name ?? "ENTITY") + " FILE.csv")
        .map { ("in a shell: \($0)", $0) }
    },
    MissingCommand(title: "SQL", words: ["sql", "select", "statement"]) { page in
      page.exportLine("sql").map {
        ("of unsaved changes: :review, then :showSQL; rows as SQL: \($0)", $0)
      }
    },
    MissingCommand(
      title: "Rows of a month",
      words: ["month", "year", "week", "date", "period", "between", "range"]
    ) { page in
      page.list == nil
        ? nil : ("F filters: day >= '2026-05-01' and day < '2026-06-01'", nil)
    },
    MissingCommand(
      title: "Settings",
      words: ["settings", "preferences", "options", "configure", "theme", "colors", "dark"]
    ) { page in
      page.work.lockedSession == nil && page.work.rules.reloader != nil
        ? (":set look = 'light' sets a key; ! names the keys", nil) : nil
    },
  ]

  /// The items of a page for palette and help; choosing one says the way and copies its command line.
  static func items(on page: PageContext) -> [MenuItem] {
    all.compactMap { missing in
      guard let way = missing.way(page) else { return nil }
      return .guide(missing.title, note: way.note, words: missing.words) { context in
        if let line = way.line { page.ui.screen.onCopy(line) }
        let copied = way.line == nil ? "" : " (copied, if the terminal allows it)"
        context.say("\(missing.title): \(way.note)\(copied)")
      }
    }
  }

  /// Says the ways for a text typed as a command that begins with one of the words.
  ///
  /// - Returns: Whether there is one.
  static func tell(of text: String, on page: PageContext, _ context: CommandContext) -> Bool {
    let word = text.lowercased().split(separator: " ").first.map(String.init) ?? ""
    let ways = all.filter { $0.words.contains(word) }.compactMap { missing in
      missing.way(page).map { "\(missing.title): \($0.note)" }
    }
    if !ways.isEmpty { context.say(ways.joined(separator: "; ")) }
    return !ways.isEmpty
  }
}

extension PageContext {
  /// The shell command that prints the rows of the page in a format; `nil` where there is no shell.
  fileprivate func exportLine(_ format: String) -> String? {
    shellLine("export", "\(linkWord) --format \(format)")
  }

  /// The link to the rows of the page as a word of a shell.
  fileprivate var linkWord: String {
    entity.map { (list?.link(on: state) ?? $0.name).quotedForShell } ?? "ENTITY"
  }

  /// A shell command about the database of the page, or where it is in memory about a file; `nil` in locked mode.
  fileprivate func shellLine(_ command: String, _ rest: String) -> String? {
    guard work.lockedSession == nil else { return nil }
    return "d2t \(command) \(work.store.place.address?.quotedForShell ?? "FILE") \(rest)"
  }
}

extension String {
  /// The text as one word of a shell.
  fileprivate var quotedForShell: String {
    allSatisfy { $0.isLetter || $0.isNumber || "./_-".contains($0) } && !isEmpty
      ? self : "'" + replacing("'", with: "'\\''") + "'"
  }
}
