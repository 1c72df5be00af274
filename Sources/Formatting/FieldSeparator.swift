/// The sign between two values of a table in a text file.
package enum FieldSeparator: UInt8, CaseIterable {
  // In the order in which they are tried.
  case comma = 0x2C
  case semicolon = 0x3B
  case tab = 0x09
  case bar = 0x7C

  /// Whether a quote inside a value that does not begin with one is a mistake; between tabs and bars programs write it so.
  package var takesQuotesStrictly: Bool { self == .comma || self == .semicolon }

  /// The sign as sentences name it.
  package var name: String {
    switch self {
    case .comma: "','"
    case .semicolon: "';'"
    case .tab: "tabs"
    case .bar: "'|'"
    }
  }
}
