import AccessControl
import RuleEnvironment
import Widgets

/// Puts values on the clipboard as they are shown.
struct ValueCopy {
  let page: PageContext

  /// Copies the value of the scope's property, unless it may not be seen.
  func copy(in scope: EnvironmentValues, _ context: CommandContext) {
    let session = page.session
    if let reason = Permissions(session: session, scope: scope).visibilityRefusal {
      context.say("this value is not shown: \(reason)", .warning)
      return
    }
    let component = session.catalog.components[scope[ComponentKeys.shared.component]]
    let text = (component?.cell(scope) ?? .formatted(in: scope)).text
    session.screen.onCopy(text)
    context.say("copied ‘\(text)’ to the clipboard, if the terminal allows it")
  }
}
