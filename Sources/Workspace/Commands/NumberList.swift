/// The numbers of a list that is typed in a condition, where a comma ends a number: `in (1,234, 5)`.
package struct NumberList {
  private var numbers: [String] = []
  /// What the language would read as one number.
  private var divided: String?

  /// So many numbers are told.
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

  /// What is said of a list in which a comma could stand within a number; `nil` for others.
  package var sentence: String? {
    guard let divided else { return nil }
    let told = numbers.prefix(Self.mostTold) + (numbers.count > Self.mostTold ? ["…"] : [])
    return
      "the list is \(told.joined(separator: "; ")): in a number a comma needs quotes, '\(divided)'"
  }
}
