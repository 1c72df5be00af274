import Diagnostics
import EntityModel
import Qualifiers
import StandardKeys

nonisolated extension Qualifier {
  /// The condition in which texts that are compared with numbers, days and times are such: `opens < '9:30'`,
  /// `price > '1.234,56'`.
  ///
  /// `read` gives the value of a text, where it stands, that is compared with those of an attribute, or looked for in
  /// texts where there is none; `nil` for one that stays.
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
      .comparison(reading(left, besides: right), comparison, reading(right, besides: left))
    case .between(let tested, let low, let high):
      .between(
        reading(tested, besides: low, high),
        reading(low, besides: tested),
        reading(high, besides: tested)
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
  /// A text, or those of a list, as other values; what has none stays.
  fileprivate func mappingTexts(
    _ read: (String, SourceSpan?) -> Value?
  ) -> Qualifiers.Expression {
    switch kind {
    case .literal(.string(let text)):
      read(text, span).map { Qualifiers.Expression(.literal($0), span: span) } ?? self
    case .list(let elements):
      Qualifiers.Expression(.list(elements.map { $0.mappingTexts(read) }), span: span)
    case .dateOffset(let base, let offset):
      Qualifiers.Expression(.dateOffset(base.mappingTexts(read), offset), span: span)
    default: self
    }
  }
}
