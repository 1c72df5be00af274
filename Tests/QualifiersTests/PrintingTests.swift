import Diagnostics
import FoundationEssentials
import Testing

import Qualifiers

struct PrintingTests {
  /// How many conditions and how many values are tried; `D2T_PROPERTY_CASES` says so.
  private static let cases =
    ProcessInfo.processInfo.environment["D2T_PROPERTY_CASES"].flatMap(Int.init) ?? 6_000

  @Test func `What is printed parses back to the same condition`() {
    for seed in 0..<Self.cases {
      var tree = RandomTree(seed: UInt64(seed))
      let qualifier = tree.qualifier(depth: 4)
      let (parsed, faults) = Qualifier.parse(qualifier.description)
      guard parsed == qualifier else {
        Issue.record(
          "seed \(seed): \(qualifier) gave \(faults.map(\.message)), \(String(describing: parsed))"
        )
        return
      }
    }
  }

  @Test func `What is printed parses back to the same value`() {
    for seed in 0..<Self.cases {
      var tree = RandomTree(seed: UInt64(seed))
      tree.takesSuper = true
      let expression = tree.expression(depth: 4)
      let (parsed, faults) = Qualifiers.Expression.parse(
        expression.description,
        takesCalls: true
      )
      guard parsed == expression else {
        Issue.record(
          "seed \(seed): \(expression) gave \(faults.map(\.message)), \(String(describing: parsed))"
        )
        return
      }
    }
  }

  @Test func `Broken texts give faults inside the text and never trap`() {
    for seed in 0..<6000 {
      var tree = RandomTree(seed: UInt64(seed))
      var bytes = Array(tree.qualifier(depth: 3).description.utf8)
      for _ in 0..<3 {
        guard !bytes.isEmpty else { break }
        let place = tree.number(bytes.count)
        switch tree.number(3) {
        case 0: bytes.remove(at: place)
        case 1:
          bytes.insert(
            Array("'\"`{}()[]*$@\\=<>!&|,;:.-+#/% \n9e".utf8)[tree.number(32)],
            at: place
          )
        default: bytes.removeSubrange(place...)
        }
      }
      let text = String(decoding: bytes, as: UTF8.self)
      let (qualifier, faults) = Qualifier.parse(text)
      #expect((qualifier == nil) == !faults.isEmpty, "\(text)")
      for fault in faults {
        #expect(fault.span.start <= fault.span.end && fault.span.end <= text.utf8.count, "\(text)")
      }
    }
  }

  @Test(arguments: [
    ("a=1 AND(b!=2 or c)", "a = 1 and (b != 2 or c)"),
    ("NOT a is null", "a is not null"),
    ("not(a==1)", "not (a = 1)"),
    ("not a in ('x')", "a not in ('x')"),
    ("a >= @2024-03-01T12:30:00 + 1 day", "a >= @2024-03-01T12:30 + 1 day"),
    ("a = 'it\\'s'", "a = 'it\\'s'"),
    ("a = (java.math.BigDecimal)\"1\"", "a = 1"),
    ("a = (NSCalendarDate)'2024-03-01' or b = (Boolean)'YES'", "a = @2024-03-01 or b = true"),
    ("a = not b and c", "a = (not b) and c"),
    ("a = 1_000.50", "a = 1000.5"),
    ("$user.id = \\null", "$user.id = \\null"),
  ])
  func `Conditions are printed in one spelling`(text: String, printed: String) {
    #expect(Qualifier.parse(text).qualifier?.description == printed)
  }
}
