/// A check of a number list typed in a condition, where a comma may be a separator or part of a number: `in (1,234, 5)`.
package struct NumberList {
  private var numbers: [String] = []
  /// The text of two neighbouring numbers that would be one number with a grouping or decimal comma: `1,234`.
  private var divided: String?

  /// The most numbers that ``sentence`` lists.
  private static let mostTold = 8

  /// Takes a number, and looks at what is typed behind it.
  package mutating func add(
    _ number: ArraySlice<Character>,
    before rest: ArraySlice<Character>,
    _ style: NumberStyle
  ) {
    numbers.append(String(number))
    let next = rest.dropFirst().prefix { $0.isNumber || $0 == "." }
    guard divided == nil, rest.first == ",", !next.isEmpty else { return }
    let whole = "\(String(number)),\(String(next))"
    if style.plainText(of: whole) != nil { divided = whole }
  }

  /// The hint about a list in which a comma could belong to a number; `nil` when no comma is ambiguous.
  package var sentence: String? {
    guard let divided else { return nil }
    let told = numbers.prefix(Self.mostTold) + (numbers.count > Self.mostTold ? ["…"] : [])
    return
      "the list is \(told.joined(separator: "; ")): in a number a comma needs quotes, '\(divided)'"
  }
}
