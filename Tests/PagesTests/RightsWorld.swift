import Testing

/// A made database in which every value that may be secret is a text or number of its own, rights drawn at random for one
/// role, and what those rights mean, told by nothing but this file.
struct RightsWorld {
  enum Cell: Hashable {
    case null
    case int(Int)
    case text(String)

    var sql: String {
      switch self {
      case .null: "NULL"
      case .int(let number): "\(number)"
      case .text(let text): "'\(text)'"
      }
    }
  }

  typealias Row = [String: Cell]

  /// The tables in the order in which their rows refer to each other, with their columns.
  static let tables: [(name: String, columns: [String])] = [
    ("store", ["id", "city", "safe"]),
    ("person", ["id", "name", "email", "credit", "note", "is_vip", "store_id"]),
    ("secret", ["id", "word", "person_id"]),
    ("invoice", ["id", "person_id", "secret_id", "amount", "memo"]), ("tag", ["id", "label"]),
    ("person_tag", ["person_id", "tag_id"]),
  ]

  private static let schema = """
    CREATE TABLE store(id INTEGER PRIMARY KEY, city TEXT NOT NULL, safe TEXT);
    CREATE TABLE person(id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT UNIQUE, credit INTEGER, note TEXT,
      is_vip BOOLEAN NOT NULL, store_id INTEGER REFERENCES store(id));
    CREATE INDEX person_credit ON person(credit);
    CREATE TABLE secret(id INTEGER PRIMARY KEY, word TEXT NOT NULL, person_id INTEGER REFERENCES person(id));
    CREATE TABLE invoice(id INTEGER PRIMARY KEY, person_id INTEGER REFERENCES person(id),
      secret_id INTEGER REFERENCES secret(id), amount INTEGER, memo TEXT);
    CREATE TABLE tag(id INTEGER PRIMARY KEY, label TEXT NOT NULL);
    CREATE TABLE person_tag(person_id INTEGER NOT NULL REFERENCES person(id),
      tag_id INTEGER NOT NULL REFERENCES tag(id), PRIMARY KEY(person_id, tag_id));

    """

  /// The columns that hold nothing but secrets and decide over nobody's rights; true for those that take null.
  static let free = [
    "store.safe": true, "person.name": false, "person.email": true, "person.credit": true,
    "person.note": true, "secret.word": false, "invoice.amount": true, "invoice.memo": true,
    "tag.label": false,
  ]
  private static let numbers: Set = ["person.credit", "invoice.amount"]

  var rows: [String: [Row]] = [:]
  private(set) var rights: Rights

  // MARK: Rights

  /// The restrictions of a role: the tables, rows and properties that rules hide from it.
  struct Rights {
    /// A rule, and which rows of its table it leaves, or of which rows it hides a property.
    struct Part {
      let rule: String
      let table: String
      /// The entity below that of the table of whose rows it speaks.
      var kind: String?
      var column: String?
      let holds: @Sendable (Row, RightsWorld) -> Bool
    }

    var hiddenTables: Set<String> = []
    /// The rules that hide rows of a table.
    var restrictions: [Part] = []
    /// The rules that hide a property in some rows.
    var hidings: [Part] = []
    /// Whether some persons are of an entity of their own, of which rights speak too.
    var hasKinds = false
    /// Whether a view shows persons too, with the rights of their table.
    var hasView = false
    /// Whether the rules are written in Swift, some of them as closures that cannot make out a value.
    var isInSwift = false

    static func random(_ random: inout some RandomNumberGenerator) -> Rights {
      var rights = Rights()
      for table in ["secret", "tag", "invoice"] where Int.random(in: 0..<4, using: &random) == 0 {
        rights.hiddenTables.insert(table)
      }
      for choices in restrictionChoices where Bool.random(using: &random) {
        if let part = choices.randomElement(using: &random) { rights.restrictions.append(part) }
      }
      for part in hidingChoices where Int.random(in: 0..<4, using: &random) == 0 {
        rights.hidings.append(part)
      }
      return rights
    }

    /// The rules that say so of `role`.
    func rules(of role: String) -> String {
      var lines = [
        "role = 'nobody' => isPropertyVisible = false",
        // Rights ask for it: who could change it would show himself what they hide.
        "role = '\(role)' and entity.name = 'Store' and propertyKey = 'city' => isPropertyEditable = false",
      ]
      let texts = (restrictions + hidings).map { $0.rule + ($0.kind == nil ? "" : " isVip") }
      for (asked, keys) in [("isVip", "'isVip'"), ("store.city", "'store', 'storeId'")]
      where texts.contains(where: { $0.contains(asked) }) {
        lines.append(
          "role = '\(role)' and entity.name = 'Person' and propertyKey in [\(keys)] => isPropertyEditable = false"
        )
      }
      if !hiddenTables.isEmpty {
        let shown = ["store", "person", "secret", "invoice", "tag"].filter {
          !hiddenTables.contains($0)
        }
        let more = (hasKinds ? ["Vip"] : []) + (hasView ? [RightsWorld.viewName] : [])
        let names = (shown.map(RightsWorld.entityName) + more)
          .map { "'\($0)'" }.joined(separator: ", ")
        lines.append("role = '\(role)' => visibleEntityNames = [\(names)]")
      }
      for part in restrictions + hidings {
        let entity = part.kind ?? RightsWorld.entityName(of: part.table)
        lines.append("role = '\(role)' and entity.name = '\(entity)' \(part.rule)")
        if hasView, let rule = part.ruleOfView {
          lines.append("role = '\(role)' and entity.name = '\(RightsWorld.viewName)' \(rule)")
        }
      }
      return lines.map { $0 + "\n" }.joined()
    }

    private static func restriction(
      _ table: String,
      _ condition: String,
      _ holds: @escaping @Sendable (Row, RightsWorld) -> Bool
    ) -> Part {
      Part(rule: "=> restrictingQualifier = where (\(condition))", table: table, holds: holds)
    }

    private static let restrictionChoices = [
      [
        restriction("person", "store.city = 'Oslo'") { row, world in
          world.row("store", row["store_id"])?["city"] == .text("Oslo")
        },
        restriction("person", "isVip = false") { row, _ in row["is_vip"] == .int(0) },
        restriction("person", "id <= 3") { row, _ in row.id <= 3 },
      ],
      [
        restriction("invoice", "person.isVip = false") { row, world in
          world.row("person", row["person_id"])?["is_vip"] == .int(0)
        }, restriction("invoice", "id != 2") { row, _ in row.id != 2 },
      ], [restriction("tag", "id = 1") { row, _ in row.id == 1 }],
    ]

    private static func hiding(
      _ path: String,
      _ condition: String = "",
      _ holds: @escaping @Sendable (Row, RightsWorld) -> Bool = { _, _ in true }
    ) -> Part {
      let names = path.split(separator: ".").map(String.init)
      let rule = "and propertyKey = '\(names[1])' \(condition) => isPropertyVisible = false"
      return Part(rule: rule, table: names[0], column: names[1], holds: holds)
    }

    private static let hidingChoices = [
      hiding("person.credit"), hiding("person.note"), hiding("person.email"), hiding("person.name"),
      hiding("invoice.memo"), hiding("store.safe"), hiding("secret.word"),
      // Keys that nobody sees are what objects are known by all the same.
      hiding("person.id"), hiding("invoice.id"), hiding("store.id"), hiding("secret.id"),
      hiding("tag.id"), hiding("invoice.person_id"),
      hiding("person.note", "and object.isVip = true") { row, _ in row["is_vip"] == .int(1) },
      hiding("person.credit", "and object.isVip = true and object.id > 1") { row, _ in
        row["is_vip"] == .int(1) && row.id > 1
      },
      hiding("person.name", "and object.isVip") { row, _ in row["is_vip"] == .int(1) },
      hiding("invoice.amount", "and object.id in [1, 3]") { row, _ in [1, 3].contains(row.id) },
      hiding("invoice.memo", "and not (object.id = 2)") { row, _ in row.id != 2 },
      hiding("person.email", "and object.store.city = 'Rome'") { row, world in
        world.row("store", row["store_id"])?["city"] == .text("Rome")
      },
      hiding("person.credit", "and object.credit > 60000") { row, _ in
        if case .int(let credit)? = row["credit"] { credit > 60_000 } else { false }
      },
    ]
  }

  static func entityName(of table: String) -> String {
    table.prefix(1).uppercased() + table.dropFirst()
  }

  // MARK: Rows

  init(_ random: inout some RandomNumberGenerator) {
    rights = .random(&random)
    func reference(_ count: Int) -> Cell {
      let id = Int.random(in: 0...count, using: &random)
      return id == 0 ? .null : .int(id)
    }
    rows["store"] = (1...3).map { ["id": .int($0), "city": .text($0 == 1 ? "Oslo" : "Rome")] }
    rows["person"] = (1...6).map { id in
      let isVip = Int.random(in: 0...1, using: &random)
      return ["id": .int(id), "is_vip": .int(isVip), "store_id": reference(3)]
    }
    rows["secret"] = (1...3).map { ["id": .int($0), "person_id": reference(6)] }
    rows["invoice"] = (1...6).map {
      ["id": .int($0), "person_id": reference(6), "secret_id": reference(3)]
    }
    rows["tag"] = (1...2).map { ["id": .int($0)] }
    rows["person_tag"] = (1...6).map { ["person_id": .int($0), "tag_id": .int($0 % 2 + 1)] }
    for (name, columns) in Self.tables {
      for index in rows[name, default: []].indices {
        for column in columns { fill(name, index, column, &random) }
      }
    }
    if Bool.random(using: &random) { rights.addKinds(&random) }
    rights.hasView = Bool.random(using: &random)
    rights.isInSwift = Bool.random(using: &random)
  }

  mutating func fill(
    _ table: String,
    _ index: Int,
    _ column: String,
    _ random: inout some RandomNumberGenerator
  ) {
    let path = "\(table).\(column)"
    guard let takesNull = Self.free[path] else { return }
    if takesNull, Int.random(in: 0..<5, using: &random) == 0 {
      rows[table]?[index][column] = .null
      return
    }
    var number = Int.random(in: 10_000...99_999, using: &random)
    let letter = ["K", "q", "X", "z"].randomElement(using: &random) ?? ""
    func cell() -> Cell {
      Self.numbers.contains(path) ? .int(number) : .text("\(letter)\(number)\(column)")
    }
    // No two persons have one address.
    while path == "person.email", rows[table]?.contains(where: { $0[column] == cell() }) == true {
      number += 1
    }
    rows[table]?[index][column] = cell()
  }

  func row(_ table: String, _ id: Cell?) -> Row? {
    rows[table]?.first { $0["id"] == id }
  }

  // MARK: What may be seen

  func isThere(_ row: Row, _ table: String) -> Bool {
    guard !rights.hiddenTables.contains(table) else { return false }
    return rights.restrictions.allSatisfy { $0.table != table || $0.holds(row, self) }
  }

  func isSeen(_ row: Row, _ table: String, _ column: String) -> Bool {
    guard isThere(row, table) else { return false }
    return !rights.hidings.contains {
      $0.table == table && $0.column == column && $0.holds(row, self)
    }
  }

  /// The texts and numbers that may not be seen anywhere.
  var secrets: Set<String> {
    var hidden: Set<String> = []
    for path in Self.free.keys {
      let names = path.split(separator: ".").map(String.init)
      for row in rows[names[0]] ?? [] where !isSeen(row, names[0], names[1]) {
        switch row[names[1]] {
        case .int(let number)?: hidden.insert("\(number)")
        case .text(let text)?: hidden.insert(text)
        case .null?, nil: break
        }
      }
    }
    return hidden
  }

  /// All texts and numbers that may be secret.
  var everything: [String] {
    Self.free.keys.flatMap { path -> [String] in
      let names = path.split(separator: ".").map(String.init)
      return (rows[names[0]] ?? []).compactMap { row in
        switch row[names[1]] {
        case .int(let number)?: "\(number)"
        case .text(let text)?: text
        case .null?, nil: nil
        }
      }
    }
  }

  /// The columns of the key of a table.
  static func key(of table: String) -> [String] {
    table == "person_tag" ? ["person_id", "tag_id"] : ["id"]
  }

  /// All that stands in the file and may not be seen, as `table#key.column=value`: rows that are not there with all that
  /// they have, of the others what is hidden.
  var unseenCells: [String] {
    Self.tables.flatMap { table, columns in
      (rows[table] ?? []).flatMap { row in
        columns.filter { column in
          isThere(row, table)
            ? Self.free["\(table).\(column)"] != nil && !isSeen(row, table, column) : true
        }.map { "\(name(of: row, table)).\($0)=\(row[$0, default: .null].sql)" }
      }
    }
  }

  /// The row of such a cell, if it is there.
  func seenRow(of cell: String) -> String? {
    let wanted = String(cell.prefix { $0 != "." })
    let table = String(cell.prefix { $0 != "#" })
    let row = (rows[table] ?? []).first { name(of: $0, table) == wanted }
    return row.flatMap { isThere($0, table) ? wanted : nil }
  }

  private func name(of row: Row, _ table: String) -> String {
    "\(table)#" + Self.key(of: table).map { row[$0, default: .null].sql }.joined(separator: ",")
  }

  // MARK: Twins

  /// A database that the role cannot tell from this one: what it may not see is other, and with `more` there are more
  /// rows that do not exist for it.
  func twin(more: Bool, _ random: inout some RandomNumberGenerator) -> RightsWorld {
    var twin = self
    for (name, columns) in Self.tables {
      for (index, row) in (rows[name] ?? []).enumerated() {
        for column in columns where !isSeen(row, name, column) {
          repeat {
            twin.fill(name, index, column, &random)
          } while twin.isSeen(
            twin.rows[name]?[index] ?? [:],
            name,
            column
          )
        }
      }
    }
    if more { twin.addHiddenRows(&random) }
    return twin
  }

  private mutating func addHiddenRows(_ random: inout some RandomNumberGenerator) {
    for (table, row): (String, Row) in [
      ("person", ["is_vip": .int(1), "store_id": .int(2)]), ("secret", ["person_id": .int(1)]),
      ("secret", ["person_id": .int(2)]), ("invoice", ["person_id": .int(1), "secret_id": .null]),
      ("invoice", ["person_id": .int(4), "secret_id": .int(1)]), ("tag", [:]),
    ] {
      var row = row
      let id = 101 + (rows[table]?.count ?? 0)
      row["id"] = .int(id)
      guard !isThere(row, table) else { continue }
      rows[table, default: []].append(row)
      let index = (rows[table]?.count ?? 1) - 1
      for column in Self.tables.first(where: { $0.name == table })?.columns ?? [] {
        fill(table, index, column, &random)
      }
      if table == "person" {
        rows["person_tag"]?.append(["person_id": .int(id), "tag_id": .int(1)])
      } else if table == "tag" {
        rows["person_tag"]?.append(["person_id": .int(1), "tag_id": .int(id)])
      }
    }
  }

  // MARK: The file

  var script: String {
    var script = Self.schema + (rights.hasView ? Self.view : "")
    for (name, columns) in Self.tables {
      for row in rows[name] ?? [] {
        let values = columns.map { row[$0, default: .null].sql }.joined(separator: ", ")
        script += "INSERT INTO \(name) VALUES(\(values));\n"
      }
    }
    return script
  }
}

extension RightsWorld.Row {
  var id: Int { if case .int(let id)? = self["id"] { id } else { 0 } }
}
