import EntityModel
import Formatting
import RuleEnvironment
import StandardKeys
import Widgets

/// A text field of the query form in which the user types a condition for a property.
///
/// Outside of a query form it shows the value as text.
struct QueryTextField: View {
  @Environment(\.asked) private var asked
  @Environment(\.attribute) private var attribute

  var body: some View {
    if let asked {
      TextField(attribute?.queryForms ?? QueryForms.label, text: asked)
        .ground(.text).replacedByTyping()
    } else {
      CellTextView(cell: CellText.plain)
    }
  }
}

/// A choice field of the query form for a Boolean property: yes, no, either, or null if the property allows it.
struct QueryBoolField: View {
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

/// The field of a query page that offers the values of `choices` by label, and accepts any other search text.
struct QueryChoiceField: View {
  @Environment(\.asked) private var asked
  @Environment(\.attribute) private var attribute
  @Environment(\.choices) private var choices

  var body: some View {
    if let asked {
      let known = choices.titles(for: attribute).map { Choice(Self.text(for: $0), $0) }
      TextChoices(known, text: asked, allowsNull: true)
    } else {
      CellTextView(cell: CellText.plain)
    }
  }

  /// Returns the search text that matches the choice called `title`, quoted if needed.
  private static func text(for title: String) -> String {
    let isPlain = title.allSatisfy { $0.isLetter || $0.isNumber || " _-".contains($0) }
    return isPlain ? "=\(title)" : title.contains("\"") ? "='\(title)'" : "=\"\(title)\""
  }
}

/// A choice field for text that offers known texts and lets the user type another.
///
/// Used by the query form for properties with choices, and by the bulk edit page.
struct TextChoices: View {
  private let known: [Choice<String>]
  private let text: Binding<String>
  private let allowsNull: Bool
  @Environment(\.displayNameForProperty) private var name

  /// A field for a text; one that is not known is there while it is chosen.
  init(_ known: [Choice<String>], text: Binding<String>, allowsNull: Bool = false) {
    (self.known, self.text, self.allowsNull) = (known, text, allowsNull)
  }

  var body: some View {
    let chosen = text.wrappedValue
    let others =
      chosen.isEmpty || known.contains { $0.id == chosen } ? [] : [Choice(chosen, chosen)]
    // Read now: the menu is opened outside of the scope.
    let (name, text) = (name, text)
    ChoiceField(
      known + others,
      selection: Binding(
        get: { text.wrappedValue.isEmpty ? nil : text.wrappedValue },
        set: { text.wrappedValue = $0 ?? "" }
      ),
      allowsNull: allowsNull,
      onOther: { context in
        context.prompt("\(name): ", text: chosen) { text.wrappedValue = $0 }
      }
    )
  }
}

nonisolated extension Choices {
  /// Returns the titles of the choices.
  func titles(for attribute: Attribute?) -> [String] {
    choices(for: attribute).map { $0.title(for: attribute) }
  }
}

nonisolated extension Choices.Choice {
  /// Returns the title of the choice: its label, or its value as the attribute's type formats it.
  func title(for attribute: Attribute?) -> String {
    label ?? attribute?.customText(of: value) ?? title
  }
}

/// Examples of what may be typed into the fields of a query page, two blanks between them.
enum QueryForms {
  /// The examples for objects that are found by their label.
  static let label = "like part of a name  ∅  !∅"
}

extension Attribute {
  /// Examples of what may be typed into the attribute's field of a query page, two blanks between them.
  var queryForms: String {
    guard definition.customType == nil else { return "a value  !a value  ∅" }
    return switch type.kind {
    case .integer, .number, .decimal: "like >90  10..20  !5  ∅"
    case .date, .timestamp: "like 2026  >2026-03-01  2026-01..2026-03"
    case .time: "like 14:30  08:00..12:00  ∅"
    case .bool: "like yes  no  ∅"
    case .text, .any, .blob: "like part  ^start  end$  =whole  !not"
    }
  }
}
