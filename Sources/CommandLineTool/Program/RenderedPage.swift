package import Pages
import Terminal
package import Workspace

/// A page drawn on a headless terminal, for the subcommand `render`.
package final class RenderedPage {
  private let terminal: HeadlessTerminal
  private let controller: ScreenController
  private let format: String

  /// The page on which `session` begins, in the size and format of `invocation`.
  ///
  /// - Throws: ``UsageError`` for a format that does not exist.
  package init(session: Session, invocation: Invocation) throws(UsageError) {
    var page = invocation
    page.command = .render
    format = try Program(page).format()
    let size = invocation.size ?? (columns: 80, rows: 24)
    terminal = HeadlessTerminal(
      size: Size(width: size.columns, height: size.rows),
      colorCount: format != "text" && invocation.color != "never" ? 256 : 0
    )
    controller = ScreenController(session: session, driver: terminal)
    session.work.reading.readsAhead = false
    session.ui.prepare()
  }

  /// Draws what has arrived; `true` once nothing is missing any more.
  package func advance() -> Bool {
    // A frame before the values have come would be thrown away.
    guard controller.session.work.isSettled else { return false }
    controller.draw()
    return controller.isSettled
  }

  /// The page: as many lines as its size says.
  package var text: String {
    switch format {
    case "ansi": return terminal.screen.ansiText
    case "svg": return terminal.screen.svg
    default: break
    }
    return terminal.screen.lines.map { $0 + "\n" }.joined()
  }
}
