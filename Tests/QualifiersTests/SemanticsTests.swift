import Diagnostics
import FoundationEssentials
import Testing

import Qualifiers

/// The numbered sentences of docs/RuleLanguage.md about null (N) and types (T); a test of ArchitectureTests compares the
/// numbers.
struct SemanticsTests {
  private static let film: Value = .dictionary([
    "title": .string("Café"), "minutes": .int(90), "price": .decimal(Decimal(string: "2.99") ?? 0),
    "rate": .double(0.5), "isNew": .bool(true), "none": .null, "code": .string("007"),
    "released": .date(Date(wallClock: "2024-02-10") ?? Date(timeIntervalSinceReferenceDate: 0)),
    "tags": .list([.string("a"), .string("b")]), "empty": .list([]),
    "roles": .list([.dictionary(["age": .int(30)]), .dictionary(["age": .null])]),
    "thing": .object(Thing()), "same": .object(one), "again": .object(one),
  ])
  private static let one = Thing()
  private static let context = ValueContext(
    film,
    now: Date(wallClock: "2024-03-01T12:30") ?? Date(timeIntervalSinceReferenceDate: 0)
  )

  private final class Thing: KeyValueCoding {
    func value(forKey key: String) -> Value? { nil }
  }

  /// `yes`, `no`, `unknown` or `unanswered` for each condition.
  private func truths(_ conditions: String...) -> [Truth?] {
    conditions.map { Qualifier.parse($0).qualifier?.truth(with: Self.context) }
  }

  private func value(_ text: String) -> Value? {
    Expression.parse(text).expression?.evaluate(with: Self.context)
  }

  // MARK: Null

  @Test(arguments: [
    "=", "!=", "<", "<=", ">", ">=", "like", "ilike", "matches", "contains", "beginsWith",
    "endsWith",
  ])
  func `N1 A comparison with null is unknown`(comparison: String) {
    #expect(truths("none \(comparison) 'x'", "minutes \(comparison) none") == [.unknown, .unknown])
    #expect(truths("none \(comparison) (null)", "none between 1 and 2") == [.unknown, .unknown])
  }

  @Test func `N2 Asking for null is never unknown`() {
    #expect(
      truths("none is null", "none = null", "null = none", "minutes != nil") == [
        .yes, .yes, .yes, .yes,
      ]
    )
    #expect(truths("minutes is null", "none is not null", "none != null") == [.no, .no, .no])
  }

  @Test func `N3 Logic has three values`() {
    let words = ["yes": "isNew", "no": "minutes = 1", "unknown": "none = 1"]
    let and = [
      "yes yes": Truth.yes, "yes no": .no, "yes unknown": .unknown, "no no": .no, "no unknown": .no,
      "unknown unknown": .unknown,
    ]
    let or = [
      "yes yes": Truth.yes, "yes no": .yes, "yes unknown": .yes, "no no": .no,
      "no unknown": .unknown, "unknown unknown": .unknown,
    ]
    for (operands, table) in [("and", and), ("or", or)] {
      for (pair, expected) in table {
        let sides = pair.split(separator: " ").compactMap { words[String($0)] }
        #expect(truths("\(sides[0]) \(operands) \(sides[1])") == [expected])
        #expect(truths("\(sides[1]) \(operands) \(sides[0])") == [expected])
      }
    }
    #expect(truths("not isNew", "not (minutes = 1)", "not (none = 1)") == [.no, .yes, .unknown])
  }

  @Test func `N4 What is unknown does not hold`() {
    #expect(value("if none = 1 then 'a' else 'b'") == .string("b"))
    #expect(value("if not (none = 1) then 'a' else 'b'") == .string("b"))
    #expect(value("none = 1") == .bool(false) && value("not (none = 1)") == .bool(false))
  }

  @Test func `N5 In with a null among the members is unknown unless another is equal`() {
    #expect(truths("minutes in (1, null)", "minutes not in (1, null)") == [.unknown, .unknown])
    #expect(
      truths("minutes in (null, 90)", "none in (1)", "none in ()") == [.yes, .unknown, .unknown]
    )
  }

  @Test func `N6 A path that leads nowhere does not answer, which is not null`() {
    #expect(
      truths("nobody is null", "nobody = 1", "not nobody") == [
        .unanswered, .unanswered, .unanswered,
      ]
    )
    #expect(truths("minutes.nothing = 1", "nobody = 1 and none = 1") == [.unanswered, .unanswered])
    #expect(truths("nobody = 1 or isNew", "nobody = 1 and minutes = 1") == [.yes, .no])
    #expect(value("if nobody then 1 else 2") == nil && value("[nobody]") == nil)
  }

  @Test func `N8 A template writes null as nothing`() {
    #expect(value("`<{none}>`") == .string("<>") && value("`{minutes}{null}`") == .string("90"))
    #expect(value("`{nobody}`") == nil)
  }

  @Test func `N9 Time added to null is null, and added to no date it does not answer`() {
    #expect(value("none + 1 day") == .null && value("minutes + 1 day") == nil)
    #expect(value("nobody - 1 month") == nil && value("'no date' + 1 day") == nil)
  }

  // MARK: Types

  @Test func `T1 Numbers of all kinds compare by their value`() {
    let same = truths(
      "90 = 90.0",
      "90 = 9e1",
      "0.5 = rate",
      "true = 1",
      "false = 0.0",
      "5e-1 = 0.5"
    )
    #expect(same.allSatisfy { $0 == .yes })
    #expect(
      truths("9007199254740993 > 9007199254740992e0", "true < 2", "2.99 <= price") == [
        .yes, .yes, .yes,
      ]
    )
    #expect(
      truths("isNew = 2", "minutes in (89.9, 90.0)", "price between 2 and 3e0") == [
        .no, .yes, .yes,
      ]
    )
  }

  @Test func `T2 A number is whole, decimal or floating as it is written`() {
    #expect(value("90") == .int(90) && value("90.0") == .decimal(90) && value("9e1") == .double(90))
    #expect(value("9223372036854775807") == .int(.max))
    #expect(value("9223372036854775808") == .decimal(Decimal(string: "9223372036854775808") ?? 0))
    #expect(value("-9223372036854775808") == .int(.min))
    #expect(value(String(repeating: "9", count: 39)) == .double(1e39))
    #expect(value("1e400") == .double(.infinity) && value("-1e400") == .double(-.infinity))
    #expect(value("0.1") == .decimal(Decimal(string: "0.1") ?? 0))
  }

  @Test func `T3 Texts are equal when Unicode says so, and ordered by it`() {
    #expect(
      truths("title = 'cafe\u{301}'", "title = 'Cafe\\u{301}'", "'Å' = '\u{212B}'") == [
        .no, .yes, .yes,
      ]
    )
    #expect(truths("'B' < 'a'", "'a' < 'ä'", "'Z' < 'Ä'", "'' < 'a'") == [.yes, .yes, .yes, .yes])
    #expect(
      truths("title in ('x', 'Cafe\u{301}')", "title beginsWith 'Caf\\u{E9}'") == [.yes, .yes]
    )
  }

  @Test func `T4 Ilike makes no difference of case in any script`() {
    let same = truths(
      "'STRASSE' ilike 'straße'",
      "'ΟΔΟΣ' ilike 'οδος'",
      "'ÉCOLE' ilike 'e\u{301}*'",
      "'ПРИВЕТ' ilike 'при?ет'"
    )
    #expect(same == [.yes, .yes, .yes, .yes])
    #expect(truths("'A' like 'a'", "'A' = 'a'", "'A' not like 'a'") == [.no, .no, .yes])
  }

  @Test func `T5 Like is about the whole text, with signs anywhere`() {
    let fits = truths(
      "'abc' like '*'",
      "'' like '*'",
      "'abc' like 'a*c'",
      "'abc' like '?b?'",
      "'aXbXc' like '*X*X*'",
      "'👩‍👧x' like '?x'",
      "'a*c' like 'a\\*c'",
      "'a?c' like 'a\\?c'",
      "'a\\\\c' like 'a\\\\\\\\c'"
    )
    #expect(fits.allSatisfy { $0 == .yes }, "\(fits)")
    let not = truths(
      "'abc' like 'b'",
      "'abc' like '??'",
      "'abc' like 'a\\*c'",
      "'' like '?'",
      "'abc' like ''"
    )
    #expect(not.allSatisfy { $0 == .no })
  }

  @Test func `T6 Matches finds its expression anywhere`() {
    #expect(
      truths("'abc' matches 'b'", "'abc' matches '^b'", "'abc' matches 'c$'") == [.yes, .no, .yes]
    )
    #expect(
      truths("'abc' matches '^[a-c]{3}$'", "'x1' matches '\\d'", "'É' matches '(?i)é'") == [
        .yes, .yes, .yes,
      ]
    )
    let long = String(repeating: "a", count: 3_000)
    #expect(truths("'\(long)' matches '(a*)*(a|aa)+b'") == [.no])
  }

  @Test func `T7 A text beside a number, a date or a truth is read as one`() {
    #expect(
      truths("code = 7", "'7.50' = 7.5", "released = '2024-02-10'", "isNew = 'YES'") == [
        .yes, .yes, .yes, .yes,
      ]
    )
    #expect(
      truths("'10' > 9", "'2024-02-11' > released", "'x' = 7", "'x' != 7") == [
        .yes, .yes, .no, .yes,
      ]
    )
    #expect(
      truths("'x' < 7", "released > 'soon'", "'perhaps' = isNew", "'10' > '9'") == [
        .unknown, .unknown, .no, .no,
      ]
    )
  }

  @Test func `T8 What cannot be compared is not equal and has no order`() {
    #expect(
      truths("title = {a: 1}", "title != {a: 1}", "released = 5", "released < 5") == [
        .no, .yes, .no, .unknown,
      ]
    )
    #expect(truths("thing = 5", "thing > 5", "x'00' = 0") == [.no, .unknown, .no])
  }

  @Test func `T9 A list stands for any of its elements`() {
    #expect(
      truths("tags = 'a'", "'b' = tags", "tags != 'a'", "roles.age > 20") == [
        .yes, .yes, .yes, .yes,
      ]
    )
    #expect(truths("empty = 'a'", "empty != 'a'", "not (empty = 'a')") == [.no, .no, .yes])
    #expect(
      truths("tags = ['a', 'b']", "tags = ['b', 'a']", "tags != ['a']", "empty = []") == [
        .yes, .no, .yes, .yes,
      ]
    )
    #expect(
      truths("roles.age = 5", "roles.age is null", "tags in ('b')", "tags like 'B'") == [
        .unknown, .yes, .yes, .no,
      ]
    )
  }

  @Test func `T10 Count is of elements and length of characters`() {
    #expect(
      truths("tags.@count = 2", "empty.@count = 0", "roles.@count > 1") == [.yes, .yes, .yes]
    )
    #expect(
      truths("title.length = 4", "tags.length = 1", "minutes.@count = 1") == [
        .yes, .yes, .unanswered,
      ]
    )
  }

  @Test func `T11 Operators about text read numbers and dates as written`() {
    #expect(
      truths("minutes like '9?'", "price endsWith '.99'", "released beginsWith '2024-'") == [
        .yes, .yes, .yes,
      ]
    )
    #expect(
      truths("isNew like 't*'", "minutes contains 0", "thing like '*'") == [.yes, .yes, .unknown]
    )
  }

  @Test func `T12 Dates are of the wall clock and months keep the day or take the last`() {
    #expect(
      truths("today = @2024-03-01", "now = @2024-03-01T12:30", "@2024-03-01T00:00Z = today") == [
        .yes, .yes, .yes,
      ]
    )
    #expect(
      truths("today - 7 days = @2024-02-23", "@2024-01-31 + 1 month = @2024-02-29") == [.yes, .yes]
    )
    #expect(
      truths("@2023-01-31 + 1 month = @2023-02-28", "@2024-02-29 + 1 year = @2025-02-28") == [
        .yes, .yes,
      ]
    )
    #expect(
      truths("now - 12 hours - 30 minutes = today", "today + 1 week - 7 days = today") == [
        .yes, .yes,
      ]
    )
    #expect(
      truths("today + 90 seconds = @2024-03-01T00:01:30", "today + 1 day = @2024-03-02") == [
        .yes, .yes,
      ]
    )
  }

  @Test func `T13 An object is equal to itself alone`() {
    #expect(
      truths("same = again", "same != thing", "thing = thing", "same in (thing)") == [
        .yes, .yes, .yes, .no,
      ]
    )
  }

  @Test func `T14 What stands alone is true by its kind`() {
    #expect(
      truths("isNew", "minutes", "rate", "thing", "released", "roles.age") == [
        .yes, .yes, .yes, .yes, .yes, .yes,
      ]
    )
    #expect(
      truths("title", "code", "none", "tags", "empty") == [.unknown, .yes, .unknown, .unknown, .no]
    )
  }
}

/// Tests for the known defects of the ancestor languages, as listed in the studies of Direct to SwiftUI and ZeeQL.
struct AncestorDefectTests {
  private let context = ValueContext(
    .dictionary([
      "a": .int(5), "b": .int(2), "notes": .string("n"), "NOTES": .int(5), "nilly": .int(5),
      "null": .null, "text": .string("a-b"), "amount": .double(100_000), "minus": .int(-5),
      "list": .list([.dictionary(["age": .int(3)]), .dictionary(["age": .int(40)])]),
    ])
  )

  private func holds(_ text: String) -> Bool? {
    let (qualifier, faults) = Qualifier.parse(text)
    guard faults.isEmpty, let qualifier else { return nil }
    return qualifier.evaluate(with: context) ?? false
  }

  @Test(arguments: [
    // `==` compared with a path called `=`.
    ("a == 5", true),
    // Words in small letters ended the condition.
    ("a = 5 and b = 2", true), ("a = 1 or b = 2", true), ("not a = 1", true),
    // `or` and `and` had no order among them.
    ("a = 5 or b = 1 and b = 9", true), ("(a = 5 or b = 1) and b = 9", false),
    ("b = 9 and a = 5 or b = 2", true),
    // Negative numbers, exponents.
    ("minus = -5", true), ("minus > -6.5", true), ("amount = 1e5", true), ("a > -1e-3", true),
    // Lists.
    ("a in (1, 5)", true), ("a in ('1', '5')", true), ("a not in (1, 2)", true), ("a in ()", false),
    ("a between 1 and 5", true), ("a not between 6 and 7", true),
    // Backslashes.
    ("'it\\'s' = \"it's\"", true), ("'a\\tb' != 'a\\\\tb'", true),
    // `<>` went into SQL as it stood.
    ("a <> 5", false), ("a <> 4", true),
    // A word that begins as another one.
    ("a = NOTES", true), ("NOTES = 5", true), ("NOTES is not null", true), ("a = nilly", true),
    ("not notes = 'x'", true),
    // `*false*` was printed as `*false`.
    ("*false*", false), ("*FALSE* or *true*", true),
    // Kinds of numbers never were equal.
    ("a = 5.0", true), ("a = '5'", true), ("(a = 5) = 1", true), ("a = 5e0", true),
    // Null was less than anything.
    ("null < 1", false), ("null > 1", false), ("not (null < 1)", false),
    // Patterns with signs inside.
    ("'Duck' like 'D*k'", true), ("'Duck' like 'D?ck'", true), ("'Duck' like '?u*'", true),
    ("'Duck' like 'D*x'", false),
    // A compound with `not` in it was always false.
    ("a = 5 and not b = 3", true), ("not (a = 5 and b = 3)", true), ("not not a = 5", true),
    // Only `@count`, and lists that were mapped but not compared.
    ("list.@count = 2", true), ("list.age > 30", true), ("list.age = 7", false),
    // An arrow or a semicolon in a text cut the rule.
    ("text != 'a=>b'", true), ("text != 'a;b'", true),
    // Booleans in capitals.
    ("(b = 2) = TRUE", true), ("(b = 2) = Yes", true),
  ])
  func `What they got wrong is right`(text: String, expected: Bool) {
    #expect(holds(text) == expected, "\(text)")
    guard let qualifier = Qualifier.parse(text).qualifier else { return }
    #expect(Qualifier.parse(qualifier.description).qualifier == qualifier)
  }

  @Test(arguments: [
    // Garbage behind, brackets left open, half conditions: all were let pass.
    "a = 1 garbage here", "(a = 1", "a = 1)", "a = 1 and", "and a = 1", "a = 12abc", "a =", "= 1",
    // Unclosed quotes crashed.
    "a = 'x", "a = \"x", "'", "a = 'x => b = 'y'",
    // Any word was an operator.
    "a foo 'x'", "a equals 'x'", "a - b", "a-b", "a = %@", "SQL[a = 1]", "a = 'x' b = 'y'",
  ])
  func `What they let pass or crashed on is one fault`(text: String) {
    let (qualifier, faults) = Qualifier.parse(text)
    #expect(qualifier == nil && faults.count == 1, "\(text) \(faults.map(\.message))")
  }
}
