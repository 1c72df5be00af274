@testable import Insight
import Qualifiers
import TestSupport
import Testing

/// Requests for groups as one line.
struct WrittenGroupsTests {
  @Test func `Keys, a key across, aggregates, an order and a limit are read`() throws {
    let request = try GroupRequest(
      written:
        "yearMonth(closedAt), owner.name across stage sum(value) count -sum(value) +owner.name limit 10"
    )
    #expect(request.keys == ["yearMonth(closedAt)", "owner.name"])
    #expect(request.across == "stage")
    #expect(request.aggregates == [WrittenAggregate(.sum, of: "value"), .count])
    #expect(request.order == ["-sum(value)", "owner.name"])
    #expect(request.limit == 10)
  }

  @Test(arguments: [
    ("avg(returned - due) by weekday(due)", "weekday(due) avg(returned - due)"),
    ("state,count", "state count"), ("(price * 2) count", "(price * 2) count"),
    ("(count), (a b)", "(count), (a b)"), ("replace(name, ', ', ' ')", "replace(name, ', ', ' ')"),
    ("count  ,  state", "state count"), ("(min(a, b)) min(c)", "(min(a, b)) min(c)"),
  ])
  func `A request is written in one form`(text: String, written: String) throws {
    let request = try GroupRequest(written: text)
    #expect(request.written == written)
    #expect(try GroupRequest(written: request.written) == request)
  }

  @Test(arguments: [
    ("", "write a key or an aggregate", 0), ("state owner", "'owner' is no aggregate", 6),
    ("state sum()", "'sum()' summarizes nothing; write a property: sum(price)", 6),
    ("ö, state avg", "'avg' summarizes nothing", 10),
    ("sum(total", "a parenthesis is not closed", 0),
    ("a, 'b c", "the quote ' is not closed", 3), ("state across", "write across state", 6),
    ("a across b across c", "only one key runs across", 11), ("a limit x", "not 'x'", 8),
    ("a limit 0", "not '0'", 8), ("price * 2", "'*' is no aggregate", 6),
    ("returned - due count", "nothing stands after '-'", 9), ("-count", "write a key", 0),
  ])
  func `A text that is no request is refused with the part`(text: String, hint: String, place: Int)
  {
    let fault = #expect(throws: GroupRequestFault.self) { try GroupRequest(written: text) }
    #expect(fault?.message.contains(hint) == true, "\(fault?.message ?? "")")
    #expect(fault?.place == place)
  }

  @Test(arguments: UInt64(0)..<20)
  func `What is written is read again as the same request`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let expressions = [
      "state", "owner.name", "year(day)", "a - b", "round(a, 2)", "-a", "(a)", "(a) + (b)", "count",
      "limit", "across", "by", "sum(a)", "replace(name, ') ', \", \")", "a[b = 'x y'].@sum(c)",
      "ö ü",
      "x,y", "'a''b'", "+a",
    ]
    func some(_ count: Int, _ random: inout SeededGenerator) -> [String] {
      (0..<random.below(count)).map { _ in expressions[random.below(expressions.count)] }
    }
    for _ in 0..<50 {
      var request = GroupRequest()
      request.keys = some(4, &random)
      request.across = some(2, &random).first
      request.aggregates = some(3, &random).map {
        random.chance(20)
          ? .count
          : WrittenAggregate(WrittenAggregate.functions[random.below(6)], of: $0)
      }
      request.order = some(3, &random).map { name in
        let isSigned = name.first == "-" || name.first == "+"
        return random.chance(50) ? "-" + name : isSigned ? "+" + name : name
      }
      request.limit = random.chance(50) ? 1 + random.below(100) : nil
      guard !request.isEmpty else { continue }
      let again = try GroupRequest(written: request.written)
      #expect(again == request, "\(request.written)")
    }
  }
}
