import EntityStore
import RuleEnvironment
import Terminal
import Widgets
import Workspace

// Pages before the others: what is read or chosen there, and Esc leads back to the page behind.

extension UserInterface {
  /// Shows something before the pages, on the page that rules choose for the task in `place`, else on the page behind.
  ///
  /// Where that page is not there, or is none for the task, the program's own is shown, and a sentence says so.
  func show(
    _ shown: Announcement,
    by task: TaskName,
    in place: EnvironmentValues? = nil,
    _ context: CommandContext
  ) {
    let state = PageState(task: task, subject: navigator.current.subject)
    (state.announcement, state.place) = (shown, place)
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
    environment[ViewKeys.shared.userInterface]?.show(shown, by: task, in: place, self)
  }
}

extension Page {
  /// Whether it can show what a task before the pages is about.
  fileprivate func shows(_ task: TaskName, about subject: Subject) -> Bool {
    self.subject <= subject && tasks?.contains(task) ?? !isBuiltIn
  }

  /// The program's own pages before the others, called as their tasks are; one entry adds one.
  static let inFront: [Page] = [
    Page("help", for: .help) { AnswersPage() }.asPanel()
      .saying("The keys of the page behind it, with a search."),
    Page("palette", for: .palette) { AnswersPage() }.asPanel()
      .saying("All commands and entities, with a search."),
    Page("columns", for: .columns) { AnswersPage() }.asPanel()
      .saying("The columns of a list, each shown or hidden."),
    Page("calendar", for: .calendar) { CalendarPage() }.asPanel()
      .saying("A month, to choose a day for a field."),
    Page("why", for: .why) { WhyPage() }
      .saying("The rules behind a place, and the faults of rule files."),
    Page("text", for: .text, .json, .statements, .help, .why) { ReadingPage() }
      .saying("A full-screen text, with a search."),
    Page("json", for: .json) { JSONReadingPage() }
      .saying("A full-screen JSON document that folds."),
    Page("statements", for: .statements) { ReadingPage() }
      .saying("The SQL statements of a save, with a search."),
    Page("bytes", for: .bytes) { BytesPage() }
      .saying("Bytes as hexadecimal numbers and letters."),
  ].map(\.readingAnything)
}

/// A page of an application before the others, with what is said and the keys below.
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

/// The content of an announcement; on a page of another place the sentence that there is none.
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

/// Keys, commands or columns.
private struct AnswersPage: View {
  var body: some View { ContentPage { $0.answers.isEmpty ? nil : $0.menu } }
}

/// A text.
private struct ReadingPage: View {
  @State private var kept = AnnouncementTextCache()

  var body: some View {
    ContentPage { said in
      kept.text(of: said).map { TextPage(title: said.sentence, text: $0.reading) }
    }
  }
}

/// A JSON document.
private struct JSONReadingPage: View {
  var body: some View {
    ContentPage { said -> JSONPage? in
      guard case .text(let text) = said.content, let tree = text.tree else { return nil }
      return JSONPage(title: said.sentence, text: text.text, tree: tree)
    }
  }
}

/// Bytes.
private struct BytesPage: View {
  var body: some View {
    ContentPage { said -> HexPage? in
      guard case .bytes(let rows, let note, let cursor) = said.content else { return nil }
      return HexPage(title: said.sentence, note: note, rows: rows, cursor: cursor)
    }
  }
}

/// The rules behind a place.
private struct WhyPage: View {
  var body: some View {
    ContentPage { said -> WhyPanel? in
      guard case .why(let why) = said.content else { return nil }
      return WhyPanel(why: why)
    }
  }
}

/// A month.
private struct CalendarPage: View {
  var body: some View {
    ContentPage { said -> CalendarPanel? in
      guard case .calendar(let grid, let today, let take) = said.content else { return nil }
      return CalendarPanel(grid, today: today, onChoose: take)
    }
  }
}

/// The text of an announcement, made once.
private final class AnnouncementTextCache {
  private var known: AnnouncedText?

  func text(of said: Announcement) -> AnnouncedText? {
    if case .text(let text) = said.content { return text }
    if known == nil { known = said.text.map(AnnouncedText.init) }
    return known
  }
}
