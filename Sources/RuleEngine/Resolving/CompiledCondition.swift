import Qualifiers

/// A condition whose frequent forms read numbered paths; the rest is left to the general evaluator.
///
/// Its outcome is that of ``Qualifier/truth(with:)``.
indirect enum CompiledCondition: Sendable {
  case constant(Bool)
  case comparison(path: Int, Qualifier.Operator, Value)
  case isNull(path: Int)
  case truth(path: Int)
  case and([CompiledCondition])
  case or([CompiledCondition])
  case not(CompiledCondition)
  case general(Qualifier)

  init(_ condition: Qualifier, _ paths: inout PathTable) {
    switch condition {
    case .constant(let value): self = .constant(value)
    case .and(let parts): self = .and(parts.map { CompiledCondition($0, &paths) })
    case .or(let parts): self = .or(parts.map { CompiledCondition($0, &paths) })
    case .not(let inside): self = .not(CompiledCondition(inside, &paths))
    case .comparison, .isNull, .truth, .in, .between:
      if let frequent = Self.frequent(condition, &paths) {
        self = frequent
      } else {
        paths.add(Reads(condition))
        self = .general(condition)
      }
    }
  }

  /// A condition on one path; `x in ('a', 'b')` is `x = 'a' or x = 'b'`, but for the empty list and lists in the list.
  private static func frequent(
    _ condition: Qualifier,
    _ paths: inout PathTable
  ) -> CompiledCondition? {
    func number(of operand: Expression) -> Int? { operand.path.flatMap { paths.add($0) } }
    switch condition {
    case .comparison(let left, let comparison, let right):
      guard let literal = right.constant else { return nil }
      return number(of: left).map { .comparison(path: $0, comparison, literal) }
    case .isNull(let operand): return number(of: operand).map { .isNull(path: $0) }
    case .truth(let operand): return number(of: operand).map { .truth(path: $0) }
    case .in(let operand, let members):
      guard case .list(let elements)? = members.constant, !elements.isEmpty,
        !elements.contains(where: \.isList)
      else { return nil }
      return number(of: operand).map { path in
        .or(elements.map { .comparison(path: path, .equal, $0) })
      }
    default: return nil
    }
  }

  func truth(_ reader: RuleReader) -> Truth {
    switch self {
    case .constant(let value): return value ? .yes : .no
    case .comparison(let path, let comparison, let literal):
      guard let value = reader.value(path) else { return .unanswered }
      if comparison == .equal, case .string(let left) = value, case .string(let right) = literal {
        return left == right ? .yes : .no
      }
      return comparison.test(value, literal)
    case .isNull(let path):
      guard let value = reader.value(path) else { return .unanswered }
      guard case .list(let elements) = value else { return Truth(value.isNull) }
      return Truth(elements.contains(where: \.isNull))
    case .truth(let path): return reader.value(path)?.truth ?? .unanswered
    case .and(let parts): return !Truth.any(of: parts) { !$0.truth(reader) }
    case .or(let parts): return Truth.any(of: parts) { $0.truth(reader) }
    case .not(let inside): return !inside.truth(reader)
    case .general(let condition): return condition.truth(with: reader)
    }
  }
}

extension CompiledCondition {
  /// A path that must equal one of some texts for the condition to hold.
  struct Demand {
    let path: Int
    let texts: [String]
  }

  /// All demands of the condition, each of which must be met.
  var demandedTexts: [Demand] {
    switch self {
    case .comparison(let path, .equal, .string(let text)):
      return [Demand(path: path, texts: [text])]
    case .and(let parts): return parts.flatMap(\.demandedTexts)
    case .or(let branches):
      var texts: [String] = []
      var common: Int?
      for branch in branches {
        guard case .comparison(let path, .equal, .string(let text)) = branch,
          common == nil || common == path
        else { return [] }
        common = path
        texts.append(text)
      }
      return common.map { [Demand(path: $0, texts: texts)] } ?? []
    default: return []
    }
  }
}

/// The value of a rule in the form that is fastest to evaluate: a constant, a numbered path or a general expression.
enum CompiledValue: Sendable {
  case constant(Value)
  case path(Int)
  case general(Expression)

  init(_ value: Expression, _ paths: inout PathTable) {
    if let constant = value.constant {
      self = .constant(constant)
    } else if let position = value.path.flatMap({ paths.add($0) }) {
      self = .path(position)
    } else {
      paths.add(Reads(value))
      self = .general(value)
    }
  }

  /// The value; `nil` when something it reads does not answer.
  func value(_ reader: RuleReader) -> Value? {
    switch self {
    case .constant(let value): value
    case .path(let path): reader.value(path)
    case .general(let expression): expression.evaluate(with: reader)
    }
  }
}
