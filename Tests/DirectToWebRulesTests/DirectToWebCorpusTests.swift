import Diagnostics
import FoundationEssentials
import PropertyLists
import RuleEnvironment
import RuleTestSupport
import Testing

@testable import DirectToWebRules
import RuleEngine

/// The rule files of Project Wonder beside the package; not everybody has them.
enum DirectToWebCorpus {
  static let isRequired = ProcessInfo.processInfo.environment["D2T_REQUIRE_CORPUS"] == "1"

  static let root: String = {
    let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return "/\(package)/../shared/corpus/d2w"
  }()

  /// The paths of all `.d2wmodel` files below the root.
  static let files: [String] = {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: root)) ?? []
    return names.filter { $0.hasSuffix(".d2wmodel") }.sorted()
  }()

  /// The one whose first rule says that it is an assignment.
  static let malformed = "Frameworks/D2W/ERMootoolsDirectToWeb/Resources/d2w.d2wmodel"

  /// ERDirectToWeb's own rules.
  static let core = "Frameworks/Core/ERDirectToWeb/Resources/d2w.d2wmodel"

  static func bytes(_ file: String) -> [UInt8] {
    FileManager.default.contents(atPath: "\(root)/\(file)").map { [UInt8]($0) } ?? []
  }

  static func source(_ file: String) throws -> SourceText {
    var faults: [Diagnostic] = []
    let source = ForeignRules.reader.read("\(root)/\(file)", &faults)
    #expect(faults.isEmpty)
    return try #require(source)
  }
}

/// Counts words of an old-style list; knows strings and comments, and nothing of lists.
private struct WordCount {
  var words: [String: Int] = [:]
  /// The words behind `class =`.
  var classes: [String: Int] = [:]
  /// The numbers behind `author =`, added up.
  var authors = 0

  init(_ bytes: [UInt8]) {
    var previous = ""
    var rest = bytes[...]
    while let byte = rest.first {
      let word: ArraySlice<UInt8>
      if byte == UInt8(ascii: "\"") {
        var end = rest.startIndex + 1
        while rest[end] != UInt8(ascii: "\"") { end += rest[end] == UInt8(ascii: "\\") ? 2 : 1 }
        word = rest[(rest.startIndex + 1)..<end]
        rest = rest[(end + 1)...]
      } else {
        word = rest.prefix { "{}()=;,\" \n\r\t".utf8.contains($0) == false }
        if word.isEmpty {
          rest.removeFirst()
          continue
        }
        rest = rest[word.endIndex...]
      }
      let text = String(decoding: word, as: UTF8.self)
      words[text, default: 0] += 1
      if previous == "author" { authors += Int(text) ?? 0 }
      if previous == "class" { classes[text, default: 0] += 1 }
      previous = text
    }
  }

  func count(_ words: String...) -> Int { words.reduce(0) { $0 + (self.words[$1] ?? 0) } }
}

/// The nodes that the property list reader found, counted by class for comparison with ``WordCount``.
private struct NodeCount {
  var kinds: [String: Int] = [:]

  mutating func add(_ list: PropertyList) {
    if let name = list["class"]?.string { kinds[name, default: 0] += 1 }
    for entry in list.dictionary?.entries ?? [] { add(entry.value) }
    for element in list.array ?? [] { add(element) }
  }
}

@Suite(
  .enabled(
    if: !DirectToWebCorpus.files.isEmpty || DirectToWebCorpus.isRequired,
    "needs the corpus; CI requires it"
  )
)
struct DirectToWebCorpusTests {
  private let vocabulary = Vocabulary(MovieKeys.shared)

  @Test func `There are 22 files with 1147 rules`() throws {
    #expect(DirectToWebCorpus.files.count == 22)
    let counts = try DirectToWebCorpus.files.map {
      try DirectToWebFile(reading: DirectToWebCorpus.source($0)).rules.count
    }
    #expect(counts.reduce(0, +) == 1147)
  }

  @Test(arguments: DirectToWebCorpus.files)
  func `A file loads without an error but the one that is known`(file: String) throws {
    let source = try DirectToWebCorpus.source(file)
    let (model, faults) = ForeignRules.load(
      layers: [(.application, [source])],
      vocabulary: vocabulary
    )
    let errors = faults.filter { $0.severity == .error }
    if file == DirectToWebCorpus.malformed {
      #expect(errors.map { "\($0.position?.line ?? 0): \($0.message)" }.count == 1)
      #expect(errors.first?.position == SourcePosition(line: 5, column: 21))
      #expect(errors.first?.message.contains("com.webobjects.directtoweb.Assignment") == true)
    } else {
      #expect(errors.isEmpty)
    }
    let read = try DirectToWebFile(reading: source)
    #expect(model.allRules.count == read.rules.count)
    for (rule, original) in zip(model.allRules, read.rules) {
      #expect(rule.isEnabled == original.isEnabled && rule.priority == original.author)
      if rule.obstacle == nil { #expect(DirectToWebAssignments.isKnown(original.className)) }
    }
  }

  @Test(arguments: DirectToWebCorpus.files)
  func `Counts agree with a count of the words in the file`(file: String) throws {
    let words = WordCount(DirectToWebCorpus.bytes(file))
    let read = try DirectToWebFile(reading: DirectToWebCorpus.source(file))
    #expect(read.rules.count == words.count("rhs"))
    #expect(read.rules.filter { !$0.isEnabled }.count == words.count("RuleIsDisabled"))
    #expect(read.rules.filter { $0.node?["lhs"] != nil }.count == words.count("lhs"))
    #expect(read.rules.filter { $0.documentation != nil }.count == words.count("documentation"))
    #expect(read.rules.reduce(0) { $0 + $1.author } == words.authors)
    var nodes = NodeCount()
    nodes.add(read.document.root)
    for (name, count) in nodes.kinds { #expect(words.classes[name] == count, "\(name)") }
    let assignments = Dictionary(grouping: read.rules, by: \.className).mapValues(\.count)
    for (name, count) in assignments where file != DirectToWebCorpus.malformed {
      #expect(words.classes[name] == count, "\(name)")
    }
  }

  @Test(arguments: DirectToWebCorpus.files)
  func `What is written reads the same, and is written the same again`(file: String) throws {
    let read = try DirectToWebFile(reading: DirectToWebCorpus.source(file))
    let text = read.text
    let again = try DirectToWebFile(reading: SourceText(name: file, text: text))
    #expect(again.document.root == read.document.root || read.document.root["rules"]?.array == [])
    #expect(again.text == text)
    // The same list as XML is the same rules.
    let converted = try DirectToWebFile(
      reading: SourceText(name: file, text: read.document.root.xmlText)
    )
    #expect(converted.document.root == read.document.root)
    #expect(converted.text == converted.document.root.xmlText)
  }

  @Test(arguments: DirectToWebCorpus.files)
  func `A file that is cut is refused or loads, and says which`(file: String) throws {
    let bytes = DirectToWebCorpus.bytes(file)
    for part in 1..<8 {
      let cut = Array(bytes.prefix(bytes.count * part / 8))
      // Without the closing bracket it is no list; without anything it is an empty one.
      let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x0A }
      guard !cut.allSatisfy(isBlank), !bytes[cut.count...].allSatisfy(isBlank) else { continue }
      #expect(throws: MalformedDocument.self, "\(cut.count) bytes of \(file)") {
        try DirectToWebFile.source(of: cut, name: file)
      }
    }
  }
}
