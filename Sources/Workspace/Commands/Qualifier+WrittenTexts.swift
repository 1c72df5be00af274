package import Diagnostics
package import EntityModel
import FoundationEssentials
package import Qualifiers
import StandardKeys

nonisolated extension Qualifier {
  /// The condition in which texts that are compared with numbers, days and times are such: `opens < '9:30'`,
  /// `price > '1.234,56'`.
  ///
  /// `read` gives the value of a text, where it stands, that is compared with those of an attribute, or looked for in
  /// texts where there is none, a list where it stands for several; `nil` for one that stays.
  package func readingTexts(of entity: Entity, _ read: TextReading) -> Qualifier {
    func reading(
      _ expression: Qualifiers.Expression,
      besides others: Qualifiers.Expression...
    ) -> Qualifiers.Expression {
      let expression = expression.readingTexts(of: entity, read)
      for other in others {
        guard let (path, attribute) = entity.comparedAttribute(of: other) else { continue }
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
        reading(left).mappingTexts { read($0, $1, nil, nil) },
        comparison,
        reading(right).mappingTexts { read($0, $1, nil, nil) }
      )
    case .and(let parts): .and(parts.map { $0.readingTexts(of: entity, read) })
    case .or(let parts): .or(parts.map { $0.readingTexts(of: entity, read) })
    case .not(let inside): .not(inside.readingTexts(of: entity, read))
    case .isNull(let tested): .isNull(reading(tested))
    case .truth(let tested): .truth(reading(tested))
    case .constant: self
    }
  }

  /// The comparison of a date with all days of a year or month, `2024` or `'2024-03'`; `nil` for any other comparison.
  private func readingSpans(of entity: Entity, _ read: TextReading) -> Qualifier? {
    func keepsDays(_ tested: Qualifiers.Expression) -> Bool {
      entity.comparedAttribute(of: tested)?.attribute.keepsDays == true
    }
    func span(_ side: Qualifiers.Expression, besides tested: Qualifiers.Expression) -> Span? {
      guard let span = side.meantSpan,
        let (path, attribute) = entity.comparedAttribute(of: tested), attribute.keepsDays
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
      guard low.meantSpan != nil || high.meantSpan != nil, keepsDays(tested) else { return nil }
      return .all([
        .comparison(tested, .greaterOrEqual, low), .comparison(tested, .lessOrEqual, high),
      ])
    case .in(let tested, let members):
      guard case .list(let elements) = members.kind,
        elements.contains(where: { $0.meantSpan != nil }), keepsDays(tested)
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

/// Reads a text, with its place, as a value of the attribute that it is compared with, at its path.
///
/// Without an attribute the text is looked for in texts; without a path the attribute is the kind of a computed value.
package typealias TextReading = (String, SourceSpan?, PropertyPath?, Attribute?) -> Value?

nonisolated extension Entity {
  /// The attribute whose values an expression reads, with its path, or one that holds such values as it computes.
  fileprivate func comparedAttribute(
    of expression: Qualifiers.Expression
  ) -> (path: PropertyPath?, attribute: Attribute)? {
    if case .path(let path) = expression.kind, path.last != "@count" {
      return property(at: path).attribute.map { (path, $0) }
    }
    return computedAttribute(of: expression).map { (nil, $0) }
  }

  /// An attribute that holds numbers or dates as an expression computes them; `nil` for other values.
  fileprivate func computedAttribute(of expression: Qualifiers.Expression) -> Attribute? {
    let kind = expression.comparedKind(comparedKind)
    return switch kind.family {
    case _ where kind == .time: .anyTime
    case .number: .anyNumber
    case .date, .dateOrNever: .anyMoment
    default: nil
    }
  }
}

nonisolated extension Attribute {
  /// An attribute that holds any number.
  fileprivate static let anyNumber = computed(.decimal)
  /// An attribute that holds any date with its time.
  fileprivate static let anyMoment = computed(.timestamp)

  /// An attribute that holds any time of day.
  fileprivate static let anyTime = computed(.time)

  private static func computed(_ type: AttributeType) -> Attribute {
    var definition = Attribute.Definition(name: "computed", columnName: "computed")
    definition.type = type
    return Attribute(definition)
  }
}

nonisolated extension Attribute {
  /// Whether its values are days, perhaps with a time.
  fileprivate var keepsDays: Bool {
    definition.customType == nil && type.kind.isDay
  }
}

nonisolated extension Qualifiers.Expression {
  /// The expression in which texts beside numbers and dates are such: `price * '1,5'`, `shipped - '3.4.2024'`.
  fileprivate func readingTexts(of entity: Entity, _ read: TextReading) -> Qualifiers.Expression {
    var attribute: Attribute?
    switch kind {
    case .aggregate(var aggregate):
      let path = aggregate.path
      guard let related = entity.property(at: path).relationship?.destination else { return self }
      let readRelated: TextReading = { text, span, inside, attribute in
        let whole = inside.map { PropertyPath(components: path.components + $0.components) }
        return read(text, span, whole, attribute)
      }
      aggregate.condition = aggregate.condition?.readingTexts(of: related, readRelated)
      aggregate.operand = aggregate.operand?.readingTexts(of: related, readRelated)
      return Qualifiers.Expression(.aggregate(aggregate), span: span)
    case .arithmetic, .function:
      eachPart({ attribute = attribute ?? entity.computedAttribute(of: $0) }) { _ in }
      let joinsTexts = comparedKind(entity.comparedKind) == .text
      if case .arithmetic = kind, !joinsTexts { attribute = attribute ?? .anyNumber }
    default: break
    }
    let mapped = mapParts { operand in
      let operand = operand.readingTexts(of: entity, read)
      guard let attribute else { return operand }
      return operand.mappingTexts { read($0, $1, nil, attribute) }
    } _: { condition in
      condition.readingTexts(of: entity, read)
    }
    return mapped ?? self
  }

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
