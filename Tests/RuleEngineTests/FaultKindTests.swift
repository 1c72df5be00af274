import FoundationEssentials
import RuleEngine
import RuleTestSupport
import Testing

struct FaultKindTests {
  @Test func `Every kind has an id of its own and a sentence`() {
    let ids = FaultKind.all.map(\.id)
    #expect(Set(ids).count == ids.count)
    #expect(FaultKind.all.allSatisfy { $0.summary.hasSuffix(".") })
  }

  @Test func `Every id that is reported is a known kind`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    var reported: Set<String> = []
    let folder = root.appending(path: "Sources/RuleEngine")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path())
    // What the parser reports is of the kind `syntax`.
    for path in paths where path.hasSuffix(".swift") && !path.hasPrefix("Syntax/") {
      guard !path.hasSuffix("FaultKind.swift") else { continue }
      let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
      reported.formUnion(Self.ids(in: text))
    }
    #expect(reported.count > 12)
    let known = Set(FaultKind.all.map(\.id))
    #expect(reported.subtracting(known).sorted() == [])
  }

  @Test func `The kinds that programs know by their ids are there`() {
    let ids = """
      unknown-key unknown-entity unknown-property unknown-component unknown-page wrong-type
      not-allowed unreachable shadowed ambiguous duplicate dead-alias unquoted-word
      constant-condition cycle syntax
      """
    let known = Set(FaultKind.all.map(\.id))
    #expect(ids.split(whereSeparator: \.isWhitespace).allSatisfy { known.contains(String($0)) })
  }

  /// The texts behind `report(`, `fail(`, `fault(` and `id:` that look like ids.
  private static func ids(in text: String) -> [String] {
    var ids: [String] = []
    for start in ["report(", "reportExpected(", "RuleFault(", "id: "] {
      for piece in text.split(separator: start, omittingEmptySubsequences: false).dropFirst() {
        let rest = piece.drop { $0.isWhitespace }
        guard rest.first == "\"" else { continue }
        let id = rest.dropFirst().prefix { $0 != "\"" }
        if !id.isEmpty, id.allSatisfy({ $0.isLowercase || $0 == "-" }), start != "reportExpected(" {
          ids.append(String(id))
        }
      }
    }
    return ids
  }
}
