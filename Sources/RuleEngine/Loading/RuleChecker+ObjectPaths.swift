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
    switch condition {
    case .constant: break
    case .and(let parts):
      subject.narrow(by: condition)
      for part in parts { checkObjectPaths(in: part, of: subject) }
    case .or(let branches):
      for branch in branches {
        var narrowed = subject
        narrowed.narrow(by: branch)
        checkObjectPaths(in: branch, of: narrowed)
      }
    case .not(let inside): checkObjectPaths(in: inside, of: subject)
    case .comparison(let left, _, let right), .in(let left, let right):
      checkObjectPaths(in: left, of: subject)
      checkObjectPaths(in: right, of: subject)
    case .isNull(let operand), .truth(let operand): checkObjectPaths(in: operand, of: subject)
    case .between(let operand, let low, let high):
      for part in [operand, low, high] { checkObjectPaths(in: part, of: subject) }
    }
  }

  /// Judges what a value reads of the object.
  mutating func checkObjectPaths(in value: Expression, of subject: RuleSubject?) {
    guard let subject else { return }
    switch value.kind {
    case .literal, .now, .today, .computed: break
    case .path(let path), .variable(let path): checkObjectPath(path, at: value.span, subject)
    case .list(let elements), .template(let elements), .call(_, let elements):
      for element in elements { checkObjectPaths(in: element, of: subject) }
    case .dictionary(let entries):
      for (_, entry) in entries.sorted(by: { $0.key < $1.key }) {
        checkObjectPaths(in: entry, of: subject)
      }
    case .dateOffset(let date, _): checkObjectPaths(in: date, of: subject)
    case .conditional(let test, let positive, let negative):
      checkObjectPaths(in: test, of: subject)
      var tested = subject
      tested.narrow(by: test)
      checkObjectPaths(in: positive, of: tested)
      checkObjectPaths(in: negative, of: subject)
    case .condition(let test): checkObjectPaths(in: test, of: subject)
    case .qualifier(let qualifier):
      qualifier.eachExpression { expression in
        if case .variable(let path) = expression.kind {
          checkObjectPath(path, at: expression.span, subject)
        }
      }
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
