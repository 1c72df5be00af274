import FoundationEssentials
import Testing

/// The table of docs/Contributing.md that says where things are added, and the things that it shows it by.
struct AddingThingsTests {
  /// One row of the table.
  private struct Kind {
    let name: String
    /// Words by which the example is found.
    let examples: [String]
    /// The files that the example was added to.
    let places: [String]
  }

  private static let document = "docs/Contributing.md"

  private static func kinds() throws -> [Kind] {
    try SourceTree.text(of: document).split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|")
      guard line.hasPrefix("| "), cells.count == 4, !cells[2].contains("example") else {
        return nil
      }
      return Kind(
        name: cells[0].split(separator: " ").joined(separator: " "),
        examples: DocumentsTests.names(in: cells[2]),
        places: DocumentsTests.names(in: cells[3])
      )
    }
  }

  @Test func `Every kind of thing has its row`() throws {
    #expect(
      try Self.kinds().map(\.name) == [
        "key", "lint", "component", "component for lists", "page", "page for a task of its own",
        "attribute type", "property type", "formatter", "command", "command on tagged rows",
        "subcommand", "adaptor",
      ]
    )
  }

  @Test func `Every file that Contributing md names is there`() throws {
    var count = 0
    for line in try SourceTree.text(of: Self.document).split(separator: "\n") {
      let names = DocumentsTests.names(in: line).map { $0.prefix { $0 != " " } }
      for name in names where name.contains("/") && !name.contains("=") {
        #expect(FileManager.default.fileExists(atPath: "\(SourceTree.root)/\(name)"), "\(name)")
        count += 1
      }
    }
    #expect(count > 20)
  }

  @Test func `An example of each kind stands in the files of its row, and nowhere else`() throws {
    let rules = try SourceTree.names(in: "Rules").map { "Rules/\($0)" } + ["Package.swift"]
    var files = try rules.map { SourceFile(path: $0, text: try SourceTree.text(of: $0)) }
    // Suites of tests name what they try; what they stand on is added to.
    let tests = try SourceTree.tests.get().filter {
      $0.path.split(separator: "/").last?.contains("Tests") == false
    }
    files += try SourceTree.sources.get() + tests
    for kind in try Self.kinds() {
      #expect(!kind.examples.isEmpty && !kind.places.isEmpty)
      let banned = kind.examples.map { BannedSpelling($0, instead: "") }
      let found = files.filter { file in
        banned.contains { spelling in
          file.mentions(spelling.text) && file.lines.contains { spelling.occurs(in: $0) }
        }
      }
      #expect(found.map(\.path).sorted() == kind.places.sorted(), "\(kind.name)")
    }
  }
}
