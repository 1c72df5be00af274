import Diagnostics
import Testing

struct DiagnosticTests {
  private func fault(in text: String, _ start: Int, _ end: Int) -> Diagnostic {
    Diagnostic(
      .error,
      id: "unknown-key",
      "unknown key",
      source: SourceText(name: "a.rules", text: text),
      span: SourceSpan(start, end),
      suggestion: "did you mean `title`?"
    )
  }

  @Test func `A fault shows place, line, caret and what to do`() {
    let fault = fault(in: "x = 1\n  a = 2 => titel = 3\n", 17, 22)
    #expect(
      fault.rendered == """
        a.rules:2:12: error: unknown key [unknown-key]
          a = 2 => titel = 3
                   ^~~~~
          did you mean `title`?
        """
    )
  }

  @Test func `The caret stands under the place behind tabs and wide characters`() {
    let lines = fault(in: "a\t日本 = x", 9, 10).rendered.split(separator: "\n")
    #expect(lines[1] == "  a\t日本 = x")
    #expect(lines[2] == "   \t     ^")
    let next = fault(in: "a\t日本 = x", 11, 12).rendered.split(separator: "\n")
    #expect(next[2] == "   \t       ^")
  }

  @Test func `A place at the end or outside still shows`() {
    #expect(fault(in: "a", 1, 1).rendered.contains("a.rules:1:2:"))
    #expect(fault(in: "a\n", 99, 100).rendered.contains("a.rules:2:1:"))
    #expect(fault(in: "", 0, 0).rendered.contains("a.rules:1:1:"))
    #expect(fault(in: "ab\ncd", 1, 5).rendered.contains("\n   ^\n"))
  }

  @Test func `Control characters do not reach the terminal`() {
    let text = fault(in: "a\u{1B}[2J\u{202E}b", 0, 1).rendered
    #expect(text.contains("a␛[2J\u{FFFD}b"))
  }

  @Test func `A very long line is cut around the place`() {
    let text = String(repeating: "a", count: 5000) + "X" + String(repeating: "b", count: 5000)
    let lines = fault(in: text, 5000, 5001).rendered.split(separator: "\n")
    #expect(lines[1].count < 130)
    let offset = lines[2].firstIndex(of: "^").map {
      lines[2].distance(from: lines[2].startIndex, to: $0)
    }
    #expect(offset.map { Array(lines[1])[$0] } == "X")
  }

  @Test func `A place in a line of many megabytes shows at once`() {
    let text = String(repeating: "日 = 'x'; ", count: 100_000)
    let source = SourceText(name: "a", text: text)
    for place in stride(from: 0, to: text.utf8.count, by: 6_000) {
      let fault = Diagnostic(.error, id: "x", "x", source: source, span: SourceSpan(place, .max))
      #expect(fault.rendered.utf8.count < 2_000)
    }
  }

  @Test func `A message as long as its file is shortened`() {
    let name = String(repeating: "name", count: 100_000)
    let fault = Diagnostic(.error, id: "x", "unknown key `\(name)`", suggestion: name)
    #expect(fault.message.count == 1001 && fault.suggestion?.count == 1001)
  }

  @Test func `Of too many faults errors are shown first and the rest is counted`() {
    let faults = (0..<300).map { Diagnostic($0 < 200 ? .warning : .error, id: "n\($0)", "m") }
    let lines = faults.rendered(limit: 120).split(separator: "\n")
    #expect(lines.count == 121 && lines.last == "and 180 more")
    #expect(lines.prefix(100).allSatisfy { $0.hasPrefix("error") })
    #expect(
      Array(faults.prefix(3)).rendered() == "warning: m [n0]\nwarning: m [n1]\nwarning: m [n2]\n"
    )
  }

  @Test func `Json has place and message`() {
    let text = fault(in: "\nab", 1, 3).json.text()
    #expect(
      text
        == #"{"file":"a.rules","line":2,"column":1,"endLine":2,"endColumn":3,"severity":"error","#
        + #""id":"unknown-key","message":"unknown key","suggestion":"did you mean `title`?"}"#
    )
  }
}
