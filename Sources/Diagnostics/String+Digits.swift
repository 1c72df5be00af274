extension String {
  /// The digits of a number, with zeros in front up to a width: `String(7, digits: 2)` is `07`.
  package init(_ number: Int, digits width: Int, radix: Int = 10, uppercase: Bool = false) {
    let digits = String(number, radix: radix, uppercase: uppercase)
    self = String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
  }
}
