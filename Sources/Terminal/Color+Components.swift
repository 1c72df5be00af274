extension Color {
  /// Red, green and blue of a colour of the palette, from 0 to 255, as xterm has them.
  package static func components(of index: UInt8) -> (red: Int, green: Int, blue: Int) {
    switch index {
    case 0..<16: return basicComponents[Int(index)]
    case 16..<232:
      let steps = [0, 95, 135, 175, 215, 255]
      let cube = Int(index) - 16
      return (steps[cube / 36], steps[cube / 6 % 6], steps[cube % 6])
    default:
      let grey = 8 + 10 * (Int(index) - 232)
      return (grey, grey, grey)
    }
  }

  private static let basicComponents = [
    (red: 0, green: 0, blue: 0), (205, 0, 0), (0, 205, 0), (205, 205, 0),
    (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
    (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0),
    (92, 92, 255), (255, 0, 255), (0, 255, 255), (255, 255, 255),
  ]
}
