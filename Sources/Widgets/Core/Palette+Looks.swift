import Terminal

/// The built-in looks; a test holds each to the contrast that its text needs on every shade it can stand on.
nonisolated extension Palette {
  /// The looks by the names that rules choose.
  package static let looks: [String: Palette] = [
    "default": .dark, "light": .light, "mono": .mono, "classic": .classic,
    "highContrast": .highContrast, "colorBlind": .colorBlind, "plain": .plain, "neutral": .plain,
  ]

  /// No colours: the terminal's own and attributes.
  public static let mono = Palette(
    [
      .dim: .dim, .accent: .bold, .title: .bold, .header: .underline, .key: .bold,
      .success: .plain, .warning: .bold, .error: Style(attributes: [.bold, .underline]),
      .selection: .bold, .cursor: .reverse, .mark: .bold, .disabled: .dim, .null: .dim,
      .link: .underline, .field: .underline, .bar: .plain, .match: .underline,
      .titleBar: .plain, .heading: .underline, .cell: Style(attributes: [.bold, .underline]),
      .tagged: .plain, .selectedText: .reverse,
    ],
    summary: "No colours: bold, underlined and reversed text alone."
  )

  /// Coloured text without shades, in the terminal's own colours.
  public static let plain = coloured(
    "Coloured text without shades, for a dark background.",
    accent: .cyan,
    success: .green,
    warning: .yellow,
    error: .red.bright
  )

  /// The terminal's own colours as they read well on a light background.
  private static let plainLight = coloured(
    "",
    accent: .blue,
    success: .green,
    warning: .magenta,
    error: .red
  )

  /// Shades for a dark background.
  public static let dark = Palette(
    "Shades and colours for a dark background.",
    basic: .plain,
    [
      .dim: ink(248), .accent: ink(117, .bold), .title: .bold, .header: ink(117),
      .key: ink(117, .bold), .success: ink(114), .warning: ink(222), .error: ink(217, .bold),
      .selection: ink(252, on: 237), .cursor: ink(255, on: 239), .mark: ink(222, .bold),
      .disabled: ink(248), .null: ink(248), .link: ink(117), .field: ink(255, on: 237),
      .bar: ink(252, on: 236), .match: ink(222, .underline), .titleBar: ink(255, on: 237),
      .heading: ink(252, on: 236), .cell: ink(255, on: 17, .bold), .tagged: ink(252, on: 236),
    ]
  )

  /// Shades for a light background.
  public static let light = Palette(
    "Dark text and shades on white.",
    basic: .plainLight,
    [
      .normal: ink(235, on: 231), .dim: ink(240), .accent: ink(19, .bold), .title: .bold,
      .header: ink(19),
      .key: ink(19, .bold), .success: ink(22), .warning: ink(90), .error: ink(124, .bold),
      .selection: ink(236, on: 254), .cursor: ink(16, on: 189), .mark: ink(90, .bold),
      .disabled: ink(240), .null: ink(240), .link: ink(19), .field: ink(16, on: 254),
      .bar: ink(236, on: 254), .match: ink(90, .underline), .titleBar: ink(16, on: 252),
      .heading: ink(236, on: 254), .cell: ink(16, on: 153, .bold), .tagged: ink(236, on: 254),
    ]
  )

  /// The blue forms of the dBase age.
  public static let classic = Palette(
    "White and yellow on blue, as forms once were.",
    basic: Palette(
      plain.styles.merging(
        [
          .normal: Style(foreground: .white.bright, background: .blue), .dim: ink(7),
          .accent: ink(11, .bold), .key: ink(11, .bold), .mark: ink(11, .bold), .link: ink(14),
          .success: ink(10), .warning: ink(11), .error: ink(15, [.bold, .underline]),
          .disabled: ink(7), .null: ink(7), .match: ink(11, .underline),
        ],
        uniquingKeysWith: { $1 }
      )
    ),
    [
      .normal: ink(255, on: 18), .dim: ink(250), .accent: ink(228, .bold), .title: .bold,
      .header: ink(159), .key: ink(228, .bold), .success: ink(157), .warning: ink(222),
      .error: ink(224, [.bold, .underline]), .selection: ink(255, on: 17),
      .cursor: ink(231, on: 16), .mark: ink(228, .bold), .disabled: ink(250), .null: ink(250),
      .link: ink(159), .field: ink(231, on: 24), .bar: ink(255, on: 17),
      .match: ink(228, .underline), .titleBar: ink(231, on: 24), .heading: ink(159, on: 17),
      .cell: ink(231, on: 54, .bold), .tagged: ink(255, on: 17),
    ]
  )

  /// White, yellow and cyan on black, of which each pair has a contrast of at least 7.
  public static let highContrast = Palette(
    "White, yellow and cyan on black.",
    basic: Palette(
      plain.styles.merging(
        [
          .normal: Style(foreground: .white.bright, background: .black), .dim: ink(15),
          .accent: ink(11, .bold), .key: ink(11, .bold), .mark: ink(11, .bold),
          .warning: ink(11, .bold), .error: ink(15, [.bold, .underline]), .disabled: ink(15),
          .null: ink(15), .link: ink(14, .underline),
        ],
        uniquingKeysWith: { $1 }
      )
    ),
    [
      .normal: ink(231, on: 16), .dim: ink(254), .accent: ink(226, .bold), .title: .bold,
      .header: ink(51), .key: ink(226, .bold), .success: ink(46), .warning: ink(226, .bold),
      .error: ink(224, [.bold, .underline]), .selection: ink(231, on: 17),
      .cursor: ink(231, on: 19), .mark: ink(226, .bold), .disabled: ink(254), .null: ink(254),
      .link: ink(51, .underline), .field: ink(231, on: 17), .bar: ink(231, on: 17),
      .match: ink(226, .underline), .titleBar: ink(231, on: 19, .bold),
      .heading: ink(51, on: 17, .bold), .cell: ink(231, on: 88, [.bold, .underline]),
      .tagged: ink(231, on: 53),
    ]
  )

  /// Blue, orange and yellow, which all eyes tell apart.
  public static let colorBlind = Palette(
    "Blue, orange and yellow, which all eyes tell apart.",
    basic: coloured(
      "",
      accent: .cyan,
      success: .cyan,
      warning: .yellow,
      error: .yellow.bright
    ),
    dark.styles.merging(
      [
        .normal: ink(252, on: 234), .success: ink(117), .warning: ink(227),
        .error: ink(214, [.bold, .underline]), .mark: ink(227, .bold), .match: ink(227, .underline),
      ],
      uniquingKeysWith: { $1 }
    )
  )

  private static func coloured(
    _ summary: String,
    accent: Color,
    success: Color,
    warning: Color,
    error: Color
  ) -> Palette {
    var palette = mono
    palette.summary = summary
    for role in [Role.accent, .key, .mark] {
      palette[role] = Style(foreground: accent, attributes: .bold)
    }
    palette[.success] = Style(foreground: success)
    palette[.warning] = Style(foreground: warning, attributes: .bold)
    palette[.error] = Style(foreground: error, attributes: .bold)
    palette[.link] = Style(foreground: accent)
    palette[.match] = Style(foreground: accent, attributes: .underline)
    return palette
  }

  /// A style by the numbers of its colours.
  private static func ink(
    _ foreground: UInt8,
    on background: UInt8? = nil,
    _ attributes: Style.Attributes = []
  ) -> Style {
    Style(
      foreground: .indexed(foreground),
      background: background.map { .indexed($0) } ?? .default,
      attributes: attributes
    )
  }
}
