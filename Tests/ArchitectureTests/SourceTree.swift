import FoundationEssentials
import Glibc

/// One Swift file of the package, as lines.
struct SourceFile: Sendable, CustomStringConvertible {
  /// The path below the package: `Sources/Widgets/Text.swift`.
  let path: String
  /// The target's folder: the second component of the path.
  let target: String
  /// The whole text.
  let text: String
  /// The lines as they stand.
  let lines: [String]
  /// The lines with comments and the contents of string literals blanked.
  let code: [String]

  init(path: String, text: String) {
    self.path = path
    let components = path.split(separator: "/")
    target = components.count > 1 ? String(components[1]) : ""
    self.text = text
    lines = Self.lines(of: text)
    code = Self.lines(of: CodeText.blankingCommentsAndStrings(in: text))
  }

  var description: String { path }

  /// Whether `spelling` stands anywhere in the text, comments and strings included; fast.
  func mentions(_ spelling: String) -> Bool { strstr(text, spelling) != nil }

  /// The names of the modules imported, each with its line (from 1).
  var imports: [(module: String, line: Int)] {
    code.enumerated().compactMap { index, line in
      var words = line.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == ";" })[...]
      while let word = words.first, word.hasPrefix("@") || Self.importModifiers.contains(word) {
        words = words.dropFirst()
      }
      guard words.first == "import" else { return nil }
      words = words.dropFirst()
      if let word = words.first, Self.importKinds.contains(word) { words = words.dropFirst() }
      guard let path = words.first else { return nil }
      return (String(path.split(separator: ".")[0]), index + 1)
    }
  }

  private static let importModifiers: Set<Substring> = [
    "public", "package", "internal", "fileprivate", "private",
  ]
  private static let importKinds: Set<Substring> = [
    "class", "enum", "func", "let", "protocol", "struct", "typealias", "var",
  ]

  private static func lines(of text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}

/// The files of the package that this test belongs to.
enum SourceTree {
  /// The folder of the package.
  static let root: String = {
    var components = #filePath.split(separator: "/")
    components.removeLast(3)
    return "/" + components.joined(separator: "/")
  }()

  /// The Swift files of the trees, each in the order of its paths.
  static let sources = Result { try files(in: "Sources") }
  static let tests = Result { try files(in: "Tests") }
  static let benchmarks = Result { try files(in: "Benchmarks") }
  static let examples = Result {
    try files(in: "Examples/Sources") + files(in: "Examples/Tests")
  }

  private static func files(in folder: String) throws -> [SourceFile] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: "\(root)/\(folder)")
    return try paths.filter { $0.hasSuffix(".swift") }.sorted().map { path in
      SourceFile(path: "\(folder)/\(path)", text: try text(of: "\(folder)/\(path)"))
    }
  }

  /// The text of one file of the package.
  static func text(of path: String) throws -> String {
    try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
  }

  /// The names in a folder that do not begin with a dot, sorted.
  static func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)")
      .filter { !$0.hasPrefix(".") }.sorted()
  }
}
