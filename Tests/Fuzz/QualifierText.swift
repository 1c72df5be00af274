import Diagnostics
import FoundationEssentials
import Qualifiers

/// Conditions, values and orders, as a person types them into a search field.
enum QualifierText: FuzzTarget {
  static let name = "qualifiers"

  static let pieces = [
    "and", "or", "not", "!", "&&", "||", " ", "\n", "\r", "'x'", "\"y\"", "'", "\"", "`", "`{",
    "}`", "{", "}", "(", ")",
    "[", "]", ",", ";", ":", "=", "==", "!=", "<>", "<", "<=", ">", ">=", "=>", "=<", "like",
    "ilike", "matches",
    "contains", "beginsWith", "endsWith", "in", "not in", "between", "is null", "is not null",
    "null", "nil", "true",
    "no", "today", "now", "- 7 days", "+ 1 month", "if", "then", "else", "where (", "$user.id", "$",
    "@2024-02-29",
    "@2024-02-29T12:30:15.5Z", "@", "x'CAFE'", "x'", "1e308", "-1", "0.1", "99999999999999999999",
    "1_000", ".5",
    "1e", "*true*", "*", "?", "\\", "\\'", "\\u{202E}", "\u{202E}", "é", "e\u{301}", "日本", "💡",
    "\u{0}", "\u{FEFF}",
    "//", "#", "/*", "*/", "object.title", "roles.@count", "roles.name", ".", "a", "(Boolean)'YES'",
    "%@", "(a*)*b", "(?i)",
  ]

  /// The values that random conditions are evaluated against.
  static let context = ValueContext(
    .dictionary([
      "a": .int(5), "title": .string("Café"), "none": .null, "list": .list([.int(1), .null]),
      "roles": .list([.dictionary(["name": .string("Ada")]), .dictionary(["name": .null])]),
      "object": .dictionary(["title": .string("x"), "due": .date(Date(timeIntervalSince1970: 0))]),
    ]),
    variables: .dictionary(["user": .dictionary(["id": .int(7)])])
  )

  static func fault(with bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    let (qualifier, faults) = Qualifier.parse(text)
    if let problem = faults.problem(in: text) { return problem }
    if (qualifier == nil) == faults.isEmpty { return "a condition and faults, or neither" }
    if let qualifier, let problem = problem(of: qualifier) { return problem }
    let (expression, valueFaults) = Expression.parse(text)
    if (expression == nil) == valueFaults.isEmpty { return "a value and faults, or neither" }
    if let expression, let problem = problem(of: expression) { return problem }
    let (orderings, orderFaults) = SortOrdering.parse(text)
    if let orderings {
      let printed = orderings.map(\.description).joined(separator: ", ")
      if SortOrdering.parse(printed).orderings != orderings {
        return "the order is printed as \(printed)"
      }
    } else if orderFaults.isEmpty {
      return "neither an order nor faults"
    }
    return nil
  }

  static func work(on bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let (qualifier, faults) = Qualifier.parse(text)
    _ = faults.rendered()
    _ = qualifier?.description
    _ = qualifier?.paths
    _ = qualifier?.truth(with: context)
    _ = Expression.parse(text)
  }

  /// Returns what is wrong with a parsed condition: printing and parsing it again must give the same one.
  static func problem(of qualifier: Qualifier) -> String? {
    let printed = qualifier.description
    guard let again = Qualifier.parse(printed).qualifier else {
      return "printed as what cannot be read: \(printed)"
    }
    guard again == qualifier else { return "printed as what reads as something else: \(printed)" }
    guard again.truth(with: context) == qualifier.truth(with: context) else {
      return "printed as what says something else: \(printed)"
    }
    let bound = qualifier.bindingVariables { _ in .int(7) }
    if bound?.variables.isEmpty == false { return "variables are left: \(printed)" }
    return nil
  }

  /// Returns what is wrong with a parsed expression: printing and parsing it again must give the same one.
  static func problem(of expression: Qualifiers.Expression) -> String? {
    let printed = expression.description
    guard Expression.parse(printed, takesCalls: true).expression == expression else {
      return "printed as what reads as something else: \(printed)"
    }
    _ = expression.evaluate(with: context)
    return nil
  }
}

extension [Diagnostic] {
  /// Returns what is wrong with the diagnostics: positions outside `text`, too many of them, or control characters.
  func problem(in text: String) -> String? {
    if count > 2 * DiagnosticList.limit + 10 { return "\(count) faults" }
    for fault in self {
      guard fault.span.start >= 0, fault.span.start <= fault.span.end,
        fault.span.end <= text.utf8.count
      else {
        return "a fault at \(fault.span) of a text of \(text.utf8.count) bytes: \(fault.message)"
      }
    }
    let output = rendered(limit: 20)
    if output.utf8.count > 200_000 { return "\(output.utf8.count) bytes of faults" }
    let bad = output.unicodeScalars.first { $0 != "\n" && $0 != "\t" && $0.isHidden }
    return bad.map { "\($0.codePoint) in what is printed about faults" }
  }
}
