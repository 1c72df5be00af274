public import Terminal

/// What a piece of text is, from which its style follows.
public nonisolated enum Role: String, CaseIterable, Sendable {
  case normal, dim, accent, title, header, key, success, warning, error
  case selection, cursor, mark, disabled, null, link, field, bar, match
}

/// The styles that roles stand for.
///
/// Colour is never the only signal: each role that says something also has an attribute or a mark in the text.
public nonisolated struct Palette: Sendable, Hashable {
  private var styles: [Role: Style]

  /// A palette in which roles that are not named look plain.
  public init(_ styles: [Role: Style]) {
    self.styles = styles
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

  /// The names that ``style(named:)`` knows: roles, colours, and the numbers of the palette of 256.
  public static let styleNames: [String] =
    Role.allCases.map(\.rawValue) + ["default", "grey", "gray"] + Color.names
    + Color.names.map { "bright" + $0.prefix(1).uppercased() + $0.dropFirst() }
    + (0...255).map(String.init)

  /// No colours: the terminal's own and attributes.
  public static let mono = Palette([
    .dim: .dim, .accent: .bold, .title: .bold, .header: .underline, .key: .bold,
    .success: .plain, .warning: .bold, .error: Style(attributes: [.bold, .underline]),
    .selection: .bold, .cursor: .reverse, .mark: .bold, .disabled: .dim, .null: .dim,
    .link: .underline, .field: .underline, .bar: .plain, .match: .underline,
  ])

  /// Colours that read well on a dark background.
  public static let dark = coloured(
    accent: .cyan,
    success: .green,
    warning: .yellow,
    error: .red.bright,
    link: .cyan
  )

  /// Colours that read well on a light background.
  public static let light = coloured(
    accent: .blue,
    success: .green,
    warning: .magenta,
    error: .red,
    link: .blue
  )

  private static func coloured(
    accent: Color,
    success: Color,
    warning: Color,
    error: Color,
    link: Color
  ) -> Palette {
    var palette = mono
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
