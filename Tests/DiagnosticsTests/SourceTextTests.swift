import Diagnostics
import Testing

struct SourceTextTests {
  @Test func `Places count characters from one`() {
    let source = SourceText(name: "x", text: "é日\r\nb\n")
    #expect(source.position(at: 0) == SourcePosition(line: 1, column: 1))
    #expect(source.position(at: 2) == SourcePosition(line: 1, column: 2))
    #expect(source.position(at: 7) == SourcePosition(line: 2, column: 1))
    #expect(source.position(at: 9) == SourcePosition(line: 3, column: 1))
    #expect(source.position(at: -5) == SourcePosition(line: 1, column: 1))
    #expect(source.line(1) == "é日")
    #expect(source.line(2) == "b")
    #expect(source.line(3) == "")
    #expect(source.line(9) == "")
    #expect(source.lineCount == 3)
  }

  @Test func `A line ends at a line feed, a carriage return, or both`() {
    let source = SourceText(name: "x", text: "a\rbc\r\n\n\rd\r")
    #expect(source.lineCount == 6)
    #expect((1...6).map(source.line) == ["a", "bc", "", "", "d", ""])
    #expect(source.position(at: 3) == SourcePosition(line: 2, column: 2))
    #expect((0...10).map(source.lineNumber) == [1, 1, 2, 2, 2, 2, 3, 4, 5, 5, 6])
  }

  @Test func `Columns are the same whatever was asked for before`() {
    let pieces = ["a", " = ", "é", "e\u{301}", "日本", "👩‍👧", "\u{301}", "🇩🇪🇫🇷", "\r\n", "\n", "x"]
    var state: UInt64 = 9
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    for _ in 0..<50 {
      let text = (0..<120).map { _ in pieces[next(pieces.count)] }.joined()
      let source = SourceText(name: "x", text: text)
      let offsets = text.unicodeScalars.indices.map {
        text.utf8.distance(from: text.startIndex, to: $0)
      }
      for _ in 0..<80 {
        let offset = offsets[next(offsets.count)]
        let fresh = SourceText(name: "x", text: text).position(at: offset)
        #expect(source.position(at: offset) == fresh, "\(text.debugDescription) \(offset)")
      }
    }
  }

  @Test func `Json keeps the order of keys and escapes`() {
    let json: JSON = ["b": 1, "a": [true, nil, 1.5], "c": "é\"\\\n\u{1B}", "d": [:], "e": []]
    #expect(json.text() == #"{"b":1,"a":[true,null,1.5],"c":"é\"\\\n\u001b","d":{},"e":[]}"#)
    let pretty: JSON = ["a": [1], "b": .double(.nan), "c": .number("1.50")]
    #expect(
      pretty.text(pretty: true) == """
        {
          "a": [
            1
          ],
          "b": null,
          "c": 1.50
        }
        """
    )
  }
}
