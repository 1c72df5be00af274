import Testing

/// The types that hold something of a row before and after it was changed.
///
/// The list ``ChangedValues/known`` may only shrink.
struct ChangedValuesTests {
  @Test func `What a row was and is stands in the types of the table`() throws {
    var found: [String: String] = [:]
    for file in try SourceTree.sources.get() {
      for (type, names) in ChangedValues.storedNames(in: file) {
        guard let pair = ChangedValues.pairs.first(where: { names.isSuperset(of: $0) }) else {
          continue
        }
        found[type] = pair.joined(separator: " ")
      }
    }
    #expect(found == ChangedValues.known.mapValues(\.names))
  }

  @Test func `Stored properties are told from others, of whatever type they are`() {
    let file = SourceFile(
      path: "Sources/M/One.swift",
      text: """
        package struct One<Image>: Sendable {
          package let before, after: Image?
          private var old: Int { 1 }
          static let wanted = 2
          private struct Two {
            var old: Int
            private(set) var new = 3 { didSet { print(new) } }
            func body() {
              let values = 1
            }
          }
          let values: [Int]
        }
        extension One.Three {
          final class Four { let base: Int }
        }
        """
    )
    let names = ChangedValues.storedNames(in: file)
    #expect(names["One"] == ["before", "after", "values"])
    #expect(names["One.Two"] == ["old", "new"])
  }
}

/// The name pairs that mean before and after, and the types that may have them.
private enum ChangedValues {
  static let pairs = [
    ["before", "after"], ["old", "new"], ["original", "values"], ["before", "wanted"],
    ["base", "mine"], ["former", "now"], ["formerKey", "key"],
  ]

  /// The types with what they hold; the first two hold the values of rows.
  static let known: [String: (names: String, content: String)] = [
    "ChangedRow": ("before after", "a row that was changed, in any form"),
    "Change": ("original values", "what is to be written, of attributes by name"),
    "ExpectedChanges.Change": ("before wanted", "an object until its save is announced"),
    "PendingReview.Change": ("old new", "the texts of a property"),
    "RecordConflict.Row": ("base mine", "the texts of a property, and those of others"),
    "DanglingReferences.TouchedKeys": ("before after", "places of images by their keys"),
    "RecordedRows.Touch": ("formerKey key", "where a row is while a save runs"),
    "SaveReversal.Ends": ("before after", "identities"),
    "LineEditor.Change": ("old new", "the text of a field"),
  ]

  /// The names of the stored properties of each type.
  static func storedNames(in file: SourceFile) -> [String: Set<String>] {
    var open: [(indent: Int, name: String)] = []
    var names: [String: Set<String>] = [:]
    for line in file.code {
      let indent = line.prefix { $0 == " " }.count
      let words = line.split(whereSeparator: { " :,<{(".contains($0) })
      guard let first = words.first else { continue }
      if first != "}", !")>".contains(first.prefix(1)) {
        while let last = open.last, indent <= last.indent { open.removeLast() }
      }
      let place = words.firstIndex { kinds.contains(String($0)) }
      guard let place, words[..<place].allSatisfy(isModifier) else { continue }
      if types.contains(String(words[place])) {
        guard place + 1 < words.count else { continue }
        open.append((indent, String(words[place + 1])))
      } else if let last = open.last, indent == last.indent + 2, !isComputed(line) {
        let type = open.map(\.name).joined(separator: ".")
        names[type, default: []].formUnion(properties(declaredIn: line))
      }
    }
    return names
  }

  private static let types: Set<String> = ["struct", "class", "enum", "actor", "extension"]
  private static let kinds = types.union(["let", "var"])

  private static func isModifier(_ word: Substring) -> Bool {
    word.hasPrefix("@") || word.hasSuffix(")")
      || [
        "public", "package", "private", "fileprivate", "final", "indirect", "nonisolated",
        "weak", "unowned", "lazy", "set)",
      ].contains(word)
  }

  private static func isComputed(_ line: String) -> Bool {
    line.contains("var ") && line.contains("{") && !line.contains("didSet")
      && !line.contains(" = ")
  }

  /// The names behind `let` or `var`, up to a type or a value.
  private static func properties(declaredIn line: String) -> [String] {
    let words = line.split(separator: " ")
    guard let start = words.firstIndex(where: { $0 == "let" || $0 == "var" }) else { return [] }
    var names: [String] = []
    for word in words[(start + 1)...] {
      let name = word.prefix { $0 != ":" && $0 != "," }
      names.append(String(name))
      if !word.hasSuffix(",") { break }
    }
    return names
  }
}
