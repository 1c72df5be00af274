import Glibc
import SQLite
import Terminal
import TestSupport
import Testing

/// The program runs twice on one file, each with a person on a terminal of its own.
@Suite(.serialized)
struct TwoProcessesTests {
  private static let script = """
    CREATE TABLE customer(code TEXT PRIMARY KEY, phone TEXT, city TEXT) WITHOUT ROWID;
    CREATE TABLE staff(id INTEGER PRIMARY KEY, login TEXT, password TEXT);
    INSERT INTO customer VALUES('ada', '1', 'Paris'), ('bob', '2', 'Rome');
    INSERT INTO staff VALUES(1, 'ann', 'secret');
    """
  private static let rules = """
    *true* => savesDeletesAtOnce = false, allowsPlainPasswords = true
    entity.name = 'Customer' => displayPropertyKeys = ('code', 'phone', 'city')
    """
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/shop.db" }

  /// Two programs on the file; the first saves before the other.
  private func pair(isSwapped: Bool, _ arguments: [String] = ["--entity", "customer"]) throws
    -> (first: PseudoTerminal, later: PseudoTerminal)
  {
    try Connection(path: path, mode: .create).execute(Self.script)
    let rules = folder.write(Self.rules, to: "my.rules")
    let both = try (0..<2).map { _ in
      let terminal = try PseudoTerminal(
        ProgramRun.path,
        arguments + ["--rules", rules, path],
        size: Size(width: 120, height: 24),
        environment: [
          "HOME": folder.path, "XDG_CONFIG_HOME": folder.path + "/config",
          "XDG_STATE_HOME": folder.path + "/state",
        ]
      )
      try terminal.settle()
      return terminal
    }
    return isSwapped ? (both[1], both[0]) : (both[0], both[1])
  }

  private func rows() throws -> [String] {
    try Connection(path: path, mode: .readOnly).rows("SELECT * FROM customer ORDER BY code") {
      row in
      (0..<3).map { row.text($0) }.joined(separator: "|")
    }
  }

  /// Opens the form of the record under the cursor and types into the field so many behind the first.
  private func enter(_ text: String, field: Int, in terminal: PseudoTerminal) throws {
    try terminal.type("e" + String(repeating: " tab", count: field) + " end ctrl-u")
    try terminal.send(text)
  }

  private func shows(_ text: String, in terminal: PseudoTerminal) -> Bool {
    terminal.lines.contains { $0.contains(text) }
  }

  /// Saves, and waits for what that leads to: the other program may be reading meanwhile, and a program that waits for a lock
  /// looks like one that has done all.
  private func save(in terminal: PseudoTerminal) throws {
    try terminal.type("ctrl-s")
    try? terminal.wait(limit: .seconds(10)) {
      ["saved", "was 1", "is gone", "taken by"].contains { shows($0, in: terminal) }
    }
    try terminal.settle()
  }

  /// A third program writes at once, whatever the two show.
  private func expectUnlocked() throws {
    let connection = try Connection(path: path, mode: .readWrite)
    try connection.execute("PRAGMA busy_timeout = 0; UPDATE customer SET city = city")
  }

  @Test(arguments: [false, true], [("m", "later"), ("t", "first")])
  func `Of the same property the one who saves later is asked`(
    isSwapped: Bool,
    answer: (key: String, winner: String)
  ) throws {
    let (first, later) = try pair(isSwapped: isSwapped)
    try enter("later", field: 1, in: later)
    try enter("first", field: 1, in: first)
    try expectUnlocked()
    try save(in: first)
    #expect(shows("saved", in: first), "\(first.lines)")
    try save(in: later)
    #expect(shows("was 1", in: later), "\(later.lines)")
    #expect(try rows()[0] == "ada|first|Paris")
    try expectUnlocked()
    try later.type(answer.key)
    #expect(try rows()[0] == "ada|\(answer.winner)|Paris", "\(later.lines)")
  }

  @Test(arguments: [false, true])
  func `Of another property both stand, and it is said`(isSwapped: Bool) throws {
    let (first, later) = try pair(isSwapped: isSwapped)
    try enter("later", field: 1, in: later)
    try enter("Bonn", field: 2, in: first)
    try save(in: first)
    try save(in: later)
    #expect(try rows()[0] == "ada|later|Bonn", "\(later.lines)")
    #expect(shows("saved", in: later), "\(later.lines)")
  }

  @Test(arguments: [false, true], [("end enter", []), ("down enter ctrl-s", ["ada|later|Paris"])])
  func `A row that is gone is dropped or inserted again`(
    isSwapped: Bool,
    answer: (keys: String, rows: [String])
  ) throws {
    let (first, later) = try pair(isSwapped: isSwapped)
    try enter("later", field: 1, in: later)
    try first.type("d")
    try save(in: first)
    #expect(try rows() == ["bob|2|Rome"], "\(first.lines)")
    try expectUnlocked()
    try save(in: later)
    #expect(shows("is gone", in: later), "\(later.lines)")
    try later.type(answer.keys)
    #expect(try rows() == answer.rows + ["bob|2|Rome"], "\(later.lines)")
  }

  @Test(arguments: [false, true])
  func `A new row with the key of another new one is refused`(
    isSwapped: Bool
  ) throws {
    let (first, later) = try pair(isSwapped: isSwapped)
    for (terminal, phone) in [(later, "later"), (first, "first")] {
      try terminal.type("o")
      try terminal.send("eve")
      try terminal.type("tab")
      try terminal.send(phone)
    }
    try expectUnlocked()
    try save(in: first)
    #expect(try rows().last == "eve|first|", "\(first.lines)")
    try save(in: later)
    #expect(try rows().last == "eve|first|", "\(later.lines)")
    #expect(shows("not saved", in: later), "\(later.lines)")
  }

  // MARK: Login

  /// How many failures are counted, and from when on the next attempt may be made.
  private func counted() throws -> (failures: Int, line: [Int]) {
    let line = folder.text(of: "state/d2t/logins").split(whereSeparator: \.isWhitespace)
      .compactMap { Int($0) }
    try #require(line.count == 3)
    return (line[1], line)
  }

  @Test func `Failed logins are counted for all processes`() throws {
    let (one, other) = try pair(isSwapped: false, ["--task", "login"])
    func tryOut(_ password: String, in terminal: PseudoTerminal) throws {
      try terminal.type("end ctrl-u")
      try terminal.send(password)
      try terminal.type("enter")
    }
    for terminal in [one, other] {
      try terminal.send("ann")
      try terminal.type("enter")
    }
    try tryOut("wrong", in: one)
    #expect(shows("the name or the password is wrong", in: one), "\(one.lines)")
    #expect(try counted().failures == 1)
    // Within the pause the attempt of the other is not made; after it, it counts as the second.
    try tryOut("wrong", in: other)
    let isRefused = shows("try again in", in: other)
    #expect(isRefused || shows("the name or the password is wrong", in: other), "\(other.lines)")
    #expect(try counted().failures == (isRefused ? 1 : 2))
    let number = try counted().line[0]
    _ = folder.write("\(number) 9 \(time(nil) + 800)\n", to: "state/d2t/logins")
    for terminal in [one, other] {
      try tryOut("secret", in: terminal)
      #expect(shows("try again in", in: terminal), "\(terminal.lines)")
    }
    _ = folder.write("", to: "state/d2t/logins")
    try tryOut("secret", in: other)
    #expect(!shows("try again in", in: other), "\(other.lines)")
    #expect(folder.text(of: "state/d2t/logins") == "", "who has proved it starts anew")
  }
}
