import FoundationEssentials
import Qualifiers
import TestSupport
import Testing

/// Kinds that can meet in a comparison, beside the comparison of many values of these kinds.
struct ComparedKindTests {
  private static let kinds: [ComparedKind] = [
    .number, .truth, .date, .text, .object, .dateOrNever, .anything, .whole, .decimal, .day, .time,
    .bytes,
  ]

  private static let texts = [
    "5", "-1.5", "abc", "true", "no", "2024", "2024-03", "2024-03-01", "2024-03-01 12:30", "%lee%",
  ]

  /// Values of a kind, with those texts among them that could be `constant`.
  private static func values(_ kind: ComparedKind, _ constant: Value) -> [Value] {
    let numbers: [Value] = [.int(0), .int(-1), .int(7), .double(2.5), .decimal(Decimal(3))]
    let truths: [Value] = [.bool(true), .bool(false)]
    let dates = [0.0, 86_400, 1.7e9].map { Value.date(Date(timeIntervalSince1970: $0)) }
    let texts = (texts + [constant.description]).map { Value.string($0) }
    switch kind {
    case .whole: return numbers.filter { $0.double == $0.double?.rounded() }
    case .number, .decimal: return numbers
    case .truth: return truths
    case .date, .day, .time: return dates
    case .dateOrNever: return dates + [.int(0), .int(-1)]
    case .text: return texts
    case .object: return [.dictionary(["a": .int(1)])]
    // A column of bytes has whatever was put there.
    case .anything, .bytes:
      return numbers + truths + dates + texts + [.data([1]), .list([.int(1)])]
    }
  }

  private static func isYear(_ constant: Value, beside kind: ComparedKind) -> Bool {
    guard kind.family == .date || kind == .dateOrNever else { return false }
    return switch constant {
    case .int(let number): (1000...9999).contains(number)
    case .string(let text): Date.monthOrYear(text) != nil
    default: false
    }
  }

  private static func constant(_ random: inout SeededGenerator) -> Value {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: .int(Int64.random(in: -2...2_100, using: &random))
    case 1: .double(Double.random(in: -10...10, using: &random))
    case 2: .decimal(Decimal(Int.random(in: 0...100, using: &random)) / 4)
    case 3: .bool(Bool.random(using: &random))
    case 4: .date(Date(timeIntervalSince1970: Double.random(in: -1e9...2e9, using: &random)))
    case 5: .data([UInt8.random(in: 0...255, using: &random)])
    default: .string(texts.randomElement(using: &random) ?? "")
    }
  }

  @Test func `J6: a kind can meet a constant when one of its values compares with it`() {
    var random = SeededGenerator(seed: 6)
    for _ in 0..<3_000 {
      let constant = Self.constant(&random)
      for kind in Self.kinds where kind != .object {
        var values = Self.values(kind, constant)
        // Numbers that never were a moment are dates in no column.
        if kind == .dateOrNever, constant != .int(0), constant != .int(-1) {
          values.removeAll { $0.double != nil }
        }
        // A year stands among dates and equals none: its days are meant.
        let meets =
          values.contains { $0.compare(constant) != nil } && !Self.isYear(constant, beside: kind)
        #expect(kind.canMeet(constant) == meets, "\(kind) and \(constant.literal)")
      }
    }
  }

  @Test func `J6: two kinds can meet when a value of one compares with a value of the other`() {
    let kinds = Self.kinds.filter { $0 != .object }
    for kind in kinds {
      #expect(!ComparedKind.object.canMeet(kind) || [.anything, .bytes].contains(kind))
      for other in kinds {
        let meets = Self.values(kind, .null).contains { value in
          Self.values(other, value).contains { $0.compare(value) != nil }
        }
        #expect(kind.canMeet(other) == meets, "\(kind) and \(other)")
        #expect(kind.canMeet(other) == other.canMeet(kind))
      }
    }
  }

  private struct Row: EvaluationContext {
    let values: [String: Value]
    func value(at path: PropertyPath) -> Value? { values[path.description] }
    func value(ofVariable path: PropertyPath) -> Value? { nil }
    var now: Date { Date(timeIntervalSince1970: 0) }
  }

  @Test func `J6: a comparison that is refused holds for no row, one that is not can hold`() throws
  {
    var random = SeededGenerator(seed: 66)
    let operators: [Qualifier.Operator] = [
      .equal, .less, .lessOrEqual, .greater, .greaterOrEqual,
    ]
    for _ in 0..<2_000 {
      let kind = try #require(Self.kinds.filter { $0 != .object }.randomElement(using: &random))
      let constant = Self.constant(&random)
      let path = Expression(.path(PropertyPath("x")))
      let side = Expression(.literal(constant))
      let condition: Qualifier
      switch Int.random(in: 0..<4, using: &random) {
      case 0: condition = .in(path, Expression(.list([side])))
      case 1: condition = .between(path, side, side)
      case 2:
        condition = .comparison(side, operators.randomElement(using: &random) ?? .equal, path)
      default:
        condition = .comparison(path, operators.randomElement(using: &random) ?? .equal, side)
      }
      let wrapped = Qualifier.not(.or([.constant(false), condition]))
      let isRefused = !wrapped.mismatches { _ in kind }.isEmpty
      #expect(isRefused == !kind.canMeet(constant), "\(condition) of \(kind)")
      // A year holds for some, but its days are meant.
      guard isRefused, !Self.isYear(constant, beside: kind) else { continue }
      for value in Self.values(kind, constant) where kind != .dateOrNever || value.double == nil {
        #expect(condition.evaluate(with: Row(values: ["x": value])) != true, "\(condition)")
      }
    }
  }

  @Test(arguments: [
    ("day > 1990", "day > '1990-01-01'"), ("day != '2024-03'", "day != '2024-03-01'"),
    ("1990 < day", "day > '1990-01-01'"), ("day = 20240229", "day = '2024-02-29'"),
    ("day < 1700000000", "day < '2023-11-14'"), ("day < 1700000000000", "day < '2023-11-14'"),
    ("day = 'soon'", "day = '2024-12-31'"), ("count = 'many'", "count like 'many'"),
    ("flag = 'maybe'", "flag = true"), ("day in (6, 5)", "day = '2024-12-31'"),
  ])
  func `J6: what is refused is told with a spelling that works`(text: String, spelling: String)
    throws
  {
    let kinds: [String: ComparedKind] = ["day": .date, "count": .number, "flag": .truth]
    let condition = try #require(Qualifier.parse(text).qualifier)
    let found = condition.mismatches { kinds[$0.description] ?? .anything }
    #expect(found.map { $0.correction() } == [spelling])
    let corrected = try #require(Qualifier.parse(spelling).qualifier)
    #expect(corrected.mismatches { kinds[$0.description] ?? .anything }.isEmpty)
  }

  @Test(arguments: [
    ("email like '%lee%'", "email like '*lee*'", "email = '%lee%'"),
    ("not (name ilike 'a_b')", "name ilike 'a?b'", #"name ilike "a\\_b""#),
  ])
  func `J6: a like in the manner of SQL is told how it is written`(
    text: String,
    pattern: String,
    itself: String
  ) throws {
    let advice = try #require(Qualifier.parse(text).qualifier?.adviceForPatternOfSQL)
    #expect(advice.contains(pattern), "\(advice)")
    let last = try #require(advice.split(separator: ": ").last)
    let plain = try #require(Qualifier.parse(String(last)).qualifier)
    #expect(plain.adviceForPatternOfSQL == nil)
    let row = Row(values: ["email": .string("%lee%"), "name": .string("A_B")])
    #expect(plain.evaluate(with: row) == true, "\(plain)")
    for other in [
      "a like '*%*'", "a like 'a?_'", #"a like 'a\\_b'"#, "a = '%lee%'", "a like 'abc'",
    ] {
      #expect(Qualifier.parse(other).qualifier?.adviceForPatternOfSQL == nil, "\(other)")
    }
  }

  private static let fields: [String: ComparedKind] = [
    "name": .text, "price": .decimal, "quantity": .whole, "rate": .number, "due": .day,
    "seen": .date,
    "opens": .time, "photo": .bytes, "isPaid": .truth, "items.amount": .decimal,
    "items.state": .text,
    "items.quantity": .whole, "customer": .object,
  ]

  private static func kind(at path: PropertyPath) -> ComparedKind {
    fields[path.description] ?? .anything
  }

  @Test(
    arguments: [
      ("name * 2", "'name' is a text, but 'name * 2' needs a number", "length(name) * 2"),
      ("due + 7", "'7' is a number, but 'due + 7' needs a duration", "due + 7 days"),
      (
        "due - quantity", "'quantity' is a number, but 'due - quantity' needs a duration",
        "due - 7 days"
      ),
      (
        "isPaid + 1", "'isPaid' is true or false, but 'isPaid + 1' needs a number",
        "(if isPaid then 1 else 0) + 1"
      ),
      (
        "year(quantity)", "'quantity' is a number, but 'year(quantity)' needs a date", nil
      ),
      ("year('soon')", "''soon'' is a text, but 'year('soon')' needs a date", nil),
      ("year(opens)", "'opens' is a time, but 'year(opens)' needs a date", nil),
      ("opens + 3 days", "'opens' is a time, but 'opens + 3 days' needs a date", "today + 3 days"),
      (
        "opens + 1 hour = 'soon'", "'opens + 1 hour' is a time and never equals 'soon'",
        "opens + 1 hour = '08:30'"
      ),
      (
        "due > '2024-02-28' + 1", "'1' is a number, but ''2024-02-28' + 1' needs a duration",
        "'2024-02-28' + 1 days"
      ),
      (
        "name + quantity", "'quantity' is a number, but 'name + quantity' needs a text",
        "concat(name, quantity)"
      ),
      ("max(quantity, 'a')", "''a'' is a text, but 'max(quantity, 'a')' needs a number", nil),
      ("length(photo)", "'photo' is bytes, but 'length(photo)' needs a plain value", nil),
      ("round(price, 1.5)", "'1.5' is a number, but 'round(price, 1.5)' needs a whole number", nil),
      ("round(due)", "'due' is a date, but 'round(due)' needs a number", "round(day(due))"),
      (
        "2 * (name + 'x')", "'name + 'x'' is a text, but '2 * (name + 'x')' needs a number",
        "2 * length(name + 'x')"
      ),
      (
        "upper(customer)", "'customer' is an object, but 'upper(customer)' needs a plain value", nil
      ),
      (
        "items.@sum.state", "'state' is a text, but 'items.@sum.state' needs a number",
        "items.@sum(length(state))"
      ),
      (
        "items[amount * 2 > state * 2].@count", "'state' is a text, but 'state * 2' needs a number",
        "length(state) * 2"
      ),
      ("price + 1 day", "'price' is a number, but 'price + 1 day' needs a date", "today + 1 day"),
      (
        "if name = 'x' then name - 1 else 0", "'name' is a text, but 'name - 1' needs a number",
        "length(name) - 1"
      ),
      (
        "price * 2 = 'many'", "'price * 2' is a number and never equals 'many'",
        "price * 2 like 'many'"
      ),
    ] as [(String, String, String?)]
  )
  func `Operands that never fit are told at their place`(
    text: String,
    message: String,
    correction: String?
  ) throws {
    let expression = try #require(Expression.parse(text).expression)
    let found = expression.mismatches(Self.kind)
    #expect(found.map { $0.message() } == [message])
    #expect(found.first?.correction() == correction)
    #expect(found.first?.span != nil)
    if let correction {
      let corrected = try #require(Expression.parse(correction).expression)
      #expect(corrected.mismatches(Self.kind).isEmpty || correction.contains("like"))
    }
  }

  @Test(
    arguments: [
      ("quantity + 1", .whole), ("quantity / 2", .decimal), ("quantity * rate", .number),
      ("price * quantity", .decimal), ("name + 'x'", .text), ("due - today", .whole),
      ("seen - due", .number), ("due + 1 day", .day), ("due + 1 hour", .date),
      ("opens + 1 hour", .time), ("min(opens, '08:00')", .anything),
      ("coalesce(null, price, 0)", .decimal), ("if isPaid then price else null", .decimal),
      ("if isPaid then price else name", .anything), ("max(due, today)", .day),
      ("year(due)", .whole),
      ("yearMonth(due)", .text), ("items.@sum.amount", .decimal), ("items.@avg.quantity", .decimal),
      ("items[state = 'x'].@count", .whole), ("items.@max.state", .text), ("price > 1", .truth),
      ("`{name}`", .text), ("unknown * 2", .number), ("super", .anything), ("now", .date),
    ] as [(String, ComparedKind)]
  )
  func `Values have a kind`(text: String, kind: ComparedKind) throws {
    let expression = try #require(Expression.parse(text, takesCalls: true).expression)
    #expect(expression.comparedKind(Self.kind) == kind)
    #expect(expression.mismatches(Self.kind).isEmpty)
  }
}
