/// An error of starting a terminal: standard input or output is no terminal, `TERM` is missing or unknown, or the terminal
/// lacks cursor movement.
package enum TerminalError: Error, Hashable, Sendable {
  /// Standard input or output is a file or a pipe.
  case notATerminal
  /// The variable `TERM` is not set.
  case typeMissing
  /// There is no description of this type of terminal.
  case typeUnknown(String)
  /// The terminal cannot move its cursor.
  case tooSimple(String)
  /// The operating system refused.
  case refused(operation: String, code: Int32)
}

extension TerminalError: CustomStringConvertible {
  /// A sentence that says what is wrong and what to do about it.
  package var description: String {
    switch self {
    case .notATerminal:
      "standard input or output is not a terminal; use 'render' to print a screen"
    case .typeMissing:
      "TERM is not set; set it to the kind of terminal: TERM=xterm-256color"
    case .typeUnknown(let name):
      "the terminal type '\(name)' (TERM) is unknown; try TERM=xterm-256color"
    case .tooSimple(let name):
      "the terminal type '\(name)' (TERM) cannot move the cursor; try TERM=xterm-256color"
    case .refused(let operation, let code):
      "the terminal could not be set up: \(operation) failed with error \(code)"
    }
  }
}

/// A screen with a keyboard: shows frames and reports events.
@MainActor
package protocol TerminalDriver: AnyObject {
  /// The size of the screen in cells, as of now.
  var size: Size { get }
  /// How many colours it can show; 0 if none.
  var colorCount: Int { get }
  /// Whether its background is light, as far as is known; ``TerminalEvent/ground(isLight:)`` tells when it is.
  var isLight: Bool { get }
  /// Whether it shows no characters but those of ASCII.
  var isPlain: Bool { get }
  /// Whether the mouse is reported; off at first, so that the terminal's own selection works.
  var isMouseEnabled: Bool { get set }

  /// Shows a frame; only what changed since the last one is written.
  /// - Parameters:
  ///   - buffer: The frame, of the size of the screen.
  ///   - cursor: Where the cursor shows; nil to hide it.
  func present(_ buffer: Buffer, cursor: Point?)
  /// Forgets what the screen shows, so that the next frame is written as a whole.
  func redraw()
  /// Gives the screen back, stops the process as Ctrl-Z does and takes the screen again when it goes on.
  func suspend()
  /// Gives the screen back while another program uses it, such as an editor.
  func yieldScreen(to body: () -> Void)
  /// Sounds the bell.
  func bell()
  /// Puts text on the clipboard of the terminal's window.
  func copy(_ text: String)
}
