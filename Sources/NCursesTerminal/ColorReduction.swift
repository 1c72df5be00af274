import Terminal

/// Finds the nearest colour a terminal has for one of the palette of 256.
struct ColorReduction {
  /// How many colours the terminal shows.
  let count: Int

  /// The number to give to curses; -1 for the terminal's own colour.
  func number(of color: Color) -> Int32 {
    guard let index = color.index, count >= 8 else { return -1 }
    if count >= 256 || Int(index) < min(count, 16) { return Int32(index) }
    if index < 16 {
      // Bright black on eight colours would be black on black.
      return index == 8 ? -1 : Int32(index - 8)
    }
    let basic = nearestBasic(to: ColorReduction.components(of: index))
    guard count < 16, basic >= 8 else { return Int32(basic) }
    return basic == 8 ? -1 : Int32(basic - 8)
  }

  /// Red, green and blue of a colour of the cube or of the greys, from 0 to 255.
  private static func components(of index: UInt8) -> (Int, Int, Int) {
    if index >= 232 {
      let grey = 8 + 10 * (Int(index) - 232)
      return (grey, grey, grey)
    }
    let steps = [0, 95, 135, 175, 215, 255]
    let cube = Int(index) - 16
    return (steps[cube / 36], steps[cube / 6 % 6], steps[cube % 6])
  }

  private func nearestBasic(to color: (Int, Int, Int)) -> Int {
    // xterm's values of the 16 basic colours.
    let basic = [
      (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0),
      (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
      (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0),
      (92, 92, 255), (255, 0, 255), (0, 255, 255), (255, 255, 255),
    ]
    func distance(_ other: (Int, Int, Int)) -> Int {
      let (red, green, blue) = (color.0 - other.0, color.1 - other.1, color.2 - other.2)
      return red * red * 2 + green * green * 4 + blue * blue * 3
    }
    var best = 0
    for index in basic.indices where distance(basic[index]) < distance(basic[best]) { best = index }
    return best
  }
}
