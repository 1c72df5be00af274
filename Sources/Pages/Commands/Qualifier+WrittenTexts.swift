import EntityModel
import Qualifiers

nonisolated extension Qualifier {
  /// The condition in which texts that are compared with numbers, days and times are such: `opens < '9:30'`,
  /// `price > '1.234,56'`.
  ///
  /// `read` gives the value of a text that is compared with those of an attribute; `nil` for one that stays.
  func readingTexts(
    of entity: Entity,
    _ read: (String, Attribute) -> Value?
  ) -> Qualifier {
    func reading(
      _ expression: Qualifiers.Expression,
      besides others: Qualifiers.Expression...
    ) -> Qualifiers.Expression {
      for case .path(let path) in others.map(\.kind) {
        guard let attribute = entity.property(at: path).attribute else { continue }
        return expression.mappingTexts { read($0, attribute) }
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
    case .in(let tested, let members): .in(tested, reading(members, besides: tested))
    case .and(let parts): .and(parts.map { $0.readingTexts(of: entity, read) })
    case .or(let parts): .or(parts.map { $0.readingTexts(of: entity, read) })
    case .not(let inside): .not(inside.readingTexts(of: entity, read))
    case .comparison, .constant, .isNull, .truth: self
    }
  }
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
  fileprivate func mappingTexts(_ read: (String) -> Value?) -> Qualifiers.Expression {
    switch kind {
    case .literal(.string(let text)):
      read(text).map { Qualifiers.Expression(.literal($0), span: span) } ?? self
    case .list(let elements):
      Qualifiers.Expression(.list(elements.map { $0.mappingTexts(read) }), span: span)
    default: self
    }
  }
}
