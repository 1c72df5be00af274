import EntityModel
import RuleEnvironment
import Widgets

extension Component {
  /// The components that come with the program; one entry adds one.
  public static let builtIn: [Component] = (display + editors).map {
    $0.showing(searched[$0.name] ?? .value)
  }

  /// What the text is made of, where that is not the value by its formatter.
  private static let searched: [String: Shown] = [
    "DisplayPassword": .nothing, "EditPassword": .nothing, "DisplayBlob": .nothing,
    "DisplayToMany": .nothing, "DisplayNothing": .nothing,
    "DisplayToOne": .label, "EditToOne": .label,
  ]

  /// What every component asks for that shows a text.
  private static let shown: Set<String> = ["displayStringForNil", "color", "style", "rows"]
  /// What formatted text asks for besides.
  private static let formatted = shown.union(["formatter", "locale", "choices"])
  /// What every field asks for.
  static let entered = formatted.union(["displayNameForProperty", "isPropertyVisible"])

  private static let display: [Component] = [
    Component(
      "DisplayString",
      "A text, or any value by its formatter.",
      reads: formatted,
      cell: CellText.formatted
    ),
    Component(
      "DisplayText",
      "A long text, wrapped where there is room.",
      reads: formatted,
      cell: CellText.formatted
    ),
    Component(
      "DisplayNumber",
      "A number by its formatter.",
      reads: formatted,
      cell: CellText.formatted
    ),
    Component(
      "DisplayDate",
      "A day, a time of day or both by its formatter.",
      reads: formatted,
      cell: CellText.formatted
    ),
    Component("DisplayBool", "A truth by its formatter.", reads: formatted, cell: CellText.truth),
    Component("DisplayEmail", "An address of mail.", reads: formatted, cell: CellText.formatted),
    Component("DisplayURL", "An address of the web.", reads: formatted, cell: CellText.formatted),
    Component(
      "DisplayPassword",
      "Dots for a password of any length.",
      reads: shown,
      cell: CellText.password
    ),
    Component(
      "DisplayJSON",
      "A JSON document as its text.",
      reads: formatted,
      cell: CellText.formatted
    ),
    Component(
      "DisplayBlob",
      "The kind and size of binary data.",
      types: PropertyKind.attributes,
      reads: shown.union(["locale"]),
      cell: CellText.blob
    ),
    Component(
      "DisplayToOne",
      "What names the object at the other end of a relationship.",
      types: [.toOne],
      reads: shown.union(["labelKey", "isPropertyVisible"]),
      cell: CellText.toOne
    ),
    Component(
      "DisplayToMany",
      "How many objects a relationship leads to.",
      types: [.toMany],
      reads: shown,
      cell: CellText.toMany
    ),
    Component(
      "DisplayNothing",
      "Nothing, whatever the value is.",
      reads: ["color", "style", "rows"]
    ) { _ in
      CellText("")
    },
  ]

  private static let editors: [Component] = [
    Component(
      "EditString",
      "A line of text.",
      for: .edit,
      types: PropertyKind.attributes,
      reads: entered.union(["width"])
    ) { TextFieldEditor() },
    Component(
      "EditNumber",
      "A number, typed as the locale or the formatter writes it.",
      for: .edit,
      types: PropertyKind.attributes,
      reads: entered.union(["width"])
    ) { TextFieldEditor() },
    Component(
      "EditDate",
      "A day, a time of day or both, typed as the locale or the formatter writes it.",
      for: .edit,
      types: PropertyKind.attributes,
      reads: entered.union(["width"])
    ) { TextFieldEditor() },
    Component(
      "EditPassword",
      "A line of text that shows dots.",
      for: .edit,
      types: PropertyKind.attributes,
      reads: entered.union(["width"]),
      cell: CellText.password
    ) { TextFieldEditor(isMasked: true) },
    Component(
      "EditText",
      "Several lines of text.",
      for: .edit,
      types: PropertyKind.attributes,
      reads: entered
    ) { LongTextEditor() },
    Component(
      "EditBool",
      "Yes or no, and neither where it may be empty.",
      for: .edit,
      types: PropertyKind.truths,
      reads: entered,
      cell: CellText.truth
    ) { BoolEditor() },
    Component(
      "EditChoice",
      "One of the values that `choices` gives, or another where `allowsOtherValues` says so.",
      for: .edit,
      types: PropertyKind.attributes,
      reads: entered.union(["allowsOtherValues"])
    ) { ChoiceEditor() },
    Component(
      "EditToOne",
      "The object at the other end of a relationship; Enter goes to a list to choose from.",
      for: .edit,
      types: [.toOne],
      reads: [
        "displayStringForNil", "color", "style", "labelKey", "displayNameForProperty",
        "isPropertyVisible", "choices",
      ],
      cell: CellText.toOne
    ) { ToOneEditor() },
  ]
}
