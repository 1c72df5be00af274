import Testing

/// Tests that every declaration in Sources is used.
///
/// Names are compared as words, whatever they belong to. A name that appears only where it is declared is dead, and so is one
/// that only tests use. The examples and the documents count as users, because they stand for applications.
struct DeadCodeTests {
  /// The names that the compiler calls, so that no code does.
  private static let called: Set<String> = [
    "appendInterpolation", "appendLiteral", "buildArray", "buildBlock", "buildEither",
    "buildExpression", "buildIf", "buildLimitedAvailability", "buildOptional", "callAsFunction",
    "enqueue", "projectedValue", "unownedExecutor",
  ]

  /// The declarations that only tests use, each with the reason.
  private static let observed = [
    "openRequestCount": "tells whether requests that were given up are gone",
    "serialized": "is compared before and after what must leave a file alone",
    "statementLog": "tells which statements were run, and how many",
  ]

  @Test func `Nothing is declared that nobody uses`() throws {
    var words: [String: Int] = [:]
    var places: [String: [String]] = [:]
    for file in try SourceTree.sources.get() {
      for (index, line) in file.code.enumerated() {
        for word in Self.words(in: line) { words[word, default: 0] += 1 }
        for name in Self.names(declaredIn: line) {
          places[name, default: []].append("\(file):\(index + 1): \(name)")
        }
      }
    }
    let unused = places.filter { name, places in
      words[name, default: 0] <= places.count && !Self.called.contains(name)
    }
    let used = try Self.wordsOutside()
    #expect(
      Self.observed.keys.filter { places[$0] != nil && unused[$0] == nil }.sorted() == [],
      "they are used now"
    )
    let dead = unused.filter { !used.contains($0.key) && Self.observed[$0.key] == nil }
      .flatMap(\.value)
    #expect(dead.sorted() == [], "delete them, or teach applications what they are for")
  }

  /// The words of the examples, the benchmarks, and the documents for those who write applications.
  private static func wordsOutside() throws -> Set<String> {
    var used: Set<String> = []
    for file in try SourceTree.examples.get() + SourceTree.benchmarks.get() {
      for line in file.code { used.formUnion(words(in: line)) }
    }
    for document in ["docs/Applications.md", "docs/SwiftRules.md"] {
      used.formUnion(words(in: try SourceTree.text(of: document)))
    }
    return used
  }

  private static func words(in text: String) -> [String] {
    text.utf8.split { !isWord($0) }.map { String(Substring($0)) }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private static let kinds: Set<Substring> = [
    "actor", "associatedtype", "case", "class", "enum", "func", "let", "protocol", "struct",
    "typealias", "var",
  ]

  private static let modifiers: Set<Substring> = [
    "convenience", "fileprivate", "final", "indirect", "internal", "lazy", "mutating",
    "nonisolated", "package", "private", "public", "static", "unowned", "weak",
  ]

  /// The names that a line of code declares: not those of a `main` type, of members that rules in Swift read by their paths, and
  /// of what stands in patterns.
  private static func names(declaredIn line: String) -> [String] {
    var parts = line.split(separator: " ")[...]
    var isMain = false
    while let part = parts.first,
      part.hasPrefix("@") || modifiers.contains(part.prefix { $0 != "(" })
    {
      isMain = isMain || part == "@main"
      parts = parts.dropFirst()
    }
    guard !isMain, let kind = parts.popFirst(), kinds.contains(kind), let first = parts.first,
      !line.contains("= RuleMember<")
    else { return [] }
    if kind == "case" { return cases(in: parts.joined(separator: " ")) }
    return words(in: String(first)).prefix(1).filter { first.hasPrefix($0) || first.hasPrefix("`") }
  }

  /// The cases that an enumeration declares in a line behind `case`; none for a pattern of `switch`.
  private static func cases(in text: String) -> [String] {
    var depth = 0
    var pieces = [""]
    for character in text {
      if "([<".contains(character) { depth += 1 }
      if depth == 0, character == ":" { return [] }
      if depth == 0, character == "," {
        pieces.append("")
      } else {
        pieces[pieces.count - 1].append(character)
      }
      if ")]>".contains(character) { depth -= 1 }
    }
    return pieces.compactMap { piece in
      let name = piece.drop { $0 == " " || $0 == "`" }
      // Constants of C in patterns of several lines are written in capitals.
      guard name.first?.isLowercase == true else { return nil }
      return words(in: String(name)).first
    }
  }

  @Test(arguments: [
    ("  package static func find(in text: String) -> Int? {", ["find"]),
    ("@State private var isOpen = true", ["isOpen"]),
    ("  case one, two(Int, of: String), three", ["one", "two", "three"]),
    ("    case .one: return", []), ("    case SQLITE_BUSY, SQLITE_LOCKED,", []),
    ("    case 1: true", []),
    ("public private(set) var entries: [Entry] = []", ["entries"]),
    ("@main struct App: Program {", []), ("  if let name = found {", []),
    ("  static func < (left: Self, right: Self) -> Bool {", []),
    ("  func `is`(_ a: Int) {}", ["is"]),
  ])
  func `Declarations are read from lines of code`(line: String, names: [String]) {
    #expect(Self.names(declaredIn: line) == names)
  }
}
