import Glibc
import SQLite
import Terminal
import Widgets
import Workspace

extension Benchmark {
  static let longTexts = Self(
    "longtext",
    "a text of 100 MB on one line: its page against sqlite3's read of it, then keys in editor and reader"
  ) { context in
    var figures: [Figure] = []
    for kind in LongTextKind.allCases {
      let file = try kind.file(in: context.bigTable.folder)
      let page = [
        context.program, "render", "--readonly", "--task", "inspect", "--entity", "Paper", "--id",
        "1", "--size", "120x40", file,
      ]
      let shell = ["sqlite3", "-readonly", file, "select length(body) from paper"]
      var (ours, theirs): ([ProgramRun], [ProgramRun]) = ([], [])
      for _ in 0..<7 {
        ours.append(try ProgramRun(page))
        if ProgramRun.exists("sqlite3") { theirs.append(try ProgramRun(shell)) }
      }
      let mine = Figure("\(kind.rawValue): its page", ours.dropFirst(2).map(\.duration))
      figures.append(mine)
      if !theirs.isEmpty {
        let reference = Figure("\(kind.rawValue): sqlite3", theirs.dropFirst(2).map(\.duration))
        figures += [
          reference,
          mine.ratio(to: reference, "\(kind.rawValue): d2t : sqlite3", budget: 1.5),
        ]
      }
      figures += await keys(kind)
    }
    return figures
  }

  @MainActor private static func keys(_ kind: LongTextKind) -> [Figure] {
    let text = kind.text
    let draft = Draft(text)
    let editor = SceneTester(width: 120, height: 40) {
      TextEditor(text: Binding(get: { draft.text }, set: { draft.text = $0 }), rows: 30)
    }
    let reader = SceneTester(width: 120, height: 40) { TextPager(LongText(text)) }
    // The first key hands the text over; those behind it are what typing is.
    editor.type("a")
    return [
      Figure("\(kind.rawValue): a key typed", measure(40) { editor.type("b") }, budget: 0.016),
      Figure("\(kind.rawValue): a row up", measure(40) { editor.send("up") }, budget: 0.016),
      Figure("\(kind.rawValue): a page read", measure(40) { reader.send("pgdn") }, budget: 0.016),
      Figure("\(kind.rawValue): to the end", measure(4) { reader.send("g G") }, budget: 0.032),
    ]
  }
}

@MainActor
private final class Draft {
  var text: String

  init(_ text: String) { self.text = text }
}

/// What a text of 100 MB is made of.
private enum LongTextKind: String, CaseIterable {
  case words, tabs, ideographs, marks

  private var unit: String {
    switch self {
    case .words: "some words "
    case .tabs: "\t"
    case .ideographs: "日本語の文章"
    case .marks: "e\u{301}\u{323}"
    }
  }

  private static let size = 100_000_000

  var text: String { String(repeating: unit, count: Self.size / unit.utf8.count) }

  /// A database with one row that holds the text, which is made when it is not there.
  func file(in folder: String) throws -> String {
    let path = "\(folder)/longtext-\(rawValue).sqlite"
    if access(path, R_OK) == 0 { return path }
    try makeFolder(folder)
    say("making \(path) …")
    let connection = try Connection(path: path + ".unfinished", mode: .create)
    try connection.execute(
      """
      CREATE TABLE paper (id INTEGER PRIMARY KEY, title TEXT NOT NULL, body TEXT);
      INSERT INTO paper SELECT 1, 'Paper',
        replace(hex(zeroblob(\(Self.size / unit.utf8.count))), '00', '\(unit)');
      """
    )
    guard rename(path + ".unfinished", path) == 0 else {
      throw UsageError("cannot write '\(path)'")
    }
    return path
  }
}
