import Diagnostics
import Qualifiers
import RuleEnvironment

/// A lint for visible database views with rows of an entity that a rule restricts or hides.
///
/// Permissions belong to entities, and a view is an entity of its own, so that it shows the rows without a restriction.
enum OpenViewLint: RuleLint {
  static let id = "open-view"
  static let summary =
    "A view shows an entity that a rule restricts or leaves out, and has no restriction of its own."

  static func judge(_ model: LintedModel, _ report: LintReport) {
    guard let views = model.model.names.schema?.sourcesOfViews, !views.isEmpty else { return }
    let restricting = model.subjects.filter { $0.rule.restricts }
    let listing = model.subjects.compactMap { rule, _ in
      rule.shownEntities.map { (rule: rule, names: $0) }
    }
    /// Whether a view has rows of its own left out, or is left out itself, wherever `rule` holds.
    func isClosed(_ view: String, where rule: Rule) -> Bool {
      restricting.contains { $0.subject.entities.contains(view) && $0.rule.holds(where: rule) }
        || listing.contains { !$0.names.contains(view) && $0.rule.holds(where: rule) }
    }
    func tell(of rule: Rule, leavingOut isLeftOut: (String) -> Bool) {
      for (view, sources) in views.sorted(by: { $0.key < $1.key })
      where !isLeftOut(view) && !isClosed(view, where: rule) {
        guard let source = sources.sorted().first(where: isLeftOut) else { continue }
        report(rule, .warning) {
          LintRemark("the view `\(view)` shows all of \(source) in spite of this rule")
            .advising(
              "give \(view) a `restrictingQualifier`, or leave it out of `visibleEntityNames`"
            )
        }
      }
    }
    for (rule, subject) in restricting {
      let entities = Set(subject.entities)
      tell(of: rule) { entities.contains($0) }
    }
    for (rule, names) in listing where !names.isEmpty {
      tell(of: rule) { !names.contains($0) }
    }
  }
}

extension Rule {
  /// Whether it leaves out rows.
  fileprivate var restricts: Bool {
    keyName == "restrictingQualifier" && value.constant?.isNull != true
  }

  /// The entities that it lets be seen, where they are written out.
  fileprivate var shownEntities: Set<String>? {
    guard keyName == "visibleEntityNames", case .list(let names)? = value.constant else {
      return nil
    }
    return Set(names.compactMap(\.string))
  }

  /// Whether it holds wherever `other` does, of whatever entity.
  fileprivate func holds(where other: Rule) -> Bool {
    let parts = Set(other.conjuncts)
    return conjuncts.allSatisfy { parts.contains($0) || $0.paths.first?.first == "entity" }
  }
}
