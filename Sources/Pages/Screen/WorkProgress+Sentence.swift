import Terminal
import Widgets
package import Workspace

extension WorkProgress {
  /// `importing █████▍········· 41 %, 12 300 rows/s, 8 s left`, in at most `width` cells; without a
  /// known total `importing for 12.3 s, 150 000 rows, 12 300 rows/s`.
  ///
  /// Is `nil` before work has taken long enough to be worth a word. What finds no room is left out,
  /// the rate first.
  package func sentence(at now: ContinuousClock.Instant, width: Int) -> String? {
    let time = now - start
    guard time >= Self.patience else { return nil }
    let seconds = time / .seconds(1)
    var facts: [String] = []
    if share == nil, let count { facts.append("\(NumberText.count(count)) rows") }
    if let count, case let rate = Int(min(Double(count) / seconds, 1e15)), rate > 1 {
      facts.append("\(NumberText.count(rate)) rows/s")
    }
    if let share, share < 1 { facts.append("\(Self.span(seconds / share - seconds)) left") }
    let part = share.map { "\(Int($0 * 100)) %" }
    for dropped in 0...facts.count {
      let rest = facts.dropFirst(dropped).map { ", " + $0 }.joined()
      let text = "\(title) \(part ?? "for \(time.tenths) s")\(rest)"
      let room = width - TextWidth.cells(of: text) - 1
      guard room >= -1 else { continue }
      guard let share, let part, room >= Self.barWidths.lowerBound else {
        if part != nil, dropped < facts.count { continue }
        return text
      }
      let bar = Self.bar(share, width: min(room, Self.barWidths.upperBound))
      return "\(title) \(bar) \(part)\(rest)"
    }
    let shortest = part ?? title
    return TextWidth.cells(of: shortest) <= width ? shortest : ""
  }

  private static let barWidths = 4...24

  /// Eighths of blocks, and a point for each cell that is still to be filled.
  private static func bar(_ share: Double, width: Int) -> String {
    let bar = BarPlot.bar(eighths: Int(share * Double(width * 8)))
    return bar + String(repeating: "·", count: width - TextWidth.cells(of: bar))
  }

  private static func span(_ seconds: Double) -> String {
    switch min(seconds, 1e9).rounded(.up) {
    case let seconds where seconds < 100: "\(Int(seconds)) s"
    case let seconds where seconds < 6000: "\(Int((seconds / 60).rounded(.up))) min"
    case let seconds: "\(NumberText.count(Int((seconds / 3600).rounded(.up)))) h"
    }
  }
}

extension Duration {
  /// Seconds with one digit behind the point.
  fileprivate var tenths: String {
    let tenths = components.seconds * 10 + components.attoseconds / 100_000_000_000_000_000
    return "\(tenths / 10).\(tenths % 10)"
  }
}
