import TestSupport
import Testing

/// An editing session written down: the file before, the keys, the screens, the file afterwards.
///
/// Each line begins with a word; indented lines belong to the line before.
/// - `sql`, `other`: a script that the test process runs on `story.db`.
/// - `database NAME…`: makes `story.db` by the script `NAME.sql`, of the folder `Databases` or of the package. The package's
///   rules of that name, and of further names, make `story.rules`.
/// - `rules`: the text of `story.rules`.
/// - `run`: a line for the shell, in which `d2t` is the program. It must end with exit code 0.
/// - `start`: the arguments of the program, which begins in a new window.
/// - `press`: keys. `type`: a text.
/// - `see`, `gone`: a part of the screen that appears, or disappears.
/// - `rows`: a query, and the rows it gives.
/// - `kill`, `ended`: the program is killed; it has ended.
/// - `file NAME`: the text of a file.
///
/// The blocks of docs/Tour.md make a story, too: those called `tour`, and those called `rules` as the file `tour.rules`. There
/// the command `scripts/demo` starts the program.
struct Story: Sendable, CustomTestStringConvertible {
  struct Line {
    let number: Int
    let word: Substring
    /// The text after the word, then the indented lines below it.
    fileprivate(set) var parts: [String]

    var text: String { parts.joined(separator: "\n") }
  }

  let name: String
  /// The size of the window.
  var columns = 90
  var rows = 24
  var testDescription: String { "\(name) \(columns)×\(rows)" }

  private static let folder =
    #filePath.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/Stories"

  /// All stories, by name: jobs of users, whose names begin with their database, in a small and in a large window.
  static let all =
    TemporaryFolder.names(in: folder).filter { $0.hasSuffix(".story") }.flatMap {
      name in
      name.first?.isNumber == true
        ? [Story(name: name)]
        : [Story(name: name, columns: 80, rows: 24), Story(name: name, columns: 140, rows: 40)]
    } + [Story(name: tour, columns: 100, rows: 30)]

  /// The document whose blocks are a story.
  static let tour = "docs/Tour.md"

  /// The folder of the package.
  static let root = folder.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }

  /// The script that makes a database, and the rules that belong to the names.
  static func database(_ names: String) throws -> (script: String, rules: String) {
    let names = names.split(separator: " ")
    func text(of name: Substring, in folders: [String]) -> String? {
      folders.lazy.compactMap { try? TemporaryFolder.text(at: "\($0)/\(name)") }.first
    }
    let script = text(of: names[0] + ".sql", in: [folder + "/Databases", root + "/Models"])
    let rules = names.compactMap { text(of: $0 + ".rules", in: [root + "/Rules"]) }
    return (try #require(script, "no script is called \(names[0])"), rules.joined(separator: "\n"))
  }

  /// Returns the lines of the story in order.
  func lines() throws -> [Line] {
    var lines: [Line] = []
    let path = name == Self.tour ? "\(Self.root)/\(name)" : "\(Self.folder)/\(name)"
    let text = try TemporaryFolder.text(at: path)
    var all = text.split(separator: "\n", omittingEmptySubsequences: false)
    if name == Self.tour { all = Self.blocks(of: all) }
    for (index, line) in all.enumerated() where !line.isEmpty && line.first != "#" {
      if line.hasPrefix("  ") {
        try #require(!lines.isEmpty, "\(name):\(index + 1) belongs to no line")
        lines[lines.count - 1].parts.append(String(line.dropFirst(2)))
      } else {
        let word = line.prefix { $0 != " " }
        let rest = line.dropFirst(word.count + 1)
        lines.append(Line(number: index + 1, word: word, parts: rest.isEmpty ? [] : [String(rest)]))
      }
    }
    return lines
  }

  /// The lines of a document's blocks as those of a story; the others are empty, so that numbers of lines stay.
  private static func blocks(of lines: [Substring]) -> [Substring] {
    var block: Substring?
    return lines.map { line in
      if line.hasPrefix("```") {
        block = block == nil ? line.dropFirst(3) : nil
        return block == "rules" ? "file tour.rules" : ""
      }
      switch block {
      case "rules": return "  " + line
      case "tour": return line.hasPrefix("scripts/demo") ? "start" + line.dropFirst(12) : line
      default: return ""
      }
    }
  }
}
