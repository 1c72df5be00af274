import Qualifiers
import Testing

@testable import EntityModel

/// Tests what the values of columns reveal about them, and the labels and columns chosen by it.
struct ColumnStatisticsTests {
  private static let uuids = [
    "8d6f1c1e-3b1a-4f6e-9d52-0c4b7a2f9e11", "{0c4b7a2f-9e11-4f6e-9d52-8d6f1c1e3b1a}",
  ]

  @Test func `A14: texts that are numbers make no column of texts`() {
    let numbers = ColumnStatistics([.string("12"), .string("-7.5"), .string(" +3e2"), .int(1)])
    #expect(numbers.textCount == 3 && numbers.wordingCount == 0)
    #expect(ColumnStatistics([.string("12 m"), .string("n/a"), .string("-")]).wordingCount == 3)
  }

  @Test(
    arguments: [
      ("ACADEMY DINOSAUR", .words), ("Żółć", .words), ("日本語", .words), ("O'Neil", .words),
      ("https://example.org/a", .link), ("mailto:a@b.c", .link), ("/usr/share/dict", .link),
      ("C:\\Windows\\notepad.exe", .link), ("www.example.org", .link),
      ("6b2ff6f27142c2aa", .machine), ("3hJ8sKq0Zx9LmN2pQr5T", .machine),
      (uuids[0], .machine), (uuids[1], .machine), ("{\"a\": 1}", .json), ("[1, 2]", .json),
      ("12.50", .other), ("2024-03-01", .other), ("+49 30 1234", .other), ("true", .other),
      ("internationalisation", .words), ("BB71", .other),
    ] as [(String, TextKind)]
  )
  func `C1: what programs make up is told from words`(text: String, kind: TextKind) {
    #expect(TextKind(text[...]) == kind)
  }

  @Test func `C1: evidence counts what is filled, different and readable`() {
    let evidence = ColumnStatistics([
      .string("Ada"), .string(" "), .null, .string("Ada"), .string("Bob"),
    ])
    #expect(evidence.rowCount == 5 && evidence.filledCount == 3 && evidence.distinctCount == 2)
    #expect(evidence.isReadable && !evidence.isConstant && !evidence.isEmpty)
    #expect(evidence.summary == "60 % filled, 66 % distinct")
    #expect(ColumnStatistics([.null, .string("")]).isEmpty)
    #expect(!ColumnStatistics([]).isEmpty && !ColumnStatistics([]).isConstant)
    #expect(ColumnStatistics([.int(1), .int(1), .int(1)]).isConstant)
    #expect(ColumnStatistics([.int(1999), .int(2024)]).areYears)
    #expect(!ColumnStatistics([.int(1999), .int(3)]).areYears)
    #expect(ColumnStatistics([.double(0.5), .double(2.25), .double(3)]).places == 2)
  }

  /// A table with an id and columns of texts or numbers; its values row by row, column by column.
  private func entity(_ name: String, _ columns: [(name: String, type: String, values: [Value])])
    -> Entity
  {
    var table = Schema.Table(name: name)
    table.columns = [Schema.Column(name: "id", declaredType: "INTEGER")]
    table.primaryKey = ["id"]
    table.keyIsRowNumber = true
    for column in columns {
      var made = Schema.Column(name: column.name, declaredType: column.type)
      made.evidence = ColumnStatistics(column.values)
      table.columns.append(made)
    }
    return Model(name: "test", schema: Schema(tables: [table])).entities[0]
  }

  /// The entity as who sees only some of its rows is shown it.
  private func seenByNames(_ entity: Entity) -> Entity {
    let model = Model(name: "test", entities: [entity.definition])
    model.conceal([entity.name: HiddenProperties(hidesRows: true)])
    return model.entities[0]
  }

  private func texts(_ texts: String?...) -> [Value] { texts.map { $0.map(Value.string) ?? .null } }

  @Test func `C1: a name that is empty in most rows gives way to a filled text`() {
    let sms = entity(
      "sms",
      [
        ("subject", "TEXT", texts(nil, nil, nil, nil)),
        ("address", "TEXT", texts("Fred", "Fred", "Barney", "Fred")),
        ("body", "TEXT", texts("Yo Fred", "Yabba", "Dabba doo", "Bye")),
      ]
    )
    #expect(sms.definition.labelKey == "body")
    #expect(sms.listPropertyKeys == ["address", "body", "subject"])
    #expect(seenByNames(sms).labelKey == "subject")
  }

  @Test func `C1: a label that some rows lack is followed by what stands in for it`() {
    let page = entity(
      "page",
      [
        ("url", "TEXT", texts("https://a.org/1", "https://a.org/2", "https://a.org/3")),
        ("title", "TEXT", texts("One", nil, "Three")),
        ("guid", "TEXT", texts("6b2ff6f27142c2aa", "7b2ff6f27142c2aa", "8b2ff6f27142c2aa")),
      ]
    )
    #expect(page.definition.labelKey == "title | url")
    #expect(page.labelKeys == ["title"])
    #expect(page.listPropertyKeys == ["url", "title", "guid"])
  }

  @Test
  func
    `C1: where nothing is called like a name the most telling text is one, with the row's number`()
  {
    let order = entity(
      "orders",
      [
        ("ship_city", "TEXT", texts("Bern", "Bern", "Ulm", "Bern", "Ulm", "Bern")),
        ("ship_country", "TEXT", texts("CH", "CH", "DE", "CH", "DE", "CH")),
      ]
    )
    #expect(order.definition.labelKey == "shipCity · id")
    #expect(seenByNames(order).labelKey == nil)
    let codes = entity(
      "thing",
      [("code", "TEXT", texts("A-1", "A-2")), ("remark", "TEXT", texts("red", "blue"))]
    )
    #expect(codes.definition.labelKey == "remark")
  }

  @Test(
    arguments: [
      (["nameFirst", "nameLast"], "nameFirst nameLast"), (["first", "last"], "first last"),
      (["au_lname", "au_fname"], "auFname auLname"), (["surname", "forename"], "forename surname"),
      (["surname", "forenames"], "forenames surname"),
      (["last", "seen"], nil), (["contact_last_name", "contact_first_name", "name"], "name"),
    ] as [([String], String?)]
  )
  func `C1: given and family name are a name however they are spelled`(
    columns: [String],
    label: String?
  ) {
    var table = Schema.Table(name: "authors")
    table.columns = columns.map { Schema.Column(name: $0, declaredType: "VARCHAR(40)") }
    let found = Model(name: "test", schema: Schema(tables: [table])).entities[0].definition.labelKey
    #expect(label == nil ? found == "last" : found == label)
  }

  @Test
  func
    `C2: what is filled and differs stands before constants, hashes, numbers of rows and nothing`()
  {
    let seen = entity(
      "visit",
      [
        ("hash", "TEXT", texts("6b2ff6f27142c2aa", "7b2ff6f27142c2aa", "8b2ff6f27142c2aa")),
        ("nothing", "TEXT", [.null, .null, .null]),
        ("place_id", "INTEGER", [.int(7), .int(8), .int(9)]),
        ("kind", "TEXT", texts("web", "web", "web")),
        ("version", "INTEGER", [.int(1), .int(2), .int(3)]),
        ("visited", "DATE", texts("2024-01-01", "2024-01-02", "2024-01-03")),
        ("cost", "REAL", [.double(1), .double(2.5), .double(3)]),
      ]
    )
    #expect(
      seen.listPropertyKeys == ["visited", "cost", "version", "kind", "hash", "placeId", "nothing"]
    )
    // Nothing is held against columns of which nobody has seen a row, and names alone decide for who sees only some.
    #expect(seenByNames(seen).listPropertyKeys.first == "hash")
  }

  @Test func `C2: a year in a key of several columns stays in the list`() throws {
    var table = Schema.Table(name: "salary")
    table.columns = ["playerID", "yearID", "pay"].map {
      Schema.Column(name: $0, declaredType: "INTEGER")
    }
    table.primaryKey = ["playerID", "yearID"]
    for (index, values) in [[1, 1, 2], [1999, 2000, 1999], [10, 20, 30]].enumerated() {
      table.columns[index].evidence = ColumnStatistics(values.map { .int(Int64($0)) })
    }
    let entity = Model(name: "test", schema: Schema(tables: [table])).entities[0]
    #expect(entity.listPropertyKeys == ["yearID", "pay", "playerID"])
  }

  @Test func `C4: years and codes are names, amounts are not`() throws {
    let values: [(name: String, values: [Int64], isNumbering: Bool)] = [
      ("birthYear", [1981, 1990, 2001], true), ("yearID", [1981, 1990, 2001], true),
      ("years", [3, 10], false), ("season", [1999, 2000], true), ("price", [1999, 2000], false),
      ("built", [1800, 4], false), ("zip", [12345, 54321], true),
      ("parcel_id", [10_000, 20_000], true),
      ("employees", [1500, 1800], false), ("order_number", [100_234, 100_235], true),
    ]
    let seen = entity("thing", values.map { ($0.name, "INTEGER", $0.values.map(Value.int)) })
    for (attribute, expected) in zip(seen.attributes.dropFirst(), values) {
      #expect(attribute.isNumbering == expected.isNumbering, "\(expected.name)")
    }
  }

  @Test(arguments: [
    ("strPath", "Path"), ("dtmLastRun", "Last run"), ("strAwberry", "Awberry"),
    ("strawBerry", "Straw berry"),
    ("strID", "Str ID"), ("IPouts", "IP outs"), ("teamIDlahman45", "Team ID lahman 45"),
    ("2B", "2B"), ("HR", "HR"),
    ("GIDP", "GIDP"), ("unit_price", "Unit price"), ("CustomerId", "Customer ID"),
    ("PKey", "P key"),
    ("customerIDs", "Customer IDs"), ("HTMLText", "HTML text"), ("URLs", "URLs"),
    ("iPadModel", "I pad model"),
  ])
  func `C5: headings are the words of the column`(column: String, heading: String) {
    let entity = entity("batting", [("name", "TEXT", []), (column, "INTEGER", [])])
    #expect(entity.attributes[2].displayName == heading)
  }

  @Test func `C5: capitals of a table that has nothing else mean nothing`() {
    var table = Schema.Table(name: "EMP")
    table.columns = ["ENAME", "SAL"].map { Schema.Column(name: $0, declaredType: "TEXT") }
    let entity = Model(name: "test", schema: Schema(tables: [table])).entities[0]
    #expect(entity.attributes.map(\.displayName) == ["Ename", "Sal"])
  }

  @Test func `C5: what all names of tables begin with is left out of headings, never of names`() {
    func model(_ names: [String]) -> Model {
      Model(name: "test", schema: Schema(tables: names.map { Schema.Table(name: $0) }))
    }
    let browser = model(["moz_places", "moz_bookmarks", "moz_icons"])
    #expect(browser.entities.map(\.displayName) == ["Places", "Bookmarks", "Icons"])
    #expect(browser.entities[0].name == "MozPlaces")
    var visits = Schema.Table(name: "moz_visits")
    visits.columns = ["id", "place_id"].map { Schema.Column(name: $0, declaredType: "INTEGER") }
    visits.foreignKeys = [Schema.ForeignKey(columns: ["place_id"], table: "moz_places")]
    var places = Schema.Table(name: "moz_places")
    places.columns = [Schema.Column(name: "id", declaredType: "INTEGER")]
    places.primaryKey = ["id"]
    let tables = [places, visits, Schema.Table(name: "moz_icons")]
    let related = Model(name: "test", schema: Schema(tables: tables))
    #expect(related.entities[0].relationships.map(\.name) == ["mozVisits"])
    #expect(related.entities[0].relationships.map(\.displayName) == ["Visits"])
    #expect(
      model(["moz_places", "moz_bookmarks", "other"]).entities[0].displayName == "Moz Places"
    )
    #expect(model(["film_actor", "film_text"]).entities[0].displayName == "Film Actor")
    #expect(model(["film", "film_text", "film_actor"]).entities[1].displayName == "Film Text")
  }
}
