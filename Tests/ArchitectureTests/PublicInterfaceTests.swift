import FoundationEssentials
import Testing

/// What applications outside are promised.
struct PublicInterfaceTests {
  @Test func `The list of the public interface is that of the sources`() throws {
    let text = try PublicInterface.text()
    if ProcessInfo.processInfo.environment["D2T_WRITE_API"] != nil {
      try text.write(
        toFile: "\(SourceTree.root)/\(PublicInterface.path)",
        atomically: true,
        encoding: .utf8
      )
    }
    let listed = try SourceTree.text(of: PublicInterface.path).split(separator: "\n")
    let declared = text.split(separator: "\n")
    let hint = "write the list with D2T_WRITE_API=1, and say in CHANGELOG.md what changes"
    #expect(Set(declared).subtracting(listed).sorted() == [], "new; \(hint)")
    #expect(Set(listed).subtracting(declared).sorted() == [], "gone; \(hint)")
  }

  @Test func `The change log names the interface that the list has`() throws {
    let first = try SourceTree.text(of: PublicInterface.path).prefix { $0 != "\n" }
    #expect(try SourceTree.text(of: "CHANGELOG.md").contains(first), "\(first) is not told of")
  }

  @Test func `Nothing is public in a module that applications do not import`() throws {
    let modules = try PublicInterface.modules()
    let others = try SourceTree.sources.get().filter { !modules.contains($0.target) }
    let found = others.flatMap { file in
      file.code.enumerated().filter { $0.element.split(separator: " ").contains("public") }
        .map { "\(file):\($0.offset + 1)" }
    }
    #expect(found == [], "package is enough")
  }

  @Test func `Declarations are read with what encloses them`() {
    let text = """
      public struct Shelf: Sendable {
        public private(set) var books: [Book] = []
        package var inner = 1
        public init(
          _ books: [Book],
          limit: Int = 3
        ) {
          let local = 2
        }
      }
      extension Shelf where Book: Sendable {
        public static func + (a: Shelf, b: Shelf) -> Shelf { a }
      }
      public enum Kind {
        case plain, gilt(Int)
        func hidden() {}
      }
      enum Inner { case unseen }
      public protocol Reader {
        associatedtype Book
        func read(_ book: Book) throws
      }
      """
    let code = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var reader = PublicInterface.Reader(code, in: "Shop")
    #expect(
      reader.declarations() == [
        "Shop: struct Shelf: Sendable",
        "Shop Shelf: private(set) var books: [Book]",
        "Shop Shelf: init(_ books: [Book], limit: Int = 3)",
        "Shop Shelf where Book: Sendable: static func + (a: Shelf, b: Shelf) -> Shelf",
        "Shop: enum Kind",
        "Shop Kind: case plain, gilt(Int)",
        "Shop: protocol Reader",
        "Shop Reader: associatedtype Book",
        "Shop Reader: func read(_ book: Book) throws",
      ]
    )
  }
}
