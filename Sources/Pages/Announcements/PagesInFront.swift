import RuleEnvironment
import StandardKeys
import Widgets
import Workspace

// Pages before the others: what is read or chosen there, and Esc leads back to the page behind.

extension UserInterface {
  /// Shows something before the pages, on the page that rules choose for the task in `place`, else on the page behind.
  ///
  /// The program's own page is shown, with a sentence, if that page is missing or not for the task.
  func show(
    _ shown: Announcement,
    by task: TaskName,
    in place: EnvironmentValues? = nil,
    _ context: CommandContext
  ) {
    let state = PageState(task: task, subject: navigator.current.subject)
    (state.announcement, state.frontScope) = (shown, place)
    let page = PageContext(state, in: self)
    let scope = page.environment
    let name = scope[ComponentKeys.shared.page]
    let chosen = catalog.pages[name].flatMap { $0.shows(task, about: page.subject) ? $0 : nil }
    let own = Page.inFront.first { $0.name == task.rawValue }?.asBuiltIn
    guard let opened = chosen ?? own else { return }
    context.host.present(
      opened.isPanel ? .center : .fullScreen,
      environment: scope
    ) {
      if opened.isBuiltIn { opened.view() } else { FramedPage(page: opened, title: shown.sentence) }
    }
    if chosen == nil {
      context.say(
        "no page '\(name)' for the task '\(task.rawValue)'; the program's own is shown",
        .warning
      )
    }
  }
}

extension CommandContext {
  /// Shows an announcement in front of the pages, from the scope of the command.
  func show(_ shown: Announcement, by task: TaskName, in place: EnvironmentValues? = nil) {
    environment[PageKeys.shared.userInterface]?.show(shown, by: task, in: place, self)
  }
}

extension Page {
  /// Whether it can show what a task before the pages is about.
  fileprivate func shows(_ task: TaskName, about subject: Subject) -> Bool {
    self.subject <= subject && tasks?.contains(task) ?? !isBuiltIn
  }

  /// The program's own pages before the others, called as their tasks are; one entry adds one.
  static let inFront: [Page] = [
    Page("help", for: .help) { HelpPage() }.asPanel()
      .saying("The keys of the page behind it in sections, with a search."),
    Page("palette", for: .palette) { AnswersPage() }.asPanel()
      .saying("All commands and entities, with a search."),
    Page("columns", for: .columns) { AnswersPage() }.asPanel()
      .saying("The columns of a list, each shown or hidden."),
    Page("calendar", for: .calendar) { CalendarPage() }.asPanel()
      .saying("A month, to choose a day for a field."),
    Page("why", for: .why) { WhyPage() }
      .saying("The rules behind a place, and the faults of rule files."),
    Page("text", for: .text, .json, .statements, .messages, .help, .why) { ReadingPage() }
      .saying("A full-screen text, with a search."),
    Page("json", for: .json) { JSONReadingPage() }
      .saying("A full-screen JSON document that folds."),
    Page("statements", for: .statements) { ReadingPage() }
      .saying("The SQL statements of a save, with a search."),
    Page("messages", for: .messages) { ReadingPage() }
      .saying("The last messages with time and kind, the newest first."),
    Page("bytes", for: .bytes) { BytesPage() }
      .saying("Bytes as hexadecimal numbers and letters."),
  ]
}

/// The frame of an application's own page in front of the others: title line, the page, status line and key line.
private struct FramedPage: View {
  let page: Page
  let title: String

  var body: some View {
    VStack {
      TitleLine([title])
      page.view().frame(maxWidth: .max, maxHeight: .max)
      StatusLine()
      KeyLine()
    }
    .commands { Command(.closePanel) { $0.dismiss() } }
  }
}

/// The built-in page that shows one kind of announcement content, or a notice when the announcement has none.
private struct ContentPage<Content: View>: View {
  let content: (Announcement) -> Content?
  @Environment(\.pageContext) private var page

  var body: some View {
    if let content = page.announcement.flatMap(content) {
      content
    } else {
      NoAnnouncementNotice(sentence: "There is nothing to show here.")
    }
  }
}

/// The built-in panel that shows the keys of the page behind it in sections.
private struct HelpPage: View {
  var body: some View {
    ContentPage { $0.answers.isEmpty ? nil : SectionMenu($0.sentence, items: $0.answers) }
  }
}

/// The built-in page in front of the others that shows an announcement's menu: command palette or list columns.
private struct AnswersPage: View {
  var body: some View { ContentPage { $0.answers.isEmpty ? nil : $0.menu } }
}

/// The built-in full-screen page that shows the text of an announcement, such as a long value or the SQL of a save.
private struct ReadingPage: View {
  @State private var kept = AnnouncementTextCache()

  var body: some View {
    ContentPage { said in
      kept.text(of: said).map { TextPage(title: said.sentence, text: $0.reading) }
    }
  }
}

/// The built-in full-screen page that shows the JSON document of an announcement as a foldable tree.
private struct JSONReadingPage: View {
  @Environment(\.pageContext) private var page

  var body: some View {
    ContentPage { said -> JSONPage? in
      guard case .text(let text) = said.content, let tree = text.tree else { return nil }
      return JSONPage(title: said.sentence, tree: tree) { context in
        let shown = Announcement(said.sentence, showing: .text(AnnouncedText(text.text)))
        context.show(shown, by: .text, in: page.isOpen ? page.state.frontScope : nil)
      }
    }
  }
}

/// The built-in full-screen page that shows the bytes of an announcement in a hex view.
private struct BytesPage: View {
  var body: some View {
    ContentPage { said -> HexPage? in
      guard case .bytes(let rows, let note, let cursor) = said.content else { return nil }
      return HexPage(title: said.sentence, note: note, rows: rows, cursor: cursor)
    }
  }
}

/// The built-in page for `why`, which shows the rules behind a place on the screen.
private struct WhyPage: View {
  var body: some View {
    ContentPage { said -> WhyPanel? in
      guard case .why(let why) = said.content else { return nil }
      return WhyPanel(why: why)
    }
  }
}

/// The built-in panel that shows a month, to choose a day for a date field.
private struct CalendarPage: View {
  var body: some View {
    ContentPage { said -> CalendarPanel? in
      guard case .calendar(let grid, let today, let take) = said.content else { return nil }
      return CalendarPanel(grid, today: today, onChoose: take)
    }
  }
}

/// A cache for the text that an announcement shows, so that redrawing the text page does not build it again.
private final class AnnouncementTextCache {
  private var known: AnnouncedText?

  func text(of said: Announcement) -> AnnouncedText? {
    if case .text(let text) = said.content { return text }
    if known == nil { known = said.text.map(AnnouncedText.init) }
    return known
  }
}
