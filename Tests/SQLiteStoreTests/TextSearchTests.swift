import EntityModel
import EntityStore
import MemoryStore
import Qualifiers
import SQLiteStore
import TestSupport
import Testing

/// Tests that a search in stored bytes finds the same rows as one that formats each value.
struct TextSearchTests {
  private static let pieces = [
    "a", "B", "é", "e\u{301}", "E", "ß", "ss", "Ж", "ж", "東", "k", "\u{212A}", "\0", "\r\n", " ",
    "  ", "%", "_",
    "*", "1", "20", "-", ".", "nowhere", "Customer ", "\u{301}",
  ]

  /// A value of any kind as SQL: texts with bytes that are no UTF-8 among them.
  private static func literal(_ random: inout SeededGenerator) -> String {
    switch random.below(12) {
    case 0: return "NULL"
    case 1: return "\(random.below(5_000) - 20)"
    case 2: return "\(Double(random.below(9_999)) / 100)"
    case 3: return "'20\(10 + random.below(15))-0\(1 + random.below(9))-1\(random.below(9))'"
    case 4: return "x'\(hexadecimal(text(&random)))'"
    case 5:
      return
        "CAST(x'\(hexadecimal(text(&random)))\(["ff", "c3", "e282"][random.below(3)])' AS TEXT)"
    default: return "CAST(x'\(hexadecimal(text(&random, most: 24)))' AS TEXT)"
    }
  }

  private static func text(_ random: inout SeededGenerator, most: Int = 4) -> String {
    // Most texts are of letters of ASCII alone.
    let few = random.chance(50) ? ["a", "B", "c ", "1", "nowhere", " ", "k"] : pieces
    return (0..<random.below(most + 1)).map { _ in few.randomElement(using: &random) ?? "" }
      .joined()
  }

  private static func hexadecimal(_ text: String) -> String {
    text.utf8.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  private static func label(_ alternatives: [String]...) -> SearchColumn {
    .label(
      alternatives.map { $0.map { PropertyPath($0) } },
      keys: [PropertyPath("id")]
    ) { parts, keys in
      var rest = parts[...]
      for alternative in alternatives {
        let texts = rest.prefix(alternative.count).filter { !$0.isNull }
          .map {
            String(
              decoding: $0.description.utf8.reversed().drop { $0 == 0x20 }.reversed(),
              as: UTF8.self
            )
          }
          .filter { text in text.utf8.contains { $0 > 0x20 } }
        if !texts.isEmpty { return texts.joined(separator: " ") }
        rest = rest.dropFirst(alternative.count)
      }
      return "#" + keys[0].description
    }
  }

  private static let plain = SearchColumn.Writing(
    keepsText: true,
    digits: .kept(alphabet: "0123456789 .-+einfa:", zeros: 1)
  ) { $0.description }
  private static let shouted = SearchColumn.Writing { $0.description + "!" }

  private static let columns: [[SearchColumn]] = [
    [label(["name"])], [label(["name", "code"])], [label(["made"])],
    [label(["name"], ["code"])], [label(["code", "made"], ["name"])],
    [.value(at: PropertyPath("name"), plain), .value(at: PropertyPath("made"), plain)],
    [
      .value(at: PropertyPath("code"), shouted), label(["name"]),
      .value(at: PropertyPath("price"), plain),
    ],
  ]

  @Test(arguments: ["UTF-8", "UTF-16"], Self.columns.indices)
  func `A row is found where what it shows holds the text, whatever is stored`(
    encoding: String,
    kind: Int
  ) async throws {
    for seed in 0..<UInt64(max(1, TestLength.of("D2T_PROPERTY_CASES", 400) / 100)) {
      var random = SeededGenerator(seed: seed)
      let rows = (1...60).map { id in
        "INSERT INTO thing VALUES(\(id), \((0..<4).map { _ in Self.literal(&random) }.joined(separator: ", ")));"
      }
      let script = """
        PRAGMA encoding = '\(encoding)';
        CREATE TABLE thing(id INTEGER PRIMARY KEY, name TEXT, code, made DATE, price NUMERIC(8,2));
        \(rows.joined(separator: "\n"))
        """
      let store = try await EntityStore.open(.script(script, title: "things"))
      let fetch = FetchSpecification(entityName: "Thing")
      let records = try await store.window(fetch, from: .start, count: 100).records
      #expect(records.count == rows.count)
      let keys = [[], ["name"], ["made", "code"], ["price"]][random.below(4)]
      let order = FetchSpecification(
        entityName: "Thing",
        sortOrderings: keys.map {
          SortOrdering(PropertyPath($0), descending: random.chance(50))
        }
      )
      let ordered = try await store.window(order, from: .start, count: 100)
      for _ in 0..<20 {
        let texts = (0...random.below(2)).map { _ in Self.text(&random, most: 3) }
        // Every third search is for several words (J18), each of which has to be found.
        let search =
          random.chance(33)
          ? TextSearch(words: texts.map { [$0] }, in: Self.columns[kind])
          : TextSearch(texts, in: Self.columns[kind])
        let expected = records.filter { record in
          search.isShown { record.value(forPath: $0.components[...]) }
        }.compactMap { $0.id?.values }
        var (found, place): ([[Value]], Cursor?) = ([], nil)
        while found.count <= rows.count,
          let hit = try await store.find(search, in: fetch, from: place), !hit.isBeyondEnd
        {
          found.append(hit.cursor.values)
          place = hit.cursor
        }
        #expect(found == expected, "\(texts) of \(seed)")
        let row = random.below(ordered.cursors.count)
        let tally = try await store.tally(search, in: order, upTo: ordered.cursors[row])
        let before = ordered.records[...row].filter { expected.contains($0.id?.values ?? []) }
        #expect(tally.count == expected.count, "\(texts) of \(seed)")
        #expect(tally.rank == before.count, "\(texts) of \(seed), row \(row)")
      }
    }
  }
}
