public import Diagnostics
public import Qualifiers
public import RuleEnvironment

/// One compiled rule: when `condition` holds, `key` is `value`.
public final class Rule: Sendable {
  /// The key it answers.
  public let key: any AnyKey
  /// The key's name.
  public let keyName: String
  /// When it answers; the conditions of the `when` blocks around it are part of it.
  public let condition: Qualifier
  /// What it answers.
  public let value: Expression
  /// Where it comes from.
  public let layer: Layer
  /// What is compared first within a layer.
  public let priority: Int
  /// How much the condition asks for; compared when priorities are equal.
  public let specificity: Int
  /// Its place among all rules as they were loaded, from 0; of equals the earlier wins.
  public let order: Int
  /// The file.
  public let source: SourceText
  /// The whole rule in the file.
  public let span: SourceSpan
  /// The `key = value` in the file.
  public let assignmentSpan: SourceSpan
  /// The comment directly above it.
  public let documentation: String?
  /// It counts; one that is `disabled` is read and judged, but never asked.
  public let isEnabled: Bool
  /// The rule of another language that this one was made of.
  public let origin: (any RuleOrigin)?
  /// Why it is never asked though it is enabled; only rules of other languages can lack a counterpart.
  public let obstacle: String?
  /// What is wrong with the names in the condition of a rule of another language, which is asked all the same.
  package let conditionFault: String?
  /// Its place among rules of its layer as the order of the model counts.
  let precedence: RulePrecedence
  /// The ids of lints that a comment keeps quiet about it.
  let allowedLints: Set<String>
  /// It stands for a rule with a fault that was to say who may do what, and permits nothing.
  public let isDenial: Bool
  /// It only hands on what rules of another language say, in the words of this language.
  public let isMapping: Bool

  init(_ draft: Draft, order: Int, by ruleOrder: RuleOrder) {
    key = draft.key
    keyName = draft.keyName
    condition = draft.condition
    value = draft.value
    layer = draft.layer
    priority = draft.priority
    let ranked = draft.rankedBy ?? draft.condition
    specificity = ranked.specificity
    self.order = order
    source = draft.source
    span = draft.span
    assignmentSpan = draft.assignmentSpan
    documentation = draft.documentation
    isEnabled = draft.isEnabled
    origin = draft.origin
    obstacle = draft.obstacle
    conditionFault = draft.conditionFault
    precedence = ruleOrder.precedence(priority: draft.priority, condition: ranked)
    allowedLints = draft.allowedLints
    isDenial = draft.isDenial
    isMapping = draft.isMapping
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

    package init(
      key: any AnyKey,
      keyName: String,
      condition: Qualifier,
      value: Expression,
      layer: Layer,
      priority: Int,
      source: SourceText,
      span: SourceSpan,
      assignmentSpan: SourceSpan,
      documentation: String? = nil,
      isEnabled: Bool = true,
      allowedLints: Set<String> = [],
      isDenial: Bool = false
    ) {
      self.key = key
      self.keyName = keyName
      self.condition = condition
      self.value = value
      self.layer = layer
      self.priority = priority
      self.source = source
      self.span = span
      self.assignmentSpan = assignmentSpan
      self.documentation = documentation
      self.isEnabled = isEnabled
      self.allowedLints = allowedLints
      self.isDenial = isDenial
    }
  }

  /// The name of its file.
  public var file: String { source.name }
  /// The line of its file on which it begins, from 1.
  public var line: Int { source.lineNumber(at: span.start) }
  /// What stands in the file.
  public var text: String { source.text(in: span) }

  /// It is asked when its key is read.
  package var counts: Bool { isEnabled && obstacle == nil }

  /// Whether this rule is asked before `other`, both answering the same key.
  package func precedes(_ other: Rule) -> Bool {
    if layer != other.layer { return layer > other.layer }
    if precedence != other.precedence { return precedence > other.precedence }
    return order < other.order
  }
}
