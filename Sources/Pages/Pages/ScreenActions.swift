package import Widgets

/// Callbacks to the terminal, such as quit, redraw or copy; without a terminal they do nothing.
package struct ScreenActions {
  /// Ends the program.
  package var onQuit: () -> Void = {}
  /// Draws everything anew.
  package var onRedraw: () -> Void = {}
  /// Goes back to the shell until the program is called again.
  package var onSuspend: () -> Void = {}
  /// Says something in the status line, or takes it away; what is said there otherwise stays.
  package var onNotice: (String?) -> Void = { _ in }
  /// Gives the screen to another program while the closure runs.
  var onYieldScreen: (() -> Void) -> Void = { $0() }
  /// The editor that opens rule files.
  var editor = ExternalEditor()
  /// Puts a text on the clipboard.
  package var onCopy: (String) -> Void = { _ in }
  /// The view host that shows questions and messages.
  package weak var host: ViewHost?
}
