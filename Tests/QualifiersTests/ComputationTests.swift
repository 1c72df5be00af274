import Diagnostics
import FoundationEssentials
import Synchronization
import Testing

import Qualifiers

/// Arithmetic, functions and aggregates, in memory.
struct ComputationTests {
  private static let order: Value = .dictionary([
    "price": .decimal(Decimal(string: "2.50") ?? 0), "quantity": .int(7), "rate": .double(0.5),
    "none": .null, "most": .int(.max), "least": .int(.min), "name": .string("Café Noir"),
    "due": .date(date("2026-03-01")), "placed": .date(date("2026-02-27T18:00")),
    "opens": .date(date("1970-01-01T08:30")), "closes": .date(date("1970-01-01T17:00")),
    "isPaid": .bool(true),
    "long": .decimal(Decimal(string: String(repeating: "9", count: 38)) ?? 0),
    "items": .list([
      item("open", 2, 10, "2026-01-05"), item("done", 3, 20, "2026-03-01"),
      item("open", 4, nil, "2025-12-31"),
    ]),
    "nothing": .list([]),
    "customer": .dictionary(["name": .string("Ada"), "orders": .list([])]),
  ])

  private static func date(_ text: String) -> Date {
    Date(wallClock: text) ?? Date(timeIntervalSinceReferenceDate: 0)
  }

  private static func item(_ state: String, _ count: Int64, _ amount: Int64?, _ day: String)
    -> Value
  {
    .dictionary([
      "state": .string(state), "count": .int(count), "amount": amount.map(Value.int) ?? .null,
      "day": .date(date(day)), "product": .dictionary(["price": .int(count * 2)]),
    ])
  }

  /// Keeps the faults reported.
  private final class Context: EvaluationContext {
    let values = ValueContext(
      ComputationTests.order,
      variables: .dictionary(["least": .int(3), "state": .string("done")]),
      now: ComputationTests.date("2026-03-01T12:30")
    )
    let faults = Mutex<[String]>([])

    var now: Date { values.now }
    func value(at path: PropertyPath) -> Value? { values.value(at: path) }
    func value(ofVariable path: PropertyPath) -> Value? { values.value(ofVariable: path) }
    func nextAnswer() -> Value? { .string("Orders") }
    func report(_ fault: ExpressionFault) { faults.withLock { $0.append(fault.message) } }
  }

  private func value(_ text: String) -> Value? {
    let (expression, faults) = Expression.parse(text, takesCalls: true)
    #expect(faults.map(\.message) == [], "\(text)")
    return expression?.evaluate(with: Context())
  }

  private static func decimal(_ text: String) -> Value { .decimal(Decimal(string: text) ?? 0) }

  @Test(
    arguments: [
      ("7 / 2", decimal("3.5")), ("div(7, 2)", .int(3)), ("div(-7, 2)", .int(-3)),
      ("-7 % 3", .int(-1)), ("7 % -3", .int(1)), ("6 / 2", decimal("3")), ("2 + 3 * 4", .int(14)),
      ("(2 + 3) * 4", .int(20)), ("10 - 3 - 2", .int(5)), ("24 / 4 / 2", decimal("3")),
      ("-quantity * 2", .int(-14)), ("quantity*2-1", .int(13)),
      ("price * quantity", decimal("17.5")),
      ("price + 0.001", decimal("2.501")), ("1 / 3", decimal("0.33333333333333333333")),
      ("2 / 3", decimal("0.66666666666666666667")), ("1 / 1024", decimal("0.0009765625")),
      ("0.1 + 0.2", decimal("0.3")), ("rate * 3", .double(1.5)), ("price * 2e0", .double(5)),
      ("7.5 % 2", decimal("1.5")), ("div(7.5, 2)", decimal("3")), ("div(-7.5, 2)", decimal("-3")),
      ("-7.5 % 2", decimal("-1.5")), ("7e0 % 2", .double(1)), ("div(7e0, 2)", .double(3)),
      ("none + 1", .null), ("1 / 0", .null), ("1 % 0", .null), ("div(1, 0)", .null),
      ("1e0 / 0", .null), ("1e999 - 1e999", .null), ("least % -1", .int(0)),
      ("isPaid + 1", .int(2)), ("most + 0.0", decimal("9223372036854775807")),
      ("100000000000000000000 * 5", decimal("500000000000000000000")),
    ] as [(String, Value)]
  )
  func `Arithmetic is exact`(text: String, expected: Value) { #expect(value(text) == expected) }

  @Test(arguments: [
    ("most + 1", "most + 1 is a whole number beyond 64 bits"),
    ("least - 1", "least - 1 is a whole number beyond 64 bits"),
    ("-least", "-least is a whole number beyond 64 bits"),
    ("abs(least)", "abs(least) is a whole number beyond 64 bits"),
    ("div(least, -1)", "div(least, -1) is a whole number beyond 64 bits"),
    ("most * 2", "most * 2 is a whole number beyond 64 bits"),
    ("long * long", "long * long has more than 38 digits"),
    ("long + 0.1", "long + 0.1 has more than 38 digits"),
    ("name * 2", "name * 2 cannot be computed: 'Café Noir' is not a number"),
    ("name + 1", "name + 1 cannot be computed: 1 is not a text"),
    ("name + 1 day", "name + 1 day cannot be computed: 'Café Noir' is not a date"),
    ("due + 99999999 years", "due + 99999999 years is a date beyond a million years"),
    ("due + 1", "due + 1 cannot be computed: @2026-03-01 is not a number"),
    ("due - 1", "due - 1 cannot be computed: 1 is not a date"),
    ("year(name)", "year(name) cannot be computed: 'Café Noir' is not a date"),
    ("substring(name, 1.5)", "substring(name, 1.5) cannot be computed: 1.5 is not a whole number"),
    ("max(name, 2)", "max(name, 2) cannot be computed: 2 is not comparable with 'Café Noir'"),
    ("items.@sum.state", "items.@sum.state cannot be computed: 'open' is not a number"),
    ("name + 3 days", "name + 3 days cannot be computed: 'Café Noir' is not a date"),
    ("quantity - 1 month", "quantity - 1 month cannot be computed: 7 is not a date"),
    ("due + 2000000 years", "due + 2000000 years is a date beyond a million years"),
  ])
  func `What has no result is a fault`(text: String, message: String) {
    let context = Context()
    let (expression, _) = Expression.parse(text)
    #expect(expression?.evaluate(with: context) == nil)
    #expect(context.faults.withLock { $0 } == [message])
  }

  @Test(
    arguments: [
      ("round(2.5)", decimal("3")), ("round(-2.5)", decimal("-3")),
      ("round(2.345, 2)", decimal("2.35")),
      ("round(2.675e0, 2)", .double(2.68)), ("round(1250, -2)", .int(1300)), ("round(7)", .int(7)),
      ("round(none)", .null), ("round(0.004, 2)", decimal("0")),
      ("round(1e300, 2)", .double(1e300)),
      ("abs(-3)", .int(3)), ("abs(-3.5)", decimal("3.5")), ("abs(-1e0)", .double(1)),
      ("min(3, 2.5, 7)", decimal("2.5")), ("max(quantity, none)", .null),
      ("max('a', 'b')", .string("b")), ("max(due, placed)", .date(date("2026-03-01"))),
    ] as [(String, Value)]
  )
  func `Numbers are rounded half away from zero and compared`(text: String, expected: Value) {
    #expect(value(text) == expected)
  }

  @Test(
    arguments: [
      ("length(name)", .int(9)), ("lower('ÀÉ')", .string("àé")),
      ("upper('straße')", .string("STRASSE")),
      ("trim('  a b\t')", .string("a b")), ("trim('  ')", .string("")),
      ("substring(name, 6)", .string("Noir")), ("substring(name, 1, 4)", .string("Café")),
      ("substring(name, 0, 2)", .string("C")), ("substring(name, 20)", .string("")),
      ("substring(name, 2, -1)", .string("")), ("replace(name, 'é', 'e')", .string("Cafe Noir")),
      ("replace(name, '', 'x')", .string("Café Noir")),
      ("concat(name, none, ' ', quantity)", .string("Café Noir 7")), ("concat(none)", .string("")),
      ("name + '!'", .string("Café Noir!")), ("name + none", .null),
      ("coalesce(none, name)", .string("Café Noir")),
      ("coalesce(none, null)", .null), ("length(none)", .null),
      ("super + ' (draft)'", .string("Orders (draft)")),
      ("if quantity > 5 then quantity * 2 else 0", .int(14)),
    ] as [(String, Value)]
  )
  func `Texts are taken apart and joined`(text: String, expected: Value) {
    #expect(value(text) == expected)
  }

  @Test(
    arguments: [
      ("year(due)", .int(2026)), ("quarter(due)", .int(1)), ("month(due)", .int(3)),
      ("day(due)", .int(1)), ("weekday(due)", .int(7)), ("week(due)", .int(9)),
      ("hour(placed)", .int(18)), ("yearMonth(due)", .string("2026-03")),
      ("yearQuarter(due)", .string("2026-Q1")), ("yearWeek(due)", .string("2026-W09")),
      ("yearWeek(@2024-12-30)", .string("2025-W01")),
      ("yearWeek(@2021-01-03)", .string("2020-W53")),
      ("week(@1969-12-29)", .int(1)), ("weekday(@1969-12-29)", .int(1)), ("year(none)", .null),
      ("month('2024-05-01')", .int(5)), ("due - '2026-02-01'", .int(28)),
      ("due - placed", .double(1.25)), ("today - due", .int(0)), ("closes - opens", .int(30_600)),
      ("due + 3 days - placed", .double(4.25)), ("(due - today) * 2", .int(0)),
      ("due - none", .null), ("none + 1 day", .null),
      ("'2024-05-01T12:00:00+02:00' + 1 day", .date(date("2024-05-02T10:00"))),
      ("due - none", .null), ("opens + 20 hours", .date(date("1970-01-01T04:30"))),
      ("opens < '08:31' and closes - '08:30' = 30600", .bool(true)),
      (
        "concat(name, ' ', due, ' ', placed, ' ', opens)",
        .string("Café Noir 2026-03-01 2026-02-27 18:00:00 08:30:00")
      ),
    ] as [(String, Value)]
  )
  func `Dates have parts and differences`(text: String, expected: Value) {
    #expect(value(text) == expected)
  }

  @Test(
    arguments: [
      ("items[state = 'open'].@count", .int(2)), ("items.@sum.amount", .int(30)),
      ("items[state = $state].@sum(amount * count)", .int(60)),
      ("items.@avg.amount", decimal("15")),
      ("items.@min.day", .date(date("2025-12-31"))), ("items.@max.state", .string("open")),
      ("items.@distinct.state", .int(2)), ("items.@median.count", decimal("3")),
      ("items[state = 'open'].@median.count", decimal("3")), ("items.@count(amount)", .int(2)),
      ("items.@sum.product.price", .int(18)), ("nothing.@sum.amount", .int(0)),
      ("nothing.@max.amount", .null), ("nothing[a = 1].@count", .int(0)),
      ("items[amount > 5].@sum.amount / items.@count", decimal("10")),
      ("items[product.price > 4].@max(yearMonth(day))", .string("2026-03")),
      ("customer.orders.@sum.total + 1", .int(1)),
    ] as [(String, Value)]
  )
  func `Aggregates leave null out`(text: String, expected: Value) {
    #expect(value(text) == expected)
  }

  @Test(arguments: [
    ("a+b*c", "a + b * c"), ("(a+b)*c", "(a + b) * c"), ("a-(b-c)", "a - (b - c)"),
    ("a-b-c", "a - b - c"),
    ("0 - a", "-a"), ("-(a + 1)", "-(a + 1)"), ("0 - 5", "0 - 5"), ("- -a", "--a"),
    ("a - -5", "a - -5"),
    ("round ( a , 2 )", "round(a, 2)"), ("a + 1 day", "a + 1 day"),
    ("a * (b + 1 day)", "a * (b + 1 day)"),
    ("items[x].@count", "items[x].@count"), ("items.@sum(a)", "items.@sum.a"),
    ("items.@count(a)", "items.@count(a)"),
    ("a\n+ b\n* c", "a + b * c"), ("\\super + super", "\\super + super"), ("a%b", "a % b"),
    ("a/b", "a / b"),
  ])
  func `Values are printed in one spelling`(text: String, printed: String) {
    let (expression, faults) = Expression.parse(text, takesCalls: true)
    #expect(faults.map(\.message) == [])
    #expect(expression?.description == printed)
  }

  @Test(
    arguments: [
      ("nam(x)", "`nam` is not a function", nil),
      ("rund(x)", "`rund` is not a function", "did you mean `round`?"),
      ("round()", "`round` does not take 0 values", "write round(number, places)"),
      ("min(a)", "`min` does not take 1 value", "write min(value, value, …)"),
      ("year(a, b)", "`year` does not take 2 values", "write year(date)"),
      (
        "items.@sum", "`items.@sum` needs the value of each row",
        "write items.@sum.price or items.@sum(price * quantity)"
      ),
      (
        "items[a = 1]", "`.@count` or `.@sum` is missing after `]`",
        "a condition in brackets belongs to an aggregate: items[…].@count"
      ),
      (
        "items[a = 1].@som.b", "expected `.@count` or `.@sum`, found `.@som.b`",
        "a condition in brackets belongs to an aggregate: items[…].@count"
      ),
      (
        "2024-06-01", "`2024-06-01` is a subtraction of numbers",
        "write a day in quotes: '2024-06-01'"
      ),
      (
        "a.@sum(b.@sum(c.@sum(d.@sum(e.@sum(f)))))", "aggregates nest more than 4 deep",
        "let a computed attribute of a model have the inner one"
      ),
      (
        "a[b[c[d[e[f].@count > 0].@count > 0].@count > 0].@count > 0].@count > 0",
        "aggregates nest more than 4 deep",
        "let a computed attribute of a model have the inner one"
      ),
      ("a * ", "a value is missing after `*`", nil),
      ("a = *b*", "a value is missing before `*`; quote a pattern", nil),
      ("today - 7 dys", "`dys` is not a unit of time", "did you mean `days`?"),
    ] as [(String, String, String?)]
  )
  func `One mistake is one fault`(text: String, message: String, suggestion: String?) {
    let (_, faults) = Expression.parse(text)
    #expect(faults.map(\.message) == [message])
    #expect(faults.first?.suggestion == suggestion)
  }

  /// An object with two moments of 1 January 1970, of which one column keeps times.
  private final class Shop: DateKindCoding {
    func value(forKey key: String) -> Value? { .date(ComputationTests.date("1970-01-01T12:00")) }
    func dateKind(at path: PropertyPath) -> ComparedKind { path.last == "opens" ? .time : .date }
  }

  @Test(
    arguments: [
      ("at - '1970-01-01'", .double(0.5)), ("opens - '08:00'", .int(14_400)),
      ("at + 12 hours", .date(date("1970-01-02"))), ("concat(at)", .string("1970-01-01 12:00:00")),
      ("max(opens, '08:00') + 12 hours", .date(date("1970-01-01"))),
      ("length(opens)", .int(8)),
    ] as [(String, Value)]
  )
  func `A column says whether its dates are times`(text: String, expected: Value) throws {
    let expression = try #require(Expression.parse(text).expression)
    #expect(expression.evaluate(with: ValueContext(.object(Shop()))) == expected)
    #expect(
      expression.evaluate(with: ObjectContext(Shop(), now: Self.date("2026-03-01"))) == expected
    )
  }

  @Test func `What an aggregate reads of its rows is not read of the object`() throws {
    let expression = try #require(
      Expression.parse("a * items[state = $b and other.c > 1].@sum(d * e)").expression
    )
    #expect(
      expression.paths.map(\.description) == [
        "a", "items", "items.state", "items.other.c", "items.d", "items.e",
      ]
    )
    #expect(expression.variables.map(\.description) == ["b"])
    let moved = expression.mappingPaths { PropertyPath(components: ["object"] + $0.components) }
    #expect(moved.description == "object.a * object.items[state = $b and other.c > 1].@sum(d * e)")
  }
}
