import Widgets
import Workspace

extension UserInterface {
  /// Runs the editor on a file in the place of the screen.
  ///
  /// - Returns: How it ended; `nil` where there is none or locked mode lets none run, which is said.
  func runEditor(
    on path: String,
    atLine line: Int,
    for command: CommandDefinition,
    _ context: CommandContext
  ) -> Int32? {
    if let reason = ScreenSettings(work: work).lockedRefusal(of: command) {
      context.say(reason, .warning)
      return nil
    }
    var code: Int32?
    screen.onYieldScreen { [editor = screen.editor] in
      do throws(PromptRefusal) {
        code = try editor.open(path, atLine: line)
      } catch {
        context.say(error.sentence, .error)
      }
    }
    context.host.setNeedsDisplay()
    return code
  }
}
