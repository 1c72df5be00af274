import RuleEnvironment
import StandardKeys
import Terminal
public import Widgets
import Workspace

/// A dialog: a question, an error, the progress of a long operation, or content such as a key list, text, columns or a
/// calendar.
///
/// Rules choose the page that shows it:
///
///     Page("sure", for: .confirm) { SurePage() }
///     …
///     Text(page.announcement?.sentence ?? "").wrap()
///
/// The page is displayed in front of all others. The possible answers and their keys are listed below it.
public struct Announcement {
  /// The question, or what is said.
  public let sentence: String
  /// Further information, one sentence each.
  public let details: [String]
  /// The possible answers.
  ///
  /// A single answer is given with `y`, one of several by its number. Esc cancels.
  public let answers: [MenuItem]
  /// The words for Esc: what stays as it is.
  private let keepTitle: String
  /// The shape of a menu of the answers.
  private let shape: MenuShape
  /// The content that a built-in page shows besides the answers; `nil` for none.
  let content: Content?

  /// Something to be read.
  init(_ sentence: String, details: [String] = []) {
    self.init(choosing: [], sentence, details: details)
  }

  /// A question whether something is to be done.
  init(
    asking question: String,
    details: [String] = [],
    verb: String,
    keepTitle: String = "keep",
    then action: @escaping (CommandContext) -> Void
  ) {
    self.init(
      question,
      details: details,
      answers: [MenuItem(verb, action: action)],
      keepTitle: keepTitle,
      shape: MenuShape(width: 60),
      content: nil
    )
  }

  /// A question with several answers.
  init(
    choosing answers: [MenuItem],
    _ question: String,
    details: [String] = [],
    width: Int = 60
  ) {
    self.init(
      question,
      details: details,
      answers: answers,
      shape: MenuShape(width: width),
      content: nil
    )
  }

  /// Something to choose from: keys, commands, columns.
  init(_ title: String, of items: [MenuItem], in shape: MenuShape) {
    self.init(title, details: [], answers: items, shape: shape, content: nil)
  }

  /// Something to be read or looked at.
  init(_ title: String, details: [String] = [], showing content: Content) {
    self.init(title, details: details, answers: [], shape: MenuShape(), content: content)
  }

  private init(
    _ sentence: String,
    details: [String],
    answers: [MenuItem],
    keepTitle: String = "keep",
    shape: MenuShape,
    content: Content?
  ) {
    (self.sentence, self.details, self.answers) = (sentence, details, answers)
    (self.keepTitle, self.shape, self.content) = (keepTitle, shape, content)
  }

  /// The menu of the answers.
  var menu: Menu {
    Menu(
      sentence,
      items: answers,
      isSearchable: shape.isSearchable,
      width: shape.width,
      height: shape.height
    )
  }

  /// The question as the program asks it where no rule chooses a page.
  @ViewBuilder var question: some View {
    if answers.count == 1 {
      Confirm(sentence, details: details, verb: answers[0].title, keepTitle: keepTitle) {
        answers[0].action($0)
      }
    } else {
      Menu(sentence, items: answers, width: max(shape.width, widestAnswer)).asking()
    }
  }

  /// The cells in which every answer is read to its end, beside details as wide as a menu shows them.
  private var widestAnswer: Int {
    let titles = answers.map { TextWidth.cells(of: $0.title) }.max() ?? 0
    let details = answers.map { TextWidth.cells(of: $0.detail) }.max() ?? 0
    return titles + min(details, 30) + 4
  }

  /// The answers, each with the key that gives it.
  var keys: [(key: KeyEvent, answer: MenuItem)] {
    guard answers.count != 1 else { return [(.character("y"), answers[0])] }
    return zip("123456789", answers).map { (.character($0), $1) }
  }

  /// The key that leaves a question unanswered or ends reading, with its title.
  var closing: (key: KeyEvent, title: String) {
    (KeyEvent(.escape), answers.isEmpty ? "go on" : keepTitle)
  }
}

/// The page of an announcement before all others, above the keys that answer it.
private struct AnnouncementView: View {
  let announcement: Announcement

  private var isQuestion: Bool { !announcement.answers.isEmpty }

  var body: some View {
    if isQuestion {
      answered.asking { _ in
        announcement.keys.map { QuestionAnswer([$0.key], $0.answer.title) }
          + [QuestionAnswer([announcement.closing.key], announcement.closing.title, keeps: true)]
      }
    } else {
      answered
    }
  }

  private var answered: some View {
    VStack {
      PageBody().frame(maxWidth: .max, maxHeight: .max)
      StatusLine()
      KeyButtons(
        announcement.keys.map { ($0.key, $0.answer.title) } + [announcement.closing]
      )
    }
    .onEvent { event, context in
      guard case .key(let key) = event else { return false }
      if key == KeyEvent(.escape) || !isQuestion && key == KeyEvent(.enter) {
        context.dismiss()
        return true
      }
      guard let answer = announcement.keys.first(where: { $0.key == key })?.answer else {
        return false
      }
      answer.choose(context)
      return true
    }
  }
}

/// The placeholder on an announcement page while there is no announcement.
struct NoAnnouncementNotice: View {
  let sentence: String

  var body: some View {
    VStack {
      Text(sentence).dim().padding(horizontal: 1)
      PlainPage().frame(maxWidth: .max, maxHeight: .max)
    }
  }
}

extension UserInterface {
  /// Asks, on the page that rules choose for it, else as the program does.
  func ask(_ question: Announcement, _ context: CommandContext) {
    if !present(question, by: .confirm, on: context.host) {
      context.present { question.question }
    }
  }

  /// Shows what went wrong on the page that rules choose for it; nothing else may stand before the pages.
  /// - Returns: Whether there is one.
  func showsFault(_ sentence: String, on host: ViewHost) -> Bool {
    !host.isModal && present(Announcement(sentence), by: .error, on: host)
  }

  private func present(_ said: Announcement, by task: TaskName, on host: ViewHost) -> Bool {
    guard let page = page(for: task, saying: said) else { return false }
    host.present(.fullScreen, environment: page.environment) {
      AnnouncementView(announcement: said)
    }
    return true
  }

  /// The page that rules choose for an announcement; `nil` where it is one of the program's own, or not made for that.
  func page(for task: TaskName, saying said: @autoclosure () -> Announcement) -> PageContext? {
    let subject = navigator.current.subject
    let state = PageState(task: task, subject: subject)
    let page = PageContext(state, in: self)
    guard let chosen = catalog.pages[state.scope(in: work.root)[ComponentKeys.shared.page]],
      !chosen.isBuiltIn, chosen.tasks?.contains(task) ?? true, chosen.subject <= page.subject
    else { return nil }
    state.announcement = said()
    return page
  }
}

extension CommandContext {
  /// Asks, on the page that rules choose for it, else as the program does.
  func ask(_ question: Announcement) {
    environment[PageKeys.shared.userInterface]?.ask(question, self)
  }
}

extension PageState {
  /// The announcement, if the page shows one.
  var announcement: Announcement? {
    get { self[Announcement.self] }
    set { self[Announcement.self] = newValue }
  }
}
