import Testing

/// A spelling that must not occur in the code of Sources, and what to do instead.
struct BannedSpelling: Sendable {
  let text: String
  let instead: String

  init(_ text: String, instead: String) {
    (self.text, self.instead) = (text, instead)
  }

  /// Whether it occurs in `line`; a spelling that begins or ends like a word matches whole words only.
  func occurs(in line: String) -> Bool {
    let line = Array(line.utf8)
    let text = Array(text.utf8)
    guard line.count >= text.count, let first = text.first, let last = text.last else {
      return false
    }
    return (0...(line.count - text.count)).contains { start in
      let end = start + text.count
      return line[start..<end].elementsEqual(text)
        && !(Self.isWord(first) && start > 0 && Self.isWord(line[start - 1]))
        && !(Self.isWord(last) && end < line.count && Self.isWord(line[end]))
    }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private static let icu = "it links full Foundation and ICU, 40 MB; write it by hand"

  static let all: [Self] =
    [
      "String(format:", ".range(of:", ".replacingOccurrences(", ".trimmingCharacters(",
      "DateFormatter", "NumberFormatter", "ISO8601DateFormatter", "JSONSerialization", "FileHandle",
      "UserDefaults", "NSRegularExpression", "NSLock", "NSObject", "RunLoop", "SortDescriptor",
      "KeyPathComparator", ".caseInsensitiveCompare(", ".formatted()", ".formatted(.",
    ].map { Self($0, instead: icu) } + [
      Self("Process(", instead: "it links full Foundation and takes 56 ms; use posix_spawn"),
      Self("Bundle.", instead: "it holds a path of the machine that built; use CResources"),
      Self("try!", instead: "throw, or handle the error where it happens"),
      Self("as!", instead: "use 'as?' and say what to do when it fails"),
    ]
}

struct BannedCodeTests {
  @Test func `No file of Sources uses what the design bans`() throws {
    for file in try SourceTree.sources.get() {
      for banned in BannedSpelling.all where file.mentions(banned.text) {
        for (index, line) in file.code.enumerated() where banned.occurs(in: line) {
          Issue.record("\(file):\(index + 1): '\(banned.text)': \(banned.instead)")
        }
      }
    }
  }

  @Test func `No file of Sources leaves work for later`() throws {
    for file in try SourceTree.sources.get() {
      // The words that this test looks for; they stand for no work here.
      for mark in ["TODO", "FIXME", "XXX"] where file.mentions(mark) {
        let banned = BannedSpelling(mark, instead: "do it, or open an issue")
        for (index, line) in file.lines.enumerated() where banned.occurs(in: line) {
          Issue.record("\(file):\(index + 1): '\(mark)': \(banned.instead)")
        }
      }
    }
  }

  @Test(arguments: ["@unchecked Sendable", "nonisolated(unsafe)", "@unchecked @Sendable"])
  func `What the compiler cannot check has its proof above it`(spelling: String) throws {
    for file in try SourceTree.sources.get() where file.mentions(spelling) {
      for (index, line) in file.code.enumerated() where line.contains(spelling) {
        let comment = file.lines[..<index].reversed().prefix { $0.isCommentOrAttribute }
        guard !comment.contains(where: { $0.contains("Proof:") }) else { continue }
        Issue.record("\(file):\(index + 1): '\(spelling)' without '// Proof: …' above it")
      }
    }
  }

  @Test func `No file is longer than a reader's patience`() throws {
    let limits = [
      (SourceTree.sources, 400), (SourceTree.tests, 800), (SourceTree.benchmarks, 400),
    ]
    for (files, limit) in limits {
      for file in try files.get() where file.lines.count > limit + 1 {
        Issue.record("\(file): \(file.lines.count) lines, at most \(limit): it is two types")
      }
    }
  }

  @Test func `Spellings in comments and strings are not code`() {
    let text = """
      // try! as!
      let a = "try!" /* as! */ + #"try! \\(b)"#
      let c = "\\(try! d())"
      """
    let code = SourceFile(path: "Sources/A/a.swift", text: text).code
    let banned = BannedSpelling("try!", instead: "")
    #expect(code.map { banned.occurs(in: $0) } == [false, false, true])
  }

  @Test(arguments: [
    ("Bundle.main", true), ("ruleBundle.name", false), ("x as! Y", true), ("alias!", false),
    ("Process()", true), ("SubProcess()", false), ("text.range(of: a)", true),
  ])
  func `A word is banned only as a whole`(line: String, isBanned: Bool) {
    #expect(BannedSpelling.all.contains { $0.occurs(in: line) } == isBanned)
  }
}

extension String {
  fileprivate var isCommentOrAttribute: Bool {
    let text = drop { $0 == " " }
    return text.hasPrefix("//") || text.hasPrefix("@")
  }
}
