import Diagnostics
import Qualifiers
import struct FoundationEssentials.Date
import struct FoundationEssentials.Decimal

/// A lint for values in `initialPropertyValues` or `choices` that their attribute cannot store.
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
            judge([entry], of: name, in: entities, schema) { remark in
              report(rule, .error) { remark }
            }
          }
        case ("choices", .list), ("choices", .dictionary), ("choices", .literal):
          let elements = if case .list(let elements) = value.kind { elements } else { [value] }
          for name in subject.properties ?? [] {
            judge(elements, of: name, in: entities, schema, areChoices: true) { remark in
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
    in entities: [String],
    _ schema: RuleSchema,
    areChoices: Bool = false,
    tell: (LintRemark) -> Void
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
      for (shown, meanings) in areChoices ? value.choices : [(shown: value, meanings: [value])] {
        let refusals = attributes.compactMap { attribute -> String? in
          let refusals = meanings.compactMap { attribute.refusal($0) }
          return refusals.count == meanings.count ? refusals.first : nil
        }
        guard refusals.count == attributes.count, let refusal = refusals.first else { continue }
        return tell(
          LintRemark("`\(name)` cannot be \(shown.summary): \(refusal)")
            .advising(suggestion(for: shown))
        )
      }
    }
  }

  /// Words that stand for a moment are no texts.
  private static func suggestion(for value: Value) -> String? {
    guard let word = value.string, ["today", "now"].contains(word) else { return nil }
    return "write \(word) without quotes"
  }
}

extension Value {
  /// The values to be stored, each with the values its text may stand for; for a dictionary of labels, one for each key.
  fileprivate var choices: [(shown: Value, meanings: [Value])] {
    guard case .dictionary(let labels) = self else { return [(self, [self])] }
    return labels.keys.sorted().map { key in
      let text = Value.string(key)
      let numbers: [Value?] = [
        Int64(key).map { .int($0) }, Double(key).map { .double($0) },
        Decimal(string: key).map { .decimal($0) },
      ]
      let others: [Value?] = [
        Date(wallClock: key).map { .date($0) },
        Date(wallClock: "1970-01-01 " + key).map { .date($0) },
        ["true", "1"].contains(key) ? .bool(true) : nil,
        ["false", "0"].contains(key) ? .bool(false) : nil,
      ]
      return (text, [text] + (numbers + others).compactMap(\.self))
    }
  }
}
