import Editing
import Pages
import SceneSupport
import Terminal
import TestSupport
import Testing
import Workspace

/// Entering and editing one object after the other by keyboard, without leaving the form.
@MainActor
struct EntryFlowTests {
  private static let script = """
    CREATE TABLE town(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    INSERT INTO town VALUES (1, 'Bonn'), (2, 'Ulm');
    CREATE TABLE customer(
      id INTEGER PRIMARY KEY, name VARCHAR(20) NOT NULL, email TEXT UNIQUE, born DATE, grade INT DEFAULT 3,
      town_id INTEGER REFERENCES town(id), made TIMESTAMP);
    INSERT INTO customer VALUES
      (1, 'Ada', 'ada@x', '1815-12-10', 1, 1, NULL), (2, 'Bo', 'bo@x', NULL, 2, 2, NULL), (3, 'Cy', NULL, NULL, 3, 1, NULL);
    """
  private static let carrying = """
    propertyKey = 'town' => isCarriedOver = yes
    propertyKey = 'born' => isCarriedOver = yes
    entity.name = 'Customer' => creationTimestampPropertyKey = 'made'
    """

  private func scene(rules: String = "", _ arguments: String) async throws -> Scene {
    try await Scene(Self.script, rules: rules, arguments)
  }

  // MARK: Save and new

  @Test func `Saving and beginning a new one stays in the form, on its first field`() async throws {
    let scene = try await scene("--entity Customer")
    try await scene.send("o")
    for name in ["Dee", "Eve"] {
      try await scene.type(name)
      try await scene.send("ctrl-n")
      scene.expectStatus("saved")
      #expect(scene.lines[0].contains("› new"), "\(scene.text)")
      #expect(scene.line(with: "Name *")?.contains(name) == false)
    }
    #expect(try scene.rows("SELECT name FROM customer WHERE id > 3") == ["Dee", "Eve"])
    try await scene.send("esc")
    #expect(
      scene.line(with: "Eve") != nil,
      "an untouched form is left without a question\n\(scene.text)"
    )
    #expect(scene.session.work.editing.pendingObjects.isEmpty)
  }

  @Test func `Nothing is saved of a new object into which nothing was entered`() async throws {
    let scene = try await scene("--entity Customer")
    try await scene.send("o ctrl-n")
    #expect(scene.status.contains("nothing is entered yet"), "\(scene.status)")
    #expect(try scene.rows("SELECT count(*) FROM customer") == ["3"])
  }

  @Test func `What rules carry over stands in the next new object, and is nobody's input`()
    async throws
  {
    let scene = try await scene(rules: Self.carrying, "--entity Customer --task create")
    try await scene.type("Dee")
    try await scene.go(to: "born")
    try await scene.type("2001-02-03")
    try await scene.go(to: "town")
    try await scene.send("enter down enter ctrl-n")
    scene.expectStatus("saved")
    #expect(scene.line(with: "Town ")?.contains("Ulm") == true, "\(scene.text)")
    #expect(scene.line(with: "Born ")?.contains("2001-02-03") == true)
    #expect(scene.line(with: "Name *")?.contains("Dee") == false)
    try await scene.type("Eve")
    try await scene.send("ctrl-n esc")
    #expect(!scene.text.contains("not saved"), "\(scene.text)")
    let rows = try scene.rows("SELECT name, born, town_id FROM customer WHERE id > 3")
    #expect(rows == ["Dee|2001-02-03|2", "Eve|2001-02-03|2"])
  }

  @Test func `What may not be entered is not carried over`() async throws {
    let scene = try await scene(
      rules: Self.carrying + """

        propertyKey = 'born' and object.town.name = 'Ulm' => isPropertyEditable = no
        propertyKey in ('town', 'townId') => isPropertyVisible = no
        """,
      "--entity Customer"
    )
    try await scene.send("e ctrl-n")
    #expect(scene.line(with: "Born ")?.contains("1815-12-10") == true, "\(scene.text)")
    try await scene.type("Dee")
    try await scene.send("ctrl-s")
    scene.expectSaved()
    let rows = try scene.rows("SELECT born, town_id FROM customer WHERE id = 4")
    #expect(rows == ["1815-12-10|"])
  }

  @Test func `What was carried over is judged when it is saved like what was entered`() async throws
  {
    let scene = try await scene(
      rules: Self.carrying
        + "\npropertyKey = 'born' and object.grade = 9 => isPropertyEditable = no",
      "--entity Customer"
    )
    try await scene.send("e ctrl-n")
    try await scene.type("Dee")
    try await scene.go(to: "grade")
    try await scene.retype("9")
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("Born cannot be changed"), "\(scene.text)")
    #expect(try scene.rows("SELECT count(*) FROM customer") == ["3"])
  }

  @Test func `A refused save stays at its field, and what is typed meanwhile goes nowhere`()
    async throws
  {
    let scene = try await scene("--entity Customer --task create")
    try await scene.go(to: "grade")
    try await scene.retype("4")
    scene.press("ctrl-n X Y")
    try await scene.settle()
    #expect(scene.status.contains("Name: needs a value"), "\(scene.text)")
    #expect(!scene.text.contains("XY"), "\(scene.text)")
    #expect(scene.line(with: "Name *")?.contains("needs a value") == true)
  }

  @Test func `What is typed while it is saved stands in the next object`() async throws {
    let scene = try await scene("--entity Customer --task create")
    try await scene.type("Dee")
    scene.press("ctrl-n E v e tab e ctrl-n F")
    try await scene.settle()
    #expect(scene.line(with: "Name *")?.contains("F") == true, "\(scene.text)")
    let rows = try scene.rows("SELECT name, coalesce(email, '-') FROM customer WHERE id > 3")
    #expect(rows == ["Dee|-", "Eve|e"])
  }

  @Test func `From a list of related objects each new one refers to their owner`() async throws {
    let scene = try await scene("--entity Town --task inspect --id 2")
    try await scene.go(to: "customers")
    try await scene.send("enter o")
    for name in ["Dee", "Eve"] {
      try await scene.type(name)
      try await scene.send("ctrl-n")
    }
    #expect(try scene.rows("SELECT town_id FROM customer WHERE id > 3") == ["2", "2"])
  }

  @Test func `Where none may be made the key says why`() async throws {
    let scene = try await scene(
      rules: "entity.name = 'Customer' => isEntityCreatable = no",
      "--entity Customer"
    )
    try await scene.send("e")
    try await scene.type("x")
    try await scene.send("ctrl-n")
    #expect(scene.status.hasPrefix(" ! save, new: "), "\(scene.status)")
    try await scene.send("enter enter enter enter enter enter")
    #expect(!scene.status.contains("begins a new one"), "\(scene.status)")
  }

  // MARK: Save and next

  @Test(arguments: [false, true])
  func `Saving and going on edits the next object of the list in the same field`(isInspected: Bool)
    async throws
  {
    let scene = try await scene("--entity Customer")
    try await scene.send(isInspected ? "enter e" : "e")
    try await scene.go(to: "grade")
    for grade in ["7", "8"] {
      try await scene.retype(grade)
      try await scene.send("alt-j")
      scene.expectStatus("saved")
    }
    try await scene.send("alt-j")
    scene.expectStatus("this is the last of the list")
    try await scene.retype("9")
    try await scene.send("alt-j")
    scene.expectStatus("saved; this is the last of the list")
    #expect(try scene.rows("SELECT grade FROM customer") == ["7", "8", "9"])
    try await scene.send("esc")
    if isInspected {
      #expect(scene.line(with: "Name ")?.contains("Cy") == true, "\(scene.text)")
    } else {
      #expect(scene.status.contains("3/3"), "\(scene.status)")
    }
  }

  @Test func `An object in which a text is no value is not left for the next`() async throws {
    let scene = try await scene("--entity Customer")
    try await scene.send("e")
    try await scene.go(to: "grade")
    try await scene.retype("x")
    try await scene.send("alt-j")
    #expect(scene.status.contains("not saved: Grade: needs a whole number"), "\(scene.status)")
    #expect(scene.line(with: "Name *")?.contains("Ada") == true)
  }

  // MARK: Copies

  @Test(arguments: ["O", "enter O", "e alt-c"])
  func `A copy has the values of the object but for its key and what is there only once`(
    keys: String
  ) async throws {
    let scene = try await scene(rules: Self.carrying, "--entity Customer")
    try await scene.send(keys)
    #expect(scene.status.contains("a copy of Customer “Ada”; saving inserts it"), "\(scene.text)")
    #expect(scene.line(with: "Name *")?.contains("Ada") == true)
    #expect(scene.line(with: "Email")?.contains("ada@x") == false)
    #expect(scene.line(with: "Town ")?.contains("Bonn") == true)
    // A form opened from a form is done first, and saved with that.
    try await scene.send(keys.hasPrefix("e ") ? "ctrl-s ctrl-s" : "ctrl-s")
    scene.expectSaved()
    let copy =
      "SELECT name, email, born, grade, town_id, made IS NOT NULL FROM customer WHERE id = 4"
    #expect(try scene.rows(copy) == ["Ada||1815-12-10|1|1|1"])
  }

  @Test func `A copy has nothing of what may not be seen or entered`() async throws {
    let scene = try await scene(
      rules: """
        propertyKey = 'grade' => isPropertyVisible = no
        propertyKey = 'born' => isPropertyEditable = no
        """,
      "--entity Customer"
    )
    try await scene.send("O")
    #expect(scene.status.contains("but for Born, which may not be entered"), "\(scene.status)")
    #expect(!scene.status.contains("Grade"))
    try await scene.send("ctrl-s")
    scene.expectSaved()
    #expect(try scene.rows("SELECT born, grade FROM customer WHERE id = 4") == ["|3"])
  }

  @Test
  func
    `Of several columns that are unique together only what refers to nothing is left out of a copy`()
    async throws
  {
    let scene = try await Scene(
      """
      CREATE TABLE album(id INTEGER PRIMARY KEY, title TEXT);
      INSERT INTO album VALUES (1, 'Restless');
      CREATE TABLE track(id INTEGER PRIMARY KEY, album_id INT REFERENCES album, place INT, name TEXT, UNIQUE (album_id, place));
      INSERT INTO track VALUES (1, 1, 4, 'Neon');
      """,
      "--entity Track"
    )
    try await scene.send("O ctrl-s")
    scene.expectSaved()
    #expect(try scene.rows("SELECT album_id, place, name FROM track WHERE id = 2") == ["1||Neon"])
  }

  // MARK: A hundred

  /// An invalid input for one column, with the start of the error message that it must cause.
  private struct Fault {
    let column: String
    let text: String
    let sentence: String
  }

  @Test func `A hundred customers are entered without leaving the form, with faults on the way`()
    async throws
  {
    let scene = try await scene(rules: Self.carrying, "--entity Customer --task create")
    let faults = [
      10: Fault(column: "born", text: "31.2.2001", sentence: "not saved: Born: "),
      20: Fault(column: "name", text: "", sentence: "not saved: Name: needs a value"),
      30: Fault(
        column: "email",
        text: "c7@x",
        sentence: "not saved: another Customer has the same Email"
      ),
      40: Fault(
        column: "name",
        text: "Maximilian Alexander von",
        sentence: "not saved: Name: needs at most 20 characters, not 24"
      ),
      50: Fault(column: "grade", text: "good", sentence: "not saved: Grade: needs a whole number"),
    ]
    for number in 1...100 {
      let values = [
        "name": "Nr \(number)", "email": "c\(number)@x", "born": "\(number % 28 + 1).3.2001",
      ]
      for column in ["name", "email", "born", "grade"] {
        let text = faults[number].flatMap { $0.column == column ? $0.text : nil } ?? values[column]
        if column == "born" { try await scene.send("end ctrl-u") }
        if let text { try await scene.type(text) }
        if column != "grade" { try await scene.send("enter") }
      }
      if number == 1 {
        try await scene.send("enter enter down enter")
      }
      try await scene.send("ctrl-n")
      guard let fault = faults[number] else {
        scene.expectStatus("saved")
        continue
      }
      #expect(scene.status.contains(fault.sentence), "\(number)\n\(scene.text)")
      #expect(scene.line(with: "✗") != nil, "\(scene.text)")
      // The cursor stands in the field to be mended.
      try await scene.retype(values[fault.column] ?? "3")
      try await scene.send("ctrl-n")
      scene.expectStatus("saved")
    }
    let rows = try scene.rows(
      "SELECT name, email, born, grade, town_id FROM customer WHERE id > 3 ORDER BY id"
    )
    let expected = (1...100).map { number in
      let day = number % 28 + 1
      return "Nr \(number)|c\(number)@x|2001-03-\(day < 10 ? "0" : "")\(day)|3|2"
    }
    #expect(rows == expected)
    try await scene.send("esc")
    #expect(scene.session.work.editing.pendingObjects.isEmpty)
  }
}
