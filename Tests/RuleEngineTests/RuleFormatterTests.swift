import Diagnostics
import Qualifiers
import RuleEngine
import RuleTestSupport
import Testing

struct RuleFormatterTests {
  private func format(_ text: String) -> String? {
    RuleFormatter.format(SourceText(name: "rules", text: text)).text
  }

  @Test func `Spaces, indentation and blank lines are laid out, comments stay`() {
    let text = """

      // Of movies.


      when   entity.name='Movie'{
      task = 'edit'and  propertyKey in( 'a','b' )
      => component = 'EditChoice',choices = [
      'G' , 'PG'  # rated
      ]
            /* before
               the block ends */
      }
      title='x' ;   high
      disabled -7 :note={a:'b' , c : 1}// why
      """
    let expected = """
      // Of movies.

      when entity.name = 'Movie' {
        task = 'edit'and propertyKey in('a', 'b')
          => component = 'EditChoice', choices = [
          'G', 'PG'  # rated
        ]
        /* before
               the block ends */
      }
      title = 'x'; high
      disabled -7: note = {a: 'b', c: 1}  // why

      """
    #expect(format(text) == expected)
    #expect(format(expected) == expected)
  }

  @Test func `D3: what is laid out is what the documents write`() {
    let text = "when task='a'{title='x'}\nexpect task='a',object={a:1}:title='x'\n"
    let laidOut = """
      when task = 'a' {
        title = 'x'
      }
      expect task = 'a', object = {a: 1} : title = 'x'

      """
    #expect(format(text) == laidOut && format(laidOut) == laidOut)
    let name = String(repeating: "n", count: 100)
    let long = "task = '\(name)' and rows = 1 => title = 'x'\n"
    let broken = "task = '\(name)' and rows = 1\n  => title = 'x'\n"
    #expect(format(long) == broken && format(broken) == broken)
  }

  @Test func `D3: a span of one is written without an s`() {
    #expect(format("object.due < today - 1 year => title = 'x'")?.contains("1 year =>") == true)
    let rule = RuleModel.load("today < now - 1 year => title = 'x'", vocabulary: vocabulary)
    #expect(rule.model.rules.first?.condition.description.hasSuffix("- 1 year") == true)
  }

  @Test func `Arrows in one column stay in one column`() {
    let text = "task = 'a'     => title = 'x'\nrows = 1       => title = 'y'\n"
    #expect(format(text) == "task = 'a' => title = 'x'\nrows = 1   => title = 'y'\n")
    let ragged = "task = 'a'  => title = 'x'\nrows = 1 => title = 'y'\n"
    #expect(format(ragged) == "task = 'a' => title = 'x'\nrows = 1 => title = 'y'\n")
  }

  @Test(arguments: ["", "\n\n", "// only this", "title = 'x'\r\nnote = 'y'"])
  func `Little is laid out too`(text: String) throws {
    let once = try #require(format(text))
    #expect(format(once) == once && !once.contains("\r"))
  }

  @Test func `A file with mistakes is not touched`() {
    let (text, faults) = RuleFormatter.format(SourceText(name: "r", text: "title = = 'x'"))
    #expect(text == nil && faults.map(\.id) == ["syntax"])
  }

  @Test
  func `Whatever the spaces were, the rules are the same and the second time changes nothing`()
    throws
  {
    let words = [
      "task = 'a'", "150: rows = 1", "and", "=> title = 'x'", "when debug {", "}", "// said",
      "note = `{title} x`", ", rows = 2", "color = null;", "disabled", "/* a\n b */", "[1, 2]",
      "=> choices = [", "]", "or not (debug)", "\"q\"", "'a' in propertyKey", "rows = -3",
      "object.due < today - 7 days", "=> restrictingQualifier = where (a = $user.id)",
    ]
    var random = Seeded(41)
    var laidOut = 0
    for _ in 0..<4000 {
      let text = (0..<(1 + random.next(9))).map { _ in
        words[random.next(words.count)] + [" ", "\n", "   ", "\n\n\n ", "\n\t"][random.next(5)]
      }.joined()
      guard let once = format(text) else { continue }
      laidOut += 1
      #expect(format(once) == once, "\(text)")
      #expect(Self.rules(once) == Self.rules(text), "\(text)")
    }
    #expect(laidOut > 200)
  }

  private static func rules(_ text: String) -> [String] {
    RuleModel.load(text, vocabulary: vocabulary).model.allRules.map {
      "\($0.isEnabled) \($0.priority): \($0.condition) => \($0.keyName) = \($0.value) "
        + ($0.documentation ?? "")
    }
  }
}
