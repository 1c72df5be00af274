// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Qualifiers
public import RuleEnvironment

/// The rule keys for the terminal, the theme and the user's preferences: `look`, `locale`, `keyBindings`, `screen`.
public nonisolated struct MiscKeys: KeyNamespace {
  public static let shared = Self()
  public static let category = "Misc"

  public let look = Key("default", "The theme.", names: .look)
  public let platform = Key(
    "standard",
    "How much room there is.",
    allowed: ["narrow", "standard", "wide"]
  )
  public let locale = Key<LocaleName>(
    .plain,
    "The language and region by which numbers are written, and numbers and days are read: `en_US`, `de_DE`, `de_CH`; known are \(LocaleName.languages.joined(separator: " "))."
  )
  public let keyBindings = Key<[String: Value]>(
    [:],
    "Other keys for commands: `{open: 'enter l', edit: 'F4'}`."
  )
  public let isMouseEnabled = Key(
    true,
    "Whether the mouse chooses and scrolls; else the terminal selects text with it, which Shift does too. `alt-m` switches."
  )
  package let blobViewer = Key<String?>(
    "The program that shows binary data, with its arguments: `chafa -`. It reads the bytes as its input; `{}` stands for the path of a "
      + "file that holds them. No shell reads the line, and only rules of the site and of one's own are asked."
  )
  public let screen = Key<Screen>(
    context: Screen(),
    "The terminal: `width`, `height`, `colors`, `isLight`."
  )
}
