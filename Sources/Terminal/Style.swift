/// A colour of a cell: the terminal's own, or one of its palette.
///
/// Names with a meaning (`warning`, `accent`) are no colours; they are resolved before a cell is drawn.
public struct Color: Hashable, Sendable {
  /// 0 for the terminal's own colour, else the palette index plus 1.
  package let code: UInt16

  /// The terminal's own foreground or background colour.
  public static let `default` = Color(code: 0)

  /// A colour of the palette of 256: 0 to 15 are the terminal's named colours, 16 to 231 a cube, 232 to 255 greys.
  public static func indexed(_ index: UInt8) -> Color { Color(code: UInt16(index) + 1) }

  /// The palette index; nil for the terminal's own colour.
  public var index: UInt8? { code == 0 ? nil : UInt8(code - 1) }

  package init(code: UInt16) {
    self.code = code
  }
}

extension Color {
  /// The eight basic colours, which the terminal's theme defines.
  public static let black = indexed(0), red = indexed(1), green = indexed(2), yellow = indexed(3)
  public static let blue = indexed(4), magenta = indexed(5), cyan = indexed(6), white = indexed(7)

  /// The bright form of one of the eight basic colours; other colours are returned as they are.
  public var bright: Color {
    guard let index, index < 8 else { return self }
    return .indexed(index + 8)
  }

  /// The names of the eight basic colours, in the order of the palette.
  public static let names = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]

  /// Finds a colour by name (`red`, `brightRed`, `default`) or by palette index (`208`).
  public init?(named name: some StringProtocol) {
    let lower = name.lowercased()
    if lower == "default" {
      self = .default
    } else if let index = UInt8(lower) {
      self = .indexed(index)
    } else if let index = Color.names.firstIndex(of: lower) {
      self = .indexed(UInt8(index))
    } else if lower.hasPrefix("bright"),
      let index = Color.names.firstIndex(of: String(lower.dropFirst(6)))
    {
      self = .indexed(UInt8(index) + 8)
    } else if lower == "gray" || lower == "grey" {
      self = .indexed(8)
    } else {
      return nil
    }
  }
}

/// How a cell looks: its two colours and its attributes.
public struct Style: Hashable, Sendable {
  /// The text attributes of a cell: bold, dim, italic, underline, reverse and strikethrough.
  public struct Attributes: OptionSet, Hashable, Sendable {
    /// One bit for each member.
    public let rawValue: UInt8

    /// Makes a set from its bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Heavy glyphs, on some terminals brighter ones.
    public static let bold = Attributes(rawValue: 1 << 0)
    /// Faint glyphs.
    public static let dim = Attributes(rawValue: 1 << 1)
    /// Slanted glyphs.
    public static let italic = Attributes(rawValue: 1 << 2)
    /// A line below.
    public static let underline = Attributes(rawValue: 1 << 3)
    /// Foreground and background change places.
    public static let reverse = Attributes(rawValue: 1 << 4)
    /// A line through the glyphs; left out where the terminal has none.
    public static let strikethrough = Attributes(rawValue: 1 << 5)
  }

  /// Colours take 9 bits each, attributes 6: the whole style is compared and copied as one word.
  private var bits: UInt32

  /// Makes a style; what is not named is the terminal's own.
  public init(
    foreground: Color = .default,
    background: Color = .default,
    attributes: Attributes = []
  ) {
    bits =
      UInt32(foreground.code) | UInt32(background.code) << 9 | UInt32(attributes.rawValue) << 18
  }

  /// The terminal's own colours and no attributes.
  public static let plain = Style()

  /// The colour of the glyph.
  public var foreground: Color {
    get { Color(code: UInt16(bits & 0x1FF)) }
    set { bits = bits & ~0x1FF | UInt32(newValue.code) }
  }

  /// The colour behind the glyph.
  public var background: Color {
    get { Color(code: UInt16(bits >> 9 & 0x1FF)) }
    set { bits = bits & ~(0x1FF << 9) | UInt32(newValue.code) << 9 }
  }

  /// The text attributes besides colour, such as bold.
  public var attributes: Attributes {
    get { Attributes(rawValue: UInt8(bits >> 18 & 0x3F)) }
    set { bits = bits & ~(0x3F << 18) | UInt32(newValue.rawValue) << 18 }
  }

  /// This style with another laid over it: colours the other names win, attributes add up.
  public func overlaid(with other: Style) -> Style {
    Style(
      foreground: other.foreground == .default ? foreground : other.foreground,
      background: other.background == .default ? background : other.background,
      attributes: attributes.union(other.attributes)
    )
  }

  /// This style on a shade: its own colours win, except on a reversed shade, where they would become patches.
  package func shaded(with shade: Style) -> Style {
    var style = shade.overlaid(with: self)
    if shade.attributes.contains(.reverse) {
      (style.foreground, style.background) = (shade.foreground, shade.background)
    }
    return style
  }
}

extension Style {
  /// Styles of one attribute in the terminal's own colours.
  public static let bold = Style(attributes: .bold), dim = Style(attributes: .dim)
  public static let italic = Style(attributes: .italic), underline = Style(attributes: .underline)
  /// Foreground and background change places.
  public static let reverse = Style(attributes: .reverse)
}
