import Diagnostics
package import Qualifiers
import RuleEnvironment

// What rules read of the object: it must be a property of an entity that the rule can be for.
extension RuleChecker {
  /// What a rule with this condition can be for; `nil` where entities are not judged.
  package func subject(of condition: Qualifier) -> RuleSubject? {
    guard !layer.servesAnyDatabase, let schema = names.schema else { return nil }
    return RuleSubject(condition, schema)
  }

  /// Judges what a condition reads of the object.
  mutating func checkObjectPaths(in condition: Qualifier, of subject: RuleSubject?) {
    guard var subject else { return }
    if case .or(let branches) = condition {
      for branch in branches {
        var narrowed = subject
        narrowed.narrow(by: branch)
        checkObjectPaths(in: branch, of: narrowed)
      }
    } else {
      if case .and = condition { subject.narrow(by: condition) }
      condition.eachPart(
        { checkObjectPaths(in: $0, of: subject) },
        { checkObjectPaths(in: $0, of: subject) }
      )
    }
  }

  /// Judges what a value reads of the object.
  mutating func checkObjectPaths(in value: Expression, of subject: RuleSubject?) {
    guard let subject else { return }
    switch value.kind {
    case .path(let path), .variable(let path): checkObjectPath(path, at: value.span, subject)
    case .conditional(let test, let positive, let negative):
      checkObjectPaths(in: test, of: subject)
      var tested = subject
      tested.narrow(by: test)
      checkObjectPaths(in: positive, of: tested)
      checkObjectPaths(in: negative, of: subject)
    case .qualifier(let qualifier):
      qualifier.eachExpression { expression in
        if case .variable(let path) = expression.kind {
          checkObjectPath(path, at: expression.span, subject)
        }
      }
    default:
      value.eachPart(
        { checkObjectPaths(in: $0, of: subject) },
        { checkObjectPaths(in: $0, of: subject) }
      )
    }
  }

  private mutating func checkObjectPath(
    _ path: PropertyPath,
    at span: SourceSpan?,
    _ subject: RuleSubject
  ) {
    let steps = path.components.dropFirst()
    guard path.first == RuleSchema.objectKey, !steps.isEmpty, let schema = names.schema else {
      return
    }
    let entities = subject.entitiesWithProperty
    var missing: (step: String, entity: String)?
    for entity in entities {
      guard case .nowhere(let step, let place) = schema.target(of: steps, from: entity) else {
        return
      }
      missing = missing ?? (step, place)
    }
    guard let (step, entity) = missing else { return }
    let isFixed = entities.count == 1 || steps.first != step
    let candidates = isFixed ? schema.propertyNames(of: entity) : names[.property] ?? []
    reportOnce(
      .missingProperty(
        step,
        of: isFixed ? entity : nil,
        near: nearest(to: step, in: candidates)
      ),
      at: span
    )
  }
}
