import Terminal

/// The reduction of the 256-colour palette to the nearest colour number that a terminal can show.
struct ColorReduction {
  /// How many colours the terminal shows.
  let count: Int

  /// The number to give to curses; -1 for the terminal's own colour.
  func number(of color: Color) -> Int32 {
    guard let index = color.index, count >= 8 else { return -1 }
    if count >= 256 || Int(index) < min(count, 16) { return Int32(index) }
    let basic = index < 16 ? index : nearestBasic(to: index)
    guard count < 16, basic >= 8 else { return Int32(basic) }
    // Bright black on eight colours would be black on black.
    return basic == 8 ? -1 : Int32(basic - 8)
  }

  private func nearestBasic(to index: UInt8) -> UInt8 {
    let color = Color.components(of: index)
    func distance(_ other: UInt8) -> Int {
      let other = Color.components(of: other)
      let (red, green, blue) = (
        color.red - other.red, color.green - other.green, color.blue - other.blue
      )
      // Eyes tell greens apart best.
      return red * red * 2 + green * green * 4 + blue * blue * 3
    }
    return (0..<16).min { distance($0) < distance($1) } ?? 7
  }
}
