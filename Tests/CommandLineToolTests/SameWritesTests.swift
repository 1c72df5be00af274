import CommandLineTool
import EntityModel
import EntityStore
import SceneSupport
import SQLite
import SQLiteStore
import Testing
import TestSupport

/// Random writes, by commands in one file and by keys on the screen in a copy of it.
@MainActor
struct SameWritesTests {
  private static let columnCount = 8
  private static let rowCount = 6
  private static let writesPerTable = 10
  private static let tables = (TestLength.isLong ? 3_000 : 30) / writesPerTable
  private static let seed = TestLength.of("D2T_SEED", 0)

  private static let keys = [
    "key INTEGER PRIMARY KEY", "key TEXT PRIMARY KEY", "key TEXT PRIMARY KEY NOT NULL",
  ]

  private static let owners = ["Ann", "Bob", "Cleo"]

  /// The value entered into a property.
  private enum Input {
    case nothing
    case text(String)
    case bytes([UInt8])
    /// The owner of that number, from 1.
    case owner(Int)
  }

  /// A property with the value to enter; `type` is `nil` for a relationship.
  private typealias Entry = (name: String, type: AttributeType?, input: Input)

  private enum Write {
    case insert([Entry])
    case change(key: String, [Entry])
    case delete(key: String)
  }

  /// A table of random columns and rows.
  private func make(
    _ path: String,
    _ random: inout SeededGenerator
  ) throws -> [RandomColumn] {
    let columns = (0..<Self.columnCount).map { RandomColumn(number: $0, &random) }
    let key = Self.keys.randomElement(using: &random) ?? ""
    let parts =
      [key] + columns.map { "\"\($0.name)\" \($0.declaration)" }
      + ["owner_id INTEGER REFERENCES owner"]
    let isKeyed = key.contains("TEXT") && Bool.random(using: &random)
    let connection = try Connection(path: path, mode: .create)
    let names = Self.owners.map { "('\($0)')" }.joined(separator: ", ")
    try connection.execute(
      "CREATE TABLE owner(id INTEGER PRIMARY KEY, name TEXT); INSERT INTO owner(name) VALUES \(names);"
        + "CREATE TABLE thing(\(parts.joined(separator: ", ")))\(isKeyed ? " WITHOUT ROWID" : ""); BEGIN"
    )
    let marks = Array(repeating: "?", count: Self.columnCount + 2).joined(separator: ", ")
    for number in 1...Self.rowCount {
      let row = columns.map { SQLiteValue($0.value(&random)) }
      let first: SQLiteValue = key.contains("TEXT") ? .text("k\(number)") : .int(Int64(number))
      try connection.run("INSERT INTO thing VALUES(\(marks))", [first] + row + [.int(1)])
    }
    try connection.execute("COMMIT")
    return columns
  }

  // MARK: Writes

  private func input(
    for attribute: Attribute,
    like column: RandomColumn?,
    _ random: inout SeededGenerator
  ) -> Input {
    if Int.random(in: 0..<10, using: &random) == 0 { return .nothing }
    let other = RandomColumn(number: 0, &random)
    let source = Int.random(in: 0..<3, using: &random) == 0 ? other : column ?? other
    switch (attribute.type, source.value(&random)) {
    case (.bool, _): return .text(Bool.random(using: &random) ? "yes" : "no")
    case (.blob, .text(let bytes)), (.blob, .blob(let bytes)): return .bytes(bytes)
    case (.blob, _): return .bytes([0, 0xFF])
    case (_, .blob(let bytes)): return .text(Self.hexadecimal(bytes))
    case (_, .null): return .nothing
    case (_, .integer(let number)): return .text("\(number)")
    case (_, .real(let bits)): return .text("\(Double(bitPattern: bits))")
    case (_, .text(let bytes)):
      if Int.random(in: 0..<20, using: &random) == 0 {
        return .text(String(repeating: "lorem ipsum ", count: 300))
      }
      // No terminal sends control characters as text.
      let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars.filter {
        $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) || $0 == "\n"
      }
      return .text(String(String.UnicodeScalarView(scalars)))
    }
  }

  private func write(
    to entity: Entity,
    _ columns: [RandomColumn],
    _ rows: [[StoredBytes]],
    _ number: Int,
    _ random: inout SeededGenerator
  ) -> Write {
    func entries(in row: [StoredBytes]?) -> [Entry] {
      let places = columns.indices.shuffled(using: &random)
      var found = places.compactMap { place -> Entry? in
        let attribute = entity.attributes.first { $0.columnName == columns[place].name }
        guard let attribute, attribute.definition.choices.isEmpty else { return nil }
        let input = input(for: attribute, like: columns[place], &random)
        // A field that shows nothing stays null when nothing is typed into it; a command stores an empty text.
        let isNull = row.map { $0[place + 1] == .null } ?? true
        if isNull, case .text("") = input { return (attribute.name, attribute.type, .nothing) }
        return (attribute.name, attribute.type, input)
      }
      found.removeLast(max(0, found.count - Int.random(in: 1...3, using: &random)))
      if Int.random(in: 0..<5, using: &random) == 0 {
        let number = Int.random(in: 0...Self.owners.count, using: &random)
        found.append(("owner", nil, number == 0 ? .nothing : .owner(number)))
      }
      return found
    }
    let kind = Int.random(in: 0..<8, using: &random)
    guard let row = rows.randomElement(using: &random), kind > 1 else {
      // The database numbers rows itself.
      let first = entity.attributes[0]
      let key: [Entry] =
        first.type == .integer ? [] : [(first.name, first.type, .text("n\(number)"))]
      return .insert(key + entries(in: nil))
    }
    let key =
      switch row[0] {
      case .integer(let number): "\(number)"
      case .text(let bytes): String(decoding: bytes, as: UTF8.self)
      default: ""
      }
    return kind == 2 ? .delete(key: key) : .change(key: key, entries(in: row))
  }

  /// The words of the command that does a write.
  private func words(_ write: Write, in path: String) -> [String] {
    func assignments(_ entries: [Entry]) -> [String] {
      entries.flatMap { entry in
        switch entry.input {
        case .nothing: ["--null", entry.name]
        case .text(let text): ["\(entry.name)=\(text)"]
        case .bytes(let bytes): ["\(entry.name)=\(Self.hexadecimal(bytes))"]
        case .owner(let number): ["\(entry.name)=\(number)"]
        }
      }
    }
    return switch write {
    case .insert(let entries): ["insert", path, "Thing"] + assignments(entries)
    case .change(let key, let entries): ["set", path, "Thing#\(key)"] + assignments(entries)
    case .delete(let key): ["delete", path, "Thing#\(key)"]
    }
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
  }

  /// The result of a write: the stored rows, whether it was done, and the message.
  private struct Outcome {
    var contents: [[StoredBytes]]
    var isDone: Bool
    var message: String
  }

  /// Does a write with keys in a copy of a file.
  private func typed(_ write: Write, of path: String, in folder: TemporaryFolder) async throws
    -> Outcome
  {
    let words =
      switch write {
      case .insert: "--entity Thing --task create"
      case .change(let key, _): "--entity Thing --id \(key) --task edit"
      case .delete(let key): "--entity Thing --id \(key)"
      }
    let scene = try await Scene(copyOf: path, words, width: 200, height: 40)
    switch write {
    case .insert(let entries), .change(_, let entries):
      for entry in entries {
        try await scene.go(to: entry.name)
        try await enter(entry.input, as: entry.type, scene, folder)
      }
      try await scene.send("ctrl-s")
      // A form in which nothing differs from a new object's values asks first.
      if scene.text.contains("Nothing was entered") { try await scene.send("y") }
    case .delete:
      try await scene.send("d y")
    }
    let outcome = Outcome(
      contents: try StoredBytes.contents(of: "thing", at: scene.path),
      isDone: scene.says("saved") || scene.status.hasPrefix(" deleted "),
      message: scene.text
    )
    await scene.end()
    return outcome
  }

  private func enter(
    _ input: Input,
    as type: AttributeType?,
    _ scene: Scene,
    _ folder: TemporaryFolder
  ) async throws {
    switch (input, type) {
    case (.nothing, _): try await scene.send("ctrl-x")
    case (.text(let text), .bool): try await scene.send(text == "yes" ? "y" : "n")
    case (.bytes(let bytes), _):
      try await scene.send("r")
      try await scene.paste(folder.write(bytes, to: "bytes"))
      try await scene.send("enter")
    case (.text(let text), _):
      try await scene.send("ctrl-end ctrl-shift-home")
      if text.isEmpty { try await scene.send("backspace") } else { try await scene.paste(text) }
    case (.owner(let number), _):
      try await scene.type(Self.owners[number - 1])
      try await scene.send("enter")
    }
  }

  private func commanded(_ write: Write, of path: String) async throws -> Outcome {
    let outcome = await Program(try Invocation(arguments: words(write, in: path))).run()
    return Outcome(
      contents: try StoredBytes.contents(of: "thing", at: path),
      isDone: outcome.code == 0,
      message: outcome.messages
    )
  }

  // MARK: The test

  @Test func `K1: a command and the screen store the same bytes of what is entered`() async throws {
    var done = 0
    for seed in Self.seed..<(Self.seed + Self.tables) {
      let folder = TemporaryFolder()
      var random = SeededGenerator(seed: UInt64(seed))
      let path = "\(folder.path)/a.db"
      let columns = try make(path, &random)
      for number in 0..<Self.writesPerTable {
        // What values a column holds says of which type they are.
        let store = try await EntityStore.open(.file(path), readOnly: true)
        let entity = try #require(store.model.entity(named: "Thing"))
        await store.close()
        let before = try StoredBytes.contents(of: "thing", at: path)
        let write = write(to: entity, columns, before, number, &random)
        let typed = try await typed(write, of: path, in: folder)
        let commanded = try await commanded(write, of: path)
        if commanded.isDone { done += 1 }
        #expect(
          typed.contents == commanded.contents
            && (typed.isDone == commanded.isDone || commanded.contents == before)
            && (commanded.isDone
              || Self.reasons(in: commanded.message).allSatisfy(typed.message.contains)),
          """
          seed \(seed): \(words(write, in: "a.db"))
          \(columns.map { "\($0.name) \($0.declaration)" })
          command: \(commanded.message) \(commanded.contents.filter { !before.contains($0) })
          screen: \(typed.contents.filter { !before.contains($0) })
          of \(before)
          \(typed.message)
          """
        )
      }
    }
    #expect(done > Self.tables * Self.writesPerTable / 2)
  }

  /// Returns why a command has not written, fault by fault, without names and the value that it was given.
  private static func reasons(in message: String) -> [String] {
    let sentence = message.prefix { $0 != "\n" }
    if let start = sentence.firstRange(of: " takes ")?.upperBound {
      let rest = sentence[start...]
      let reason = rest[..<(rest.firstRange(of: ", not '")?.lowerBound ?? rest.endIndex)]
      // A field begins its example in another way.
      return reason.split(separator: " like ").map { String($0) }
    }
    guard let start = sentence.firstRange(of: "not saved: ")?.upperBound else {
      return [String(sentence)]
    }
    return String(sentence[start...]).split(separator: "; ").map { fault in
      String(fault[(fault.firstRange(of: ": ")?.upperBound ?? fault.startIndex)...])
    }
  }
}
