public import Diagnostics
public import Qualifiers
public import RuleEnvironment

/// One compiled rule: when `condition` holds, `key` is `value`.
public final class Rule: Sendable {
  /// The key it answers.
  public var key: any AnyKey { draft.key }
  /// The key's name.
  public var keyName: String { draft.keyName }
  /// When it answers; the conditions of the `when` blocks around it are part of it.
  public var condition: Qualifier { draft.condition }
  /// The expression that computes the rule's answer.
  public var value: Expression { draft.value }
  /// The layer that the rule belongs to.
  package var layer: Layer { draft.layer }
  /// The priority, which ranks rules within a layer; higher wins.
  public var priority: Int { draft.priority }
  /// How much the condition asks for; compared when priorities are equal.
  public let specificity: Int
  /// Its place among all rules as they were loaded, from 0; of equals the earlier wins.
  public let order: Int
  /// The file.
  package var source: SourceText { draft.source }
  /// The whole rule in the file.
  public var span: SourceSpan { draft.span }
  /// The `key = value` in the file.
  package var assignmentSpan: SourceSpan { draft.assignmentSpan }
  /// The comment directly above it.
  public var documentation: String? { draft.documentation }
  /// Whether the rule is active; one marked `disabled` is parsed and checked, but never used.
  package var isEnabled: Bool { draft.isEnabled }
  /// The rule of another language that this one was made of.
  public var origin: (any RuleOrigin)? { draft.origin }
  /// Why it is never asked though it is enabled; only rules of other languages can lack a counterpart.
  package var obstacle: String? { draft.obstacle }
  /// The fault in the names of a condition from another rule language; the rule is used anyway.
  package var conditionFault: String? { draft.conditionFault }
  /// Its place among rules of its layer as the order of the model counts.
  let precedence: RulePrecedence
  /// The ids of lints that a comment keeps quiet about it.
  var allowedLints: Set<String> { draft.allowedLints }
  /// Whether the rule replaces a faulty one for a permission key; it denies the permission.
  package var isDenial: Bool { draft.isDenial }
  /// Whether the rule only translates a key of another rule language into a key of this one.
  package var isMapping: Bool { draft.isMapping }

  private let draft: Draft

  init(_ draft: Draft, order: Int, by ruleOrder: RuleOrder) {
    (self.draft, self.order) = (draft, order)
    let ranked = draft.rankedBy ?? draft.condition
    specificity = ranked.specificity
    precedence = ruleOrder.precedence(priority: draft.priority, condition: ranked)
  }

  /// All of a rule but what follows from the others.
  package struct Draft {
    package var key: any AnyKey
    package var keyName: String
    package var condition: Qualifier
    package var value: Expression
    package var layer: Layer
    package var priority: Int
    package var source: SourceText
    package var span: SourceSpan
    package var assignmentSpan: SourceSpan
    package var documentation: String?
    package var isEnabled = true
    package var origin: (any RuleOrigin)?
    package var obstacle: String?
    package var conditionFault: String?
    package var allowedLints: Set<String> = []
    package var isDenial = false
    package var isMapping = false
    /// The condition whose specificity counts, when it is another.
    package var rankedBy: Qualifier?
  }

  /// The name of its file.
  public var file: String { source.name }
  /// The line of its file on which it begins, from 1.
  public var line: Int { source.lineNumber(at: span.start) }
  /// The source text of the rule.
  public var text: String { source.text(in: span) }

  /// Whether the rule is used: it is enabled and has no ``obstacle``.
  package var counts: Bool { isEnabled && obstacle == nil }

  /// Whether this rule is asked before `other`, both answering the same key.
  package func precedes(_ other: Rule) -> Bool {
    if layer != other.layer { return layer > other.layer }
    if precedence != other.precedence { return precedence > other.precedence }
    return order < other.order
  }
}
