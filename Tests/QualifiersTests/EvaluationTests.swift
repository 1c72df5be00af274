import FoundationEssentials
import Testing

import Qualifiers

struct EvaluationTests {
  private static let film: Value = .dictionary([
    "title": .string("Caf\u{E9} Noir"), "length": .int(90), "rate": .double(0.1),
    "price": .decimal(Decimal(string: "2.99") ?? 0), "isNew": .bool(true), "none": .null,
    "released": .date(Date(wallClock: "2024-02-10") ?? Date(timeIntervalSinceReferenceDate: 0)),
    "code": .string("007"),
    "roles": .list([
      .dictionary(["name": .string("Ada"), "age": .int(30)]),
      .dictionary(["name": .string("Bob"), "age": .null]),
    ]),
    "noRoles": .list([]), "tags": .list([.string("a"), .string("b")]),
  ])
  private static let context = ValueContext(
    film,
    variables: .dictionary(["user": .dictionary(["id": .int(7), "none": .null])]),
    now: Date(wallClock: "2024-03-01T12:30") ?? Date(timeIntervalSinceReferenceDate: 0)
  )

  @Test(arguments: [
    "length = 90", "length = 90.0", "length == 9e1", "length > 89.5", "rate = 0.1", "price = 2.99",
    "price < 3", "isNew", "isNew = true", "isNew = 1", "not (isNew = false)", "code = 7",
    "title = 'Cafe\u{301} Noir'", "title beginsWith 'Cafe\u{301}'", "title like 'C*N?ir'",
    "title ilike 'cAF\u{C9}*'", "title matches 'N.*r$'", "title contains ' N'",
    "title endsWith 'r'",
    "none is null", "none = null", "length is not null", "length in (1, 90)",
    "length not in (1, 2)",
    "length between 90 and 91", "length not between 91 and 99", "released = '2024-02-10'",
    "released < today", "released > today - 1 month", "released + 20 days = @2024-03-01",
    "today = @2024-03-01", "now = @2024-03-01T12:30", "@2024-01-31 + 1 month = @2024-02-29",
    "@2024-02-29 - 1 year = @2023-02-28", "roles.name = 'Ada'", "roles.name != 'Ada'",
    "roles.@count = 2", "roles.age > 20", "not (roles.name = 'Eve')", "tags contains 'a'",
    "tags = ['a', 'b']", "'b' in tags", "tags in ('b', 'z')", "title.length = 9", "$user.id = 7",
    "none = 1 or length = 90", "not (none = 1 and length = 1)", "roles.age is null",
    "length != 'abc'", "length like '9?'", "noRoles.@count = 0",
    "(if length > 60 then 'long' else 'short') = 'long'", "(length > 60) = true",
    "roles.name in ['Bob']", "missing = 1 or length = 90",
  ])
  func `True`(text: String) {
    #expect(Qualifier.parse(text).qualifier?.evaluate(with: Self.context) == true)
  }

  @Test(arguments: [
    "length = 91", "length = 'abc'", "none is not null", "noRoles.name = 'x'", "tags = ['a']",
    "none = 1 and length = 1", "title like 'Caf?'", "missing = 1 and length = 1",
    "title = 'café noir'", "length between 91 and 99",
  ])
  func `False`(text: String) {
    #expect(Qualifier.parse(text).qualifier?.evaluate(with: Self.context) == false)
  }

  @Test(arguments: [
    "none = 1", "none != 1", "not (none = 1)", "none > 1", "none in (1)", "length in (1, null)",
    "length not in (1, null)", "none like '*'", "missing = 1", "missing is null", "not missing",
    "length < 'abc'", "none between 1 and 2", "none", "$user.none = 1", "none = (null)",
    "missing = 1 or none = 1", "title",
  ])
  func `Not known`(text: String) throws {
    let qualifier = try #require(Qualifier.parse(text).qualifier)
    #expect(qualifier.evaluate(with: Self.context) == nil)
  }

  @Test(arguments: [
    ("`{title}: {length} min{none}`", Value.string("Café Noir: 90 min")),
    ("`{missing}`", nil),
    ("if none = 1 then 1 else 2", .int(2)),
    ("if missing then 1 else 2", nil),
    ("not isNew", .bool(false)),
    ("none = 1", .bool(false)),
    ("not missing", nil),
    ("[1, length]", .list([.int(1), .int(90)])),
    ("{ a = 1; b = length }", .dictionary(["a": .int(1), "b": .int(90)])),
    ("none + 1 day", .null),
    ("length + 1 day", nil),
    ("roles.name", .list([.string("Ada"), .string("Bob")])),
    ("null", .null),
    ("-9223372036854775808", .int(.min)),
    ("1_000", .int(1000)),
    ("x'CAFE'", .data([0xCA, 0xFE])),
    ("99999999999999999999", .decimal(Decimal(string: "99999999999999999999") ?? 0)),
  ])
  func `Values are computed`(text: String, expected: Value?) throws {
    let (expression, faults) = Expression.parse(text)
    #expect(faults.isEmpty)
    #expect(try #require(expression).evaluate(with: Self.context) == expected)
  }

  @Test func `A condition as a value has its variables replaced`() throws {
    let text = "where (store.id = $user.id and open)"
    let expression = try #require(Expression.parse(text).expression)
    let value = expression.evaluate(with: Self.context)
    #expect(value?.qualifier?.description == "store.id = 7 and open")
    #expect(expression.paths.isEmpty)
    #expect(expression.variables == [PropertyPath("user.id")])
    let other = try #require(Expression.parse("where (a = $nobody)").expression)
    #expect(other.evaluate(with: Self.context) == nil)
  }

  @Test func `Numbers of all kinds compare by value`() {
    let big: Value = .int(.max)
    #expect(big.compare(.double(0x1p63)) == .less)
    #expect(Value.double(9_007_199_254_740_992).compare(.int(9_007_199_254_740_993)) == .less)
    #expect(Value.decimal(Decimal(string: "0.1") ?? 0).compare(.double(0.1)) == .equal)
    #expect(Value.double(.nan).compare(.double(.nan)) == nil)
    #expect(Value.double(-0.5).compare(.int(0)) == .less)
    #expect(Value.null.precedes(.bool(false)))
    #expect(Value.int(5).precedes(.string("1")))
  }

  @Test(arguments: [
    ("a = 1", 1), ("a = 1 and b = 2 and c", 3), ("a = 1 and (b = 2 or c = 3 and d = 4)", 2),
    ("not (a = 1 and b = 2)", 2), ("*true*", 0), ("*true* or a = 1", 0),
  ])
  func `Specificity counts comparisons`(text: String, expected: Int) {
    #expect(Qualifier.parse(text).qualifier?.specificity == expected)
  }

  @Test func `All and any take their parts flat`() {
    let a = Qualifier.truth(Expression(.path(PropertyPath("a"))))
    let b = Qualifier.truth(Expression(.path(PropertyPath("b"))))
    #expect(Qualifier.all([]) == .constant(true))
    #expect(Qualifier.all([.constant(true), a]) == a)
    #expect(Qualifier.all([.and([a, b]), a]) == .and([a, b, a]))
    #expect(Qualifier.any([a, .constant(true)]) == .constant(true))
    #expect(Qualifier.any([]) == .constant(false))
  }
}
