import Formatting
import Glibc
import SceneSupport
import SQLite
import TestSupport
import Testing

@testable import CommandLineTool
import Pages
import Workspace

/// Files as other programs write them: what separates values, marks of encodings, other names for columns.
@MainActor
struct ImportFormatTests: ShopFile {
  let folder = TemporaryFolder()

  init() throws { try makeShop() }

  // MARK: Separators, quotes, marks, line ends

  /// A way to write a table.
  private struct Manner {
    var separator: FieldSeparator
    var lineEnd = "\n"
    var mark = Mark.none
    var quotesAll = false
    var endsLastLine = true
    var statesSeparator = false

    enum Mark: CaseIterable {
      case none, utf8, utf16Little, utf16Big
    }

    static func any(_ random: inout SeededGenerator) -> Manner {
      func chance() -> Bool { Bool.random(using: &random) }
      return Manner(
        separator: FieldSeparator.allCases.randomElement(using: &random) ?? .comma,
        lineEnd: ["\n", "\r\n", "\r"].randomElement(using: &random) ?? "\n",
        mark: Mark.allCases.randomElement(using: &random) ?? .none,
        quotesAll: chance(),
        endsLastLine: chance(),
        statesSeparator: Int.random(in: 0..<8, using: &random) == 0
      )
    }

    func bytes(_ table: [[String?]]) -> [UInt8] {
      let sign = String(UnicodeScalar(separator.rawValue))
      var lines = table.map { $0.map { $0.map(written) ?? "" }.joined(separator: sign) }
      if statesSeparator { lines.insert("sep=" + sign, at: 0) }
      let text = lines.joined(separator: lineEnd) + (endsLastLine ? lineEnd : "")
      switch mark {
      case .none: return Array(text.utf8)
      case .utf8: return [0xEF, 0xBB, 0xBF] + text.utf8
      case .utf16Little:
        return [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
      case .utf16Big:
        return [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
      }
    }

    private func written(_ value: String) -> String {
      let isSpecial = value.utf8.contains { [0x22, 0x0A, 0x0D, separator.rawValue].contains($0) }
      guard quotesAll || isSpecial || value.isEmpty else { return value }
      return "\"" + value.replacing("\"", with: "\"\"") + "\""
    }
  }

  private static let values = [
    "a", "", "Zoë", "日本", "👍", "a,b", "a;b", "a|b", "a\tb", "say \"hi\"", "two\nlines",
    "two\r\nlines",
    " blanks ", "1", "1,5", "sep=;", "\u{FEFF}", "e\u{301}", ";;;;", "\"",
  ]

  /// The records of a file, as an import reads them.
  private func read(_ bytes: [UInt8], names: Set<String>) throws -> [[String?]] {
    let file = try InputFile(folder.write(bytes, to: "table.txt")) { false }
    var recognition = SeparatorRecognition()
    var reader: SeparatedValuesReader?
    var records: [[String?]] = []
    func take(_ record: SeparatedValuesRecord) throws {
      if let fault = record.fault { throw fault }
      records.append(try (0..<record.count).map { try record.text($0) })
    }
    while true {
      let piece = try file.next()
      if reader == nil {
        if let separator = recognition.add(piece?[...], isName: names.contains) {
          reader = SeparatedValuesReader(separator)
          try reader?.read(recognition.head[...], take)
        }
      } else if let piece {
        try reader?.read(piece[...], take)
      }
      if piece == nil { break }
    }
    try reader?.finish(take)
    return records
  }

  @Test func `K3: a pipe that was not read to its end goes on behind what is read again`() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    let file = try InputFile("/dev/fd/\(ends[0])", isReadTwice: true) { false }
    close(ends[0])
    func write(_ text: String) { #expect(Glibc.write(ends[1], text, text.utf8.count) > 0) }
    write("name\nAda\n")
    #expect(try file.next() == Array("name\nAda\n".utf8))
    write("Grace\n")
    close(ends[1])
    for _ in 0..<2 {
      try file.rewind()
      var text: [UInt8] = []
      while let piece = try file.next() { text += piece }
      #expect(String(decoding: text, as: UTF8.self) == "name\nAda\nGrace\n")
    }
  }

  @Test func `K3: a table is read the same however it is written`() throws {
    for seed in 0..<TestLength.of("D2T_PROPERTY_CASES", 600) {
      var random = SeededGenerator(seed: UInt64(seed))
      var manner = Manner.any(&random)
      let width = Int.random(in: 1...6, using: &random)
      // Nothing tells how a single column would be separated.
      if width == 1 { manner.separator = .comma }
      let names = (0..<width).map { "name\($0)" }
      let odd = ["x", "a,b", "c;d", "e|f", "g h"]
      let header = names.enumerated().map { index, name in
        index > 0 && Int.random(in: 0..<3, using: &random) == 0
          ? odd.randomElement(using: &random) ?? name : name
      }
      var table: [[String?]] = [header]
      for _ in 0..<Int.random(in: 0...20, using: &random) {
        table.append(
          header.map { _ in
            Int.random(in: 0..<5, using: &random) == 0
              ? nil : Self.values.randomElement(using: &random)
          }
        )
      }
      // An empty line at the end is none, where it would be a null.
      if width == 1, table.last == [nil] { table.append(["end"]) }
      let plain = header.filter { $0.contains { ",;|".contains($0) } }.isEmpty
      if !plain { manner.quotesAll = true }
      let found = try read(manner.bytes(table), names: Set(names))
      if found != table {
        Issue.record("seed \(seed), \(manner): \(found) instead of \(table)")
        break
      }
    }
  }

  @Test(arguments: [(0xFF, 0xFE), (0xFE, 0xFF)])
  func `K3: UTF-16 is read across the pieces of a file`(mark: (UInt8, UInt8)) throws {
    let table: [[String?]] = [["name0", "name1"]] + (0..<20_000).map { ["👍\($0)", "ë"] }
    var manner = Manner(separator: .tab)
    manner.mark = mark.0 == 0xFF ? .utf16Little : .utf16Big
    #expect(try read(manner.bytes(table), names: ["name0", "name1"]) == table)
    // Half a character, and the second half of one without the first.
    for broken in [[UInt8(0x41)], mark.0 == 0xFF ? [0x00, 0xDC] : [0xDC, 0x00]] {
      let bytes = manner.bytes([["name0"]]) + broken
      #expect(throws: UsageError.self) { try read(bytes, names: ["name0"]) }
    }
  }

  @Test(arguments: [";", "|", "\t", ","])
  func `K3: a file is imported whatever separates its values`(sign: String) async throws {
    let text = "\u{FEFF}artistId\(sign)name\r\n50\(sign)\"A\(sign)B\"\r\n51\(sign)C D\r\n"
    for name in ["rows.csv", "rows.txt", "rows"] {
      let file = folder.write(Array(text.utf8), to: name)
      #expect(try await run("import", "Artist", file).messages == "2 objects imported\n")
      #expect(
        try rows("SELECT ArtistId, Name FROM Artist WHERE ArtistId >= 50")
          == ["50|A\(sign)B", "51|C D"]
      )
      try script("DELETE FROM Artist WHERE ArtistId >= 50")
    }
  }

  // MARK: Names

  private func importing(_ text: String, _ words: String..., to name: String = "a.csv") async throws
    -> Program.Outcome
  {
    let file = folder.write(Array(text.utf8), to: name)
    return try await run(all: ["import", "Artist", file] + words)
  }

  @Test func `K3: columns go to the properties that --map names, or to none`() async throws {
    let text = "Nummer;Künstler = Band;Notiz\n50;A;x\n51;B;\n"
    let words = ["--map", "Nummer=artistId", "--map", "künstler = band=name", "--map", "Notiz="]
    let file = folder.write(Array(text.utf8), to: "a.csv")
    let outcome = try await run(all: ["import", "Artist", file] + words)
    #expect(outcome.messages == "2 objects imported\n", "\(outcome.messages)")
    let object = #"{"Nummer": 52, "Künstler = Band": "C", "Notiz": 1}"#
    let json = folder.write(Array(object.utf8), to: "a.json")
    #expect(try await run(all: ["import", "Artist", json] + words).code == 0)
    #expect(
      try rows("SELECT ArtistId, Name FROM Artist WHERE ArtistId >= 50")
        == ["50|A", "51|B", "52|C"]
    )
  }

  @Test(arguments: [
    ("name=nme", "--map 'name=nme': Artist has no property 'nme'; did you mean 'name'?"),
    ("name", "--map takes COLUMN=PROPERTY"),
    ("=name", "--map takes COLUMN=PROPERTY"),
    ("Vorname=name", "--map 'Vorname=name': no column 'Vorname'; the file has"),
    ("name=albums", "'albums' holds related rows"),
  ])
  func `K3: a mapping that maps nothing is refused`(mapping: String, piece: String) async throws {
    let file = folder.write(Array("artistId,name\n50,A\n".utf8), to: "a.csv")
    for words in [["--map", mapping], ["--map", mapping, "--skip-faults"]] {
      let outcome: Program.Outcome
      do { outcome = try await run(all: ["import", "Artist", file] + words) } catch {
        outcome = Program.outcome(of: error)
      }
      #expect(outcome.code == 2 && outcome.messages.contains(piece), "\(outcome.messages)")
    }
    #expect(try rows("SELECT count(*) FROM Artist") == ["3"])
  }

  @Test func `K3: a file without a property tells what it has and what there is`() async throws {
    let outcome = try await importing("Vorname;Nachname\nAda;Lovelace\n")
    #expect(outcome.code == 2)
    for piece in [
      "line 1: Artist has no property 'Vorname', 'Nachname' (separated by ';'); it has ",
      "name", "artistId", "--map 'Vorname=PROPERTY'", "1 fault; nothing was imported",
    ] {
      #expect(outcome.messages.contains(piece), "\(outcome.messages)")
    }
    let objects = #"[{"Vorname": 1, "Nachname": 2}, {"Vorname": 3}]"#
    let json = try await importing(objects, to: "a.json")
    #expect(
      json.messages.contains("Artist has no property 'Nachname', 'Vorname'; it has "),
      "\(json.messages)"
    )
    #expect(json.messages.contains("1 fault; nothing was imported"), "\(json.messages)")
    // Hidden properties are not named.
    let rules = folder.write(
      Array("entity.name = 'Artist' and propertyKey = 'name' => isPropertyVisible = false".utf8),
      to: "my.rules"
    )
    let hidden = try await importing("Vorname;Nachname\nA;B\n", "--rules", rules)
    #expect(hidden.messages.contains("it has artistId\n"), "\(hidden.messages)")
  }

  @Test func `K3: all names that are none are told at once`() async throws {
    let outcome = try await importing("nme,artistId,,foo,ArtistID\nA,1,2,3,4\n")
    for piece in [
      "line 1: Artist has no property 'nme'; did you mean 'name'?", "line 1: column 3 has no name",
      "line 1: Artist has no property 'foo'", "line 1: 'ArtistID' occurs twice; leave one out",
      "--map 'nme=PROPERTY' assigns the column, --map 'nme=' skips it",
      "4 faults; nothing was imported",
    ] {
      #expect(outcome.messages.contains(piece), "\(outcome.messages)")
    }
    #expect(outcome.code == 2)
  }
}
