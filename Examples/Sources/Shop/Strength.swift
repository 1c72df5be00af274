import DirectToTerminal

/// How strong a tea is: a kind of value of the shop's own, kept as a number.
enum Strength: Int, CaseIterable, PropertyValue {
  case mild = 1
  case medium, strong
}

/// Its attributes stand under "Taste" on pages; it is shown as bars, and chosen where it is edited.
@MainActor let strength = PropertyType(
  Strength.self,
  "strength",
  category: "Taste",
  initial: .medium
)
.display { Text(String(repeating: "▮", count: $0.rawValue) + " \($0)") }

extension Properties {
  /// `tea[\.strength]` is a `Strength?`.
  var strength: Property<Strength> { Property("strength") }
}
