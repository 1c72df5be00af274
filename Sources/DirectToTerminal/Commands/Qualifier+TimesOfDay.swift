import EntityModel
import FoundationEssentials
import Qualifiers

nonisolated extension Qualifier {
  /// The condition in which texts that are compared with times of day are such times: `opens < '09:30'`.
  func readingTimesOfDay(of entity: Entity) -> Qualifier {
    func read(_ expression: Qualifiers.Expression, besides others: Qualifiers.Expression...)
      -> Qualifiers.Expression
    {
      let isTime = others.contains { other in
        guard case .path(let path) = other.kind else { return false }
        return entity.property(at: path).attribute?.type == .time
      }
      return isTime ? expression.asTimeOfDay : expression
    }
    return switch self {
    case .comparison(let left, let comparison, let right):
      .comparison(read(left, besides: right), comparison, read(right, besides: left))
    case .between(let tested, let low, let high):
      .between(
        read(tested, besides: low, high),
        read(low, besides: tested),
        read(high, besides: tested)
      )
    case .in(let tested, let members): .in(tested, read(members, besides: tested))
    case .and(let parts): .and(parts.map { $0.readingTimesOfDay(of: entity) })
    case .or(let parts): .or(parts.map { $0.readingTimesOfDay(of: entity) })
    case .not(let inside): .not(inside.readingTimesOfDay(of: entity))
    case .constant, .isNull, .truth: self
    }
  }
}

nonisolated extension Qualifiers.Expression {
  /// A text, or those of a list, as times of day; what is none stays.
  fileprivate var asTimeOfDay: Qualifiers.Expression {
    switch kind {
    case .literal(.string(let text)):
      Date(wallClock: "1970-01-01 " + text).map {
        Qualifiers.Expression(.literal(.date($0)), span: span)
      }
        ?? self
    case .list(let elements): Qualifiers.Expression(.list(elements.map(\.asTimeOfDay)), span: span)
    default: self
    }
  }
}
