import RuleEnvironment
import Terminal
import Widgets

extension Benchmark {
  static let frame = Self("frame", "one frame of 200×50 cells: views, layout, drawing, differences")
  { _ in
    try await frames()
  }

  @MainActor private static func frames() throws -> [Figure] {
    let size = Size(width: 200, height: 50)
    let host = ViewHost { Grid() }
    let terminal = HeadlessTerminal(size: size)
    var number = 0
    // A new number makes every cell of the grid another one.
    let all = measure(60, warmUp: 10) {
      number += 1
      host.environment[GridKeys.shared.number] = number
      terminal.present(host.render(size), cursor: nil)
    }
    let changed = terminal.changedCellCount / terminal.frameCount
    let same = measure(60, warmUp: 10) {
      host.setNeedsDisplay()
      terminal.present(host.render(size), cursor: nil)
    }
    // The same cells without views: what a frame cannot do without.
    let cells = measure(60, warmUp: 10) {
      number += 1
      var buffer = Buffer(size: size)
      for (y, x) in (0..<50).flatMap({ y in (0..<10).map { (y, $0) } }) {
        buffer.write(Row.words[(number + x + y) % 3], at: Point(x: 20 * x, y: y))
      }
      terminal.present(buffer, cursor: nil)
    }
    let (frame, bare) = (
      Figure("all cells new", all, budget: 0.002), Figure("the same cells without views", cells)
    )
    return [
      frame, bare, frame.ratio(to: bare, "views : cells"),
      Figure("cells changed by it", .count, [Double(changed)]),
      Figure("nothing changed", same),
    ]
  }
}

/// Fifty rows of ten cells, each with a text that depends on one key.
private struct Grid: View {
  var body: some View {
    VStack(alignment: .leading) {
      ForEach(0..<50) { Row(index: $0) }
    }
  }
}

private struct Row: View {
  let index: Int
  @Environment(\.number) private var number

  var body: some View {
    HStack {
      ForEach(0..<10) { column in
        Text(Self.words[(number + column + index) % Self.words.count])
          .role(column % 2 == 0 ? .accent : .normal)
          .frame(width: 20)
      }
    }
  }

  fileprivate static let words = [
    "abcdefghijklmnopqrst", "ABCDEFGHIJKLMNOPQRST", "01234567890123456789",
  ]
}

private struct GridKeys: KeyNamespace {
  static let shared = Self()
  let number = Key(0, "What the grid shows.")
}

extension EnvironmentValues {
  fileprivate var number: Int { self[GridKeys.shared.number] }
}
