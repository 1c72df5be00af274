public import Terminal

/// The meaning of a piece of text, from which the palette derives its style.
public nonisolated enum Role: String, CaseIterable, Sendable {
  case normal, dim, accent, title, header, key, success, warning, error
  case selection, cursor, mark, disabled, null, link, field, bar, match

  /// A sentence that describes texts with this role.
  public var summary: String {
    switch self {
    case .normal: "Plain text."
    case .dim: "Less important text."
    case .accent: "Emphasized text."
    case .title: "The title of a page or object."
    case .header: "The heading of a section or column."
    case .key: "A key that can be pressed."
    case .success: "A success message."
    case .warning: "A warning."
    case .error: "An error message."
    case .selection: "A selected row."
    case .cursor: "The row or field under the cursor."
    case .mark: "The mark of a changed or tagged row."
    case .disabled: "A command that is not available."
    case .null: "The text shown for null."
    case .link: "A link to another page."
    case .field: "A field that takes text."
    case .bar: "A line at the border of the screen."
    case .match: "A search match."
    }
  }
}

/// The styles that roles stand for.
///
/// Colour is never the only signal: each role that says something also has an attribute or a mark in the text.
public nonisolated struct Palette: Sendable, Hashable {
  private var styles: [Role: Style]
  /// A sentence that says what the palette is for.
  public private(set) var summary: String

  /// A palette in which roles that are not named look plain.
  public init(_ styles: [Role: Style], summary: String = "") {
    (self.styles, self.summary) = (styles, summary)
  }

  /// The style of `role`.
  public subscript(role: Role) -> Style {
    get { styles[role] ?? .plain }
    set { styles[role] = newValue }
  }

  /// The style of a name as rules write it: a role (`warning`) or a colour (`red`, `brightBlue`, `208`).
  public func style(named name: String) -> Style? {
    if let role = Role(rawValue: name) { return self[role] }
    return Color(named: name).map { Style(foreground: $0) }
  }

  /// Returns a sentence that describes a style name known to ``style(named:)``.
  public static func summary(ofStyle name: String) -> String {
    if let role = Role(rawValue: name) { return role.summary }
    if Int(name) != nil { return "A colour of the 256-colour palette, by number." }
    return name == "default" ? "The terminal's default text colour." : "A colour of the terminal."
  }

  /// The names that ``style(named:)`` knows: roles, colours, and the numbers of the palette of 256.
  public static let styleNames: [String] =
    Role.allCases.map(\.rawValue) + ["default", "grey", "gray"] + Color.names
    + Color.names.map { "bright" + $0.prefix(1).uppercased() + $0.dropFirst() }
    + (0...255).map(String.init)

  /// No colours: the terminal's own and attributes.
  public static let mono = Palette(
    [
      .dim: .dim, .accent: .bold, .title: .bold, .header: .underline, .key: .bold,
      .success: .plain, .warning: .bold, .error: Style(attributes: [.bold, .underline]),
      .selection: .bold, .cursor: .reverse, .mark: .bold, .disabled: .dim, .null: .dim,
      .link: .underline, .field: .underline, .bar: .plain, .match: .underline,
    ],
    summary: "No colours: bold, underlined and reversed text alone."
  )

  /// Colours that read well on a dark background.
  public static let dark = coloured(
    "Colours that read well on a dark background.",
    accent: .cyan,
    success: .green,
    warning: .yellow,
    error: .red.bright,
    link: .cyan
  )

  /// Colours that read well on a light background.
  public static let light = coloured(
    "Colours that read well on a light background.",
    accent: .blue,
    success: .green,
    warning: .magenta,
    error: .red,
    link: .blue
  )

  private static func coloured(
    _ summary: String,
    accent: Color,
    success: Color,
    warning: Color,
    error: Color,
    link: Color
  ) -> Palette {
    var palette = mono
    palette.summary = summary
    palette[.accent] = Style(foreground: accent, attributes: .bold)
    palette[.key] = Style(foreground: accent, attributes: .bold)
    palette[.mark] = Style(foreground: accent, attributes: .bold)
    palette[.success] = Style(foreground: success)
    palette[.warning] = Style(foreground: warning, attributes: .bold)
    palette[.error] = Style(foreground: error, attributes: .bold)
    palette[.link] = Style(foreground: link)
    palette[.match] = Style(foreground: accent, attributes: .underline)
    return palette
  }
}
