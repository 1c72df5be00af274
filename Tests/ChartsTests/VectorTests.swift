import TestSupport
import Terminal
import Testing

@testable import Charts

@Suite struct VectorTests {
  /// The names of the elements of a well-formed text; `nil` for another.
  static func elements(of text: String) -> [String]? {
    var (open, names): ([String], [String]) = ([], [])
    var rest = text[...]
    while let start = rest.firstIndex(of: "<") {
      guard !rest[..<start].contains(where: { $0 == ">" || $0 == "\"" && open.isEmpty }) else {
        return nil
      }
      guard
        !rest[..<start].replacing("&amp;", with: "").replacing("&lt;", with: "").replacing(
          "&gt;",
          with: ""
        )
        .replacing("&quot;", with: "").contains("&")
      else { return nil }
      guard let end = rest[start...].firstIndex(of: ">") else { return nil }
      let tag = rest[rest.index(after: start)..<end]
      let name = tag.drop { $0 == "/" }.prefix { $0 != " " && $0 != "/" }
      guard tag.count(where: { $0 == "\"" }) % 2 == 0, !tag.contains("<") else { return nil }
      if tag.hasPrefix("/") {
        guard open.popLast() == String(name) else { return nil }
      } else {
        names.append(String(name))
        if !tag.hasSuffix("/") { open.append(String(name)) }
      }
      rest = rest[rest.index(after: end)...]
    }
    return open.isEmpty ? names : nil
  }

  @Test func `pictures are well-formed, with a bar for each number`() {
    for kind in Chart.Kind.allCases {
      for sort in DrawingTests.Sort.allCases {
        let chart = DrawingTests.chart(kind, [1, 2, nil, 4], [-1, 2, 3, 0], by: sort)
        #expect(Self.elements(of: chart.svg())?.first == "svg", "\(kind) \(sort)")
      }
    }
    let bars = Self.elements(of: DrawingTests.chart(.bar, [1, 2, nil, 4, 0]).svg())
    #expect(bars?.count { $0 == "rect" } == 4)
    let line = Self.elements(of: DrawingTests.chart(.line, [1, 2, nil, 4, 0]).svg())
    #expect(line?.count { $0 == "polyline" } == 2)
  }

  @Test func `bars begin at the tick of 0, and columns have theirs in the middle`() throws {
    func numbers(_ name: String, of element: Substring) -> [Double] {
      let parts = element.split(separator: " ").filter { $0.hasPrefix(name + "=") }
      return parts.compactMap { Double($0.dropFirst(name.count + 2).dropLast()) }
    }
    let bars = DrawingTests.chart(.bar, [1, 2, 4]).svg().split(separator: "\n")
    let rect = try #require(bars.last { $0.hasPrefix("<rect") })
    let ticks = bars.filter { $0.hasPrefix("<line") }.dropFirst()
    #expect(numbers("x", of: rect) == ticks.first.map { numbers("x1", of: $0) })
    let columns = DrawingTests.chart(.column, [1, 2, 4]).svg().split(separator: "\n")
    let column = try #require(columns.last { $0.hasPrefix("<rect") })
    let label = try #require(columns.last { $0.hasSuffix(">name 2</text>") })
    let middle = numbers("x", of: column)[0] + numbers("width", of: column)[0] / 2
    #expect(abs(numbers("x", of: label)[0] - middle) < 0.1)
  }

  @Test func `texts cannot write tags`() {
    var chart = DrawingTests.chart(.bar, [1, 2], label: "<b>&\"'\u{1}\u{FFFE}")
    chart.title = "</title><script>"
    let svg = chart.svg()
    #expect(Self.elements(of: svg)?.contains("script") == false && Self.elements(of: svg) != nil)
    #expect(
      svg.contains("&lt;b&gt;&amp;&quot;")
        && !svg.unicodeScalars.contains { $0.value == 1 || $0.value == 0xFFFE }
    )
  }

  @Test func `colours of series differ in grey too`() {
    let greys = VectorCanvas.colors.map { color -> Double in
      let parts = [1, 3, 5].map { start in
        Double(Int(color.dropFirst(start).prefix(2), radix: 16) ?? 0)
      }
      return 0.299 * parts[0] + 0.587 * parts[1] + 0.114 * parts[2]
    }.sorted()
    #expect(zip(greys, greys.dropFirst()).allSatisfy { $1 - $0 > 10 }, "\(greys)")
  }
}
