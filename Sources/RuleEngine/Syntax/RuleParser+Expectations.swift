import Diagnostics
import Qualifiers

extension RuleParser {
  /// Reads `expect entity = 'Movie', task = 'edit' : title = 'x'` inside of blocks with these conditions.
  mutating func parseExpectation(in outerConditions: [Qualifier]) -> ExpectationSyntax? {
    let start = parser.advance().span
    guard let context = parser.isAt(.colon) ? [] : parseAssignments() else { return nil }
    guard parser.take(.colon) else {
      parser.reportExpected("`:`", suggestion: "expect task = 'edit' : title = 'Edit'")
      return nil
    }
    guard let answers = parseAssignments() else { return nil }
    let span = start.extended(to: parser.previousSpan)
    guard takeEnd() else { return nil }
    return ExpectationSyntax(
      outerConditions: outerConditions,
      context: context,
      answers: answers,
      span: span
    )
  }
}
