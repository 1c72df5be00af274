import Diagnostics
import Qualifiers
import RuleEnvironment

extension Explanation {
  /// The explanation for people, a few lines.
  package var text: String {
    var lines = ["\(keyName) is \(value.summary): \(heading)"]
    if let rule {
      lines += sourceLines.map { "    \($0)" }
      if let documentation = rule.documentation { lines.append("    // \(documentation)") }
      if let refusal { lines.append("    \(refusal)") }
    }
    if !candidates.isEmpty {
      lines.append("lost:")
      for candidate in candidates {
        let place = "\(candidate.rule.file):\(candidate.rule.line)"
        lines.append("  \(candidate.rule.summary)   \(place)   \(candidate.reason)")
      }
    }
    if !reads.isEmpty {
      lines.append("read: " + reads.map(\.text).joined(separator: ", "))
    }
    return lines.joined(separator: "\n")
  }

  /// The place and rank of the winner, or where else the value comes from.
  private var heading: String {
    switch origin {
    case .explicit: "set by the program"
    case .default: "no rule sets it: \(defaultTitle)"
    case .rule: rule.map { "\($0.file):\($0.line)   \($0.rank)" } ?? "answered by rules"
    }
  }

  /// The description of the value used when no rule answers: `the key's default`.
  package var defaultTitle: String {
    declaration.map { "the default declared in \($0.place)" } ?? "the key's default"
  }

  /// The lines of the rule that answers, with their numbers.
  package var sourceLines: [String] { rule.map(Explanation.excerpt) ?? [] }

  /// The lines of a rule with their numbers.
  private static func excerpt(of rule: Rule) -> [String] {
    let first = rule.line
    let last = rule.source.position(at: max(rule.span.end - 1, rule.span.start)).line
    let width = "\(last)".count
    return (first...max(first, min(last, first + 9))).map { number in
      let digits = "\(number)"
      let margin = String(repeating: " ", count: width - digits.count)
      return "\(margin)\(digits) │ \(rule.source.line(number))"
    }
  }
}

extension Explanation.Reading {
  /// `entity.name = 'Film'`.
  package var text: String {
    value.map { "\(path) = \($0.summary)" } ?? "\(path) has no value"
  }
}

extension Rule {
  /// `application, 100, specificity 2`.
  package var rank: String { "\(layer.title), \(priority), specificity \(specificity)" }

  /// Condition and assignment on one line.
  public var summary: String {
    condition == .constant(true) ? assignment : "\(condition) => \(assignment)"
  }

  /// The assignment of the rule, on one line.
  package var assignment: String {
    let lines = source.text(in: assignmentSpan).split(whereSeparator: \.isNewline)
    return lines.map { $0.drop { $0 == " " || $0 == "\t" } }.joined(separator: " ")
  }
}
