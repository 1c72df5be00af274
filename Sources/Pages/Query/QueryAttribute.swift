import Editing
import EntityModel
import Formatting
import FoundationEssentials
import Qualifiers
import RuleEnvironment
import StandardKeys
import Workspace

/// An attribute on the query page, with the rule scope by which typed values are parsed.
struct QueryAttribute {
  private let attribute: Attribute
  private let scope: EnvironmentValues
  /// Its values in a condition.
  let side: Qualifiers.Expression

  /// The attribute at a path of the entity of a page's scope; `nil` where there is none.
  init?(_ path: PropertyPath, in page: EnvironmentValues) {
    let entity = page[ModelKeys.shared.entity]
    guard let attribute = entity?.property(at: path).attribute else { return nil }
    (self.attribute, scope) = (attribute, page.scoped(toProperty: path.description))
    side = Expression(.path(path))
  }

  /// The condition for what is asked.
  func qualifier(_ asked: QueryText) throws(PromptRefusal) -> Qualifier {
    switch asked {
    case .not(let inside): return .not(try qualifier(inside))
    case .any(let parts):
      var read: [Qualifier] = []
      for part in parts { read.append(try qualifier(part)) }
      return .any(read)
    case .value(let text): return try value(text)
    case .comparison(let comparison, let text): return try compared(comparison, text)
    case .range(let low, let high):
      guard !low.isEmpty, !high.isEmpty else {
        if isText { return try value("\(low)..\(high)") }
        return try low.isEmpty ? compared(.lessOrEqual, high) : compared(.greaterOrEqual, low)
      }
      if let first = try span(low).low.compare(try span(high).low), first == .greater {
        throw PromptRefusal("the range ends before it begins")
      }
      return .all([try compared(.greaterOrEqual, low), try compared(.lessOrEqual, high)])
    case .ends(let text, let atStart, let atEnd):
      return try like((atStart ? "" : "*") + Self.escaped(text) + (atEnd ? "" : "*"), .ilike)
    case .matches(let pattern): return try like(pattern, .matches)
    case .empty:
      let null = Qualifier.isNull(side)
      return isText ? .any([null, equal(.string(""))]) : null
    case .null: return .isNull(side)
    }
  }

  /// The condition for which a text stands that has more in it than blanks.
  func qualifier(typed text: String) throws(PromptRefusal) -> Qualifier {
    // A comma may stand within a number; a blank behind it says that it does not.
    let separators = isNumber ? [";", ", ", ","] : [","]
    let numbers = scope[MiscKeys.shared.locale].numbers
    return try qualifier(
      try QueryText(text, separators: separators) {
        isNumber && numbers.plainText(of: $0).flatMap(Value.init(number:)) != nil
      }
    )
  }

  private var isNumber: Bool {
    attribute.definition.customType == nil && attribute.type.kind.isNumber
  }

  /// Whether the values are texts as people read them.
  private var isText: Bool {
    guard attribute.definition.customType == nil else { return false }
    return switch attribute.type.kind {
    case .text, .blob, .any: true
    case .integer, .number, .decimal, .bool, .date, .time, .timestamp: false
    }
  }

  /// A text anywhere in the values or what people call them, or the value itself.
  private func value(_ text: String) throws(PromptRefusal) -> Qualifier {
    let small = text.lowercased()
    var read = scope[EditingKeys.shared.choices].choices(for: attribute)
      .filter { $0.label?.lowercased().contains(small) == true }
      .map { equal($0.value) }
    if isText {
      read.append(try like("*\(Self.escaped(text))*", .ilike))
    } else if read.isEmpty {
      read.append(try compared(.equal, text))
    }
    return .any(read)
  }

  private func like(_ pattern: String, _ comparison: Qualifier.Operator) throws(PromptRefusal)
    -> Qualifier
  {
    guard isText else { throw PromptRefusal("^, $ and // work with texts only") }
    return .comparison(side, comparison, Self.literal(.string(pattern)))
  }

  /// A comparison with all values that a text stands for: with a month from its first day on to the next.
  private func compared(_ comparison: Qualifier.Operator, _ text: String) throws(PromptRefusal)
    -> Qualifier
  {
    let called = scope[EditingKeys.shared.choices].values(called: text, for: attribute)
    if comparison == .equal, !called.isEmpty {
      return .any(called.map(equal))
    }
    let withStoredValues =
      comparison == .equal && isStoredAsShown(text) ? equal(.string(text)) : nil
    let span: (low: Value, next: Value?)
    do { span = try self.span(text) } catch {
      if let withStoredValues { return withStoredValues }
      throw error
    }
    let condition: Qualifier =
      if let next = span.next {
        .comparison(side, comparison, from: span.low, to: next)
      } else if comparison == .equal {
        equal(span.low)
      } else {
        .comparison(side, comparison, Self.literal(span.low))
      }
    return withStoredValues.map { .any([condition, $0]) } ?? condition
  }

  /// Whether a column of days or moments may hold a text just as it is typed: one that is no ISO date.
  private func isStoredAsShown(_ text: String) -> Bool {
    attribute.holdsOtherThanDays && Date(moment: text) == nil
  }

  /// The values that the column takes for the same as one: its collation may pass over the case of ASCII letters, or over
  /// blanks at the end.
  private func equal(_ value: Value) -> Qualifier {
    let collation = attribute.definition.collation?.lowercased()
    guard case .string(let text) = value, isText, collation == "nocase" || collation == "rtrim"
    else { return .comparison(side, .equal, Self.literal(value)) }
    let isTrimmed = collation == "rtrim"
    let scalars = text.unicodeScalars.reversed().drop { isTrimmed && $0 == " " }.reversed()
    let pattern = scalars.map { scalar in
      let sign = String(scalar)
      guard scalar.isASCII, !("0"..."9").contains(scalar) else { return sign }
      guard scalar.properties.isAlphabetic else { return "\\" + sign }
      return isTrimmed ? sign : "[\(sign.lowercased())\(sign.uppercased())]"
    }
    let whole = "^" + pattern.joined() + (isTrimmed ? " *$" : "$")
    return .comparison(side, .matches, Self.literal(.string(whole)))
  }

  private static func literal(_ value: Value) -> Qualifiers.Expression {
    Expression(.literal(value))
  }

  /// A text in which no character stands for others.
  private static func escaped(_ text: String) -> String {
    String(text.flatMap { "*?\\".contains($0) ? ["\\", $0] : [$0] })
  }

  // MARK: Values

  /// The first value that a text stands for, and the first one behind it; `nil` where it is one value.
  private func span(_ text: String) throws(PromptRefusal) -> (low: Value, next: Value?) {
    let isDay = attribute.definition.customType == nil && attribute.type.kind == .date
    let isMoment = attribute.definition.customType == nil && attribute.type.kind == .timestamp
    guard isDay || isMoment else { return (try value(of: text), nil) }
    if let (start, end) = Date.monthOrYear(text) { return (.date(start), .date(end)) }
    let value = try value(of: text)
    let date: Date? =
      switch value {
      case .date(let date): date
      case .string(let text): Date(wallClock: text)
      default: nil
      }
    guard let date else { return (value, nil) }
    let isWhole = date == date.startOfDay && !text.contains(":") && text.lowercased() != "now"
    return isWhole ? (.date(date), .date(date.addingTimeInterval(86_400))) : (.date(date), nil)
  }

  /// The value that a text is, as a field reads it.
  private func value(of text: String) throws(PromptRefusal) -> Value {
    let choices = scope[EditingKeys.shared.choices].values(called: text, for: attribute)
    if let chosen = choices.first { return chosen }
    let plain =
      attribute.definition.customType == nil ? scope.plainText(ofTyped: text, for: attribute) : text
    do throws(InputProblem) {
      return try attribute.value(ofInput: plain, now: WallClock.now(for: attribute))
    } catch {
      // What is counted may be compared with a fraction.
      if attribute.type.kind == .integer, let number = Value(number: plain) { return number }
      throw PromptRefusal("‘\(text)’ is not \(scope.expected(by: error))")
    }
  }
}

extension EnvironmentValues {
  /// Returns what was expected of a text that is no value: what the formatter of the scope can read, or the type.
  func expected(by problem: InputProblem) -> String {
    chosenFormatter?.typedForms ?? problem.kind
  }

  /// Returns text typed for an attribute in the stored notation.
  ///
  /// Numbers and dates can be typed as lists show them. Texts stay as typed.
  func plainText(ofTyped text: String, for attribute: Attribute) -> String {
    self[MiscKeys.shared.locale]
      .plainText(ofTyped: text, for: attribute, by: chosenFormatter, formatContext)
  }
}
