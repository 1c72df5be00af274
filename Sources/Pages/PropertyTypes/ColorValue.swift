import EntityModel
import Terminal
import Widgets

/// A colour as style sheets write it: `#ff8800`, `#f80`, or one of the names that HTML has.
struct ColorValue: PropertyValue, LosslessStringConvertible {
  /// The stored text.
  let description: String
  private let red: Int
  private let green: Int
  private let blue: Int

  /// The colour of a text; `nil` where it is none.
  ///
  /// The alpha digits of a colour are not shown.
  init?(_ description: String) {
    self.description = description
    let digits: [Int]
    if let known = Self.names[description.lowercased()] {
      digits = [4, 2, 0].map { known >> ($0 * 4) & 0xFF }
    } else {
      guard description.first == "#" else { return nil }
      let figures = description.dropFirst().compactMap(\.hexDigitValue)
      guard figures.count == description.count - 1 else { return nil }
      switch figures.count {
      case 3, 4: digits = figures.map { $0 * 17 }
      case 6, 8: digits = stride(from: 0, to: 6, by: 2).map { figures[$0] * 16 + figures[$0 + 1] }
      default: return nil
      }
    }
    (red, green, blue) = (digits[0], digits[1], digits[2])
  }

  /// The sixteen names of HTML 4, and orange.
  private static let names = [
    "black": 0x000000, "silver": 0xC0C0C0, "gray": 0x808080, "white": 0xFFFFFF,
    "maroon": 0x800000, "red": 0xFF0000, "purple": 0x800080, "fuchsia": 0xFF00FF,
    "green": 0x008000, "lime": 0x00FF00, "olive": 0x808000, "yellow": 0xFFFF00,
    "navy": 0x000080, "blue": 0x0000FF, "teal": 0x008080, "aqua": 0x00FFFF, "orange": 0xFFA500,
  ]

  /// The colour of the palette of 256 that is nearest, without the sixteen that a terminal's theme decides on.
  var nearest: Color {
    let index = (16...255).min { distance(to: $0) < distance(to: $1) }
    return .indexed(index ?? 16)
  }

  private func distance(to index: UInt8) -> Int {
    let other = Color.components(of: index)
    return [red - other.red, green - other.green, blue - other.blue].reduce(0) { $0 + $1 * $1 }
  }
}

@MainActor
extension ColorValue {
  /// The type that models call `color`.
  static let propertyType =
    PropertyType(ColorValue.self, "color", noun: "a colour like #ff8800, #f80 or orange")
    .display { sample(of: $0) + Text(" \($0.description)") }
    .entry { value in
      HStack {
        if let color = value.wrappedValue { sample(of: color) } else { Text("  ") }
        TextFieldEditor()
      }
    }

  private static func sample(of color: ColorValue) -> Text {
    Text("██").style(Style(foreground: color.nearest))
  }
}
