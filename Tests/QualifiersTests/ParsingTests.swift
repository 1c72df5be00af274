import Diagnostics
import Testing

import Qualifiers

struct ParsingTests {
  private func path(_ name: String) -> Qualifiers.Expression {
    Expression(.path(PropertyPath(name)))
  }
  private func text(_ text: String) -> Qualifiers.Expression { Expression(.literal(.string(text))) }
  private func int(_ number: Int64) -> Qualifiers.Expression { Expression(.literal(.int(number))) }

  @Test func `And binds tighter than or, words in any case`() throws {
    let (qualifier, faults) = Qualifier.parse("a = 1 OR b == 'x' and NOT c <> 2")
    #expect(faults.isEmpty)
    #expect(
      qualifier
        == .or([
          .comparison(path("a"), .equal, int(1)),
          .and([
            .comparison(path("b"), .equal, text("x")),
            .not(.comparison(path("c"), .notEqual, int(2))),
          ]),
        ])
    )
  }

  @Test func `Of objects that have it the property is meant where it is compared`() {
    let words: Set<String> = ["no", "true", "today", "nil"]
    for word in words.sorted() {
      let (compared, faults) = Qualifier.parse(
        "\(word) >= 3 and \(word) in (1, 2)",
        name: "",
        of: words
      )
      #expect(faults.isEmpty)
      #expect(
        compared
          == .and([
            .comparison(path(word), .greaterOrEqual, int(3)),
            .in(path(word), Expression(.list([int(1), int(2)]))),
          ])
      )
      let (right, _) = Qualifier.parse("isOpen = \(word)", name: "", of: words)
      #expect(right == Qualifier.parse("isOpen = \(word)").qualifier)
    }
  }

  @Test func `Every operator is read`() throws {
    let cases: [(String, Qualifier)] = [
      ("a is null", .isNull(path("a"))),
      ("a IS NOT NULL", .not(.isNull(path("a")))),
      ("a = nil", .isNull(path("a"))),
      ("a != null", .not(.isNull(path("a")))),
      ("a in (1)", .in(path("a"), Expression(.list([int(1)])))),
      ("a not in [1, 2]", .not(.in(path("a"), Expression(.list([int(1), int(2)]))))),
      ("a in tags", .in(path("a"), path("tags"))),
      ("a between -1 and 5", .between(path("a"), int(-1), int(5))),
      ("a not between 1 and 5", .not(.between(path("a"), int(1), int(5)))),
      ("a like 'x*'", .comparison(path("a"), .like, text("x*"))),
      ("a not ILIKE 'x*'", .not(.comparison(path("a"), .ilike, text("x*")))),
      ("a beginswith 'x'", .comparison(path("a"), .beginsWith, text("x"))),
      ("isArchived && !b", .and([.truth(path("isArchived")), .not(.truth(path("b")))])),
      ("a =< 1", .comparison(path("a"), .lessOrEqual, int(1))),
      ("*true*", .constant(true)),
      ("NOTES = 5", .comparison(path("NOTES"), .equal, int(5))),
      ("a = nilly", .comparison(path("a"), .equal, path("nilly"))),
      ("a = NOTES", .comparison(path("a"), .equal, path("NOTES"))),
      ("contains = 1", .comparison(path("contains"), .equal, int(1))),
    ]
    for (text, expected) in cases {
      let (qualifier, faults) = Qualifier.parse(text)
      #expect(faults.map(\.message) == [], "\(text)")
      #expect(qualifier == expected, "\(text)")
    }
  }

  @Test(arguments: [
    ("a lke 'x'", "did you mean `like`?"),
    ("a => 5", "`at least` is written >="),
    ("a = 'x", "close it with '"),
    ("a = 1 AND", nil),
    ("(a = 1", nil),
    ("a = 1)", nil),
    ("a = 12abc", "write text in quotes"),
    ("task = 'a' or 'b'", "compare it: a = 'x' or a = 'y', or a in ('x', 'y')"),
    ("a < b < c", "join two comparisons with `and`"),
    ("a is 5", "compare values with ="),
    ("a = today - 7 dys", "did you mean `days`?"),
    ("a = @2024-02-30", "dates look like @2024-03-01 or @2024-03-01T12:30"),
    ("a = “x”", "write ' or \" around it"),
    ("*treu*", "*true*"),
    ("a between 1 or 2", nil),
    ("a = %@", nil),
    ("a = ", nil),
    ("x = 'it's'", "check the quotes before it; inside a text write \\'"),
    ("a =! b", "not equal is written !="),
    ("a not 5", "write `not` before a condition, or `a not in b`"),
    ("a & b", "write `and`"),
    ("a = 5 days", "add a duration to a date: today + 5 days"),
    ("a > 2022-06-01", "write a day in quotes: '2022-06-01'"),
    ("a = `x {}`", nil),
    ("a = where b", "write parentheses after `where`"),
    ("a = (Foo)'x'", "leave the class out"),
    ("a matches '(x'", nil),
    ("", nil),
    ("= 5", nil),
    ("a . b", nil),
    ("\\.a.b = 1", "write a.b"),
    ("$ = 1", nil),
    ("a = /* x", "close it with */"),
    ("a = 'x => title = 'y'", "check the quotes before it; inside a text write \\'"),
  ])
  func `One mistake is one fault`(text: String, suggestion: String?) {
    let (qualifier, faults) = Qualifier.parse(text)
    #expect(qualifier == nil)
    #expect(faults.count == 1, "\(faults.map(\.message))")
    if let suggestion { #expect(faults.first?.suggestion == suggestion) }
  }

  @Test func `Several mistakes give as many faults`() {
    let (_, faults) = Qualifier.parse("a lke 'x' and b = and (c = 1 or 'd') and e < f < g")
    #expect(
      faults.map(\.id) == ["unknown-operator", "expected", "no-condition", "chained-comparison"]
    )
  }

  @Test func `Nesting has a limit and a sentence`() {
    for text in [
      String(repeating: "(", count: 100_000), String(repeating: "not ", count: 100_000) + "a",
      "a = " + String(repeating: "[", count: 100_000),
      "a = today" + String(repeating: " + 1 day", count: 1000),
      "a = " + String(repeating: "`{", count: 300) + "b" + String(repeating: "}`", count: 300),
      "a = " + String(repeating: "{b: ", count: 300), String(repeating: "!", count: 5_000),
      "a = " + String(repeating: "if b then ", count: 300),
      String(repeating: "a in (", count: 300), String(repeating: "a = where (", count: 300),
    ] {
      let (qualifier, faults) = Qualifier.parse(text)
      #expect(qualifier == nil)
      #expect(faults.map(\.id) == ["too-deep"])
    }
    let (fine, _) = Qualifier.parse(
      String(repeating: "(", count: 150) + "a" + String(repeating: ")", count: 150)
    )
    #expect(fine == .truth(path("a")))
  }
}
