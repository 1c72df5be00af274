import EntityModel
import EntityStore
import Qualifiers
import Widgets
import Workspace

/// Something that the program has no command for, with the words people look for it by and another way to it.
///
/// The palette shows the way where one of the words is typed. One entry adds one.
struct MissingCommand {
  let title: String
  /// The words by which it is found.
  let words: [String]
  /// Returns the way to it from a page, and the command line of it if there is one; `nil` where the page has no such way.
  let way: (PageContext) -> (note: String, line: String?)?

  static let all: [MissingCommand] = [
    MissingCommand(
      "Export",
      words: ["export", "csv", "tsv", "json", "excel", "spreadsheet", "download", "print"]
    ) { page in page.exportLine.map { ("\($0) --format csv", "\($0) --format csv") } },
    MissingCommand(
      "Sums and groups",
      words: [
        "sum", "sums", "total", "totals", "average", "mean", "aggregate", "statistics", "group",
        "pivot", "chart", "graph", "plot", "count",
      ]
    ) { page in
      page.exportLine.map {
        ("sums and counts by value are not built in yet; \($0) --format csv", $0 + " --format csv")
      }
    },
    MissingCommand("Import", words: ["import", "upload", "load", "csv"]) { page in
      page.shellLine("import", (page.entity?.name ?? "ENTITY") + " FILE.csv").map { ($0, $0) }
    },
    MissingCommand("SQL", words: ["sql", "select", "statement"]) { page in
      page.exportLine.map {
        ("no SQL prompt is built in; rows as SQL: \($0) --format sql", $0 + " --format sql")
      }
    },
    MissingCommand(
      "Rows of a month",
      words: ["month", "year", "week", "date", "period", "between", "range"]
    ) { page in
      page.list == nil
        ? nil : ("F filters: day >= '2026-05-01' and day < '2026-06-01'", nil)
    },
    MissingCommand(
      "Settings",
      words: ["settings", "preferences", "options", "configure", "theme", "colors", "dark"]
    ) { page in
      page.work.lockedSession == nil && page.work.rules.reloader != nil
        ? (":set look = 'light' sets a key; ! names the keys", nil) : nil
    },
  ]

  init(
    _ title: String,
    words: [String],
    way: @escaping (PageContext) -> (note: String, line: String?)?
  ) {
    (self.title, self.words, self.way) = (title, words, way)
  }

  /// The palette items of a page; choosing one says the way and copies its command line.
  static func items(on page: PageContext) -> [MenuItem] {
    all.compactMap { missing in
      guard let way = missing.way(page) else { return nil }
      return .guide(missing.title, note: way.note, words: missing.words) { context in
        if let line = way.line { page.ui.screen.onCopy(line) }
        context.say(way.line.map { "copied, if the terminal allows it: \($0)" } ?? way.note)
      }
    }
  }
}

extension PageContext {
  /// The shell command that prints the rows of the page; `nil` where there is no shell or no rows.
  fileprivate var exportLine: String? {
    guard let entity else { return shellLine("export", "ENTITY") }
    return shellLine("export", (list.map(link) ?? entity.name).quotedForShell)
  }

  /// A shell command about the database of the page; `nil` in locked mode, and for a database without an address.
  fileprivate func shellLine(_ command: String, _ rest: String) -> String? {
    guard work.lockedSession == nil, let address = work.store.place.address else { return nil }
    return "d2t \(command) \(address.quotedForShell) \(rest)"
  }

  /// The link to the rows of a list, in its order.
  private func link(to list: ListModel) -> String {
    let fetch = list.query.namedFetch.map { ["fetch=\($0.title)"] } ?? []
    let filters = list.query.filters.map(\.qualifier)
    // What is asked about a password is shown nowhere.
    guard filters.allSatisfy({ $0.secrets(in: list.scope).isEmpty }) else {
      return list.entity.name
    }
    let order = list.query.isUnsorted ? [] : ["sort=" + list.query.sortKeys.joined(separator: ",")]
    let parts = (fetch + filters.map { "\($0)" } + order).joined(separator: "&")
    return list.entity.name + (parts.isEmpty ? "" : "?") + parts
  }
}

extension String {
  /// The text as one word of a shell.
  fileprivate var quotedForShell: String {
    allSatisfy { $0.isLetter || $0.isNumber || "./_-".contains($0) } && !isEmpty
      ? self : "'" + replacing("'", with: "'\\''") + "'"
  }
}
