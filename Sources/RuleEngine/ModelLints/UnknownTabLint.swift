import Diagnostics
import Qualifiers

/// A rule for a tab that no rule for `tabs` lists.
///
/// Nothing is told where a list of tabs is computed: then its tabs are not known.
enum UnknownTabLint: RuleLint {
  static let id = "unknown-tab"
  static let summary = "A rule is for a tab that no rule for `tabs` lists."

  static func judge(_ linted: LintedModel, _ report: LintReport) {
    let lists = linted.model.rules.filter { $0.keyName == "tabs" }.flatMap(\.value.branches)
    guard lists.allSatisfy({ $0.constant != nil }) else { return }
    // Markers between properties are tabs too.
    let marked = linted.model.rules.filter { Rule.columnKeys.contains($0.keyName) }
      .flatMap(\.value.branches).flatMap { $0.constant?.allTexts ?? [] }.compactMap(\.tabMarker)
    let known = Set(lists.flatMap { $0.constant?.texts ?? [] } + marked)
    for rule in linted.rules.map(\.rule) where rule.layer > .derived {
      for demand in rule.conjuncts.compactMap(\.demand) where demand.path.description == "tab" {
        let unknown = demand.values.compactMap(\.string).filter {
          !$0.isEmpty && !known.contains($0)
        }
        guard let name = unknown.min(), unknown.count == demand.values.count else { continue }
        report(rule, .warning) {
          LintRemark("there is no tab `\(name)`, so this rule never answers")
            .advising(
              nearestName(to: name, in: known.sorted()).map { "did you mean '\($0)'?" }
                ?? "list it in a rule for `tabs`: tabs = ['\(name)']"
            )
        }
      }
    }
  }
}

extension Value {
  /// The texts in a list and the lists in it.
  fileprivate var allTexts: [String] {
    switch self {
    case .string(let text): [text]
    case .list(let values): values.flatMap(\.allTexts)
    default: []
    }
  }

  /// The texts in a list.
  fileprivate var texts: [String] {
    if case .list(let values) = self { values.compactMap(\.string) } else { [] }
  }
}
