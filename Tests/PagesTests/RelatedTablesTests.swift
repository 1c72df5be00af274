import RuleEnvironment
import SceneSupport
import TestSupport
import Testing
import Widgets

@testable import Terminal  // the signs that stand for others

/// Related rows as tables on pages about their owner.
@MainActor
struct RelatedTablesTests {
  private static let shop = """
    CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE bill(id INTEGER PRIMARY KEY, text TEXT NOT NULL, price REAL, paid_on DATE,
      customer_id INT NOT NULL REFERENCES customer, remark TEXT);
    CREATE TABLE visit(id INTEGER PRIMARY KEY, place TEXT, customer_id INT REFERENCES customer);
    INSERT INTO customer VALUES(1, 'Ada'), (2, 'Bob');
    INSERT INTO visit VALUES(1, 'Rome', NULL);
    INSERT INTO bill VALUES(1, 'Tea', 12.5, '2024-05-01', 1, 'two' || char(10) || 'lines'),
      (2, 'Milk', 3.25, '2024-06-01', 1, printf('%.*c', 300, 'x'));
    """

  private func column(of text: String, in line: String?) -> Int? {
    line.flatMap { line in
      line.firstRange(of: text).map { line.distance(from: line.startIndex, to: $0.upperBound) }
    }
  }

  @Test(arguments: ["inspect", "edit"])
  func `37-2: Related rows have headings and aligned columns in a border`(task: String) async throws
  {
    let scene = try await Scene(Self.shop, "--entity Customer --task \(task) --id 1")
    let top = try #require(scene.lines.firstIndex { $0.contains("┌") && $0.contains("Bills") })
    #expect(
      scene.lines[top].contains("Bills 2") && scene.lines[top].hasSuffix("┐"),
      "\(scene.text)"
    )
    let head = scene.lines[top + 1]
    #expect(head.contains("Text") && head.contains("Price") && head.contains("Paid on"), "\(head)")
    #expect(!head.contains("Customer"), "the owner stands above:\n\(scene.text)")
    let end = try #require(column(of: "Price", in: head))
    let price = try #require(column(of: "12.5", in: scene.line(with: "Tea")))
    // The point is below that of 3.25.
    #expect(price == end - 1, "\(scene.text)")
    #expect(scene.line(with: "Tea")?.contains("two⏎lines") == true, "\(scene.text)")
    #expect(scene.line(with: "Milk")?.contains("x…") == true, "\(scene.text)")
    let edge = try #require(scene.lines[top...].first { $0.contains("└") })
    #expect(edge.contains("⏎ open") && edge.hasSuffix("┘"), "\(scene.text)")
    for told in ["o new", "a add", "x take out"] {
      #expect(edge.contains(told) == (task == "edit"), "\(told): \(edge)")
    }
    // Around nothing there is a border only where something can be added.
    #expect(scene.line(with: "Visits")?.contains("┌") == (task == "edit"), "\(scene.text)")
  }

  @Test(arguments: [(20, 5), (40, 12), (80, 24), (132, 43), (300, 100)])
  func `37-2: The border is whole on every screen, and of ASCII where nothing else is shown`(
    width: Int,
    height: Int
  ) async throws {
    let scene = try await Scene(
      Self.shop,
      "--entity Customer --task inspect --id 1",
      width: width,
      height: height
    )
    try await scene.go(to: "bills", by: "j")
    try await scene.send("j j j j k")
    for line in scene.lines where line.contains("┌") || line.contains("└") {
      // A page that is higher than the screen has a scroll bar behind the border.
      #expect(line.contains(line.contains("┌") ? "┐" : "┘"), "\(scene.text)")
    }
    for scalar in scene.text.unicodeScalars where !scalar.isASCII {
      #expect(ASCIIFallback.plain(scalar) != "?", "\(scalar)")
    }
  }

  @Test func `37-2: Rules choose the columns by a task of their own, and the rows as text`()
    async throws
  {
    let columns = try await Scene(
      Self.shop,
      rules: "task = 'related' and entity.name = 'Bill' => displayPropertyKeys = ['price']",
      "--entity Customer --task inspect --id 1"
    )
    #expect(columns.line(with: "Price")?.contains("Text") == false, "\(columns.text)")
    let list = try await Scene(Self.shop, "--entity Bill --task list")
    #expect(list.lines[1].contains("Text") && list.lines[1].contains("Customer"), "\(list.text)")
    let rules = """
      100: relationship.isToMany = true and task = 'inspect' => component = 'DisplayToManyRows'
      100: relationship.isToMany = true and task = 'edit' => component = 'EditToMany'
      """
    for task in ["inspect", "edit"] {
      let scene = try await Scene(
        Self.shop,
        rules: rules,
        "--entity Customer --task \(task) --id 1"
      )
      #expect(scene.line(with: "Tea")?.contains("Price 12.5") == true, "\(scene.text)")
      #expect(!scene.text.contains("┌"), "\(scene.text)")
    }
  }

  @Test func `37-2: The number tells what is not saved yet, and a row its state`() async throws {
    let scene = try await Scene(Self.shop, "--entity Customer --task edit --id 1")
    try await scene.go(to: "visits")
    try await scene.send("a enter")
    #expect(scene.text.contains("Visits 0 +1"), "\(scene.text)")
    #expect(scene.line(with: "+Rome") != nil, "\(scene.text)")
  }

  @Test func `37-2: What a role may not see is no column`() async throws {
    let scene = try await Scene(
      Self.shop,
      rules: "100: role = 'clerk' and propertyKey = 'price' => isPropertyVisible = false",
      "--role clerk --entity Customer --task inspect --id 1"
    )
    #expect(scene.text.contains("Tea") && !scene.text.contains("Price"), "\(scene.text)")
    #expect(!scene.text.contains("12.5"), "\(scene.text)")
  }

  private static let manyBills =
    shop + """
      INSERT INTO bill(text, price, customer_id) VALUES('Ale', 1, 1), ('Beer', 1, 1),
        ('Cake', 1, 1), ('Dill', 1, 1), ('Egg', 1, 1), ('Fig', 1, 1);
      """
  private static let newestFirst = "entity.name = 'Bill' => sortOrderings = ['-text']"

  /// Checks that the rows on screen and those that are told of are as many as the number says.
  private func expectAgreement(_ scene: Scene, first: String, count: Int) throws {
    let top = try #require(scene.lines.firstIndex { $0.contains("┌") && $0.contains("Bills") })
    #expect(scene.lines[top].contains("Bills \(count) "), "\(scene.text)")
    #expect(scene.lines[top + 2].contains(first), "\(scene.text)")
    #expect(scene.line(with: "and ")?.contains("and \(count - 5) more") == true, "\(scene.text)")
  }

  @Test func `37-2: A new row that comes before the others is seen once it is saved, and goes`()
    async throws
  {
    let scene = try await Scene(Self.manyBills, rules: Self.newestFirst, "--entity Customer")
    try await scene.send("enter e")
    try expectAgreement(scene, first: "Tea", count: 8)
    try await scene.go(to: "bills")
    try await scene.send("o")
    try await scene.go(to: "text")
    try await scene.type("Zest")
    try await scene.send("ctrl-s ctrl-s")
    try expectAgreement(scene, first: "Zest", count: 9)
    try await scene.send("u y")
    try expectAgreement(scene, first: "Tea", count: 8)
    try await scene.send("U y")
    try expectAgreement(scene, first: "Zest", count: 9)
  }

  @Test(arguments: ["inspect", "edit"], [1, 7, 600])
  func `37-2: Rows that others put before the first are seen when it is read again`(
    task: String,
    number: Int
  ) async throws {
    let scene = try await Scene(
      Self.manyBills,
      rules: Self.newestFirst,
      "--entity Customer --task \(task) --id 1"
    )
    try scene.execute(
      "WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < \(number))"
        + "INSERT INTO bill(text, customer_id) SELECT 'Zz', 1 FROM n;"
    )
    try await scene.send("ctrl-r")
    try expectAgreement(scene, first: "Zz", count: 8 + number)
  }

  @Test func `37-2: The cursor among related rows stays on its own when others come before it`()
    async throws
  {
    let scene = try await Scene(
      Self.manyBills,
      rules: Self.newestFirst,
      "--entity Customer --task inspect --id 1"
    )
    try await scene.go(to: "bills", by: "j")
    try await scene.send("j")
    #expect(scene.line(with: "› Tea") != nil, "\(scene.text)")
    try scene.execute("INSERT INTO bill(text, customer_id) VALUES('Zest', 1)")
    try await scene.send("ctrl-r")
    #expect(scene.line(with: "› Tea") != nil, "\(scene.text)")
    try expectAgreement(scene, first: "Zest", count: 9)
  }

  @Test func `37-2: A row that is not saved yet shows the defaults that will be saved`()
    async throws
  {
    let scene = try await Scene(
      """
      CREATE TABLE film(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      CREATE TABLE role(id INTEGER PRIMARY KEY, name TEXT NOT NULL, job TEXT DEFAULT 'actor',
        billing INT NOT NULL DEFAULT 99, remark TEXT, film_id INT NOT NULL REFERENCES film);
      INSERT INTO film VALUES(1, 'Alien');
      """,
      "--entity Film --task edit --id 1"
    )
    try await scene.go(to: "roles")
    try await scene.send("o")
    try await scene.go(to: "name")
    try await scene.type("Ash")
    try await scene.send("ctrl-s")
    let row = try #require(scene.line(with: "+Ash"))
    #expect(row.contains("actor") && row.contains("99") && row.contains("∅"), "\(scene.text)")
    try await scene.send("ctrl-s")
    #expect(try scene.rows("SELECT name, job, billing FROM role") == ["Ash|actor|99"])
  }
}
