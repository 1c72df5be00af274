import Terminal
import Testing

@testable import NCursesTerminal

struct ColorReductionTests {
  @Test(arguments: [
    (256, Color.indexed(208), Int32(208)), (256, .default, -1), (256, .red.bright, 9),
    (16, .red.bright, 9), (16, .indexed(196), 9), (16, .indexed(16), 0), (16, .indexed(244), 8),
    (8, .red.bright, 1), (8, .indexed(8), -1), (8, .indexed(196), 1), (8, .indexed(46), 2),
    (0, .red, -1), (2, .red, -1),
  ])
  func `The nearest colour of the terminal is taken`(count: Int, color: Color, number: Int32) {
    #expect(ColorReduction(count: count).number(of: color) == number)
  }
}
