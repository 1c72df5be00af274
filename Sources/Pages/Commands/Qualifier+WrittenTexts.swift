import Diagnostics
import EntityModel
import Formatting
import Qualifiers
import StandardKeys

nonisolated extension Qualifier {
  /// The condition in which texts that are compared with numbers, days and times are such: `opens < '9:30'`,
  /// `price > '1.234,56'`.
  ///
  /// `read` gives the value of a text, where it stands, that is compared with those of an attribute, or looked for in
  /// texts where there is none, a list where it stands for several; `nil` for one that stays.
  func readingTexts(
    of entity: Entity,
    _ read: (String, SourceSpan?, PropertyPath?, Attribute?) -> Value?
  ) -> Qualifier {
    func reading(
      _ expression: Qualifiers.Expression,
      besides others: Qualifiers.Expression...
    ) -> Qualifiers.Expression {
      for case .path(let path) in others.map(\.kind) {
        guard let attribute = entity.comparedAttribute(at: path) else { continue }
        return expression.mappingTexts { read($0, $1, path, attribute) }
      }
      return expression
    }
    return switch self {
    case .comparison(let left, let comparison, let right) where comparison.looksAtWhole:
      .comparing(reading(left, besides: right), comparison, with: reading(right, besides: left))
    case .between(let tested, let low, let high):
      .between(
        reading(tested, besides: low, high).choices[0],
        reading(low, besides: tested).choices[0],
        reading(high, besides: tested).choices[0]
      )
    case .in(let tested, let members):
      .in(reading(tested, besides: members), reading(members, besides: tested))
    // Pieces of a text are texts, whatever they are looked for in.
    case .comparison(let left, let comparison, let right):
      .comparison(
        left.mappingTexts { read($0, $1, nil, nil) },
        comparison,
        right.mappingTexts { read($0, $1, nil, nil) }
      )
    case .and(let parts): .and(parts.map { $0.readingTexts(of: entity, read) })
    case .or(let parts): .or(parts.map { $0.readingTexts(of: entity, read) })
    case .not(let inside): .not(inside.readingTexts(of: entity, read))
    case .constant, .isNull, .truth: self
    }
  }

  /// A comparison with what may stand for several values: one of them is equal, or none is.
  private static func comparing(
    _ left: Qualifiers.Expression,
    _ comparison: Operator,
    with right: Qualifiers.Expression
  ) -> Qualifier {
    let parts = left.choices.flatMap { left in
      right.choices.map { Qualifier.comparison(left, comparison, $0) }
    }
    guard parts.count > 1 else { return parts[0] }
    switch comparison {
    case .equal: return .or(parts)
    case .notEqual: return .and(parts)
    default: return parts[0]
    }
  }
}

nonisolated extension Entity {
  /// The attribute at a path; of a number of objects one that holds such numbers.
  fileprivate func comparedAttribute(at path: PropertyPath) -> Attribute? {
    if path.last == "@count" { return Self.objectCount }
    return property(at: path).attribute
  }

  private static let objectCount: Attribute = {
    var definition = Attribute.Definition(name: "@count", columnName: "@count")
    definition.type = .integer
    return Attribute(definition)
  }()
}

nonisolated extension Qualifier.Operator {
  /// Whether it compares values rather than pieces of texts.
  fileprivate var looksAtWhole: Bool {
    switch self {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: true
    case .like, .ilike, .matches, .contains, .beginsWith, .endsWith: false
    }
  }
}

nonisolated extension Qualifiers.Expression {
  /// The values for which a text stands, each for itself.
  fileprivate var choices: [Qualifiers.Expression] {
    guard case .literal(.list(let values)) = kind, !values.isEmpty else { return [self] }
    return values.map { Qualifiers.Expression(.literal($0), span: span) }
  }

  /// A text, or those of a list, as other values; what has none stays.
  fileprivate func mappingTexts(
    _ read: (String, SourceSpan?) -> Value?
  ) -> Qualifiers.Expression {
    switch kind {
    case .literal(.string(let text)):
      read(text, span).map { Qualifiers.Expression(.literal($0), span: span) } ?? self
    case .list(let elements):
      Qualifiers.Expression(.list(elements.flatMap { $0.mappingTexts(read).choices }), span: span)
    case .dateOffset(let base, let offset):
      Qualifiers.Expression(.dateOffset(base.mappingTexts(read), offset), span: span)
    default: self
    }
  }
}
