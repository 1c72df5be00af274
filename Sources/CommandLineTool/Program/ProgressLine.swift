import Glibc
import Pages
import RuleFiles
import Terminal
package import Workspace

/// One line on the terminal about what takes long without a screen: which file is being read, or how far the rows are, and
/// how to stop.
///
/// The line goes before anything else is shown. Files and pipes get nothing of it.
package final class ProgressLine {
  /// The time that passes before the line is shown.
  static let patience = WorkProgress.patience
  /// The time that passes before another state of the same work is shown.
  private static let interval = Duration.milliseconds(200)

  /// Writes to the terminal; `nil` where there is none.
  private let write: ((String) -> Void)?
  private let isPlain: Bool
  private let width: () -> Int
  private var sentence: String?
  private var isShown = false
  /// When progress was shown last; `nil` while none is on the line.
  private var lastTime: ContinuousClock.Instant?

  /// A line on the terminal of standard error, if it is one.
  convenience init() {
    self.init(
      writing: isatty(STDERR_FILENO) == 1 ? { try? StandardStream.messages.write($0) } : nil,
      isPlain: ASCIIFallback.areWanted { HostEnvironment.allVariables()[$0] },
      width: { Self.width(of: STDERR_FILENO) ?? 80 }
    )
  }

  /// The number of cells in a line of a terminal; `nil` for what is none.
  static func width(of terminal: Int32) -> Int? {
    var size = winsize()
    guard ioctl(terminal, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// A line that is written by `write`, by `nil` nothing is; in ASCII where it is plain.
  package init(
    writing write: ((String) -> Void)?,
    isPlain: Bool = false,
    width: @escaping () -> Int = { 80 }
  ) {
    (self.write, self.isPlain, self.width) = (write, isPlain, width)
  }

  /// Whether there is a terminal to write to.
  var isWatched: Bool { write != nil }

  /// Takes what is being done now; `nil` for nothing that takes long.
  package func note(_ sentence: String?) {
    guard sentence != self.sentence else { return }
    self.sentence = sentence
    if isShown { draw() }
  }

  /// Shows what is being done, now and from now on.
  package func show() {
    guard !isShown else { return }
    isShown = true
    if sentence != nil { draw() }
  }

  /// Shows how far work is, at most a few times a second; takes the line away with `nil`.
  package func note(_ progress: WorkProgress?, at now: ContinuousClock.Instant) {
    guard let progress else {
      if lastTime != nil { put("") }
      return lastTime = nil
    }
    if let lastTime, now - lastTime < Self.interval { return }
    // A terminal that is written to its edge goes on in the next line.
    let room = width() - Self.advice.count - 1
    guard let sentence = progress.sentence(at: now, width: room) else { return }
    lastTime = now
    put(Sanitizer.visible(sentence) + Self.advice)
  }

  private static let advice = "; ^C stops"

  private func draw() { put(sentence.map { "\(Sanitizer.visible($0)) …\(Self.advice)" } ?? "") }

  private func put(_ line: String) {
    write?("\r\u{1B}[K" + (isPlain ? ASCIIFallback.of(line) : line))
  }
}
