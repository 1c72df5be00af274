import CommandLineTool
import RuleFiles
import SQLite
import TestSupport
import Testing

/// References whose keys rules hide, out of a table and in again.
@MainActor
struct HiddenReferenceTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/hidden.db" }

  private static let script = """
    CREATE TABLE customer(id INTEGER PRIMARY KEY, email TEXT UNIQUE, code TEXT NOT NULL UNIQUE, name TEXT);
    CREATE TABLE store(number INTEGER PRIMARY KEY, city TEXT);
    CREATE TABLE invoice(id INTEGER PRIMARY KEY, total REAL,
      customer_id INTEGER NOT NULL REFERENCES customer, store_number INTEGER REFERENCES store);
    INSERT INTO customer VALUES(1, 'a@x', 'a''1', 'Ada'), (2, NULL, 'A''1', 'Ada'), (3, NULL, '', 'Bob');
    INSERT INTO store VALUES(7, 'Paris'), (8, 'Paris');
    INSERT INTO invoice VALUES(1, 5.5, 2, 8), (2, 7, 1, NULL), (3, 9, 3, 7);
    """
  nonisolated private static let both =
    "propertyKey in ['id', 'customerId'] => isPropertyVisible = false"

  private func run(
    _ command: String,
    _ words: [String],
    rules: String = "",
    config: String = ""
  ) async throws -> Program.Outcome {
    var words = [command] + words
    if !rules.isEmpty { words += ["--rules", folder.write(rules, to: "my.rules")] }
    var invocation = try Invocation(arguments: words)
    if !config.isEmpty {
      folder.write(config, to: "config/d2t/own.rules")
      invocation.surroundings.variables["XDG_CONFIG_HOME"] = folder.path + "/config"
    }
    return await Program(invocation).run()
  }

  private func invoices() throws -> [String] {
    let sql = "SELECT total, customer_id, store_number FROM invoice ORDER BY total"
    return try Connection(path: path, mode: .readOnly).rows(sql) { row in
      (0..<3).map { row.text($0) }.joined(separator: "|")
    }
  }

  private func write(_ script: String) throws {
    try Connection(path: path, mode: .create).execute(script)
  }

  @Test(arguments: [
    "*true* => visibleEntityNames = ['Invoice']",
    "entity.name = 'Customer' => restrictingQualifier = where (id > 9)",
    "entity.name = 'Customer' and propertyKey = 'name' => isPropertyVisible = false",
  ])
  func `K2: no label of what nobody may see is printed, whatever rules read of it`(unseen: String)
    async throws
  {
    try write(Self.script)
    let rules =
      "entity.name = 'Customer' => labelKey = 'name'\n" + unseen
      + "\nentity.name = 'Invoice' and object.customer.name = 'x' => color = 'red'"
    for words in [["Invoice"], ["Invoice", "--format", "csv"], ["Invoice", "--format", "json"]] {
      for command in ["list", "export"] {
        let outcome = try await run(command, [path] + words, rules: rules)
        let isSilent = outcome.code == 0 && !outcome.output.contains("Ada")
        #expect(isSilent, "\(unseen): \(outcome.output)")
      }
    }
    for words in [[], ["--display"], ["customer", "--display"], ["customer.name"]] {
      let outcome = try await run("get", [path, "Invoice#1"] + words, rules: rules)
      #expect(!outcome.output.contains("Ada"), "\(unseen) \(words): \(outcome.output)")
    }
  }

  @Test func `Hidden keys of objects that are not there are neither values nor groups`()
    async throws
  {
    try write(Self.script)
    try write(
      "PRAGMA foreign_keys = OFF; UPDATE invoice SET customer_id = 99876 WHERE customer_id = 1;"
    )
    let values = [path, "Invoice", "customer", "--display"]
    let group = [path, "Invoice", "--by", "customer", "--display"]
    for format in ["text", "md"] {
      for words in [["values"] + values, ["group"] + group] {
        let outcome = try await run(
          words[0],
          words.dropFirst() + ["--format", format],
          rules: Self.both
        )
        #expect(outcome.output.contains("(no label)"), "\(outcome)")
        #expect(!outcome.output.contains("99876"), "\(outcome.output)")
      }
    }
    let ranges = try await run("values", values + ["--step", "1"], rules: Self.both)
    #expect(ranges.code != 0 && !ranges.output.contains("99876"), "\(ranges)")
  }

  /// Rules that hide keys, and the columns that an export has then.
  nonisolated private static let ways: [(rules: String, config: String, columns: String)] = [
    (
      "entity.name = 'Customer' and propertyKey = 'id' => isPropertyVisible = false", "",
      "id,total,storeNumber,customer.code"
    ),
    (
      "entity.name = 'Invoice' and propertyKey = 'customerId' => isPropertyVisible = false", "",
      "id,total,storeNumber,customer.id"
    ),
    (both, "", "total,storeNumber,customer.code"),
    ("task in ['list', 'create'] and " + both, "", "total,storeNumber,customer.code"),
    ("", both, "total,storeNumber,customer.code"),
    (
      "object.total = 7 and propertyKey = 'customerId' => isPropertyVisible = false", "",
      "id,total,storeNumber,customer.id"
    ),
  ]

  @Test(arguments: ways, ["csv", "tsv", "json"])
  func `J14: references go out and come in again, whatever keys rules hide`(
    way: (rules: String, config: String, columns: String),
    format: String
  ) async throws {
    try write(Self.script)
    let before = try invoices()
    let exported = try await run(
      "export",
      [path, "Invoice", "--format", format],
      rules: way.rules,
      config: way.config
    )
    #expect(exported.code == 0 && exported.messages.isEmpty, "\(exported)")
    if format == "csv" { #expect(exported.output.hasPrefix(way.columns + "\n"), "\(exported)") }
    try write("DELETE FROM invoice")
    let file = folder.write(exported.output, to: "out." + format)
    let imported = try await run(
      "import",
      [path, "Invoice", file],
      rules: way.rules,
      config: way.config
    )
    #expect(imported.code == 0, "\(exported) \(imported)")
    #expect(try invoices() == before, "\(exported.output)")
  }

  @Test(arguments: [
    Self.both + "\npropertyKey = 'code' => isPropertyVisible = false",
    Self.both + "\n*true* => visibleEntityNames = ['Invoice', 'Store']",
    Self.both + "\npropertyKey = 'customer' => isPropertyVisible = false",
    Self.both
      + "\nentity.name = 'Customer' and object.name = 'Bob' and propertyKey = 'code'"
      + " => isPropertyVisible = false",
  ])
  func `J14: a reference that no shown column tells is left out, which is said`(
    rules: String
  ) async throws {
    try write(Self.script)
    for format in ["csv", "json"] {
      let exported = try await run("export", [path, "Invoice", "--format", format], rules: rules)
      #expect(exported.code == 0)
      #expect(!exported.output.contains("customer"), "\(exported)")
      #expect(exported.messages.hasPrefix("d2t: 'customer' is left out: rules hide 'customerId'"))
    }
  }

  @Test func `J14: a reference that is asked for is exported by its key`() async throws {
    try write(Self.script)
    let words = [path, "Invoice", "--columns", "id,customer,store", "--format", "csv"]
    let exported = try await run("export", words)
    #expect(exported.output == "id,customer,store\n1,2,8\n2,1,\n3,3,7\n")
    let columns = [path, "Invoice", "--columns", "customer,store", "--format", "csv"]
    let hidden = try await run("export", columns, rules: Self.both)
    #expect(hidden.output == "customer.code,store\nA'1,8\na'1,\n\"\",7\n")
    // A list is for people.
    #expect(try await run("list", words).output.contains("1,Ada · A'1,"))
  }

  @Test func `J14: an import finds objects by any value that one of them alone has`() async throws {
    try write(Self.script)
    let file = folder.write("total,Customer.Name\n1,Bob\n2,Ada\n", to: "rows.csv")
    let twice = try await run("import", [path, "Invoice", file])
    #expect(twice.code == 2)
    #expect(twice.messages.contains("several Customer have the name Ada"), "\(twice)")
    let missing = try await run(
      "import",
      [path, "Invoice", folder.write("total,customer.name\n1,bob\n", to: "rows.csv")]
    )
    #expect(missing.messages.contains("there is no Customer with the name bob"), "\(missing)")
    let both = folder.write("customer.name,customer.code\nBob,\"\"\n", to: "rows.csv")
    let clash = try await run("import", [path, "Invoice", both])
    #expect(clash.messages.contains("are the same reference; leave one out"), "\(clash)")
    folder.write("total,customer.name\n1,Bob\n", to: "rows.csv")
    #expect(try await run("import", [path, "Invoice", file]).code == 0)
    #expect(try invoices().first == "1.0|3|")
    // A hidden value is not found out by asking for it.
    let hidden = try await run(
      "import",
      [path, "Invoice", file],
      rules: "propertyKey = 'name' => isPropertyVisible = false"
    )
    #expect(hidden.code != 0 && hidden.messages.contains("name"), "\(hidden)")
  }

  @Test func `J14: SQL has a reference by its own column, and says which one is hidden`()
    async throws
  {
    try write(Self.script + "ALTER TABLE invoice ADD twice AS (total * 2);")
    let before = try invoices()
    for command in ["list", "export"] {
      let words = [path, "Invoice", "--format", "sql"]
      let whole = try await run(command, words)
      #expect(whole.code == 0 && whole.messages.isEmpty, "\(whole)")
      let start = whole.output.split(separator: "\n").dropFirst().first ?? ""
      #expect(start.contains("\"customer_id\"") && !start.contains("twice"), "\(whole)")
      try write("DELETE FROM invoice")
      try write(whole.output)
      #expect(try invoices() == before, "\(whole.output)")
      let hidden = try await run(command, words, rules: Self.both)
      #expect(hidden.code == 0 && !hidden.output.contains("customer"), "\(hidden)")
      #expect(hidden.messages == "d2t: 'customer' is left out: rules hide 'customerId'\n")
      let asked = try await run(command, words + ["--columns", "total,customer"])
      #expect(asked.output.contains("(\"total\",\"customer_id\") VALUES(5.5,2);"), "\(asked)")
      let computed = try await run(command, words + ["--columns", "total,twice"])
      #expect(computed.code == 2 && computed.messages.contains("'twice' is not a stored column"))
    }
  }

  nonisolated private static let hiddenKey =
    "entity.name = 'Customer' and propertyKey = 'id' => isPropertyVisible = false\n"
  nonisolated private static let hiddenCode = "propertyKey = 'code' => isPropertyVisible = false\n"

  @Test(arguments: ["csv", "json", "sql"])
  func `J14: an export tells of hidden keys and of the references to them, and how they are kept`(
    format: String
  ) async throws {
    try write(Self.script)
    let words = ["--format", format]
    let rules = Self.hiddenKey + (format == "sql" ? "" : Self.hiddenCode)
    folder.write(rules, to: "hidden.rules")
    let invoices = try await run("export", [path, "Invoice"] + words)
    #expect(invoices.code == 0 && invoices.output.contains("customer"), "\(invoices)")
    #expect(
      invoices.messages.hasPrefix(
        "d2t: 'customerId' may refer to wrong rows after an import: rules hide 'id' of Customer"
      ),
      "\(invoices)"
    )
    let customers = try await run("export", [path, "Customer"] + words)
    #expect(
      customers.messages.hasPrefix(
        "d2t: 'id' is left out: rules hide it; an import makes new keys, "
          + "and references to Customer (Invoice.customerId) may be wrong; "
      ),
      "\(customers)"
    )
    let advice = try #require(customers.messages.firstRange(of: " this rule: "))
    #expect(invoices.messages.hasSuffix(customers.messages[advice.lowerBound...]))
    let kept = customers.messages[advice.upperBound...]
    for entity in ["Invoice", "Customer"] {
      let all = try await run(
        "export",
        [path, entity] + words,
        rules: String(kept)
      )
      #expect(all.code == 0 && all.messages.isEmpty, "\(all)")
      #expect(all.output.contains("id"), "\(all)")
    }
    // Nothing refers to invoices.
    let own = "entity.name = 'Invoice' and propertyKey = 'id' => isPropertyVisible = false"
    let alone = try await run("export", [path, "Invoice"] + words, rules: own)
    #expect(alone.messages == invoices.messages)
    // A chosen key is no surprise, but where it leads to is.
    let chosen = try await run(
      "export",
      [path, "Invoice", "--columns", "total,customerId"] + words
    )
    #expect(chosen.messages == invoices.messages)
    let names = [path, "Customer", "--columns", "name"] + words
    #expect(try await run("export", names).messages.isEmpty)
  }

  @Test func `J14: references to hidden keys find their objects though these get new keys`()
    async throws
  {
    try write(Self.script)
    func pairs() throws -> [String] {
      let sql =
        "SELECT total, code FROM invoice JOIN customer c ON c.id = customer_id ORDER BY total"
      return try Connection(path: path, mode: .readOnly).rows(sql) {
        "\($0.text(0))|\($0.text(1))"
      }
    }
    let before = try pairs()
    var files: [(entity: String, file: String)] = []
    for entity in ["Customer", "Invoice"] {
      let link = entity == "Customer" ? "Customer?sort=-name" : entity
      let exported = try await run(
        "export",
        [path, link, "--format", "csv"],
        rules: Self.hiddenKey
      )
      #expect(exported.code == 0 && exported.messages.isEmpty, "\(exported)")
      files.append((entity, folder.write(exported.output, to: entity + ".csv")))
    }
    try write("DELETE FROM invoice; DELETE FROM customer; INSERT INTO customer(code) VALUES('x')")
    for (entity, file) in files {
      let imported = try await run("import", [path, entity, file], rules: Self.hiddenKey)
      #expect(imported.code == 0, "\(imported)")
    }
    #expect(try pairs() == before)
  }

  @Test(arguments: ["total,customerId", "total,customer"])
  func `J14: an import tells of keys taken as they are, where those of the other table are new`(
    header: String
  ) async throws {
    try write(Self.script)
    let file = folder.write("\(header)\n12,1\n", to: "bare.csv")
    let words = [path, "Invoice", file]
    let column = header.split(separator: ",")[1]
    let told = try await run("import", words, rules: Self.hiddenKey)
    #expect(told.code == 0, "\(told)")
    #expect(
      told.messages.hasPrefix(
        "1 object imported\nd2t: '\(column)' was imported unchanged: rules hide 'id' of Customer"
      ),
      "\(told)"
    )
    #expect(try await run("import", words).messages == "1 object imported\n")
    // By another column the object is found, whatever its key is.
    let code = folder.write("total,customer.code\n13,a'1\n", to: "code.csv")
    let found = try await run("import", [path, "Invoice", code], rules: Self.hiddenKey)
    #expect(found.messages == "1 object imported\n")
  }

  @Test(arguments: [
    ("Bob", "Customer is identified by a whole number (id), not by 'Bob'", "name"),
    ("a@x", "Customer is identified by a whole number (id), not by 'a@x'", "email"),
    ("a'1", "Customer is identified by a whole number (id), not by 'a'1'", "code"),
  ])
  func `J14: what is no key is refused with the column that finds the object`(
    text: String,
    sentence: String,
    column: String
  ) async throws {
    try write(Self.script)
    let file = folder.write("total,customer\n12,\(text)\n", to: "name.csv")
    let refused = try await run("import", [path, "Invoice", file])
    #expect(refused.code == 2, "\(refused)")
    let advice = "\(sentence); to find it, use a column 'customer.\(column)'"
    #expect(refused.messages.contains(advice), "\(refused)")
    let mended = folder.write("total,customer.\(column)\n12,\(text)\n", to: "mended.csv")
    #expect(try await run("import", [path, "Invoice", mended]).code == 0)
    let hiding = "propertyKey = '\(column)' => isPropertyVisible = false"
    let hidden = try await run("import", [path, "Invoice", file], rules: hiding)
    #expect(hidden.code == 2 && !hidden.messages.contains("a column"), "\(hidden)")
  }

  @Test(arguments: ["Ada", "Zoe"])
  func `J14: no column is named for a text that several have, or none`(text: String) async throws {
    try write(Self.script)
    let file = folder.write("total,customer\n12,\(text)\n", to: "name.csv")
    let refused = try await run("import", [path, "Invoice", file])
    #expect(refused.code == 2 && !refused.messages.contains("a column"), "\(refused)")
  }
}
