import Widgets
import Workspace

/// Logging in and out, on every page of a database that has users.
struct LoginCommands {
  let page: PageContext

  private var session: Session { page.session }

  /// The commands.
  @CommandBuilder var all: [Command] {
    let login = Login(session: session)
    if page.task != .login, login.users != nil {
      Command(.login) { _ in page.push(PageState(task: .login, subject: .database)) }
    }
    if login.isDone { Command(.logout) { logOut($0) } }
  }

  /// Goes on as whoever has started the program.
  private func logOut(_ context: CommandContext) {
    if let hindrance = Login(session: session).hindrance("out") {
      return context.say(hindrance, .warning)
    }
    session.give(to: session.startUser, next: nil)
  }
}
