import FoundationEssentials
import Testing

struct DocumentsTests {
  @Test func `Architecture md prints the table that is tested`() throws {
    var printed: [String: Set<String>] = [:]
    let lines = try SourceTree.text(of: "docs/Architecture.md").split(separator: "\n")
    for line in lines.drop(while: { !$0.hasPrefix("| module |") }).prefix(while: {
      $0.hasPrefix("|")
    }) {
      let cells = line.split(separator: "|").map(Self.names)
      guard line.hasPrefix("| `"), cells.count == 2, let module = cells[0].first else { continue }
      printed[module] = Set(cells[1])
    }
    #expect(printed == ImportTable.modules)
  }

  @Test(arguments: ["Pages", "Widgets", "CommandLineTool", "RuleEngine"])
  func `Architecture md says what is in the folders of a big module`(module: String) throws {
    let text = try SourceTree.text(of: "docs/Architecture.md")
    let told = Set(text.split(separator: "\n").flatMap(Self.names))
    let folders = try SourceTree.names(in: "Sources/\(module)").filter { !$0.contains(".") }
    #expect(folders.count > 3 && folders.filter { !told.contains($0) } == [])
  }

  @Test func `Every file and function that Architecture md leads to is there`() throws {
    let text = try SourceTree.text(of: "docs/Architecture.md")
    let guide = text.prefix(upTo: try #require(text.firstRange(of: "\n## A frame")).lowerBound)
    let code = try SourceTree.sources.get().map(\.text).joined()
    var (files, functions) = (0, 0)
    for name in guide.split(separator: "\n").flatMap(Self.names) {
      let parts = name.split(separator: ".")
      if name.contains("/") {
        #expect(FileManager.default.fileExists(atPath: "\(SourceTree.root)/\(name)"), "\(name)")
        files += 1
      } else if parts.count == 2, parts[0].first?.isUppercase == true {
        #expect(code.contains("func \(parts[1])("), "\(name)")
        functions += 1
      }
    }
    #expect(files > 30 && functions > 8)
  }

  @Test func `Testing md has every variable by which tests are steered`() throws {
    let rows = try SourceTree.text(of: "docs/Testing.md").split(separator: "\n")
      .filter { $0.hasPrefix("| `D2T_") }
    let told = rows.compactMap { $0.split(separator: "|").first.map(Self.names)?.first }
    var read: Set<String> = []
    for file in try SourceTree.tests.get() {
      for piece in file.text.split(separator: "\"D2T_", omittingEmptySubsequences: false)
        .dropFirst()
      {
        read.insert("D2T_" + piece.prefix { $0 == "_" || $0.isUppercase })
      }
    }
    #expect(read.subtracting(["D2T_"]) == Set(told))
    let script = try SourceTree.text(of: "scripts/long")
    for name in told
    where !["_ACCOUNT", "_CORPUS", "_API", "_PROGRAM", "_WORLDS"].contains(where: name.hasSuffix) {
      #expect(script.contains(name.dropFirst(4) + "="), "\(name): not in scripts/long")
    }
  }

  @Test(arguments: ["README.md", "CHANGELOG.md", "Benchmarks/README.md"] + Self.documents)
  func `Links between documents lead somewhere`(path: String) throws {
    let folder = path.split(separator: "/").dropLast().joined(separator: "/")
    for target in Self.links(in: try SourceTree.text(of: path)) where !target.contains("://") {
      let file = "\(SourceTree.root)/\(folder)/\(target.prefix { $0 != "#" })"
      #expect(FileManager.default.fileExists(atPath: file), "\(path): \(target)")
    }
  }

  /// The words in backticks.
  static func names(in cell: Substring) -> [String] {
    cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }

  /// Returns the link targets of a Markdown text: the parts in `](…)`.
  private static func links(in text: String) -> [String] {
    text.split(separator: "](", omittingEmptySubsequences: false).dropFirst().map {
      String($0.prefix { $0 != ")" })
    }
  }

  private static let documents: [String] = {
    let paths =
      (try? FileManager.default.subpathsOfDirectory(atPath: "\(SourceTree.root)/docs")) ?? []
    return paths.filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }
  }()
}
