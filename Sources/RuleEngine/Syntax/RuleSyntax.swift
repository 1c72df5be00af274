package import Diagnostics
package import Qualifiers

/// One rule as it stands in its file, before names and types are judged.
package struct RuleSyntax {
  /// An assignment `key = value` in the syntax tree of a rule or an `expect` test, with its places in the text.
  ///
  /// The rule checker resolves the key and checks the value.
  package struct Assignment {
    package var key: PropertyPath
    package var keySpan: SourceSpan
    package var value: Expression
    /// The class behind a value, as other languages write it.
    package var className: String?
    /// The mistake in the value, where it could not be read.
    var unread: RuleFault?
    package var span: SourceSpan

    /// The class where it says that the value is meant otherwise than it stands: a format has to read that.
    var unreadClass: String? {
      className?.split(separator: ".").last == "Assignment" ? nil : className
    }
  }

  /// Nothing before it says `disabled`.
  package var isEnabled = true
  /// The rule's own condition.
  package var condition: Qualifier
  /// The conditions of the `when` blocks around it, outermost first.
  package var outerConditions: [Qualifier] = []
  package var priority: Int
  package var assignments: [Assignment]
  /// From the priority or condition to the end of the last value.
  package var span: SourceSpan
  /// The comment directly above.
  package var documentation: String?
  /// The warnings that comments keep quiet.
  package var allowances: [Allowance] = []
  /// The condition of a `when` block around it could not be read; it stands among the others as true.
  package var isInUnreadBlock = false
}

extension RuleSyntax {
  /// A rule that always sets one key, all of it at one place.
  package init(setting key: PropertyPath, to value: Expression, at span: SourceSpan) {
    let assignment = Assignment(key: key, keySpan: span, value: value, span: span)
    self.init(
      condition: .constant(true),
      priority: Priority.standard,
      assignments: [assignment],
      span: span
    )
  }
}

/// A rule with a syntax error, as far as it could be read: the keys it sets, its condition and the blocks around it.
///
/// Denials for permission keys are made of it, so that a mistake never widens a permission.
package struct UnreadRule {
  /// The keys that the rule assigns, as far as its text shows.
  package var keys: [PropertyPath]
  /// Its own condition and priority; `nil` when the mistake is in them.
  package var head: (condition: Qualifier, priority: Int)?
  /// The conditions of the `when` blocks around it, outermost first.
  package var outerConditions: [Qualifier]
  /// The condition of one of those blocks could not be read.
  package var isInUnreadBlock: Bool
  package var span: SourceSpan
}

/// An item that the parser finds in a rule file: a rule, a `when` block, an expectation, a key declaration or an include.
///
/// Rules and keys with a syntax error are items, too. Items are in the order of the text.
package enum RuleFileItem {
  case rule(RuleSyntax)
  /// A rule that sets something and does not count.
  case unread(UnreadRule)
  /// The condition of a `when` block that begins here, and the warnings that a comment above it keeps quiet.
  case block(Qualifier, [RuleSyntax.Allowance])
  case expectation(ExpectationSyntax)
  case key(KeySyntax)
  /// A key is declared with a mistake in the text.
  case unreadKey(String)
  /// Another file to be read here.
  case include(path: String, span: SourceSpan)
}

/// A parsed `expect` line of a rule file, before names and types are checked: `expect entity = 'Movie' : title = 'x'`.
package struct ExpectationSyntax {
  /// The conditions of the `when` blocks around it, outermost first.
  package var outerConditions: [Qualifier] = []
  /// The keys that are set.
  package var context: [RuleSyntax.Assignment]
  /// The answers that the rules must give in that context.
  package var answers: [RuleSyntax.Assignment]
  package var span: SourceSpan
}
