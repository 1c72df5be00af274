import FoundationEssentials
public import Qualifiers
public import RuleEngine

/// A rule function that makes a formatter from its parameters: `number('#,##0.00 CHF')`.
public nonisolated struct FormatterFunction: Sendable {
  /// Its name, parameters and documentation.
  public let function: RuleFunction
  /// The kinds of properties whose values its formatters write; `nil` for all.
  public let types: Set<PropertyKind>?
  /// The keys that their texts depend on.
  public let reads: Set<String>
  /// The formatter for parameters; `nil` when they are none that it takes.
  package let make: @Sendable ([Value]) -> Formatter?

  /// The name of the function in rules.
  public var name: String { function.name }

  /// A function whose formatters `make` makes of parameters; of another number or type than `function` says it is given none.
  public init(
    _ function: RuleFunction,
    types: Set<PropertyKind>? = nil,
    reads: Set<String> = [],
    make: @escaping @Sendable ([Value]) -> Formatter?
  ) {
    (self.function, self.types, self.reads) = (function, types, reads)
    self.make = { values in
      let areFit =
        values.count == function.parameters.count
        && zip(function.parameters, values).allSatisfy { $0.problem($1) == nil }
      return areFit ? make(values) : nil
    }
  }

  /// The functions that come with the program; one entry adds one.
  public static let builtIn = [
    FormatterFunction(
      RuleFunction(
        "number",
        summary:
          "A number by a pattern of digits: `0` always, `#` when there is one, `,` between groups, `%` for a percentage.",
        example: "number('#,##0.00 CHF')",
        .init("pattern", String.self) { NumberPattern.reading($0).problem }
      ),
      types: PropertyKind.numbers,
      reads: ["locale"]
    ) { values in
      values[0].string.flatMap { NumberPattern.reading($0).pattern }.map { pattern in
        var formatter = Formatter("number", "") { pattern.text(of: $0, $1.numbers) }
        formatter.reading = { pattern.plainText(of: $0, $1.numbers) }
        return formatter
      }
    },
    FormatterFunction(
      RuleFunction(
        "date",
        summary:
          "A day or time by a pattern of letters: `y`, `M`, `d`, `E`, `H`, `h`, `m`, `s`, `S`, `a`, other letters in `'`.",
        example: "date('d MMM yyyy')",
        .init("pattern", String.self) { DatePattern.reading($0).problem }
      ),
      types: PropertyKind.days
    ) { values in
      values[0].string.flatMap { DatePattern.reading($0).pattern }.map { pattern in
        var formatter = Formatter("date", "") { value, context in
          let whole = pattern.isOfDays ? context.timeBesideDay(value) : nil
          return whole ?? context.never(value) ?? value.date.map { pattern.text(of: $0) }
        }
        formatter.reading = { text, _ in pattern.plainText(of: text) }
        return formatter
      }
    },
    FormatterFunction(
      RuleFunction(
        "unit",
        summary: "A number with all its digits and a unit.",
        example: "unit('km')",
        .init("unit", String.self) { unit in
          let isUnit = !unit.isEmpty && !unit.contains { $0.isDecimalDigit || $0.isNewline }
          return isUnit ? nil : "write a unit without digits, not '\(unit)'"
        }
      ),
      types: PropertyKind.numbers,
      reads: ["locale"]
    ) { values in
      values[0].string.map { unit in
        var formatter = Formatter("unit", "") { value, context in
          NumberText.grouped(value, places: nil, exact: true, context.numbers).map {
            "\($0) \(unit)"
          }
        }
        formatter.reading = { text, context in
          guard text.hasSuffix(unit) else { return nil }
          let number = text.dropLast(unit.count)
          let blanks = number.reversed().prefix { $0 == " " || $0 == "\u{A0}" }
          return context.numbers.plainText(of: String(number.dropLast(blanks.count)))
        }
        return formatter
      }
    },
  ]
}

/// A cache of formatters by the function call in rules that makes them, because every cell asks for its formatter.
package final class FormatterCache {
  private var made: [String: Formatter?] = [:]

  package init() {}
  /// Parameters may come from rows; so many are kept.
  private static let most = 500

  package func formatter(called text: String, by functions: [String: FormatterFunction])
    -> Formatter?
  {
    if let known = made[text] { return known }
    if made.count >= Self.most { made = [:] }
    var formatter: Formatter?
    if text.hasSuffix(")"),
      case .call(let name, let parameters)? = Expression.parse(text, takesCalls: true).expression?
        .kind
    {
      let values = parameters.compactMap(\.constant)
      if values.count == parameters.count { formatter = functions[name]?.make(values) }
    }
    made[text] = .some(formatter)
    return formatter
  }
}

nonisolated extension Value {
  /// The day or time that it is, or that its text is.
  fileprivate var date: Date? {
    switch self {
    case .date(let date): date
    case .string(let text): Date(wallClock: text)
    default: nil
    }
  }
}
