import Terminal
import Testing

struct BufferTests {
  @Test func `Text is written from left to right and clipped at the border`() {
    var buffer = Buffer(size: Size(width: 6, height: 2))
    #expect(buffer.write("Artist", at: Point(x: 2, y: 1)) == 4)
    #expect(buffer.lines == ["", "  Arti"])
  }

  @Test func `Writing over half of a wide glyph blanks its other half`() {
    var buffer = Buffer(size: Size(width: 6, height: 1))
    buffer.write("日本語", at: .zero)
    buffer.write("X", at: Point(x: 1, y: 0))
    #expect(buffer.lines == [" X本語"])
    buffer.write("Y", at: Point(x: 4, y: 0))
    #expect(buffer.lines == [" X本Y"])
  }
}
