import SceneSupport
import EntityStore
import Qualifiers
import RuleEnvironment
import Testing
import TestSupport
import Widgets

@testable import Pages
import Workspace

/// A search gives what reading every row would, wherever the rows come from.
@MainActor
struct ListSearchTests {
  /// People with texts in several alphabets, and dates and numbers stored in many ways.
  private static func script(_ random: inout SeededGenerator, rows: Int = 250) -> String {
    func quoted(_ text: String) -> String {
      "'" + text.split(separator: "'").joined(separator: "''") + "'"
    }
    var lines = [
      """
      CREATE TABLE city(id INTEGER PRIMARY KEY, name TEXT, country TEXT);
      CREATE TABLE person(id INTEGER PRIMARY KEY, name TEXT, born DATE, seen_at INTEGER, price REAL,
        amount DECIMAL(10,2), visits INTEGER, is_new BOOLEAN, city_id INTEGER REFERENCES city, note);
      """
    ]
    let names = [
      "Ada", "ΟΔΥΣΣΕΥΣ", "Straße", "МОСКВА", "İstanbul", "cafe\u{301}", "café", "東京", "한국", "ﬁn",
      "Kelvin \u{212A}",
      "a;b", "x\u{37E}y", "👩‍👩‍👧 Fam", "Ærø", "", "O''Neil", "naïve résumé", "Жуков  ", "100 %",
      "a*b?c\\d", "ſoft",
    ]
    for id in 1...12 {
      let name = random.below(5) == 0 ? "NULL" : "'\(names[random.below(names.count)])'"
      lines.append("INSERT INTO city VALUES(\(id), \(name), 'Land \(id)');")
    }
    for id in 1...rows {
      let name = "'\(names[random.below(names.count)]) \(names[random.below(names.count)])'"
      let day = "'20\(10 + random.below(20))-\(10 + random.below(3))-\(10 + random.below(19))'"
      let born = ["NULL", day, day, "'once'", "'2024-3-1'"][random.below(5)]
      let seen = random.below(9) == 0 ? "NULL" : "\(1_500_000_000 + random.below(200_000_000))"
      let number = ["1234", "1234.5", "20240301", "1000000"][random.below(4)]
      let price = [
        "NULL", "\(random.below(100_000))", number, "\(Double(random.below(1_000_000)) / 100)",
        "22.990000000000002", "1e300", "-0.5",
      ][random.below(7)]
      let amount = [
        "\(random.below(9_000_000))", "\(Double(random.below(90_000)) / 100)", "'n/a'",
        number,
      ][random.below(4)]
      let visits = ["\(random.below(2_000_000))", "-\(random.below(2_000))", "'many'"][
        random.below(3)
      ]
      let city = random.below(6) == 0 ? "NULL" : "\(1 + random.below(12))"
      let note = ["NULL", "\(random.below(50))", "'Note \(id)'", "1.5", "'\(number)'"][
        random.below(5)
      ]
      lines.append(
        "INSERT INTO person VALUES(\(id), \(name), \(born), \(seen), \(price), \(amount), \(visits), \(random.below(2)), \(city), \(note));"
      )
    }
    lines.append("CREATE VIEW people AS SELECT name, born, price, visits FROM person;")
    return lines.joined(separator: "\n")
  }

  private static let everything = """
    entity.name = 'Person' => displayPropertyKeys =
      ['name', 'born', 'seenAt', 'price', 'amount', 'visits', 'isNew', 'city', 'note', 'id']
    entity.name = 'City' => labelKey = 'name country'
    """

  nonisolated static let worlds = [
    ("Person", ""),
    ("Person", "entity.name = 'City' => labelKey = 'name'"),
    (
      "Person",
      "propertyKey = 'price' => formatter = 'currency'\npropertyKey = 'seenAt' => formatter = 'date'"
    ),
    ("Person", "propertyKey = 'name' and object.visits > 9 => formatter = 'upper'"),
    (
      "Person",
      "*true* => locale = 'de_DE'\nentity.name = 'Person' => sortOrderings = ['-name', 'price']"
    ),
    ("People", ""),
  ]

  @Test(arguments: worlds)
  func `B1: a search finds what reading every row finds`(entity: String, rules: String) async throws
  {
    var random = SeededGenerator(seed: UInt64(TestLength.of("D2T_SEED", 7)))
    let isLong = TestLength.of("D2T_LONG", 0) == 1
    let scene = try await Scene(
      Self.script(&random),
      rules: rules + "\n" + Self.everything,
      "--entity \(entity)",
      width: 60,
      height: 8
    )
    let list = try #require(scene.session.navigator.current.list)
    let window = try await scene.session.work.store.window(
      list.result.specification,
      from: .start,
      count: 1_000
    )
    let texts = window.records.map { list.shownTexts(of: $0) }
    let count = isLong ? 2_500 : 25
    for number in 0..<count {
      // Rows that are sorted already are found by another way.
      if number == count / 2 { try await list.result.numberRows() }
      let locale = list.scope[MiscKeys.shared.locale]
      let text =
        random.below(3) == 0
        ? Self.rewritten(texts, locale, &random) : Self.wanted(texts, &random)
      let patterns = ([text] + locale.otherWritings(of: text)).map { writing in
        let escaped = writing.map { "*?\\".contains($0) ? "\\\($0)" : "\($0)" }.joined()
        return LikePattern("*\(escaped)*", ignoringCase: true)
      }
      let isBackward = random.below(3) == 0
      // The second time it goes on from there.
      for entered in [text, ""] {
        let here = try #require(list.result.row(at: list.cursor.position)?.cursor)
        let start = try #require(window.cursors.firstIndex(of: here))
        let order = (1...texts.count).map {
          (start + (isBackward ? -$0 : $0) + texts.count) % texts.count
        }
        let expected = order.first { row in
          patterns.contains { texts[row].contains(where: $0.matches) }
        }
        await list.search.find(entered, backward: isBackward)
        if let expected {
          let found = list.result.row(at: list.cursor.position)?.cursor
          #expect(
            found == window.cursors[expected],
            "'\(text)' from row \(start): \(list.notice ?? "")"
          )
        } else {
          #expect(list.notice == "'\(text)' not found", "'\(text)'")
        }
      }
    }
  }

  /// A piece of what some row shows, in letters of another case, or a text that may be nowhere.
  private static func wanted(_ texts: [[String]], _ random: inout SeededGenerator) -> String {
    if random.below(8) == 0 {
      return ["zzz", "-", "4,", "1 0", ":", "SS", "σ", "no", "e+"][random.below(9)]
    }
    let row = texts[random.below(texts.count)]
    guard let text = row.isEmpty ? nil : row[random.below(row.count)], !text.isEmpty else {
      return "a"
    }
    let characters = Array(text)
    let start = random.below(characters.count)
    let length = 1 + random.below(min(6, characters.count - start))
    let piece = String(characters[start..<(start + length)])
    return [piece, piece.uppercased(), piece.lowercased()][random.below(3)]
  }

  /// A number or a day that some row shows, as programs or other people write it.
  private static func rewritten(
    _ texts: [[String]],
    _ locale: LocaleName,
    _ random: inout SeededGenerator
  ) -> String {
    for _ in 0..<200 {
      let row = texts[random.below(texts.count)]
      guard let text = row.randomElement(using: &random) else { continue }
      if let plain = locale.numbers.plainText(of: text), plain.count > 3 { return plain }
      let day = text.prefix(10).split(separator: "-").compactMap { Int($0) }
      if day.count == 3, text.count >= 10 { return "\(day[2]).\(day[1]).\(day[0])" }
    }
    return "1234"
  }

  @Test(arguments: ["C", "de_DE"])
  func `B1: a search goes from row to row in whatever way each shows the number`(
    locale: String
  ) async throws {
    let scene = try await Scene(
      """
      CREATE TABLE thing(id INTEGER PRIMARY KEY, title TEXT, price REAL);
      INSERT INTO thing VALUES (1, 'none', 1), (2, 'lot 20240301', 2), (3, 'three', 20240301),
        (4, 'on 2024-03-01', 3), (5, 'lot 20240301', 4), (6, 'six', 20240301);
      """,
      rules: "*true* => locale = '\(locale)'",
      "--entity Thing"
    )
    let list = try #require(scene.session.navigator.current.list)
    await list.sort(by: ["id"])
    await list.search.find("20240301")
    var ids = [list.currentRecord?.value(forKey: "id")]
    for backward in [false, false, false, false, true, true] {
      await list.search.find(backward: backward)
      ids.append(list.currentRecord?.value(forKey: "id"))
    }
    #expect(ids == [2, 3, 4, 5, 6, 5, 4].map { .some(.int($0)) })
  }

  // MARK: Under way

  private static let endless = """
    CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n;
    CREATE TABLE part(id INTEGER PRIMARY KEY, name TEXT);
    INSERT INTO part VALUES (1, 'bolt'), (2, 'nut');
    """

  /// A list without an end, whose rows nobody counts meanwhile.
  private func endlessList(rules: String = "") async throws -> (Scene, ListModel) {
    let scene = try await Scene(Self.endless, rules: rules, "--entity Endless")
    let list = try #require(scene.session.navigator.current.list)
    scene.session.work.reading.readsAhead = false
    await list.reload()
    list.stop()
    return (scene, list)
  }

  @Test func `B1: a search is stopped, and says how far it came`() async throws {
    let (scene, list) = try await endlessList(rules: "*true* => fetchTimeLimit = 600")
    scene.session.work.loads.run { await list.search.find("x") }
    try await scene.draw {
      scene.status.contains(#/searching for \d+\.\d s, [\d ]+ rows, [\d ]+ rows\/s, esc stops/#)
    }
    // What else is asked for does not wait.
    let parts = FetchSpecification(entityName: "Part")
    #expect(
      try await scene.session.work.store.window(parts, from: .start, count: 9).records.count == 2
    )
    scene.press("esc")
    try await scene.settle()
    #expect(scene.status.contains("search for 'x' stopped at row "), "\(scene.text)")
    #expect(list.search.progress == nil)
  }

  @Test func `B1: a newer search ends the older one`() async throws {
    let (scene, list) = try await endlessList()
    scene.session.work.loads.run { await list.search.find("x") }
    try await scene.draw { list.search.progress != nil }
    await list.search.find("777")
    try await scene.settle()
    #expect(list.currentRecord?.value(forKey: "i") == .int(777), "\(scene.text)")
    #expect(list.notice == nil)
  }

  @Test func `B1: a newer search counts its own rows and its own time`() async throws {
    let (scene, list) = try await endlessList()
    func rows() -> Int { list.search.progress?.count ?? 0 }
    scene.session.work.loads.run { await list.search.find("x") }
    try await scene.draw { rows() > 100_000 && scene.session.work.loads.busyTime != nil }
    scene.session.work.loads.run { await list.search.find("x") }
    for _ in 0..<100 where scene.session.work.loads.busyTime != nil { await Task.yield() }
    #expect(rows() < 100_000 && scene.session.work.loads.busyTime == nil)
    list.stop()
    try await scene.settle()
  }

  @Test func `S1: a search ends with its list`() async throws {
    let (scene, list) = try await endlessList()
    scene.session.work.loads.run { await list.search.find("x") }
    try await scene.draw { list.search.progress != nil }
    // The scene would not come to rest while rows without an end are read.
    scene.session.navigator.pop()
    try await scene.settle()
    #expect(list.search.progress == nil && scene.session.work.isSettled)
  }

  @Test func `B1: another order of the rows ends a search`() async throws {
    let (scene, list) = try await endlessList()
    scene.session.work.loads.run { await list.search.find("x") }
    try await scene.draw { list.search.progress != nil }
    await list.load()
    try await scene.settle()
    #expect(list.search.progress == nil && list.result.rows.count > 0)
  }

  @Test func `A search in a list of which nothing is read yet waits for its rows`() async throws {
    let scene = try await Scene(
      """
      CREATE TABLE employee(id INTEGER PRIMARY KEY, name TEXT);
      INSERT INTO employee VALUES (1, 'anna'), (2, 'bert'), (3, 'carl'), (4, 'dirk');
      """
    )
    for key in ["enter", "/", "d", "i", "r", "k", "enter"] {
      scene.press(key)
      scene.draw()
    }
    try await scene.settle()
    #expect(scene.status.hasPrefix(" 4/4") && !scene.text.contains("not found"), "\(scene.text)")
    try await scene.send("/")
    try await scene.type("zoe")
    try await scene.send("enter")
    #expect(scene.text.contains("'zoe' not found"), "\(scene.text)")
  }

  private static let people = """
    CREATE TABLE person(id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, born DATE);
    INSERT INTO person VALUES(1, 'Bob', 'Ada', '1990-03-01'), (2, 'Ina', 'Klee', '1815-01-02'),
      (3, 'Ada', 'Inkle', '1815-12-10');
    """

  @Test(arguments: ["Ada Inkle", "inkle ADA", "ada ink", "Ada 1815"])
  func `J18: words are found one by one, across the columns of a list`(text: String) async throws {
    let scene = try await Scene(Self.people, "--entity Person")
    try await scene.send("/")
    try await scene.type(text)
    try await scene.send("enter")
    #expect(scene.lines.contains { $0.hasPrefix("›") && $0.contains("Inkle") }, "\(scene.text)")
    let filtered = try await Scene(Self.people, "--entity Person")
    try await filtered.send("F")
    try await filtered.type(text)
    try await filtered.send("enter")
    #expect(filtered.text.contains("Inkle") && !filtered.text.contains("Bob"), "\(filtered.text)")
  }
}
