import Diagnostics
import Qualifiers
import RuleEnvironment
import RuleTestSupport
import Testing

@testable import RuleEngine

/// Files of which only a stretch is held as tokens at any time.
struct LongFileTests {
  /// Returns the items and the diagnostics of a parser, with their positions.
  private func findings(_ parser: RuleParser) -> [String] {
    let source = parser.parser.source
    let items = parser.items.map { item in
      switch item {
      case .rule(let rule):
        "\(rule.span) \(rule.condition) \(rule.assignments.map(\.value)) \(rule.documentation ?? "") \(rule.allowances.count)"
      case .unread(let rule):
        "\(rule.span) \(rule.keys) \(rule.head.map { "\($0)" } ?? "") \(rule.outerConditions)"
      case .expectation(let expectation): "\(expectation.span)"
      case .unreadKey(let name): name
      case .key(let key): "\(key.span) \(key.name) \(key.type) \(key.value) \(key.summary)"
      case .block(let condition, _): "\(condition)"
      case .include(let path, let span): "\(path) \(span)"
      }
    }
    let faults = parser.parser.allDiagnostics.all.map { fault in
      "\(fault.id) \(source.position(at: fault.span.start)) \(fault.message)"
    }
    return items + faults.sorted()
  }

  /// Both ways of reading: with all tokens kept, and with few.
  private func bothFindings(_ text: String) -> (kept: [String], streamed: [String]) {
    let source = SourceText(name: "long.rules", text: text)
    let all = [true, false].map { keepsTokens in
      var parser = RuleParser(source, keepsTokens: keepsTokens)
      parser.parseItems(depth: 0)
      parser.reportTurns(before: source.bytes.count)
      return findings(parser)
    }
    return (all[0], all[1])
  }

  /// Statements of every kind, first the good ones.
  private static let statements = [
    "task = 'edit' and propertyKey in ('a', 'b')\n  => title = 'x' // allow(cycle): it ends",
    "/// Said.\n// Twice.\nrows = 3 => note = `{task}: {rows}`",
    "expect task = 'edit' : title = 'x'", "/* over\n lines */ rows = 2",
    "'text'\n=> title = 'x'", "task = 'a' => title = 'x', note = ['p',\n'q'\n] ;",
    "disabled low: task = 'x' => title = 'y'; title = 'z' ; high",
    "when debug {\n  title = 'y'", "}", "title = = 'bad'", "task 'x' 'y' => title = 'z'",
    "task = 'a' bogus word => title = 'x'", "a h:> b", "title = 'never closed",
    "task in ('a', 'b' => title = 'open'\nrows = 1 => title = 'swallowed'",
    "note = 'a\u{202E}b' // \u{2067}", "task = ? 1 => title = 'x'",
  ]
  private static let goodCount = 7

  @Test(arguments: 1...8)
  func `Forgetting tokens changes nothing`(seed: Int) {
    var state = UInt64(seed)
    var text = ""
    while text.utf8.count < 60_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      // Of more faults than are kept those that come last would count, which differ.
      let isAnyKind = state >> 45 & 3 == 0
      let count = isAnyKind ? Self.statements.count : Self.goodCount
      text += Self.statements[Int(state >> 33) % count]
      text += state >> 40 & 7 == 0 ? " " : "\n"
    }
    let (kept, streamed) = bothFindings(text)
    let difference = zip(kept, streamed).first { $0 != $1 }
    #expect(difference == nil, "\(String(describing: difference))")
    #expect(kept.count == streamed.count)
    #expect(kept.count > 100)
  }

  @Test(arguments: [10, 400, 3000])
  func `Of a line with a token that cannot be read only that is told, however far it is`(
    count: Int
  ) {
    let list = (0..<count).map { "'\($0)'" }.joined(separator: ", ")
    let source = SourceText(name: "r", text: "rows = 1\ntitle = ) \(list) §\nrows = 2")
    let (items, faults) = RuleParser.parse(source)
    let rules = items.filter { if case .rule = $0 { true } else { false } }
    #expect(rules.count == 2)
    #expect(faults.all.map(\.id) == ["bad-character"])
    let good = SourceText(name: "r", text: "rows = 1\ntitle = ) \(list)\nrows = 2 §")
    #expect(
      RuleParser.parse(good).diagnostics.all.map(\.id).sorted() == ["bad-character", "expected"]
    )
  }

  @Test func `Of a long file few tokens are kept`() {
    let text = String(repeating: "task = 'edit' and rows = 3 => title = 'x'\n", count: 5_000)
    var parser = RuleParser(SourceText(name: "r", text: text))
    parser.parseItems(depth: 0)
    #expect(parser.items.count == 5_000)
    #expect(parser.parser.keptTokens.count < 10_000)
  }

  @Test func `Faults beyond what is kept are counted, by how bad they are`() {
    var list = DiagnosticList()
    for number in 0..<DiagnosticList.limit + 5 {
      let severity = number.isMultiple(of: 2) ? Diagnostic.Severity.warning : .error
      list.append(severity) { Diagnostic(severity, id: "x", "\(number)") }
    }
    let all = list.all
    #expect(all.count == DiagnosticList.limit + 2)
    #expect(
      all.suffix(2).map(\.message) == [
        "and 3 more faults from here on", "and 2 more faults from here on",
      ]
    )
    #expect(
      all.suffix(2).map(\.count) == [3, 2] && all.suffix(2).map(\.severity) == [.warning, .error]
    )
    let mark = list.mark
    list.append(Diagnostic(.error, id: "x", "one"))
    list.reset(to: mark)
    #expect(list.all.last?.count == 2)
  }
}
