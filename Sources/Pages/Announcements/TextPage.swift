import RuleEnvironment
import Widgets

/// A long text over the whole screen: to read, to search, with lines wrapped and numbered as one likes.
struct TextPage: View {
  let title: String
  let text: LongText
  @Environment(\.pageContext) private var page

  var body: some View {
    VStack {
      TitleLine([title], note: text.place)
      TextPager(text).frame(maxWidth: .max, maxHeight: .max)
      StatusLine()
      KeyLine()
    }
    .commands {
      Command(.wrapText, title: text.wraps ? "whole lines" : "wrap") { _ in text.wraps.toggle() }
      Command(.numberLines, title: text.showsLineNumbers ? "no numbers" : "numbers") { _ in
        text.showsLineNumbers.toggle()
      }
      Command(.search) { context in
        let place = text.readingPlace
        context.search(
          by: TypedSearch { query in
            find(query, backward: false, from: place, context)
          } keep: { query in
            if query != text.query { find(query, backward: false, from: place, context) }
          } goBack: {
            text.go(back: place)
          }
        )
      }
      if !text.query.isEmpty {
        Command(.searchNext) { find(text.query, backward: false, $0) }
        Command(.searchPrevious) { find(text.query, backward: true, $0) }
      }
      Command(.closePanel) { $0.dismiss() }
    }
  }

  /// Goes to the next match behind where the reader is, or behind the place where what is typed began.
  private func find(
    _ query: String,
    backward: Bool,
    from place: LongText.Place? = nil,
    _ context: CommandContext
  ) {
    if query.isEmpty, let place { text.go(back: place) }
    guard !query.isEmpty else { return }
    page.load {
      if let place { text.go(back: place) }
      guard await text.find(query, backward: backward) else {
        if text.query == query { context.say("‘\(query)’ is not in the text", .warning) }
        return
      }
      await text.countMatches()
      if text.query == query, let found = text.matches {
        context.say(SearchMatches.text(found.rank, of: found.count))
      }
    }
  }
}
