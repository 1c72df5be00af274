import Diagnostics
import Qualifiers
import RuleEnvironment

/// A lint for an `orderAttribute` that is no attribute of the objects to which the relationship of the rule leads.
enum FarAttributeLint: RuleLint {
  static let id = "far-attribute"
  static let summary =
    "`orderAttribute` names no attribute of the objects to which a relationship of the rule leads."

  /// A to-many relationship that a rule can apply to: its entity, its name and the entity whose attributes can order its
  /// objects.
  private struct Place {
    let entity: String
    let relationship: String
    let orderedEntity: String

    var condition: String { "entity.name = '\(entity)' and propertyKey = '\(relationship)'" }
  }

  static func judge(_ linted: LintedModel, _ report: LintReport) {
    guard let schema = linted.model.names.schema else { return }
    for (rule, subject) in linted.subjects where rule.key.names == .farAttribute {
      for name in rule.value.branches.compactMap({ $0.constant?.string }) {
        let places = places(of: subject, schema)
        // Of other properties nothing reads the key, which another lint tells.
        guard subject.properties == nil || !places.isEmpty,
          !places.contains(where: { schema.hasAttribute(name, $0.orderedEntity) })
        else { continue }
        report(rule, .warning) { remark(name, at: places, for: subject, in: schema) }
      }
    }
  }

  /// The relationships to many that a rule can be for.
  private static func places(of subject: RuleSubject, _ schema: RuleSchema) -> [Place] {
    subject.entities.flatMap { entity in
      (subject.properties ?? schema.propertyNames(of: entity)).compactMap { name in
        let target = schema.target(of: [name], from: entity)
        guard let property = target.property, property.isToMany else { return nil }
        return property.orderedEntity.map {
          Place(entity: entity, relationship: name, orderedEntity: $0)
        }
      }
    }
  }

  private static func remark(
    _ name: String,
    at places: [Place],
    for subject: RuleSubject,
    in schema: RuleSchema
  ) -> LintRemark {
    if subject.properties != nil, let place = places.first {
      let names = schema.propertyNames(of: place.orderedEntity).filter {
        schema.hasAttribute($0, place.orderedEntity)
      }
      let near = nearestName(to: name, in: names).map { "did you mean `\($0)`?" }
      return LintRemark(
        "`\(place.relationship)` leads to `\(place.orderedEntity)`, which has no `\(name)`"
      )
      .advising(near ?? "`\(ProgramName.current) model show` lists the properties")
    }
    let all = self.places(of: RuleSubject(schema), schema)
    let fit = all.filter { schema.hasAttribute(name, $0.orderedEntity) }
    // Meant was probably the entity that has the attribute.
    let meant = fit.first { subject.entities.contains($0.orderedEntity) } ?? fit.first
    return LintRemark(
      "no to-many relationship of this rule leads to objects with `\(name)`"
    )
    .advising(
      meant.map { "write it for the relationship: \($0.condition) => …" }
        ?? "it must be an attribute of the related or join entity"
    )
  }
}

extension RuleSchema {
  /// Whether an entity has an attribute of a name.
  fileprivate func hasAttribute(_ name: String, _ entity: String) -> Bool {
    guard let property = target(of: [name], from: entity).property else { return false }
    return property.destination == nil
  }
}
