@testable import CommandLineTool
import Insight
import Qualifiers
import TestSupport
import Testing
import Workspace

/// Links to groups of rows.
@MainActor
struct GroupLinkTests {
  @Test func `A link names keys, a key across, aggregates and an order`() throws {
    let link = try ObjectLink(
      "Invoice?total > 5&by=customer.name, yearMonth(paidAt)&across=state&count&sum=total,tax&count-distinct=customer&sort=-sum(total),customer.name"
    )
    #expect(link.filters == ["total > 5"])
    #expect(link.groups.keys == ["customer.name", "yearMonth(paidAt)"])
    #expect(link.groups.across == "state")
    #expect(
      link.groups.aggregates.map(\.name) == [
        "count", "sum(total)", "sum(tax)", "count-distinct(customer)",
      ]
    )
    #expect(link.sortKeys == ["-sum(total)", "customer.name"])
    #expect(
      link.description
        == "Invoice?total > 5&by=customer.name,yearMonth(paidAt)&across=state&count&sum=total&sum=tax&count-distinct=customer&sort=-sum(total),customer.name"
    )
  }

  @Test func `Commas and signs in quotes and brackets belong to a key`() throws {
    let link = try ObjectLink(
      "T?by=concat(a, ',&', b),`{a}, {b}`&max=coalesce(a, 'x#y')&sort=min(a, b),b"
    )
    #expect(link.groups.keys == ["concat(a, ',&', b)", "`{a}, {b}`"])
    #expect(link.groups.aggregates.map(\.name) == ["max(coalesce(a, 'x#y'))"])
    #expect(link.sortKeys == ["min(a, b)", "b"])
    #expect(link.id == nil)
  }

  @Test func `A condition with blanks is none of an aggregate`() throws {
    let link = try ObjectLink("Reading?max = 5&(count)&minutes=5&by-name = 'x'")
    #expect(link.groups.isEmpty)
    #expect(link.filters == ["max = 5", "(count)", "minutes=5", "by-name = 'x'"])
  }

  @Test(arguments: ["T?by=", "T?sum=,", "T?across=a&across=b", "T?across=a,b"])
  func `A part without a key, or with too many, is refused`(text: String) {
    #expect(throws: UsageError.self) { try ObjectLink(text) }
  }

  @Test func `A printed link is read as the same link`() throws {
    var random = SeededGenerator(seed: 38)
    for _ in 0..<2_000 {
      let link = Self.link(&random)
      #expect(try ObjectLink(link.description) == link, "\(link)")
    }
  }

  private static func link(_ random: inout SeededGenerator) -> ObjectLink {
    var link = ObjectLink(
      entityName: ["Invoice", "order item", "größe"].randomElement(using: &random) ?? ""
    )
    func some(_ texts: [String], upTo most: Int) -> [String] {
      (0..<random.below(most + 1)).map { _ in texts[random.below(texts.count)] }
    }
    let expressions = [
      "state", "customer.name", "yearMonth(paidAt)", "concat(a, ', ', b)", "`{a}, {b}`",
      "items[state = 'open & #1?'].@sum.amount", "price * (1 - rate)", "if a then b else c",
      "coalesce(a, \"it's\")", "'\\','", "round(a / b, 2)",
    ]
    link.filters = some(
      ["total > 5", "name like 'A&B*'", "(count)", "max = 3", "state in ('a', 'b#c')"],
      upTo: 3
    )
    link.groups.keys = some(expressions, upTo: 3)
    link.groups.across = some(expressions, upTo: 1).first
    link.groups.aggregates = (0..<random.below(4)).map { _ in
      let place = random.below(WrittenAggregate.functions.count + 1)
      return place == WrittenAggregate.functions.count
        ? .count
        : WrittenAggregate(
          WrittenAggregate.functions[place],
          of: expressions[random.below(expressions.count)]
        )
    }
    link.sortKeys = some(["-count", "sum(total)", "-min(a, b)", "state"] + expressions, upTo: 3)
    link.fetch = some(["cheap(limit: 5)", "new"], upTo: 1).first
    link.pageConfiguration = some(["wide"], upTo: 1).first
    link.id = some(["5", "1,7", "'a, b'", "@12"], upTo: 1).first
    return link
  }

  @Test(arguments: [
    ["list", "T?by=a"], ["get", "T?count#1"], ["export", "T?sum=a"],
    ["delete", "T?max=5", "--all"],
    ["set", "T?median=a", "b=1"], ["x.db", "--link", "T?across=a"], ["values", "T?by=a", "a"],
    ["describe", "T?by=a"], ["render", "--link", "T?by=a"],
  ])
  func `Where rows are meant, a link to groups is refused with the command for it`(
    words: [String]
  ) {
    var message = ""
    do throws(UsageError) { _ = try Invocation(arguments: words) } catch { message = error.message }
    #expect(message.contains("takes no groups; use: d2t group 'T?"), "\(message)")
    #expect(message.contains("'max = …'") == words.contains("T?max=5"))
  }
}
