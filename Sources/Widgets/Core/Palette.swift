public import Terminal

/// The meaning of a piece of text, from which the palette derives its style.
public nonisolated enum Role: String, CaseIterable, Sendable {
  case normal, dim, accent, title, header, key, success, warning, error
  case selection, cursor, mark, disabled, null, link, field, bar, match
  case titleBar, heading, cell, tagged, selectedText

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
    case .bar: "The status line and the line of keys."
    case .match: "A search match."
    case .titleBar: "The top line of a page."
    case .heading: "The line of column headings."
    case .cell: "The cell under the cursor."
    case .tagged: "A tagged row."
    case .selectedText: "The selected part of a text in a field."
    }
  }
}

/// The styles that roles stand for.
///
/// Colour is never the only signal: each role that says something also has an attribute or a mark in the text.
public nonisolated struct Palette: Sendable, Hashable {
  private(set) var styles: [Role: Style]
  /// The styles for a terminal of 8 to 255 colours; `nil` for the same ones.
  private var basic: [Role: Style]?
  /// A sentence that says what the palette is for.
  public internal(set) var summary: String

  /// A palette in which roles that are not named look plain.
  public init(_ styles: [Role: Style], summary: String = "") {
    (self.styles, self.summary) = (styles, summary)
  }

  /// A palette for 256 colours that looks like `basic` on terminals that have fewer, and where it names no style.
  package init(_ summary: String, basic: Palette, _ styles: [Role: Style]) {
    self.summary = summary
    self.basic = basic.styles
    self.styles = Palette.mono.styles.merging(styles) { $1 }
  }

  /// The palette for a terminal of so many colours: ``mono`` for fewer than 8.
  package func limited(toColors count: Int) -> Palette {
    if count < 8 { return .mono }
    guard count < 256, let basic else { return self }
    return Palette(basic, summary: summary)
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
}
