import Terminal
import Testing

struct GeometryTests {
  let rect = Rect(x: 2, y: 1, width: 10, height: 4)

  @Test func `Rectangles that do not meet have nothing in common`() {
    #expect(rect.intersection(Rect(x: 20, y: 1, width: 5, height: 5)).isEmpty)
    #expect(
      rect.intersection(Rect(x: 0, y: 0, width: 5, height: 2))
        == Rect(x: 2, y: 1, width: 3, height: 1)
    )
  }

  @Test(arguments: Rect.Edge.allCases, [-1, 0, 3, 4, 99])
  func `The parts of a split have all cells once`(edge: Rect.Edge, count: Int) {
    let (part, rest) = rect.split(count, from: edge)
    #expect(part.width * part.height + rest.width * rest.height == 40)
    #expect(rect.intersection(part) == part || part.isEmpty)
    #expect(rect.intersection(rest) == rest || rest.isEmpty)
    #expect(part.intersection(rest).isEmpty)
  }

  @Test func `Insets that leave nothing leave no cells`() {
    #expect(rect.inset(x: 1, y: 1) == Rect(x: 3, y: 2, width: 8, height: 2))
    #expect(rect.inset(x: 6).isEmpty)
  }

  @Test func `Sizes are printed`() {
    #expect(Size(width: 120, height: 40).description == "120x40")
  }
}
