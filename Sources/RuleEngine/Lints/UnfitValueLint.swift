import Diagnostics
import Qualifiers
import RuleEnvironment

/// A value that a new object begins with, or that can be chosen, and that its attribute cannot hold.
enum UnfitValueLint: RuleLint {
  static let id = "unfit-value"
  static let summary = "A value of `initialPropertyValues` or `choices` cannot be stored there."

  static func judge(_ model: LintedModel, _ report: LintReport) {
    guard let schema = model.model.names.schema else { return }
    for (rule, subject) in model.subjects {
      let entities = subject.entitiesWithProperty
      for value in rule.value.branches {
        switch (rule.keyName, value.kind) {
        case ("initialPropertyValues", .dictionary(let entries)):
          for (name, entry) in entries.sorted(by: { $0.key < $1.key }) {
            judge([entry], of: name, entities, schema) { remark in
              report(rule, .error) { remark }
            }
          }
        case ("choices", .list(let elements)):
          for name in subject.properties ?? [] {
            judge(elements, of: name, entities, schema) { remark in
              report(rule, .error) { remark }
            }
          }
        default: break
        }
      }
    }
  }

  /// Tells of the first of `values` that no attribute called `name` can hold.
  private static func judge(
    _ values: [Expression],
    of name: String,
    _ entities: [String],
    _ schema: RuleSchema,
    _ tell: (LintRemark) -> Void
  ) {
    let attributes = entities.compactMap { entity -> RuleSchema.Property? in
      let target = schema.target(of: PropertyPath(name).components[...], from: entity)
      guard case .property(let property, _) = target, property.destination == nil else {
        return nil
      }
      return property
    }
    guard !attributes.isEmpty else { return }
    for value in values.compactMap(\.constant) where !value.isNull {
      let refusals = attributes.compactMap { $0.refusal(value) }
      guard refusals.count == attributes.count, let refusal = refusals.first else { continue }
      return tell(
        LintRemark(
          message: "`\(name)` cannot be \(value.summary): \(refusal)",
          suggestion: suggestion(for: value)
        )
      )
    }
  }

  /// Words that stand for a moment are no texts.
  private static func suggestion(for value: Value) -> String? {
    guard let word = value.string, ["today", "now"].contains(word) else { return nil }
    return "write \(word) without quotes"
  }
}
