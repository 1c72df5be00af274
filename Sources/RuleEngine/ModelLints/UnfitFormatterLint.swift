import Diagnostics
import Qualifiers

/// A lint for formatters chosen for a property type that they do not format, so that its values stay unchanged.
enum UnfitFormatterLint: RuleLint {
  static let id = "unfit-formatter"
  static let summary = "A formatter is chosen for a type that it does not write."

  static func judge(_ linted: LintedModel, _ report: LintReport) {
    let known = linted.model.names.uses.facts.kindsOfFormatters
    for (rule, subject) in linted.places where rule.keyName == "formatter" {
      let asked = subject.askedKinds.subtracting(RuleSchema.Property.relationshipKinds)
      guard !asked.isEmpty else { continue }
      for name in rule.value.branches.compactMap({ $0.constant?.string?.nameOfFormatter }) {
        guard let kinds = known[name], kinds.isDisjoint(with: asked) else { continue }
        report(rule, .warning) {
          LintRemark(
            "`\(name)` formats \(kinds.shortList), but the value here is \(asked.shortList)"
          )
          .advising("`\(ProgramName.current) catalog formatter` lists the types of each formatter")
        }
      }
    }
  }
}

extension String {
  /// The formatter's name, of a call `number('0.00')` the function's with `()`.
  fileprivate var nameOfFormatter: String {
    firstIndex(of: "(").map { self[..<$0] + "()" } ?? self
  }
}
