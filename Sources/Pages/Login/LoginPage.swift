import RuleEnvironment
import StandardKeys
import Widgets
import Workspace

/// The login page: fields for the name and password of a user, or a notice why nobody can log in.
struct LoginPage: View {
  @Environment(\.pageContext) private var page
  @State private var name = ""
  @State private var password = ""

  var body: some View {
    if page.isOpen {
      let login = Login(work: page.work)
      if let obstacle = login.obstacle {
        VStack {
          Text("Nobody can log in here: \(obstacle).").role(.warning).wrap()
          PlainPage().frame(maxWidth: .max, maxHeight: .max)
        }
      } else {
        Form {
          FormRow("Name") {
            TextField(text: $name).ground(.text).defaultFocus().onSubmit { _ in enter(login) }
          }
          FormRow("Password") {
            TextField(text: $password).ground(.text).secure().onSubmit { _ in enter(login) }
              .focusName(Self.passwordField)
          }
        }
        .commands { [Command(.save, title: "log in") { _ in enter(login) }] }
        .padding(horizontal: 1)
      }
    }
  }

  private static let passwordField = "the password"

  /// Goes on to the password, or tries both.
  private func enter(_ login: Login) {
    let work = login.work
    guard !password.isEmpty || name.isEmpty else {
      page.ui.screen.host?.focus(on: Self.passwordField)
      return
    }
    if let hindrance = login.hindrance("in") { return page.say(hindrance, .warning) }
    let (name, typed) = (name, password)
    password = ""
    work.loads.run {
      do throws(LoginRefusal) {
        let user = try await login.user(called: name, password: typed)
        // Something else may have been begun meanwhile.
        guard page.ui.navigator.current.task == .login else { return }
        if let hindrance = login.hindrance("in") { return page.say(hindrance, .warning) }
        page.ui.onLogin(user, work.root.scoped(toTask: .login).nextTaskName)
      } catch { page.say(error.sentence, .warning) }
    }
  }
}
