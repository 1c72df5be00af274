extension Expression: CustomStringConvertible {
  /// The value in the rule language; it parses back to the same value.
  ///
  /// A literal list or dictionary comes back as one of literals.
  public var description: String {
    switch kind {
    case .conditional(let condition, let positive, let negative):
      "if \(condition) then \(positive) else \(negative)"
    case .condition(let condition): condition.description
    default: operandText
    }
  }

  /// The value where a comparison stands beside it.
  var operandText: String { text(within: .sum) }

  /// The precedence of the operators of a value; one that binds more loosely than its place needs parentheses.
  private enum OperatorPrecedence: Int {
    case sum, product, factor
  }

  private var tightness: OperatorPrecedence {
    switch kind {
    case .dateOffset: .sum
    case .arithmetic: negated != nil ? .factor : isProduct ? .product : .sum
    default: .factor
    }
  }

  private var isProduct: Bool {
    if case .arithmetic(_, let sign, _) = kind { sign != .plus && sign != .minus } else { false }
  }

  /// The value behind a minus sign of its own; a number has it among its digits.
  private var negated: Expression? {
    guard case .arithmetic(let zero, .minus, let operand) = kind, zero.kind == .literal(.int(0))
    else { return nil }
    if case .literal(let value) = operand.kind, value.double != nil { return nil }
    return operand
  }

  private func text(within place: OperatorPrecedence) -> String {
    tightness.rawValue < place.rawValue ? "(\(text))" : text
  }

  private var text: String {
    switch kind {
    case .literal(let value): value.literal
    case .path(let path): path.literal
    case .variable(let path): "$" + path.partsText
    case .list(let elements): "[\(Self.joined(elements))]"
    case .dictionary(let entries): Value.braced(entries.mapValues(\.description))
    case .dateOffset(let base, let offset): "\(base.operandText) \(offset)"
    case .arithmetic(let left, let sign, let right):
      if let negated {
        "-" + negated.text(within: .factor)
      } else {
        "\(left.text(within: isProduct ? .product : .sum)) \(sign.rawValue) "
          + right.text(within: isProduct ? .factor : .product)
      }
    case .function(let function, let parameters): "\(function.rawValue)(\(Self.joined(parameters)))"
    case .aggregate(let aggregate): aggregate.description
    case .next: "super"
    case .now: "now"
    case .today: "today"
    case .template(let parts): Self.template(parts)
    case .condition(.constant(let value)): value ? "*true*" : "*false*"
    case .conditional, .condition: "(\(self))"
    case .qualifier(let qualifier): "where (\(qualifier))"
    case .call(let name, let parameters): "\(name)(\(Self.joined(parameters)))"
    case .computed: "{ … }"
    }
  }

  /// The value behind `in`.
  var membersText: String {
    switch kind {
    case .list(let elements) where elements.count != 1 || !elements[0].isComposed:
      "(\(Self.joined(elements)))"
    case .conditional, .condition: operandText
    default: isComposed ? "(\(operandText))" : operandText
    }
  }

  /// Whether it may stand alone in parentheses behind `in` without being a list.
  var isComposed: Bool {
    switch kind {
    case .condition(.constant): false
    case .conditional, .condition, .arithmetic: true
    case .dateOffset(let base, _): base.isComposed
    default: false
    }
  }

  private static func joined(_ elements: [Expression]) -> String {
    elements.map(\.description).joined(separator: ", ")
  }

  private static func template(_ parts: [Expression]) -> String {
    var result = "`"
    for part in parts {
      if case .literal(.string(let text)) = part.kind {
        Value.escape(text, "`", "{", "}", "\\", to: &result)
      } else {
        result += "{\(part)}"
      }
    }
    return result + "`"
  }
}

extension DateOffset: CustomStringConvertible {
  /// With its sign: `- 7 days`, `+ 1 month`.
  public var description: String {
    let unit = count.magnitude == 1 ? String(unit.rawValue.dropLast()) : unit.rawValue
    return "\(count < 0 ? "-" : "+") \(count.magnitude) \(unit)"
  }
}

extension PropertyPath {
  /// The path as the rule language spells it; a backslash tells one that looks like something else.
  package var literal: String {
    let isPlain = Self.isName(first) && (components.count > 1 || Keyword(word: first) == nil)
    return isPlain ? partsText : "\\" + partsText
  }

  /// The parts with points, quoted where they are no names.
  var partsText: String {
    components.map { Self.isName($0) ? $0 : Value.quoted($0) }.joined(separator: ".")
  }

  /// Whether a part needs no quotes.
  private static func isName(_ part: String) -> Bool {
    var scalars = part.unicodeScalars[...]
    if scalars.first == "@" { scalars.removeFirst() }
    guard let first = scalars.first, first.startsName else { return false }
    return scalars.dropFirst().allSatisfy(\.continuesName)
  }
}

extension PathAggregate: CustomStringConvertible {
  /// The aggregate as the rule language spells it.
  package var description: String {
    let condition = condition.map { "[\($0)]" } ?? ""
    let operand =
      switch operand?.kind {
      case nil: ""
      // Without a condition this would be a path.
      case .path(let path) where function != .count || self.condition != nil: "." + path.partsText
      default: operand.map { "(\($0))" } ?? ""
      }
    return "\(path.literal)\(condition).@\(function.rawValue)\(operand)"
  }
}
