import TestSupport
import Testing

/// An editing session written down: what is in the file, what is typed, what is seen, what is in the file then.
///
/// A line begins with a word, and indented lines belong to the line before: `sql` and `other` are scripts that this process
/// runs on the file, `rules` is the text of `story.rules`, `start` has the program's arguments, `press` keys, `type` a text,
/// `see` and `gone` a part of the screen, `rows` a query and the rows it gives; `kill` and `ended` have nothing. `demo` makes
/// the database and the rules of the demo.
struct Story: Sendable, CustomTestStringConvertible {
  struct Line {
    let number: Int
    let word: Substring
    /// What follows the word, and the lines that belong to it.
    fileprivate(set) var parts: [String]

    var text: String { parts.joined(separator: "\n") }
  }

  let name: String
  /// The size of the window: stories of the demo are told in a small and in a large one.
  var columns = 90
  var rows = 24
  var testDescription: String { name.hasPrefix("demo") ? "\(name) \(columns)×\(rows)" : name }

  private static let folder =
    #filePath.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/Stories"

  /// All stories, by name.
  static let all = TemporaryFolder.names(in: folder).flatMap { name in
    name.hasPrefix("demo")
      ? [Story(name: name, columns: 80, rows: 24), Story(name: name, columns: 140, rows: 40)]
      : [Story(name: name)]
  }

  /// The text of a file of the package.
  static func text(ofPackageFile path: String) throws -> String {
    let root = folder.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }
    return try TemporaryFolder.text(at: "\(root)/\(path)")
  }

  /// What is told, in order.
  func lines() throws -> [Line] {
    var lines: [Line] = []
    let text = try TemporaryFolder.text(at: "\(Self.folder)/\(name)")
    let all = text.split(separator: "\n", omittingEmptySubsequences: false)
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
}
