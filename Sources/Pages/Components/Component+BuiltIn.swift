import EntityModel
import RuleEnvironment
import Widgets

extension Component {
  /// The components that come with the program; one entry adds one.
  public static let builtIn: [Component] = (display + editors + askers).map {
    $0.showing(searched[$0.name] ?? .value)
  }

  /// What the text is made of, where that is not the value by its formatter.
  private static let searched: [String: Shown] = [
    "DisplayPassword": .nothing, "EditPassword": .nothing, "DisplayBlob": .nothing,
    "EditBlob": .nothing,
    "DisplayToMany": .nothing, "DisplayNothing": .nothing, "DisplayToManyRows": .nothing,
    "DisplayToManyTable": .nothing, "EditToMany": .nothing, "EditToManyTable": .nothing,
    "EditTicks": .nothing,
    "DisplayToOne": .label, "EditToOne": .label, "QueryToOne": .label,
  ]

  /// What every component asks for that shows a text.
  private static let shown: Set<String> = ["displayStringForNil", "color", "style", "rows"]
  /// What formatted text asks for besides.
  private static let formatted = shown.union(["formatter", "locale", "choices"])
  /// What every field asks for.
  static let entered = formatted.union(["displayNameForProperty", "isPropertyVisible"])

  /// A component that shows a value by its formatter.
  private static func text(_ name: String, _ summary: String) -> Component {
    Component(name, summary, reads: formatted, cell: CellText.formatted)
  }

  private static let display: [Component] = [
    text("DisplayString", "A text, or any value by its formatter."),
    text("DisplayText", "A long text, wrapped where there is room."),
    text("DisplayNumber", "A number by its formatter."),
    text("DisplayDate", "A day, a time of day or both by its formatter."),
    Component("DisplayBool", "A truth by its formatter.", reads: formatted, cell: CellText.truth),
    text("DisplayEmail", "An address of mail."),
    text("DisplayURL", "An address of the web."),
    Component(
      "DisplayPassword",
      "Dots for a password of any length.",
      reads: shown,
      cell: CellText.password
    ),
    Component(
      "DisplayJSON",
      "A JSON document: in lists as its text, among other properties in lines that fold.",
      for: .display,
      reads: formatted
    ) { JSONView() },
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
    related("DisplayToManyRows", "The objects of a relationship to many, a line each.") {
      RelatedRows(style: .summaries, isEditing: false)
    },
    related("DisplayToManyTable", "The objects of a relationship to many as a small table.") {
      RelatedRows(style: .table, isEditing: false)
    },
    Component(
      "DisplayNothing",
      "Nothing, whatever the value is.",
      reads: ["color", "style", "rows"]
    ) { _ in
      CellText("")
    },
  ]

  /// A component that shows the objects of a relationship to many, on pages about their owner.
  private static func related<Content: View>(
    _ name: String,
    _ summary: String,
    for purpose: ComponentPurpose = .display,
    @ViewBuilder view: @escaping @MainActor () -> Content
  ) -> Component {
    let reads: Set<String> = [
      "color", "style", "rows", "displayNameForProperty", "isPropertyVisible",
      "displayPropertyKeys", "title", "orderAttribute", "sortOrderings",
    ]
    let offered: Set<String> = purpose == .edit ? ["choices"] : []
    return Component(
      name,
      summary,
      for: purpose,
      types: [.toMany],
      reads: reads.union(offered),
      cell: CellText.toMany,
      view: view
    )
  }

  /// A component that edits a value.
  private static func editor<Content: View>(
    _ name: String,
    _ summary: String,
    types: Set<PropertyKind> = PropertyKind.attributes,
    reads: Set<String> = [],
    cell: @escaping @MainActor (EnvironmentValues) -> CellText = CellText.formatted,
    @ViewBuilder view: @escaping @MainActor () -> Content
  ) -> Component {
    let reads = entered.union(reads)
    return Component(name, summary, for: .edit, types: types, reads: reads, cell: cell, view: view)
  }

  private static let editors: [Component] = [
    editor("EditString", "A line of text.", reads: ["width"]) { TextFieldEditor() },
    editor(
      "EditNumber",
      "A number, typed as the locale or the formatter writes it.",
      reads: ["width"]
    ) { TextFieldEditor() },
    editor(
      "EditDate",
      "A day, a time of day or both, typed as the locale or the formatter writes it.",
      reads: ["width"]
    ) { TextFieldEditor() },
    editor(
      "EditPassword",
      "A line of text that shows dots.",
      reads: ["width"],
      cell: CellText.password
    ) { TextFieldEditor(isMasked: true) },
    editor(
      "EditPath",
      "The path of a file or folder: a line of text, of which a key completes what was begun.",
      reads: ["width"]
    ) { TextFieldEditor(isPath: true) },
    editor("EditText", "Several lines of text.") { LongTextEditor() },
    editor(
      "EditBool",
      "Yes or no, and neither where it may be empty.",
      types: PropertyKind.truths,
      cell: CellText.truth
    ) { BoolEditor() },
    editor(
      "EditBlob",
      "The kind and size of binary data; a file is loaded in its place or written with it.",
      cell: CellText.blob
    ) { BlobEditor() },
    editor(
      "EditChoice",
      "One of the values that `choices` gives, or another where `allowsOtherValues` says so.",
      reads: ["allowsOtherValues"]
    ) { ChoiceEditor() },
    Component(
      "EditToOne",
      "The object at the other end of a relationship: what is typed is looked for in labels, Enter goes to a list to choose from.",
      for: .edit,
      types: [.toOne],
      reads: [
        "displayStringForNil", "color", "style", "labelKey", "displayNameForProperty",
        "isPropertyVisible", "choices",
      ],
      cell: CellText.toOne
    ) { ToOneEditor() },
    related(
      "EditToMany",
      "The objects of a relationship to many, a line each, to add, make, take out, delete and put in order.",
      for: .edit
    ) { RelatedRows(style: .summaries, isEditing: true) },
    related(
      "EditToManyTable",
      "The objects of a relationship to many as a small table that is edited like `EditToMany`.",
      for: .edit
    ) { RelatedRows(style: .table, isEditing: true) },
    related(
      "EditTicks",
      "All objects that a relationship to many could lead to, with a tick at those to which it does; what is typed below "
        + "filters them.",
      for: .edit
    ) { TickRows() },
  ]

  private static let askers: [Component] = [
    Component(
      "QueryString",
      "A line of text that asks for values: part of a text, a value, `>90`, `a..b`, `!x`.",
      for: .query,
      types: PropertyKind.attributes,
      reads: formatted,
      cell: CellText.plain
    ) { AskingField() },
    Component(
      "QueryToOne",
      "A line of text that asks for what names the object at the other end of a relationship.",
      for: .query,
      types: [.toOne],
      reads: shown.union(["labelKey", "isPropertyVisible"]),
      cell: CellText.toOne
    ) { AskingField() },
    Component(
      "QueryBool",
      "Yes, no or either.",
      for: .query,
      types: [.bool],
      reads: formatted,
      cell: CellText.truth
    ) { AskingTruth() },
    Component(
      "QueryChoice",
      "One of the values that `choices` gives, by its label, or whatever else is asked.",
      for: .query,
      types: PropertyKind.attributes,
      reads: formatted.union(["displayNameForProperty"]),
      cell: CellText.plain
    ) { AskingChoice() },
  ]
}
