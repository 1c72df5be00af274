import Diagnostics
import FoundationEssentials
import Qualifiers
import RuleEngine
import RuleTestSupport
import Testing

/// A place as the naive evaluator sees it: every path has the value given here, or does not answer.
private final class Place: EvaluationContext, Sendable {
  let values: [String: Value]
  init(_ values: [String: Value]) { self.values = values }
  var now: Date { noon }
  func value(at path: PropertyPath) -> Value? { values[path.description] }
  func value(ofVariable path: PropertyPath) -> Value? { value(at: path) }
}

struct ReachabilityTests {
  private static let texts = ["'a'", "'b'", "'c'"]

  /// Every combination of the values that the rules below ask for, lists and nothing included.
  private static let grid: [Place] = {
    let choices: [Value?] = [
      .string("a"), .string("b"), .string("c"), .string("d"), .null, nil,
      .list([.string("a"), .string("b")]), .list([.string("b"), .string("c")]),
      .list([.string("a"), .null]),
    ]
    var places: [Place] = []
    for task in choices {
      for entity in choices {
        for property in choices {
          var values: [String: Value] = [:]
          values["task"] = task
          values["entity.name"] = entity
          values["propertyKey"] = property
          places.append(Place(values))
        }
      }
    }
    return places
  }()

  @Test func `No rule called unreachable or shadowed answers anywhere`() {
    var random = Seeded(17)
    var found = 0
    for _ in 0..<60 {
      let text = (0..<12).map { _ in rule(&random) }.joined(separator: "\n")
      let model = RuleModel.load(text, vocabulary: vocabulary).model
      let answering = Self.answering(model)
      for finding in model.lint() where ["unreachable", "shadowed"].contains(finding.id) {
        found += 1
        guard let rule = model.rules.first(where: { $0.assignmentSpan == finding.span }) else {
          Issue.record("no rule at \(finding.place)")
          continue
        }
        #expect(!answering.contains(rule.order), "\(finding.place) of\n\(text)")
      }
    }
    #expect(found > 100)
  }

  @Test func `D1: no condition called never true holds anywhere`() {
    var random = Seeded(23)
    let values: [Value?] = (-1...6).map { .int($0) } + [.double(1.5), .double(2.5), .null, nil]
    let places = values.flatMap { rows in
      values.map { total in
        Place(["rows": rows, "object.total": total].compactMapValues(\.self))
      }
    }
    var found = 0
    for _ in 0..<400 {
      let parts = (0..<(1 + random.next(3))).map { _ in range(&random) }
      let text = parts.joined(separator: " and ") + " => title = 'x'"
      let model = RuleModel.load(text, vocabulary: vocabulary).model
      guard model.lint().contains(where: { $0.id == "constant-condition" }) else { continue }
      found += 1
      let isHeld = model.rules.contains { rule in
        places.contains { rule.condition.truth(with: $0) == .yes }
      }
      #expect(!isHeld, "\(text)")
    }
    #expect(found > 38)
  }

  private func range(_ random: inout Seeded) -> String {
    let path = ["rows", "object.total"][random.next(2)]
    let comparison = ["<", "<=", ">", ">=", "=", "!="][random.next(6)]
    let part = "\(path) \(comparison) \(random.next(5))"
    switch random.next(6) {
    case 0: return "not (\(part))"
    case 1: return "(\(part) or \(path) = \(random.next(5)))"
    default: return part
    }
  }

  /// The rules that answer `title` at some place, by trying all of them one by one.
  private static func answering(_ model: RuleModel) -> Set<Int> {
    let rules = model.rules(for: keys.title)
    return Set(
      grid.compactMap { place in
        rules.first {
          $0.condition.truth(with: place) == .yes && $0.value.evaluate(with: place) != nil
        }?.order
      }
    )
  }

  private func rule(_ random: inout Seeded) -> String {
    let parts = (0..<random.next(4)).map { _ in condition(&random) }
    let priority = ["", "", "high: ", "low: "][random.next(4)]
    let value = ["'x'", "'y'", "propertyKey"][random.next(3)]
    return priority + parts.joined(separator: " and ") + (parts.isEmpty ? "" : " => ")
      + "title = \(value)"
  }

  private func condition(_ random: inout Seeded) -> String {
    let path = ["task", "entity.name", "propertyKey"][random.next(3)]
    let (text, other) = (Self.texts[random.next(3)], Self.texts[random.next(3)])
    switch random.next(6) {
    case 0: return "\(path) in (\(text), \(other))"
    case 1: return "(\(path) = \(text) or \(path) = \(other))"
    case 2: return "\(path) != \(text)"
    case 3: return "\(path) is not null"
    default: return "\(path) = \(text)"
    }
  }
}
