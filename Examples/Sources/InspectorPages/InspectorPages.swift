public import DirectToTerminal

/// Pages that look at any database in another way: a list of cards, and an edit page with a heading of its own.
///
/// Both leave to the rules what is shown, and in which words.
///
///     static let application = Application("inspector") { inspectorPages }
@ApplicationBuilder public var inspectorPages: [any ApplicationPart] {
  RowComponent(inList: "card") { Card() }
  Page("edit", about: .object) { CardEditPage() }
  Rules {
    \.task == "list" && \.propertyKey == "" => \.rowComponent <= "card"
    \.pageWrapper <= "navigation"
  }
}

/// An object of a list: what names it, and the first of its properties as the rules show them.
struct Card: View {
  @Environment(\.title) private var title
  @Environment(\.labelKey) private var labelKey
  @Environment(\.displayPropertyKeys) private var keys

  var body: some View {
    let others = keys.filter { $0 != labelKey }
    VStack {
      Text(title).bold()
      HStack(spacing: 2) {
        ForEach(Array(others.prefix(4)), id: \.self) { PropertyComponent($0) }
      }
    }
  }
}

/// An edit page of one's own: every editor, draft, problem and command of the program's works on it.
struct CardEditPage: View {
  @Environment(\.pageContext) private var page
  @Environment(\.displayPropertyKeys) private var keys
  @Environment(\.ruleObjectContext) private var changes

  var body: some View {
    if let object = page.object {
      let isFaulty = page.form?.problems.isEmpty == false
      ScrollView {
        VStack {
          Text("\(object.entity.displayName) on a card").role(.title)
          ObjectForm(object) {
            VStack { ForEach(keys, id: \.self) { FieldRow($0) } }
          }
          Text("\(changes?.pendingCount ?? 0) pending").dim()
        }
      }
      .commands { EditCommands(page: page).all }
      .command(
        Self.discard,
        enabledIf: object.hasChanges || isFaulty,
        else: "nothing was changed"
      ) { _ in page.rollBack() }
    }
  }

  private static let discard = CommandDefinition(
    "discard",
    "discard",
    keys: "ctrl-o",
    group: "Card",
    importance: 60,
    summary: "Takes back all that is pending."
  )
}
