import FoundationEssentials
import Testing

/// Tests that the public interface is documented, usable from outside and free of duplicates.
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

  /// Public types that nobody makes or is given: they stand in the signatures of what is public.
  private static let opaque: Set<String> = [
    "AddedNamespaces", "ContextModifier", "KeyNamespaces", "Node", "NodeModifier", "RuleKeys",
    "ViewContext",
  ]

  @Test func `P3: every public type can be had outside, and every public protocol be met`() throws {
    let declarations = try PublicInterface.text().split(separator: "\n").dropFirst(1).map {
      Self.parts(String($0))
    }
    let types = Set(declarations.compactMap { $0.scope.isEmpty ? Self.typeName(in: $0.text) : nil })
    let protocols = Set(declarations.compactMap { Self.name(after: "protocol", in: $0.text) })
    var made: Set<String> = []
    for (scope, text) in declarations {
      let words = Self.words(in: text)
      let owner = Self.words(in: scope).first ?? ""
      if words.contains("init") || words.contains("case") || words.contains("static") {
        made.insert(owner)
      }
    }
    let missing = types.subtracting(made).filter { name in
      !Self.opaque.contains(name) && !declarations.contains { Self.gives(name, $0) }
    }
    #expect(missing.sorted() == [], "nobody outside can make one or is given one")
    #expect(Self.opaque.subtracting(types) == [], "they are gone, or not public")
    for (scope, text) in declarations where protocols.contains(scope) && text.contains("func ") {
      guard let result = text.split(separator: "->").dropFirst().last else { continue }
      let unmade = Self.words(in: String(result)).filter {
        types.contains($0) && !made.contains($0)
      }
      #expect(unmade == [], "\(scope): \(text): nobody outside can make the result")
    }
  }

  /// A declaration apart: what it stands in, and its text.
  private static func parts(_ line: String) -> (scope: String, text: String) {
    guard let colon = line.firstRange(of: ": ") else { return ("", line) }
    let head = line[..<colon.lowerBound].split(separator: " ").dropFirst().joined(separator: " ")
    return (head, String(line[colon.upperBound...]))
  }

  /// Whether a declaration of something else gives a value of a type: as a result, as what it holds, or to a closure.
  private static func gives(_ name: String, _ declaration: (scope: String, text: String)) -> Bool {
    guard words(in: declaration.scope).first != name else { return false }
    let text = declaration.text
    guard words(in: text).contains(name) else { return false }
    let isHeld = text.contains("let ") || text.contains("var ") || text.contains("typealias ")
    return isHeld
      || text.split(separator: "->").dropFirst().contains { words(in: String($0)).contains(name) }
      || ["(", ", ", "inout "].contains { text.contains("\($0)\(name)) ->") }
  }

  private static func typeName(in text: String) -> String? {
    ["struct", "class", "enum"].lazy.compactMap { name(after: $0, in: text) }.first
  }

  private static func name(after kind: String, in text: String) -> String? {
    let words = words(in: text)
    guard let index = words.firstIndex(of: kind), index < 4, words.indices.contains(index + 1)
    else {
      return nil
    }
    return words[index + 1]
  }

  private static func words(in text: String) -> [String] {
    text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
  }

  @Test(arguments: ["includingChildren", "value(at ", "EntityStore?", "class EntityStore"])
  func `P6: what is one thing has no second name outside`(former: String) throws {
    #expect(!(try PublicInterface.text()).contains(former))
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
