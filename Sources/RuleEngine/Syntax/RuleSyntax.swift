import Diagnostics
import Qualifiers

/// One rule as it stands in its file, before names and types are judged.
struct RuleSyntax {
  /// `key = value`.
  struct Assignment {
    var key: PropertyPath
    var keySpan: SourceSpan
    var value: Expression
    /// The class behind a rule in Direct to Web's text form.
    var className: String?
    var span: SourceSpan
  }

  /// Nothing before it says `disabled`.
  var isEnabled = true
  /// The rule's own condition.
  var condition: Qualifier
  /// The conditions of the `when` blocks around it, outermost first.
  var outerConditions: [Qualifier]
  var priority: Int
  var assignments: [Assignment]
  /// From the priority or condition to the end of the last value.
  var span: SourceSpan
  /// The comment directly above.
  var documentation: String?
  /// The warnings that comments keep quiet.
  var allowances: [Allowance] = []
  /// The condition of a `when` block around it could not be read; it stands among the others as true.
  var isInUnreadBlock = false
}

/// A rule with a mistake in its text, as far as it could be read.
struct UnreadRule {
  /// What stands where keys stand that are set.
  var keys: [PropertyPath]
  /// Its own condition and priority; `nil` when the mistake is in them.
  var head: (condition: Qualifier, priority: Int)?
  /// The conditions of the `when` blocks around it, outermost first.
  var outerConditions: [Qualifier]
  /// The condition of one of those blocks could not be read.
  var isInUnreadBlock: Bool
  var span: SourceSpan
}

/// What a rule file is made of, in order.
enum RuleFileItem {
  case rule(RuleSyntax)
  /// A rule that sets something and does not count.
  case unread(UnreadRule)
  /// The condition of a `when` block that begins here, and the warnings that a comment above it keeps quiet.
  case block(Qualifier, [RuleSyntax.Allowance])
  case expectation(ExpectationSyntax)
  /// Another file to be read here.
  case include(path: String, span: SourceSpan)
}

/// `expect entity = 'Movie', task = 'edit' : title = 'x'` as it stands in its file.
struct ExpectationSyntax {
  /// The conditions of the `when` blocks around it, outermost first.
  var outerConditions: [Qualifier] = []
  /// The keys that are set.
  var context: [RuleSyntax.Assignment]
  /// What the rules must answer then.
  var answers: [RuleSyntax.Assignment]
  var span: SourceSpan
}
