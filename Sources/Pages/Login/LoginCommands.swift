import StandardKeys
import Widgets
import Workspace

/// The commands for logging in and out, on every page of a database that has users.
struct LoginCommands: PagePart {
  let page: PageContext

  /// The commands.
  @CommandBuilder var all: [Command] {
    let login = Login(work: work)
    if page.task != .login, login.users != nil {
      Command(.login) { _ in page.push(PageState(task: .login, subject: .database)) }
    }
    if login.isDone { Command(.logout) { logOut($0) } }
  }

  /// Goes on as whoever has started the program.
  private func logOut(_ context: CommandContext) {
    if let hindrance = Login(work: work).hindrance("out") {
      return context.say(hindrance, .warning)
    }
    ui.onLogin(work.settings.startUser, nil)
  }
}
