import EntityModel
import FoundationEssentials
import Qualifiers
import TestSupport

/// Makes expressions that a person could write over an entity, nearly all of operands of the right kind.
struct ExpressionMaker {
  enum Kind: CaseIterable { case number, date, text, truth }

  let entity: Entity
  var random: SeededGenerator

  mutating func expression(_ kind: Kind, depth: Int) -> Expression {
    // Some operands are of another kind, as what stands in a column may be.
    let kind = random.chance(3) ? Kind.allCases.randomElement(using: &random) ?? kind : kind
    if depth <= 0 || random.chance(15) { return leaf(kind) }
    switch random.below(10) {
    case 0:
      return Expression(
        .conditional(
          condition(depth: depth - 1),
          expression(kind, depth: depth - 1),
          expression(kind, depth: depth - 1)
        )
      )
    case 1:
      return Expression(
        .function(
          .coalesce,
          (0..<2 + random.below(2)).map { _ in expression(kind, depth: depth - 1) }
        )
      )
    case 2 where kind != .truth: return aggregate(kind, depth: depth - 1) ?? leaf(kind)
    default: break
    }
    switch kind {
    case .number: return number(depth: depth - 1)
    case .date: return date(depth: depth - 1)
    case .text: return text(depth: depth - 1)
    case .truth: return Expression(.condition(condition(depth: depth - 1)))
    }
  }

  private mutating func number(depth: Int) -> Expression {
    func function(_ function: Function, _ parameters: [Expression]) -> Expression {
      Expression(.function(function, parameters))
    }
    switch random.below(9) {
    case 0, 1, 2, 3:
      let sign = ArithmeticOperator.allCases.randomElement(using: &random) ?? .plus
      return Expression(
        .arithmetic(expression(.number, depth: depth), sign, expression(.number, depth: depth))
      )
    case 4:
      let places = random.chance(50) ? [] : [Expression(.literal(.int(Int64(random.below(5)) - 2)))]
      return function(.round, [expression(.number, depth: depth)] + places)
    case 5: return function(.abs, [expression(.number, depth: depth)])
    case 6:
      let both = [expression(.number, depth: depth), expression(.number, depth: depth)]
      return function([.div, .min, .max].randomElement(using: &random) ?? .div, both)
    case 7: return function(.length, [expression(.text, depth: depth)])
    default:
      if random.chance(30) {
        return Expression(
          .arithmetic(expression(.date, depth: depth), .minus, expression(.date, depth: depth))
        )
      }
      let parts: [Function] = [.year, .quarter, .month, .week, .weekday, .day, .hour]
      return function(
        parts.randomElement(using: &random) ?? .year,
        [expression(.date, depth: depth)]
      )
    }
  }

  private mutating func date(depth: Int) -> Expression {
    switch random.below(3) {
    case 0:
      let unit = DateOffset.Unit.allCases.randomElement(using: &random) ?? .days
      let offset = DateOffset(random.below(40) - 20, unit)
      return Expression(.dateOffset(expression(.date, depth: depth), offset))
    case 1:
      let both = [expression(.date, depth: depth), expression(.date, depth: depth)]
      return Expression(.function(random.chance(50) ? .min : .max, both))
    default: return leaf(.date)
    }
  }

  private mutating func text(depth: Int) -> Expression {
    let one = expression(.text, depth: depth)
    let number = Expression(.literal(.int(Int64(random.below(6)) - 1)))
    switch random.below(8) {
    case 0: return Expression(.function(.lower, [one]))
    case 1: return Expression(.function(.upper, [one]))
    case 2: return Expression(.function(.trim, [one]))
    case 3: return Expression(.function(.substring, [one, number, Expression(.literal(.int(2)))]))
    case 4: return Expression(.function(.concat, [one, expression(.number, depth: depth)]))
    case 5: return Expression(.function(.replace, [one, leaf(.text), leaf(.text)]))
    case 6: return Expression(.arithmetic(one, .plus, expression(.text, depth: depth)))
    default:
      let parts: [Function] = [.yearMonth, .yearQuarter, .yearWeek]
      let part = parts.randomElement(using: &random) ?? .yearMonth
      return Expression(.function(part, [expression(.date, depth: depth)]))
    }
  }

  /// A condition.
  mutating func condition(depth: Int) -> Qualifier {
    if depth > 0 {
      switch random.below(6) {
      case 0: return .not(condition(depth: depth - 1))
      case 1: return .and([condition(depth: depth - 1), condition(depth: depth - 1)])
      case 2: return .or([condition(depth: depth - 1), condition(depth: depth - 1)])
      default: break
      }
    }
    let kind = [Kind.number, .number, .date, .text].randomElement(using: &random) ?? .number
    let left = expression(kind, depth: depth - 1)
    switch random.below(7) {
    case 0: return .isNull(left)
    case 1: return .between(left, expression(kind, depth: 0), expression(kind, depth: 0))
    case 2:
      let members = (0..<2).map { _ in constant(kind) }
      return .in(left, Expression(.list(members)))
    case 3 where kind == .text:
      let pattern = ["a*", "*b*", "?", "*", "20*"].randomElement(using: &random) ?? "*"
      return .comparison(left, .ilike, Expression(.literal(.string(pattern))))
    case 4 where kind == .number: return .truth(left)
    default:
      let operators: [Qualifier.Operator] = [
        .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual,
      ]
      let sign = operators.randomElement(using: &random) ?? .less
      return .comparison(left, sign, expression(kind, depth: depth - 1))
    }
  }

  /// An aggregate over related rows; `nil` where nothing leads to many.
  private mutating func aggregate(_ kind: Kind, depth: Int) -> Expression? {
    var (path, end, isToMany): ([String], Entity, Bool) = ([], entity, false)
    for _ in 0..<4 {
      guard let step = end.relationships.randomElement(using: &random), let next = step.destination
      else { return nil }
      path.append(step.name)
      (end, isToMany) = (next, isToMany || step.isToMany)
      if isToMany, random.chance(70) { break }
    }
    guard isToMany else { return nil }
    var inner = ExpressionMaker(entity: end, random: random)
    defer { random = inner.random }
    let functions: [AggregateFunction] =
      kind == .number ? [.count, .sum, .avg, .min, .max, .distinct, .median] : [.min, .max]
    let function = functions.randomElement(using: &inner.random) ?? .min
    let isCount = function == .count && inner.random.chance(70)
    let kinds = function == .count || function == .distinct ? Kind.allCases : [kind]
    let operand = inner.expression(
      kinds.randomElement(using: &inner.random) ?? kind,
      depth: depth - 1
    )
    return Expression(
      .aggregate(
        PathAggregate(
          function,
          of: isCount ? nil : operand,
          at: PropertyPath(components: path),
          where: inner.random.chance(60) ? nil : inner.condition(depth: min(depth, 1))
        )
      )
    )
  }

  private mutating func leaf(_ kind: Kind) -> Expression {
    random.chance(30) ? constant(kind) : path(kind) ?? constant(kind)
  }

  private mutating func constant(_ kind: Kind) -> Expression {
    let values: [Value] =
      switch kind {
      case .number:
        [
          .int(0), .int(1), .int(2), .int(-3), .int(10), .int(.max), .double(0.5), .double(-0.1),
          .decimal(Decimal(string: "1.10") ?? 0), .decimal(Decimal(string: "0.001") ?? 0), .null,
        ]
      case .date:
        ["2024-02-29", "2024-03-01 10:30", "1970-01-01", "1999-12-31 23:59:59"].compactMap {
          Date(wallClock: $0).map { .date($0) }
        } + [.null]
      case .text: ["", "a", "É", "5", "2024-03-01", " x "].map { .string($0) } + [.null]
      case .truth: [.bool(true), .bool(false), .null]
      }
    return Expression(.literal(values.randomElement(using: &random) ?? .null))
  }

  private mutating func path(_ kind: Kind) -> Expression? {
    var (path, end): ([String], Entity) = ([], entity)
    while path.count < 2, random.chance(30) {
      let toOnes = end.relationships.filter { !$0.isToMany }
      guard let step = toOnes.randomElement(using: &random), let next = step.destination else {
        break
      }
      path.append(step.name)
      end = next
    }
    if kind == .number, random.chance(10),
      let many = end.relationships.filter(\.isToMany).randomElement(using: &random)
    {
      return Expression(.path(PropertyPath(components: path + [many.name, "@count"])))
    }
    let fitting = end.attributes.filter { attribute in
      switch attribute.type.kind {
      case .integer, .number, .decimal: kind == .number
      case .date, .timestamp, .time: kind == .date
      case .text: kind == .text
      case .bool: kind == .truth || kind == .number
      case .any: true
      case .blob: false
      }
    }
    guard let attribute = fitting.randomElement(using: &random) else { return nil }
    return Expression(.path(PropertyPath(components: path + [attribute.name])))
  }
}
