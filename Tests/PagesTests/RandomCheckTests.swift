import TestSupport
import Editing
import EntityModel
import EntityStore
import Qualifiers
import SQLite
import SQLiteStore
import Testing

struct RandomCheckTests {
  @Test func `What SQLite accepts is not refused, and what it refuses names what the check reads`()
    async throws
  {
    var (refused, foreseen) = (0, 0)
    for seed in 0..<UInt64(max(1, TestLength.of("D2T_PROPERTY_CASES", 1_500) / 10)) {
      var random = RandomCheck(seed: seed)
      let script = random.script()
      let store = try await EntityStore.open(.script(script, title: "t"))
      let sqlite = try Connection()
      try sqlite.execute(script)
      let entity = try #require(store.model.entity(named: "T"))
      for turn in 0..<10 {
        let values = random.values { entity.attribute(named: $0)?.definition.declaredType ?? "" }
        let isInsert = turn % 3 == 0
        let objection = Self.objection(of: sqlite, to: values, isInsert: isInsert)
        let context = Comment("\(script)\n\(isInsert ? "insert" : "update") \(values)")
        if objection == nil { Self.expectNoProblem(values, entity, context) }
        let writes = store.writes
        do throws(StoreError) {
          _ = try await store.save([Self.change(values, isInsert: isInsert)])
          #expect(objection == nil, context)
        } catch {
          let objection = try #require(objection, "\(error)\n\(context)")
          refused += 1
          if store.writes == writes { foreseen += 1 }
          if objection.reason == .check { Self.expectNames(error, context) }
        }
      }
    }
    #expect(refused > 0 && foreseen * 10 > refused * 9, "\(foreseen) of \(refused) foreseen")
  }

  private static func change(_ values: [String: Value], isInsert: Bool) -> Change {
    isInsert
      ? .insert(entityName: "T", values: values, references: [:], token: 1)
      : .update(RecordID(entityName: "T", values: [.int(1)]), values: values, original: [:])
  }

  /// Returns the error of SQLite for writing the values with a plain statement; `nil` when they are written, and kept.
  private static func objection(
    of connection: Connection,
    to values: [String: Value],
    isInsert: Bool
  ) -> SQLiteError? {
    let names = values.keys.sorted()
    guard isInsert || !names.isEmpty else { return nil }
    let marks = names.map { _ in "?" }.joined(separator: ", ")
    let sql =
      isInsert
      ? names.isEmpty
        ? "INSERT INTO t DEFAULT VALUES"
        : "INSERT INTO t(\(names.joined(separator: ", "))) VALUES(\(marks))"
      : "UPDATE t SET \(names.map { "\($0) = ?" }.joined(separator: ", ")) WHERE id = 1"
    do throws(SQLiteError) {
      try connection.run(sql, names.map { values[$0]?.stored ?? .null })
      return nil
    } catch {
      return error
    }
  }

  /// The fields themselves forbid nothing that the table allows.
  private static func expectNoProblem(
    _ values: [String: Value],
    _ entity: Entity,
    _ context: Comment
  ) {
    // What the values of a column without a type decide about its type is not of the checks.
    for attribute in entity.attributes where !attribute.definition.declaredType.isEmpty {
      guard let value = values[attribute.name] else { continue }
      let problem = attribute.problem(with: value)
      #expect(problem == nil, "\(attribute.name)\n\(context)")
    }
  }

  private static func expectNames(_ error: StoreError, _ context: Comment) {
    guard case .checkViolated("T", let constraint, let attributes) = error else {
      Issue.record("\(error)\n\(context)")
      return
    }
    // Of two checks of one name it cannot be told which was broken.
    guard constraint != "one", constraint != "two" else {
      #expect(!attributes.isEmpty, context)
      return
    }
    let parts = constraint.split(separator: "'", omittingEmptySubsequences: false)
    let outsideOfTexts = parts.indices.filter { $0.isMultiple(of: 2) }.map { parts[$0] }
    let words = outsideOfTexts.joined(separator: " ").split { !$0.isLetter }
    let read = RandomCheck.columns.filter { words.contains(Substring($0)) }
    #expect(Set(attributes) == Set(read), context)
  }
}

extension EntityStore {
  fileprivate var writes: Int {
    statementLog.count { $0.sql.hasPrefix("UPDATE") || $0.sql.hasPrefix("INSERT") }
  }
}

extension Value {
  fileprivate var stored: SQLiteValue {
    switch self {
    case .int(let number): .int(number)
    case .double(let number): .double(number)
    case .string(let text): .text(text)
    default: .null
    }
  }
}
