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
  /// The rule of Direct to Web that this one was made of.
  public let directToWeb: DirectToWebRule?
  /// Why it is never asked though it is enabled; only rules of Direct to Web can lack a counterpart.
  public let obstacle: String?
  /// What is wrong with the names in the condition of a rule of Direct to Web, which is asked all the same.
  let conditionFault: String?
  /// Its place among rules of its layer as the order of the model counts.
  let precedence: RulePrecedence
  /// The ids of lints that a comment keeps quiet about it.
  let allowedLints: Set<String>
  /// It stands for a rule with a fault that was to say who may do what, and permits nothing.
  public let isDenial: Bool
  /// It only hands on what rules of Direct to Web say, in the words of this language.
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
    directToWeb = draft.directToWeb
    obstacle = draft.obstacle
    conditionFault = draft.conditionFault
    precedence = ruleOrder.precedence(priority: draft.priority, condition: ranked)
    allowedLints = draft.allowedLints
    isDenial = draft.isDenial
    isMapping = draft.isMapping
  }

  /// All of a rule but what follows from the others.
  struct Draft {
    var key: any AnyKey
    var keyName: String
    var condition: Qualifier
    var value: Expression
    var layer: Layer
    var priority: Int
    var source: SourceText
    var span: SourceSpan
    var assignmentSpan: SourceSpan
    var documentation: String?
    var isEnabled = true
    var directToWeb: DirectToWebRule?
    var obstacle: String?
    var conditionFault: String?
    var allowedLints: Set<String> = []
    var isDenial = false
    var isMapping = false
    /// The condition whose specificity counts, when it is another.
    var rankedBy: Qualifier?
  }

  /// The name of its file.
  public var file: String { source.name }
  /// The line of its file on which it begins, from 1.
  public var line: Int { source.lineNumber(at: span.start) }
  /// What stands in the file.
  public var text: String { source.text(in: span) }

  /// It is asked when its key is read.
  var counts: Bool { isEnabled && obstacle == nil }

  /// Whether this rule is asked before `other`, both answering the same key.
  func precedes(_ other: Rule) -> Bool {
    if layer != other.layer { return layer > other.layer }
    if precedence != other.precedence { return precedence > other.precedence }
    return order < other.order
  }
}
