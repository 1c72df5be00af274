package import Diagnostics
package import EntityModel
import Formatting
import FoundationEssentials
package import Qualifiers
import StandardKeys

nonisolated extension Qualifier {
  /// The condition in which texts that are compared with numbers, days and times are such: `opens < '9:30'`,
  /// `price > '1.234,56'`.
  ///
  /// `read` gives the value of a text, where it stands, that is compared with those of an attribute, or looked for in
  /// texts where there is none, a list where it stands for several; `nil` for one that stays.
  package func readingTexts(
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
    if let spans = readingSpans(of: entity, read) { return spans.readingTexts(of: entity, read) }
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

  /// The comparison of a date with all days of a year or month, `2024` or `'2024-03'`; `nil` for any other comparison.
  private func readingSpans(
    of entity: Entity,
    _ read: (String, SourceSpan?, PropertyPath?, Attribute?) -> Value?
  ) -> Qualifier? {
    func span(_ side: Qualifiers.Expression, besides tested: Qualifiers.Expression) -> Span? {
      guard case .path(let path) = tested.kind, let attribute = entity.comparedAttribute(at: path),
        attribute.keepsDays, let span = side.meantSpan
      else { return nil }
      if case .literal(.string(let text)) = side.kind { _ = read(text, side.span, path, attribute) }
      return span
    }
    switch self {
    case .comparison(let left, let comparison, let right) where comparison.looksAtWhole:
      if let span = span(right, besides: left) {
        return .comparison(left, comparison, from: span.low, to: span.next)
      }
      guard let turned = comparison.turned, let span = span(left, besides: right) else {
        return nil
      }
      return .comparison(right, turned, from: span.low, to: span.next)
    case .between(let tested, let low, let high):
      guard low.meantSpan != nil || high.meantSpan != nil, case .path(let path) = tested.kind,
        entity.comparedAttribute(at: path)?.keepsDays == true
      else { return nil }
      return .all([
        .comparison(tested, .greaterOrEqual, low), .comparison(tested, .lessOrEqual, high),
      ])
    case .in(let tested, let members):
      guard case .list(let elements) = members.kind, case .path(let path) = tested.kind,
        elements.contains(where: { $0.meantSpan != nil }),
        entity.comparedAttribute(at: path)?.keepsDays == true
      else { return nil }
      let days = elements.filter { $0.meantSpan != nil }
      let others = elements.filter { $0.meantSpan == nil }
      let rest = Qualifier.in(tested, Qualifiers.Expression(.list(others), span: members.span))
      return .or(days.map { .comparing(tested, .equal, with: $0) } + (others.isEmpty ? [] : [rest]))
    default: return nil
    }
  }

  private typealias Span = (low: Value, next: Value)

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

nonisolated extension Attribute {
  /// Whether its values are days, perhaps with a time.
  fileprivate var keepsDays: Bool {
    definition.customType == nil && type.kind.isDay
  }
}

nonisolated extension Qualifiers.Expression {
  /// The days of a month or year, `2024` or `'2024-03'`, and the first one behind them.
  fileprivate var meantSpan: (low: Value, next: Value)? {
    let text: String? =
      switch kind {
      case .literal(.int(let year)): String(year)
      case .literal(.string(let text)): text
      default: nil
      }
    return text.flatMap(Date.monthOrYear).map { (.date($0.first), .date($0.next)) }
  }

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
