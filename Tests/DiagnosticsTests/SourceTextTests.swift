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
