import Diagnostics
import Qualifiers

extension SwiftRule {
  /// The rule as it would stand in a file, with a text that spells it; lines count as in the Swift file.
  func syntax(_ names: inout KeyNames) -> (syntax: RuleSyntax, source: SourceText) {
    var text = Spelling()
    let start = text.count
    let outer = outerConditions.map { $0.qualifier(&names) }
    let own = condition.map { $0.qualifier(&names) } ?? .constant(true)
    let priority = self.priority?.number ?? Priority.standard
    if priority != Priority.standard { text.write("\(priority): ") }
    text.write("\(Qualifier.all(outer + [own])) => ")
    var parts: [RuleSyntax.Assignment] = []
    for assignment in assignments {
      if !parts.isEmpty { text.write(", ") }
      parts.append(Self.syntax(assignment, into: &text, &names))
    }
    let span = SourceSpan(start, text.count)
    let syntax = RuleSyntax(
      isEnabled: isEnabled,
      condition: own,
      outerConditions: outer,
      priority: priority,
      assignments: parts,
      span: span,
      documentation: documentation,
      allowances: allowances.map { .init(ids: $0.ids, reason: $0.reason, span: span) }
    )
    let (file, line) = place ?? ("Swift", 1)
    return (syntax, SourceText(name: file, text: text.text, firstLine: line))
  }

  private static func syntax(
    _ assignment: RuleAssignment,
    into text: inout Spelling,
    _ names: inout KeyNames
  ) -> RuleSyntax.Assignment {
    let key = assignment.target(&names)
    var value = assignment.value(&names)
    let keySpan = text.write("\(key)")
    text.write(" = ")
    value.span = text.write(assignment.unread?.text ?? "\(value)")
    return RuleSyntax.Assignment(
      key: key,
      keySpan: keySpan,
      value: value,
      unread: assignment.unread?.fault,
      span: keySpan.extended(to: value.span ?? keySpan)
    )
  }

  /// The source text under construction for a Swift rule, with its length in bytes.
  ///
  /// Each write returns the span of the new part, so that faults can point at it.
  private struct Spelling {
    private(set) var text = ""
    private(set) var count = 0

    @discardableResult
    mutating func write(_ part: String) -> SourceSpan {
      text += part
      let start = count
      count += part.utf8.count
      return SourceSpan(start, count)
    }
  }
}
