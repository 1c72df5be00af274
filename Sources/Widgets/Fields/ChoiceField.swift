import Terminal

/// An option of a ``ChoiceField``: the value it stands for and its title on the screen.
public nonisolated struct Choice<ID: Hashable>: Identifiable {
  /// The value that the choice stands for.
  public let id: ID
  /// How it is called.
  public let title: String

  /// A choice.
  public init(_ id: ID, _ title: String) {
    self.id = id
    self.title = title
  }
}

extension Choice: Sendable where ID: Sendable {}

/// Choices beside each other, `( ) G  (•) PG`, or behind a menu when there is no room for them.
///
/// Left and right choose, and letters that are typed one behind the other the choice that begins with them, or holds them;
/// the same letter again chooses the next. Enter opens the menu, and Space where it continues no title. The menu
/// hears the same keys.
public struct ChoiceField<ID: Hashable>: View {
  private let choices: [Choice<ID>]
  private let selection: Binding<ID?>
  private let allowsNull: Bool
  private let onOther: ((CommandContext) -> Void)?
  @State private var typed = TypedChoice()

  /// A field for one of `choices`.
  ///
  /// With `onOther` it ends in `…`, which asks for a value that is none of them.
  public init(
    _ choices: [Choice<ID>],
    selection: Binding<ID?>,
    allowsNull: Bool = false,
    onOther: ((CommandContext) -> Void)? = nil
  ) {
    self.choices = choices
    self.selection = selection
    self.allowsNull = allowsNull
    self.onOther = onOther
  }

  /// The choices, or the chosen one and a sign for the menu.
  public var body: some View {
    GeometryReader { size in
      if cells <= size.width {
        Text(line)
      } else {
        Text(current.map { "\($0.title) ▾" } ?? "∅ ▾")
      }
    }
    .frame(minWidth: 1, maxWidth: cells, minHeight: 1, maxHeight: 1)
    .focusable()
    .commands {
      Command(.moveRight, isHidden: true) { step(1, $0) }
      Command(.moveLeft, isHidden: true) { step(-1, $0) }
      Command(.openChoices) { open($0) }
      if allowsNull {
        Command(.clearChoice, disabledReason: current == nil ? "it is empty" : nil) { _ in
          selection.wrappedValue = nil
        }
      }
    }
    .onEvent { event, _ in
      guard case .key(let key) = event, let character = key.typedCharacter else { return false }
      return choose(typing: character)
    }
  }

  /// Takes the choice for what was typed since another one was chosen, and one character more.
  /// - Returns: Whether there is one.
  private func choose(typing character: Character) -> Bool {
    let current = choices.firstIndex { $0.id == selection.wrappedValue }
    let titles = choices.map { $0.title.lowercased() }
    guard let next = typed.next(typing: character, in: titles, at: current) else { return false }
    selection.wrappedValue = choices[next].id
    return true
  }

  private var current: Choice<ID>? { choices.first { $0.id == selection.wrappedValue } }

  private var line: String {
    let titles = choices.map { ($0.id == selection.wrappedValue ? "(•) " : "( ) ") + $0.title }
    return (onOther == nil ? titles : titles + ["…"]).joined(separator: "  ")
  }

  private var cells: Int { DisplayText.cells(DisplayText.visible(line)) }

  private func step(_ step: Int, _ context: CommandContext) {
    let index = choices.firstIndex { $0.id == selection.wrappedValue }
    let next = index.map { $0 + step } ?? (step > 0 ? 0 : choices.count - 1)
    if let onOther, next == choices.count { return onOther(context) }
    guard choices.indices.contains(next) else { return context.beep() }
    selection.wrappedValue = choices[next].id
  }

  private func open(_ context: CommandContext) {
    var items = choices.map { choice in
      MenuItem.value(choice.title, isChecked: choice.id == selection.wrappedValue) { _ in
        selection.wrappedValue = choice.id
        return true
      }
    }
    if let onOther { items.append(MenuItem("another…", action: onOther)) }
    context.present { Menu(items: items).fillingField() }
  }
}

/// The letters typed one after another into a choice field to select a choice, and the choice they led to.
///
/// The letters are forgotten when the selection changes in another way.
nonisolated final class TypedChoice {
  private var text = ""
  /// The choice that they led to.
  private var found: Int?

  /// The choice to which one character more leads; `nil` where there is none.
  ///
  /// Longer texts are looked for from the current choice on, a single one behind it: the same letter goes on to the next.
  func next(typing character: Character, in titles: [String], at current: Int?) -> Int? {
    let letter = character.lowercased()
    let longer = current != nil && current == found ? text + letter : letter
    if letter == " " {
      // Within a title it parts words; elsewhere it opens the menu.
      guard !text.isEmpty, longer != letter,
        let next = place(of: longer, in: titles, from: current ?? 0)
      else { return nil }
      (text, found) = (longer, next)
      return next
    }
    let next =
      longer == letter
      ? place(of: letter, in: titles, from: current.map { $0 + 1 } ?? 0)
      : place(of: longer, in: titles, from: current ?? 0)
    if let next {
      (text, found) = (longer, next)
      return next
    }
    guard longer != letter,
      let single = place(of: letter, in: titles, from: current.map { $0 + 1 } ?? 0)
    else { return nil }
    (text, found) = (letter, single)
    return single
  }

  /// The first title from a place on that begins with a text, else the first that holds a longer one, else all its words;
  /// behind a blank in any case one of several words.
  private func place(of text: String, in titles: [String], from start: Int) -> Int? {
    let order = Array(titles.indices[start...]) + titles.indices[..<start]
    if let first = order.first(where: { titles[$0].hasPrefix(text) }) { return first }
    guard text.count > 1 else { return nil }
    let words = text.split(separator: " ")
    return order.first { titles[$0].contains(text) }
      ?? order.first { place in
        words.allSatisfy(titles[place].contains) && (words.count > 1 || titles[place].contains(" "))
      }
  }
}

extension CommandDefinition {
  /// Opens the menu of a choice.
  public static let openChoices =
    fields(.safe, "openChoices", title: "choose", keys: "space enter", importance: 50)
    .saying("Open the list of choices")
    .labeled("Show choices")
    .alsoCalled("choose", "values", "drop down")
  /// Takes a choice away.
  public static let clearChoice =
    fields(.safe, "clearChoice", title: "clear", keys: "del backspace", importance: 20)
    .saying("Empty the choice")
    .labeled("Clear choice")
    .alsoCalled("remove", "no value")
}

/// Any number of choices, `[x] Trailers  [ ] Commentaries`: left and right move, Space changes.
public struct MultipleChoiceField<ID: Hashable>: View {
  private let choices: [Choice<ID>]
  private let selection: Binding<Set<ID>>

  /// A field for some of `choices`.
  public init(_ choices: [Choice<ID>], selection: Binding<Set<ID>>) {
    self.choices = choices
    self.selection = selection
  }

  /// A toggle for each choice.
  public var body: some View {
    HStack(spacing: 2) {
      ForEach(choices) { choice in
        Toggle(
          choice.title,
          isOn: Binding(
            get: { selection.wrappedValue.contains(choice.id) },
            set: { isOn in
              if isOn {
                selection.wrappedValue.insert(choice.id)
              } else {
                selection.wrappedValue.remove(choice.id)
              }
            }
          )
        )
      }
    }
    .commands {
      Command(.moveRight, isHidden: true) { $0.host.moveFocus(by: 1) }
      Command(.moveLeft, isHidden: true) { $0.host.moveFocus(by: -1) }
    }
  }
}
