import Glibc
import Terminal
import Testing

import Widgets

/// Tests that every look can be read: the contrast of each text on each shade it can stand on.
struct LookTests {
  /// The least contrast of texts that are less important, which large areas of a screen consist of.
  private static let faint: Set<Role> = [.dim, .disabled, .null]
  private static let texts: [Role] = [
    .normal, .dim, .accent, .header, .key, .success, .warning, .error, .mark, .disabled, .null,
    .link, .match, .title,
  ]
  /// The shades, and the texts that can stand on each.
  private static let places: [(shade: Role, texts: [Role])] = [
    (.normal, texts), (.cursor, texts), (.cell, texts), (.selection, texts), (.tagged, texts),
    (.field, [.normal, .dim, .null, .accent, .mark]),
    (.bar, [.normal, .dim, .key, .accent, .success, .warning, .error, .header]),
    (.titleBar, [.normal, .title, .accent, .dim, .warning]), (.heading, [.normal, .dim]),
  ]

  @Test(arguments: ["default", "light", "classic", "highContrast", "colorBlind"])
  func `Every text of a look can be read on every shade`(name: String) throws {
    let palette = try #require(Palette.looks[name])
    let terminals: [UInt8] = name == "light" ? [231, 255] : [16, 234]
    for (shade, texts) in Self.places {
      for text in texts {
        let style = palette[text].shaded(with: palette[shade]).shaded(with: palette[.normal])
        for terminal in terminals {
          // A text in the terminal's own colours is as readable as the terminal.
          guard style != .plain, let foreground = style.foreground.index ?? own(style, name)
          else { continue }
          let contrast = contrast(foreground, style.background.index ?? terminal)
          let least = name == "highContrast" ? 7 : Self.faint.contains(text) ? 3 : 4.5
          #expect(contrast >= least, "\(name): \(text) on \(shade), \(contrast)")
        }
      }
    }
  }

  /// A text without a colour of its own has none on a shade either, unless the look forgot it.
  private func own(_ style: Style, _ name: String) -> UInt8? {
    style.background == .default ? nil : 244
  }

  @Test
  func `A terminal of 16 colours gets no shades but a ground, and one of fewer than 8 no colour`() {
    for (name, palette) in Palette.looks {
      let basic = palette.limited(toColors: 16)
      for role in Role.allCases {
        let style = basic[role]
        #expect((style.foreground.index ?? 0) < 16, "\(name) \(role)")
        #expect(role == .normal || style.background == .default, "\(name) \(role)")
      }
      #expect(palette.limited(toColors: 2) == .mono)
      #expect(palette.limited(toColors: 256) == palette)
    }
  }

  @Test(arguments: ["default", "colorBlind"])
  func `The cursor of a dark look is quiet, and told from its cell and from tagged rows`(
    name: String
  ) throws {
    let palette = try #require(Palette.looks[name])
    let shades = [Role.cursor, .cell, .tagged, .normal].map { palette[$0].background }
    #expect(Set(shades).count == shades.count)
    for index in shades.prefix(2).compactMap(\.index) {
      let color = Color.components(of: index)
      #expect(max(color.red, color.green, color.blue) <= 95, "\(name) \(index)")
    }
  }

  @Test func `Text keeps its colour on a shade, and blanks take the shade`() {
    let (red, shade) = (Style(foreground: .red), Style(foreground: .white, background: .blue))
    #expect(red.shaded(with: shade) == Style(foreground: .red, background: .blue))
    #expect(Style.bold.shaded(with: shade).background == .blue)
    #expect(red.shaded(with: .reverse) == .reverse, "one bar without patches")
  }

  /// The contrast of two colours of the palette as WCAG 2 defines it.
  private func contrast(_ first: UInt8, _ second: UInt8) -> Double {
    let (light, dark) = (luminance(first), luminance(second))
    return (max(light, dark) + 0.05) / (min(light, dark) + 0.05)
  }

  private func luminance(_ index: UInt8) -> Double {
    let color = Color.components(of: index)
    func linear(_ value: Int) -> Double {
      let share = Double(value) / 255
      return share <= 0.03928 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
  }
}
