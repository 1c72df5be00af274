import Terminal

/// An item of a ``Menu``: its title, its notes, and the action of choosing it.
public struct MenuItem {
  /// The title.
  public let title: String
  /// A description after the title, shown dim.
  public let note: String
  /// A key, count or explanation on the right, shown dim.
  public let detail: String
  /// Why it cannot be chosen; `nil` when it can.
  public let disabledReason: String?
  /// Whether the item is the current choice.
  public let isChecked: Bool
  /// The heading under which it stands, where the menu has sections.
  public private(set) var section = ""
  /// The action of choosing the item, run after the menu has closed.
  package let action: (CommandContext) -> Void
  /// Other words by which a search finds it.
  private(set) var terms: [String] = []
  /// Whether the item is shown only where a search finds it by its other words, behind the others.
  package private(set) var isGuide = false
  /// Gives a field its value instead, and tells whether it has; `nil` for an item that does something else.
  private var fill: ((CommandContext) -> Bool)?

  /// An item; its action runs after the menu has closed.
  public init(
    _ title: String,
    note: String = "",
    detail: String = "",
    disabledReason: String? = nil,
    isChecked: Bool = false,
    action: @escaping (CommandContext) -> Void
  ) {
    self.title = title
    self.note = note
    self.detail = detail
    self.disabledReason = disabledReason
    self.isChecked = isChecked
    self.action = action
  }

  /// Adds words by which a search finds the item though it does not show them.
  func alsoFound(by terms: [String]) -> MenuItem {
    var item = self
    item.terms = terms
    return item
  }

  /// Puts the item under a heading.
  package func inSection(_ section: String) -> MenuItem {
    var item = self
    item.section = section
    return item
  }

  /// An item that is shown only where one of `words` is searched for, behind the others.
  package static func guide(
    _ title: String,
    note: String,
    words: [String],
    action: @escaping (CommandContext) -> Void
  ) -> MenuItem {
    var item = MenuItem(title, note: note, action: action).alsoFound(by: words)
    item.isGuide = true
    item.section = "Other ways"
    return item
  }

  /// The indices of the items that a search finds by their text or other words, the best first; guides by those words alone.
  static func found(by query: String, in items: [MenuItem], text: (MenuItem) -> String) -> [Int] {
    let isAsked = query.contains { $0 != " " }
    return FuzzyMatch.sorted(
      items.indices.filter { isAsked || !items[$0].isGuide },
      by: query,
      terms: { items[$0].terms }
    ) { items[$0].isGuide ? "" : text(items[$0]) }
  }

  /// A value for the field over which the menu stands; `fill` tells whether the field has taken it.
  package static func value(
    _ title: String,
    detail: String = "",
    isChecked: Bool = false,
    fill: @escaping (CommandContext) -> Bool
  ) -> MenuItem {
    var item = MenuItem(title, detail: detail, isChecked: isChecked) { _ = fill($0) }
    item.fill = fill
    return item
  }
}

/// A pop-up list of items to choose from, filtered by the text that the user types.
public struct Menu: View {
  private let title: String
  private let items: (String) -> [MenuItem]
  /// Told of each text that is typed, where the items are found meanwhile.
  private var look: ((String) -> Void)?
  private var emptyText: () -> String = { "nothing matches" }
  /// Does something once an item is found.
  private var onFound: ((@escaping () -> Void) -> Void)?
  private let height: Int
  private let width: Int
  private let isSearchable: Bool
  /// Whether the menu stands over a field that takes its items as values.
  private var fillsField = false
  @State private var typed = TypedChoice()
  @State private var query = ""
  @State private var cursor = ListCursor()
  @State private var rows = MenuRows()

  /// A menu of `items`; the checked one is under the cursor at first.
  ///
  /// A short menu is searched only when asked for: letters then move in it.
  public init(
    _ title: String = "",
    items: [MenuItem],
    isSearchable: Bool? = nil,
    width: Int = 60,
    height: Int = 16
  ) {
    self.isSearchable = isSearchable ?? (items.count > 8)
    self.title = title
    self.items = { query in
      let found = MenuItem.found(by: query, in: items) { "\($0.title) \($0.detail)" }
        .map { items[$0] }
      return found.filter { !$0.isGuide } + found.filter(\.isGuide)
    }
    self.width = width
    self.height = height
  }

  /// A menu of what is found for the text that is typed, from `text` on: `look` is told of each, `items` gives what is found
  /// by now; the checked one is under the cursor as long as nothing is typed.
  package init(
    _ title: String,
    text: String,
    look: @escaping (String) -> Void,
    items: @escaping () -> [MenuItem],
    emptyText: @escaping () -> String,
    onFound: @escaping (@escaping () -> Void) -> Void
  ) {
    (isSearchable, width, height) = (true, 60, 12)
    self.title = title
    self.items = { _ in items() }
    (self.look, self.emptyText, self.onFound) = (look, emptyText, onFound)
    _query = State(wrappedValue: text)
  }

  /// The menu of a field: Tab takes the marked line, as Enter does, and goes on to another field; letters mark the line that they
  /// begin.
  package func fillingField() -> Menu {
    var menu = self
    menu.fillsField = true
    return menu
  }

  /// The menu as a question, whose items are the answers.
  package func asking() -> some View {
    asking { host in
      [
        QuestionAnswer(host.keyBindings.keys(for: .choose), "choose"),
        QuestionAnswer(host.keyBindings.keys(for: .close), "close", keeps: true),
      ]
    }
  }

  /// A search field above the items that match.
  public var body: some View {
    let matches = items(query)
    let checked = matches.firstIndex(where: \.isChecked)
    rows.show(matches)
    return Panel(title) {
      VStack {
        if isSearchable {
          TextField("type to search", text: $query)
        }
        Table(rows.columns, source: rows, cursor: cursor)
          .header(false)
          .emptyText(emptyText())
          .activeWithoutFocus(isSearchable)
          .frame(minHeight: 1, maxHeight: max(1, min(height, matches.count)))
      }
      .frame(minWidth: 10, maxWidth: width)
    }
    .commands {
      RowNavigation(cursor: cursor, source: rows).commands(page: height - 1)
      Command(.choose) { choose($0) }
      if fillsField { fieldCommands }
    }
    .onEvent { event, context in
      guard fillsField, !isSearchable, case .key(let key) = event else { return false }
      return mark(by: key, context)
    }
    .onAppear {
      look?(query)
      go(to: checked)
    }
    .onChange(of: query) { query in
      look?(query)
      cursor.go(to: 0, in: rows)
    }
    .onChange(of: checked) { if look != nil, query.isEmpty { go(to: $0) } }
  }

  private func go(to index: Int?) {
    if let index { cursor.go(to: index, in: rows) }
  }

  /// The keys of the field itself that leave it.
  @CommandBuilder private var fieldCommands: [Command] {
    Command(.focusNext) { choose($0, goingBy: 1) }
    Command(.focusPrevious) { choose($0, goingBy: -1) }
  }

  /// Marks another item by a key of the field: left and right go through the choices, letters choose one; other letters stay
  /// motions.
  /// - Returns: Whether the key is one of the field.
  private func mark(by key: KeyEvent, _ context: CommandContext) -> Bool {
    var next: Int?
    switch (key, key.typedCharacter) {
    case (KeyEvent(.right), _): next = cursor.position + 1
    case (KeyEvent(.left), _): next = cursor.position - 1
    case (_, let character?):
      let titles = items(query).map { $0.title.lowercased() }
      next = typed.next(typing: character, in: titles, at: cursor.position)
      if next == nil { return false }
    default: return false
    }
    guard let next, rows.item(at: next) != nil else {
      context.beep()
      return true
    }
    cursor.go(to: next, in: rows)
    return true
  }

  /// Chooses the item under the cursor, where none is found yet the first that is; with a step the focus goes on from a field
  /// that has its value by that.
  private func choose(_ context: CommandContext, goingBy step: Int? = nil) {
    func take(_ item: MenuItem) {
      guard let step else { return _ = item.choose(context) }
      context.host.moveFocusFromField(by: step) { item.choose(context) }
    }
    if let item = rows.item(at: cursor.position) { return take(item) }
    guard let onFound else { return context.beep() }
    onFound {
      guard let item = items(query).first else { return context.beep() }
      take(item)
    }
  }
}

extension MenuItem {
  /// Closes what it was chosen in and does what it says, or says why it cannot be chosen.
  ///
  /// - Returns: Whether a field has its value by that.
  @discardableResult
  package func choose(_ context: CommandContext) -> Bool {
    if let disabledReason {
      context.say("\(title): \(disabledReason)", .warning)
      context.beep()
      return false
    }
    context.dismiss()
    if let fill { return fill(context) }
    action(context)
    return false
  }
}

extension CommandDefinition {
  private static let choosing = CommandHeading("Menu")

  /// Takes the item under the cursor.
  public static let choose = choosing(.safe, "choose", keys: "enter", importance: 80)
    .saying("Choose the marked line")
    .alsoCalled("select", "pick")
}

/// The table source of a ``Menu``: turns its items into table rows.
final class MenuRows: TableSource {
  private var items: [MenuItem] = []
  /// Whether some item has a note, whatever is searched for.
  private var hasNotes = false
  /// Whether some item has something at its right.
  private var hasDetails = false

  func show(_ items: [MenuItem]) {
    self.items = items
    hasNotes = hasNotes || items.contains { !$0.note.isEmpty }
    hasDetails = hasDetails || items.contains { !$0.detail.isEmpty }
  }

  /// The title, a note where items have one, and what stands at the right.
  var columns: [TableColumn] {
    let detail = TableColumn(
      "detail",
      title: "",
      width: .automatic(min: 1, max: 30),
      alignment: .trailing
    )
    guard hasNotes else {
      return [TableColumn("title", title: "", width: .flexible(min: 10)), detail]
    }
    return [
      TableColumn("title", title: "", width: .automatic(min: 10, max: 30)),
      TableColumn("note", title: "", width: .flexible(min: 10)),
    ] + (hasDetails ? [detail] : [])
  }

  func item(at position: Int) -> MenuItem? {
    items.indices.contains(position) ? items[position] : nil
  }

  var bounds: RowBounds { RowBounds(0..<items.count) }

  func id(at position: Int) -> AnyID? {
    items.indices.contains(position) ? AnyID(position) : nil
  }

  func position(of id: AnyID) -> Int? { id.value(as: Int.self) }

  func row(at position: Int) -> TableRow? {
    guard let item = item(at: position) else { return nil }
    let cells =
      hasNotes
      ? [item.title, item.disabledReason ?? item.note] + (hasDetails ? [item.detail] : [])
      : [item.title, item.disabledReason ?? item.detail]
    return TableRow(
      cells.enumerated().map { TableCell($1, role: $0 == 0 ? nil : .dim) },
      role: item.disabledReason == nil ? nil : .disabled,
      isMarked: item.isChecked
    )
  }
}
