import Glibc
import Terminal

/// One line on the terminal about an opening that takes long: which file is being read, and how to stop.
///
/// There is no screen yet, and the line goes before there is one.
package final class OpeningNotice {
  /// The time that passes before the line is shown.
  static let patience = Duration.milliseconds(500)

  private let write: ((String) -> Void)?
  private var sentence: String?
  private var isShown = false

  /// A notice on the terminal of standard error, if it is one.
  convenience init() {
    self.init(
      writing: isatty(STDERR_FILENO) == 1 ? { try? StandardStream.messages.write($0) } : nil
    )
  }

  /// A notice that is written by `write`; by `nil` nothing is.
  package init(writing write: ((String) -> Void)?) { self.write = write }

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

  private func draw() {
    let line = sentence.map { "\(Sanitizer.visible($0)) …; ^C stops" } ?? ""
    write?("\r\u{1B}[K" + line)
  }
}
