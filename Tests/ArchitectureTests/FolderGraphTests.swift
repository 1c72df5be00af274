import Testing

/// The folders of the modules, and what they know of each other.
///
/// The entries of ``FolderTable`` may only shrink.
struct FolderGraphTests {
  @Test func `Folders of one module use each other both ways only where the table says so`() throws
  {
    let files = try SourceTree.sources.get()
    var found: [String: Set<String>] = [:]
    for module in try SourceTree.names(in: "Sources") {
      let pairs = FolderGraph(of: module, in: files).mutualPairs
      if !pairs.isEmpty { found[module] = pairs }
    }
    for (module, pairs) in found {
      let new = pairs.subtracting(FolderTable.mutualPairs[module, default: []])
      #expect(new.sorted() == [], "folders of \(module) that use each other now, both ways")
    }
    for (module, pairs) in FolderTable.mutualPairs {
      let gone = pairs.subtracting(found[module, default: []])
      #expect(gone.sorted() == [], "take them out of the table: \(module)")
    }
  }

  @Test(arguments: ["Pages", "Workspace"])
  func `The folders of Pages and Workspace use each other in one direction`(module: String) throws {
    let graph = FolderGraph(of: module, in: try SourceTree.sources.get())
    #expect(!graph.uses.isEmpty)
    #expect(graph.cycles == [], "folders of \(module) that reach themselves")
  }

  @Test func `Each pair has its reason, and there are few`() {
    let pairs = FolderTable.mutualPairs.flatMap { module, pairs in pairs.map { "\(module) \($0)" } }
    #expect(pairs.count <= 12)
    #expect(Set(FolderReasons.all.keys) == Set(pairs))
  }

  @Test func `The circles of folders are no larger than the table says`() throws {
    let files = try SourceTree.sources.get()
    for module in try SourceTree.names(in: "Sources") {
      let sizes = FolderGraph(of: module, in: files).cycles.map(\.count)
      #expect(sizes == FolderTable.cycleSizes[module, default: []], "\(module)")
    }
  }

  @Test func `A graph knows who uses whom, both ways and in a circle`() {
    let graph = FolderGraph(
      of: "M",
      in: [
        SourceFile(path: "Sources/M/A/One.swift", text: "struct One { let two: Two }"),
        SourceFile(
          path: "Sources/M/B/Two.swift",
          text: "package final class Two { var three: Three? }"
        ),
        SourceFile(
          path: "Sources/M/C/Three.swift",
          text: "enum Three { case one(One), four(Four) }"
        ),
        SourceFile(
          path: "Sources/M/D/Four.swift",
          text: "// Two\nactor Four { let name = \"One\" }"
        ),
        SourceFile(path: "Sources/M/B/Five.swift", text: "extension One {}"),
      ]
    )
    #expect(graph.uses == ["A": ["B"], "B": ["A", "C"], "C": ["A", "D"], "D": []])
    #expect(graph.mutualPairs == ["A B"])
    #expect(graph.cycles == [["A", "B", "C"]])
  }
}
