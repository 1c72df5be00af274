// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Qualifiers
public import RuleEnvironment

/// The terminal, the look, and the user's habits.
public nonisolated struct MiscKeys: KeyNamespace {
  public static let shared = Self()
  public static let category = "Misc"

  public let look = Key("neutral", "The theme.", names: .look)
  public let platform = Key(
    "standard",
    "How much room there is.",
    allowed: ["narrow", "standard", "wide"]
  )
  public let locale = Key("C", "The language and region for numbers and dates.")
  public let timeZone = Key("UTC", "The time zone for times that are stored in UTC.")
  public let keyBindings = Key<[String: Value]>(
    [:],
    "Other keys for commands: `{open: 'enter l', edit: 'F4'}`."
  )
  public let screen = Key<Screen>(context: Screen(), "The terminal: `width`, `height`, `colors`.")
}
