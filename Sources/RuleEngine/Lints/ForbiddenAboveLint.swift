import Diagnostics
import Qualifiers
import RuleEnvironment

/// A lint for rules that permit for an entity what another rule forbids for one of its parent entities.
///
/// The prohibition also holds for the entities below, so that the permission has no effect.
enum ForbiddenAboveLint: RuleLint {
  static let id = "forbidden-above"
  static let summary =
    "A rule permits of one entity what another forbids of an entity above it, and so permits nothing."

  static func judge(_ model: LintedModel, _ report: LintReport) {
    guard let schema = model.model.names.schema else { return }
    for (rule, subject) in model.subjects where subject.namesEntities && rule.permits {
      let above = Set(subject.entities.flatMap(schema.ancestors)).subtracting(subject.entities)
      guard !above.isEmpty else { continue }
      let parts = Set(rule.conjuncts)
      let other = model.subjects.first { other, place in
        other.key === rule.key && other.forbids && place.namesEntities
          && !above.isDisjoint(with: place.entities)
          && other.conjuncts.allSatisfy { parts.contains($0) || $0.paths.first?.first == "entity" }
      }
      guard let (other, place) = other else { continue }
      report(rule, .warning) {
        let name = place.entities.first(where: above.contains) ?? ""
        return LintRemark("this rule has no effect: \(other.place) forbids it for \(name)")
          .advising("forbid it for the other kinds of \(name) instead")
      }
    }
  }
}

extension Rule {
  /// Whether it gives what others may take away, as far as its text tells.
  fileprivate var permits: Bool {
    guard case .bool(let refusal)? = key.narrowing?.refusal else { return false }
    return value.constant == .bool(!refusal)
  }
}
