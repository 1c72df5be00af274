import Qualifiers
import RuleEnvironment

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

  init(_ condition: Qualifier, _ paths: inout PathTable, _ vocabulary: Vocabulary) {
    self = .general(condition)
    switch condition {
    case .constant(let value): self = .constant(value)
    case .comparison(let left, let comparison, let right):
      if case .path(let path) = left.kind, let literal = right.constant,
        let position = paths.add(path, vocabulary)
      {
        self = .comparison(path: position, comparison, literal)
        return
      }
    case .isNull(let operand):
      if case .path(let path) = operand.kind, let position = paths.add(path, vocabulary) {
        self = .isNull(path: position)
        return
      }
    case .truth(let operand):
      if case .path(let path) = operand.kind, let position = paths.add(path, vocabulary) {
        self = .truth(path: position)
        return
      }
    case .in(let operand, let members):
      if let branches = CompiledCondition.branches(operand, members, &paths, vocabulary) {
        self = .or(branches)
        return
      }
    case .and(let parts):
      self = .and(parts.map { CompiledCondition($0, &paths, vocabulary) })
      return
    case .or(let parts):
      self = .or(parts.map { CompiledCondition($0, &paths, vocabulary) })
      return
    case .not(let inside):
      self = .not(CompiledCondition(inside, &paths, vocabulary))
      return
    case .between: break
    }
    for path in condition.paths + condition.variables { _ = paths.add(path, vocabulary) }
  }

  /// `x in ('a', 'b')` is `x = 'a' or x = 'b'`, but for the empty list and lists in the list.
  private static func branches(
    _ operand: Expression,
    _ members: Expression,
    _ paths: inout PathTable,
    _ vocabulary: Vocabulary
  ) -> [CompiledCondition]? {
    guard case .path(let path) = operand.kind, case .list(let elements)? = members.constant,
      !elements.isEmpty
    else { return nil }
    for element in elements {
      if case .list = element { return nil }
    }
    guard let position = paths.add(path, vocabulary) else { return nil }
    return elements.map { .comparison(path: position, .equal, $0) }
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
    case .and(let parts):
      var result = Truth.yes
      for part in parts {
        switch part.truth(reader) {
        case .yes: break
        case .no: return .no
        case .unanswered: result = .unanswered
        case .unknown: if result == .yes { result = .unknown }
        }
      }
      return result
    case .or(let parts):
      var result = Truth.no
      for part in parts {
        switch part.truth(reader) {
        case .yes: return .yes
        case .no: break
        case .unanswered: result = .unanswered
        case .unknown: if result == .no { result = .unknown }
        }
      }
      return result
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

/// What a rule answers, ready to be computed.
enum CompiledValue: Sendable {
  case constant(Value)
  case path(Int)
  case general(Expression)

  init(_ value: Expression, _ paths: inout PathTable, _ vocabulary: Vocabulary) {
    if let constant = value.constant {
      self = .constant(constant)
      return
    }
    if case .path(let path) = value.kind, let position = paths.add(path, vocabulary) {
      self = .path(position)
      return
    }
    for path in value.paths + value.variables { _ = paths.add(path, vocabulary) }
    self = .general(value)
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
