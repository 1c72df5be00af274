import Formatting
import RuleEnvironment
import Widgets
import Workspace

extension Component {
  /// The components that come with the program; one entry adds one.
  public static let builtIn: [Component] = (display + editors + askers).map {
    $0.showing(searched[$0.name] ?? .value)
  }

  /// The text sources of components that do not show the formatted value.
  private static let searched: [String: Shown] = [
    "DisplayPassword": .nothing, "EditPassword": .nothing, "DisplayBlob": .nothing,
    "EditBlob": .nothing,
    "DisplayToMany": .nothing, "DisplayNothing": .nothing, "DisplayToManyRows": .nothing,
    "DisplayToManyTable": .nothing, "EditToMany": .nothing, "EditToManyTable": .nothing,
    "EditTicks": .nothing,
    "DisplayToOne": .label, "EditToOne": .label, "QueryToOne": .label,
  ]

  /// The keys that every component with text reads.
  private static let shown: Set<String> = ["displayStringForNil", "color", "style", "rows"]
  /// The keys that components with formatted text read.
  private static let formatted = shown.union(["formatter", "locale", "choices"])
  /// The keys that a text asks for which names an object.
  private static let named = shown.union(["labelKey", "isPropertyVisible", "visibleEntityNames"])
  /// The keys that every input field reads.
  static let entered = formatted.union(["displayNameForProperty", "isPropertyVisible"])

  /// A component that shows a value by its formatter.
  private static func text(_ name: String, _ summary: String) -> Component {
    Component(name, types: PropertyKind.attributes, cell: CellText.formatted).saying(summary)
      .reading(formatted)
  }

  private static let display: [Component] = [
    text("DisplayString", "A text, or any value by its formatter."),
    text("DisplayText", "A long text, wrapped where there is room."),
    text("DisplayNumber", "A number by its formatter."),
    text("DisplayDate", "A day, a time of day or both by its formatter."),
    Component(
      "DisplayBool",
      "A truth by its formatter.",
      types: PropertyKind.attributes,
      reads: formatted,
      cell: CellText.truth
    ),
    text("DisplayEmail", "An address of mail."),
    text("DisplayURL", "An address of the web."),
    Component("DisplayPassword", types: PropertyKind.attributes, cell: CellText.password)
      .saying("Dots for a password of any length.")
      .reading(shown),
    Component("DisplayJSON", for: .display, types: PropertyKind.attributes) { JSONView() }
      .saying("A JSON document: in lists as its text, among other properties in lines that fold.")
      .reading(formatted),
    Component("DisplayBlob", types: PropertyKind.attributes, cell: CellText.blob)
      .saying("The kind and size of binary data.")
      .reading(shown.union(["locale"])),
    Component("DisplayToOne", types: [.toOne], cell: CellText.toOne)
      .saying("What names the object at the other end of a relationship.")
      .reading(named),
    Component("DisplayToMany", types: [.toMany], cell: CellText.toMany)
      .saying("How many objects a relationship leads to.")
      .reading(shown),
    related("DisplayToManyRows") { RelatedRows(style: .summaries, isEditing: false) }
      .saying("The objects of a relationship to many, a line each."),
    related("DisplayToManyTable") { RelatedRows(style: .table, isEditing: false) }
      .saying("The objects of a relationship to many as a small table."),
    Component("DisplayNothing") { _ in CellText("") }
      .saying("Nothing, whatever the value is.")
      .reading(["color", "style", "rows"]),
  ]

  /// A component that shows the objects of a relationship to many, on pages about their owner.
  private static func related<Content: View>(
    _ name: String,
    for purpose: ComponentPurpose = .display,
    @ViewBuilder view: @escaping @MainActor () -> Content
  ) -> Component {
    let reads: Set<String> = [
      "color", "style", "rows", "displayNameForProperty", "isPropertyVisible",
      "displayPropertyKeys", "title", "orderAttribute", "sortOrderings",
    ]
    return Component(name, for: purpose, types: [.toMany], cell: CellText.toMany, view: view)
      .reading(purpose == .edit ? reads.union(["choices"]) : reads)
  }

  /// A component that edits a value.
  private static func editor<Content: View>(
    _ name: String,
    types: Set<PropertyKind> = PropertyKind.attributes,
    reads: Set<String> = [],
    cell: @escaping @MainActor (EnvironmentValues) -> CellText = CellText.formatted,
    @ViewBuilder view: @escaping @MainActor () -> Content
  ) -> Component {
    Component(name, for: .edit, types: types, cell: cell, view: view).reading(entered.union(reads))
  }

  private static let editors: [Component] = [
    editor("EditString", reads: ["width"]) { TextFieldEditor() }.saying("A line of text."),
    editor("EditNumber", reads: ["width"]) { TextFieldEditor() }
      .saying("A number, typed as the locale or the formatter writes it."),
    editor("EditDate", reads: ["width"]) { TextFieldEditor() }
      .saying("A day, a time of day or both, typed as the locale or the formatter writes it."),
    editor("EditPassword", reads: ["width"], cell: CellText.password) {
      TextFieldEditor(isMasked: true)
    }
    .saying("A line of text that shows dots."),
    editor("EditPath", reads: ["width"]) { TextFieldEditor(isPath: true) }
      .saying(
        "The path of a file or folder: a line of text, of which a key completes what was begun."
      ),
    editor("EditText") { LongTextEditor() }.saying("Several lines of text."),
    editor("EditBool", types: PropertyKind.truths, cell: CellText.truth) { BoolEditor() }
      .saying("Yes or no, and neither where it may be empty."),
    editor("EditBlob", reads: ["component"], cell: CellText.blob) { BlobEditor() }
      .saying(
        "The kind and size of binary data; a file is loaded in its place or written with it."
      ),
    editor("EditChoice", reads: ["allowsOtherValues"]) { ChoiceEditor() }
      .saying(
        "One of the values that `choices` gives, or another where `allowsOtherValues` says so."
      ),
    Component("EditToOne", for: .edit, types: [.toOne], cell: CellText.toOne) { ToOneEditor() }
      .saying(
        "The object at the other end of a relationship: what is typed is looked for in labels, Enter goes to a list to choose from."
      )
      .reading([
        "displayStringForNil", "color", "style", "labelKey", "displayNameForProperty",
        "isPropertyVisible", "choices", "visibleEntityNames",
      ]),
    related("EditToMany", for: .edit) { RelatedRows(style: .summaries, isEditing: true) }
      .saying(
        "The objects of a relationship to many, a line each, to add, make, take out, delete and put in order."
      ),
    related("EditToManyTable", for: .edit) { RelatedRows(style: .table, isEditing: true) }
      .saying(
        "The objects of a relationship to many as a small table that is edited like `EditToMany`."
      ),
    related("EditTicks", for: .edit) { TickRows() }
      .saying(
        "All objects that a relationship to many could lead to, with a tick at those to which it does; what is typed below "
          + "filters them."
      ),
  ]

  private static let askers: [Component] = [
    Component("QueryString", for: .query, types: PropertyKind.attributes, cell: CellText.plain) {
      AskingField()
    }
    .saying("A line of text that asks for values: part of a text, a value, `>90`, `a..b`, `!x`.")
    .reading(formatted),
    Component("QueryToOne", for: .query, types: [.toOne], cell: CellText.toOne) { AskingField() }
      .saying(
        "A line of text that asks for what names the object at the other end of a relationship."
      )
      .reading(named),
    Component("QueryBool", for: .query, types: [.bool], cell: CellText.truth) { AskingTruth() }
      .saying("Yes, no or either.")
      .reading(formatted),
    Component("QueryChoice", for: .query, types: PropertyKind.attributes, cell: CellText.plain) {
      AskingChoice()
    }
    .saying("One of the values that `choices` gives, by its label, or whatever else is asked.")
    .reading(formatted.union(["displayNameForProperty"])),
  ]
}
