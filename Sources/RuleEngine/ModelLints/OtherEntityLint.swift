import Diagnostics
import Qualifiers
import RuleEnvironment

/// A lint for property names that exist, but in none of the entities to which the rule can apply.
///
/// A rule that names no entity can apply to all of them. Names that exist nowhere are reported when rules are loaded.
enum OtherEntityLint: RuleLint {
  static let id = "other-entity"
  static let summary = "A property is of another entity than those that the rule can be for."

  static func judge(_ model: LintedModel, _ report: LintReport) {
    guard let schema = model.model.names.schema else { return }
    for (rule, subject) in model.subjects where !subject.entities.isEmpty {
      if subject.namesEntities {
        for name in subject.properties ?? []
        where isMissing(PropertyPath(name), in: subject.entities, schema) {
          report(rule, .warning) {
            var remark = remark(PropertyPath(name), of: subject.entities, in: schema)
            remark.message = "the condition never holds for `\(name)`: " + remark.message
            return remark
          }
        }
      }
      let entities = subject.entities(namedBy: rule)
      let names = model.model.names
      for path in rule.namedPaths(names) where isMissing(path, in: entities, schema) {
        // A rule with groups is kept for its page, though a name exists nowhere.
        let isKnown = rule.key.names != .groups || names.contains("\(path)", in: .sortOrdering)
        guard isKnown else { continue }
        report(rule, .error) { remark(path, of: entities, in: schema) }
      }
    }
  }

  private static func isMissing(
    _ path: PropertyPath,
    in entities: [String],
    _ schema: RuleSchema
  ) -> Bool {
    !entities.contains { schema.target(of: path.components[...], from: $0).exists }
  }

  private static func remark(
    _ path: PropertyPath,
    of entities: [String],
    in schema: RuleSchema
  ) -> LintRemark {
    guard let entity = entities.first,
      case .nowhere(let step, let place) = schema.target(of: path.components[...], from: entity)
    else { return LintRemark("there is no `\(path)`") }
    let isFixed = entities.count == 1 || step != path.first
    let near = nearestName(to: step, in: schema.propertyNames(of: place))
    let owners = schema.entityNames.filter {
      schema.target(of: [step], from: $0).exists
    }
    let elsewhere =
      owners.isEmpty
      ? "`\(ProgramName.current) model show` lists the properties"
      : "it is a property of \(owners.prefix(3).joined(separator: ", "))"
    return LintRemark(
      isFixed
        ? "`\(place)` has no `\(step)`"
        : "none of \(entities.prefix(3).joined(separator: ", "))"
          + (entities.count > 3 ? " …" : "") + " has `\(path)`"
    )
    .advising(isFixed && near != nil ? near.map { "did you mean `\($0)`?" } : elsewhere)
  }
}
