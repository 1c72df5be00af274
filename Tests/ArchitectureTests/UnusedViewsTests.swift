import Testing

/// The views that the library offers, and who uses them.
struct UnusedViewsTests {
  /// The views that the program does not use yet: they are for applications or for planned work.
  private static let waiting: Set<String> = [
    "BarPlot", "Button", "MultipleChoiceField", "Sparkline",
  ]

  @Test
  func `S12: every view of the widgets is used by the program or waits for work that is planned`()
    throws
  {
    let files = try SourceTree.sources.get()
    var unused: Set<String> = []
    for file in files where file.target == "Widgets" {
      for (index, line) in file.code.enumerated() {
        let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
        guard line.hasPrefix("public struct "),
          ["View", "PrimitiveView", "NodeView"].contains(where: words.contains)
        else { continue }
        let name = words[2]
        let isUsed = files.contains { other in
          // Most files do not so much as mention it, which is found out sooner.
          other.mentions(name)
            && other.code.enumerated().contains { position, text in
              (other.path != file.path || position != index)
                && Self.makes(name, in: text)
            }
        }
        if !isUsed { unused.insert(name) }
      }
    }
    #expect(unused.subtracting(Self.waiting).sorted() == [], "use or delete them")
    #expect(Self.waiting.subtracting(unused).sorted() == [], "they are used now, or gone")
  }

  /// Whether a line of code makes a view called `name`: `Name(`, `Name {` or `Name<`, as a word.
  private static func makes(_ name: String, in line: String) -> Bool {
    var rest = line[...]
    while let start = rest.firstRange(of: name) {
      let before = rest[..<start.lowerBound].last
      let behind = rest[start.upperBound...]
      let isWord = before.map { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") } ?? true
      if isWord, behind.hasPrefix("(") || behind.hasPrefix(" {") { return true }
      rest = behind
    }
    return false
  }
}
