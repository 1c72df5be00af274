import Diagnostics
package import Qualifiers
import RuleEnvironment

// What rules read of the object: it must be a property of an entity that the rule can be for.
extension RuleChecker {
  /// Returns the subjects to which a rule with this condition can apply; `nil` where entities are not checked.
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
    case .aggregate(let aggregate):
      for path in Reads(value).allPaths { checkObjectPath(path, at: value.span, subject) }
      if aggregate.path.first == RuleSchema.objectKey, let other = Reads(value).variables.first {
        report(.openAggregate(of: aggregate, reading: other), at: value.span)
      }
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

  /// Judges whether what a condition reads of the object can meet what it is compared with.
  mutating func checkKinds(in condition: Qualifier, of subject: RuleSubject?) {
    guard let subject, let schema = names.schema else { return }
    report(condition.mismatches { schema.comparedKind(ofObject: $0, subject) })
  }

  /// Judges the same of the conditions in a value; those of `where (…)` are of the objects that are fetched.
  mutating func checkKinds(in value: Expression, for key: any AnyKey, of subject: RuleSubject?) {
    guard let subject, let schema = names.schema else { return }
    let qualifier: Qualifier
    switch value.kind {
    case .qualifier(let fetched): qualifier = fetched
    case .arithmetic, .function, .aggregate, .dateOffset:
      return report(value.mismatches { schema.comparedKind(ofObject: $0, subject) })
    default:
      return value.eachPart(
        { checkKinds(in: $0, for: key, of: subject) },
        { checkKinds(in: $0, of: subject) }
      )
    }
    // Keys for objects to choose from are asked of a relationship, and pick objects of another entity.
    let entities = key.picksObjects ? subject.entities : schema.entityNames
    report(
      qualifier.mismatches { path in
        schema.comparedKind(at: path.components[...], from: entities)
      }
    )
  }

  mutating func report(_ mismatches: [any KindMismatch]) {
    for mismatch in mismatches {
      report(
        RuleFault("wrong-type", mismatch.message(quoting: "`"))
          .advising(mismatch.correction().map { "write: \($0)" }),
        at: mismatch.span
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

extension RuleSchema {
  /// The kind at a path that begins with `object`, for any object of a subject; of other keys nothing is known.
  fileprivate func comparedKind(ofObject path: PropertyPath, _ subject: RuleSubject) -> ComparedKind
  {
    guard path.first == Self.objectKey, path.components.count > 1 else { return .anything }
    return comparedKind(at: path.components.dropFirst(), from: subject.entitiesWithProperty)
  }
}
