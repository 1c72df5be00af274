import EntityModel
import Qualifiers
import RuleEnvironment
import StandardKeys
import Widgets

/// A line of text that asks for values.
struct AskingField: View {
  @Environment(\.asked) private var asked

  var body: some View {
    if let asked { TextField(text: asked) } else { CellTextView(cell: CellText.plain) }
  }
}

/// Yes, no or either.
struct AskingTruth: View {
  @Environment(\.asked) private var asked
  @Environment(\.attribute) private var attribute

  var body: some View {
    if let asked {
      let nulls = attribute?.isNullable == true ? [Choice("∅", "∅")] : []
      ChoiceField(
        [Choice("", "either"), Choice("yes", "yes"), Choice("no", "no")] + nulls,
        selection: Binding(get: { asked.wrappedValue }, set: { asked.wrappedValue = $0 ?? "" })
      )
    } else {
      CellTextView(cell: CellText.truth)
    }
  }
}

/// One of the values that `choices` gives, by its label, or whatever else is asked.
struct AskingChoice: View {
  @Environment(\.asked) private var asked
  @Environment(\.attribute) private var attribute
  @Environment(\.choices) private var choices
  @Environment(\.displayNameForProperty) private var name

  var body: some View {
    if let asked {
      let titles = choices.choices(for: attribute).map {
        $0.label ?? attribute?.customText(of: $0.value) ?? $0.title
      }
      let known = titles.map { Choice(Self.text(for: $0), $0) }
      let text = asked.wrappedValue
      let others = text.isEmpty || known.contains { $0.id == text } ? [] : [Choice(text, text)]
      // Read now: the menu is opened outside of the scope.
      let name = name
      ChoiceField(
        known + others,
        selection: Binding(
          get: { asked.wrappedValue.isEmpty ? nil : asked.wrappedValue },
          set: { asked.wrappedValue = $0 ?? "" }
        ),
        allowsNull: true,
        onOther: { context in
          context.prompt("\(name): ", text: text) { asked.wrappedValue = $0 }
        }
      )
    } else {
      CellTextView(cell: CellText.plain)
    }
  }

  /// What asks for the values that people call `title`, whatever signs are in that.
  private static func text(for title: String) -> String {
    let isPlain = title.allSatisfy { $0.isLetter || $0.isNumber || " _-".contains($0) }
    return isPlain ? "=\(title)" : title.contains("\"") ? "='\(title)'" : "=\"\(title)\""
  }
}
