import EntityStore
@testable import Insight
import Qualifiers
import Testing

/// Groups as people write them, and pivots.
struct GroupRequestTests {
  private func path(_ text: String) -> Qualifiers.Expression {
    Expression(.path(PropertyPath(text)))
  }

  @Test(arguments: ["count", "sum(total)", "count-distinct(owner.name)", "median(min(a, b))"])
  func `An aggregate is read as it is written`(text: String) {
    #expect(WrittenAggregate(text)?.name == text)
  }

  @Test(arguments: ["counts", "sum", "sum()", "sum( )", "total(x)", "sum(x", "count(x)"])
  func `What is no aggregate is none`(text: String) { #expect(WrittenAggregate(text) == nil) }

  @Test func `Without aggregates rows are counted, and an order names keys or aggregates`() throws {
    var request = GroupRequest()
    request.keys = ["owner.name", "round(a, 2)"]
    request.across = "state"
    request.order = ["-count", "round( a,2 )"]
    request.limit = 3
    let grouping = try request.grouping(of: request.expressions.map(path))
    #expect(grouping.keys == ["owner.name", "round(a, 2)", "state"].map(path))
    #expect(grouping.aggregates == [Grouping.Aggregate(.count)])
    #expect(grouping.orderings.map(\.column) == [.aggregate(0), .key(1)])
    #expect(grouping.orderings.map(\.isDescending) == [true, false])
    #expect(grouping.limit == 3)
  }

  @Test func `An order by something else is refused with what there is`() throws {
    var request = GroupRequest()
    request.keys = ["owner"]
    request.aggregates = [WrittenAggregate(.sum, of: "total")]
    for (name, hint) in [
      ("sum(totel)", "did you mean 'sum(total)'?"), ("zzz", "there is owner, sum(total)"),
    ] {
      request.order = [name]
      let fault = #expect(throws: GroupRequestFault.self) {
        try request.grouping(of: request.expressions.map(path))
      }
      #expect(fault?.message.contains(hint) == true)
    }
  }

  @Test func `An aggregate with the name of a key is called another`() {
    var request = GroupRequest()
    request.keys = ["count"]
    #expect(request.columnNames == ["count()"])
  }

  @Test func `A pivot has a row for the keys and a column for each value across`() {
    var pivot = Pivot()
    func group(_ key: String, _ across: Value, _ count: Int64) -> Group {
      Group(keys: [.string(key), across], aggregates: [.int(count)])
    }
    _ = pivot.add([group("a", .string("y"), 1), group("b", .string("x"), 2)])
    _ = pivot.add([group("a", .null, 3), group("b", .string("y"), 4)])
    pivot.finish()
    #expect(pivot.columns == [.null, .string("x"), .string("y")])
    #expect(pivot.rows.map(\.keys) == [[.string("a")], [.string("b")]])
    #expect(pivot.rows.map { $0[.string("y")] } == [[.int(1)], [.int(4)]])
    #expect(pivot.rows[0][.string("x")] == nil)
    pivot.arrange(by: [[.string("b")], [.string("z")]])
    #expect(pivot.rows.map(\.keys) == [[.string("b")]])
  }

  @Test func `Equal numbers share a row and a column`() {
    var pivot = Pivot()
    for (key, value) in [
      (Value.int(1), Value.double(2)), (.double(1), .int(3)), (.int(2), .int(2)),
    ] {
      _ = pivot.add([Group(keys: [key, value], aggregates: [.int(1)])])
    }
    #expect(pivot.columns == [.double(2), .int(3)])
    #expect(pivot.rows.map { $0[.int(2)] != nil } == [true, true])
    #expect(pivot.rows.map(\.keys) == [[.int(1)], [.int(2)]])
  }

  @Test func `A pivot is full when its rows have too many columns`() {
    var pivot = Pivot()
    let side = Int64(Double(Pivot.limit).squareRoot()) + 1
    let diagonal = (0..<side).map { Group(keys: [.int($0), .int($0)], aggregates: [.int(1)]) }
    let (isNearlyFull, isFull) = (
      pivot.add(Array(diagonal.dropLast())), pivot.add([diagonal[diagonal.count - 1]])
    )
    #expect(isNearlyFull && !isFull && !pivot.isComplete)
  }

  @Test func `What is asked for twice is answered once`() {
    var request = GroupRequest()
    (request.keys, request.aggregates) = (["a", "b", "a"], [.count, .init(.sum, of: "b")])
    var other = GroupRequest()
    (other.keys, other.aggregates) = (["b", "c"], [.init(.sum, of: "b"), .count])
    _ = request.add(other)
    #expect(request.keys == ["a", "b", "c"])
    #expect(request.aggregates.map(\.name) == ["count", "sum(b)"])
  }
}
