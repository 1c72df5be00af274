package import Diagnostics

/// The error found in a rule file that was changed while the program runs, shown on the page until it is corrected.
///
/// Also says whether the file's previous rules stay in force.
package struct RuleNotice {
  package let fault: Diagnostic
  /// Whether the file counts as it was before.
  package let isKept: Bool

  package init(fault: Diagnostic, isKept: Bool) {
    (self.fault, self.isKept) = (fault, isKept)
  }

  /// The place and what is wrong, the line with a caret, what to do.
  package func lines(width: Int) -> [String] {
    let room = max(1, width - Self.margin.count)
    return ([heading] + excerpt(width: room) + [advice]).map { Self.margin + $0 }
  }

  /// The place and what is wrong alone, for the mistakes behind the first.
  package var line: String { Self.margin + heading }

  private static let margin = " "

  private var heading: String {
    // `!` shows the whole path; here what is wrong must have room.
    let file = fault.file?.split(separator: "/").last.map(String.init) ?? ""
    let place = fault.position.map { "\(file):\($0.line):\($0.column)" } ?? file
    return "⚠ \(place): \(fault.message)"
  }

  private var advice: String {
    let effect = isKept ? "the previous version applies" : "the file's other rules apply"
    return "  " + (fault.suggestion.map { "\($0) · " } ?? "") + effect
  }

  /// The line of the file and the caret under it, moved so far to the left that the caret can be seen.
  private func excerpt(width: Int) -> [String] {
    var lines = fault.rendered.split(separator: "\n").dropFirst().map(String.init)
    if fault.suggestion != nil { lines.removeLast() }
    guard lines.count == 2, let caret = lines[1].firstIndex(of: "^"),
      lines[0].contains(where: { $0 != " " })
    else { return [] }
    let excess = lines[1].distance(from: lines[1].startIndex, to: caret) + Self.sight - width
    guard excess > 0 else { return lines }
    return [
      Self.margin + " …" + lines[0].dropFirst(excess + 3), "   " + lines[1].dropFirst(excess + 3),
    ]
  }

  /// The columns that stay visible from the caret on.
  private static let sight = 24
}
