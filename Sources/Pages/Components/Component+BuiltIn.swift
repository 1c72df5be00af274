import RuleEnvironment
import StandardKeys
import Widgets
import Workspace

extension Component {
  /// The components that come with the program; one entry adds one.
  public static let builtIn: [Component] = (display + editors + askers).map {
    $0.showing(searched[$0.name] ?? .value)
  }

  /// The text sources of components that do not show the formatted value.
  private static let searched: [String: Shown] = [
    ComponentName.displayPassword: .nothing, ComponentName.editPassword: .nothing,
    ComponentName.displayBlob: .nothing, ComponentName.editBlob: .nothing,
    ComponentName.displayToMany: .nothing, ComponentName.displayNothing: .nothing,
    ComponentName.chart: .nothing, ComponentName.displayToManyRows: .nothing,
    ComponentName.displayToManyTable: .nothing,
    ComponentName.editToMany: .nothing, ComponentName.editToManyTable: .nothing,
    ComponentName.editTicks: .nothing, ComponentName.displayToOne: .label,
    ComponentName.editToOne: .label, ComponentName.queryToOne: .label,
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
    text(ComponentName.displayString, "A text, or any value by its formatter."),
    text("DisplayText", "A long text, wrapped."),
    text("DisplayNumber", "A number, formatted."),
    text("DisplayDate", "A day, a time of day or both, formatted."),
    Component(
      "DisplayBool",
      "A yes or no, formatted.",
      types: PropertyKind.attributes,
      reads: formatted,
      cell: CellText.truth
    ),
    text("DisplayEmail", "An email address."),
    text("DisplayURL", "A web address."),
    Component(
      ComponentName.displayPassword,
      types: PropertyKind.attributes,
      cell: CellText.password
    )
    .saying("Dots for a password of any length.")
    .reading(shown),
    Component(ComponentName.displayJSON, for: .display, types: PropertyKind.attributes) {
      JSONView()
    }
    .saying("A JSON document: text in lists, foldable lines elsewhere.")
    .reading(formatted),
    Component(ComponentName.displayBlob, types: PropertyKind.attributes, cell: CellText.blob)
      .saying("The kind and size of binary data.")
      .reading(shown.union(["locale"])),
    Component(ComponentName.displayToOne, types: [.toOne], cell: CellText.toOne)
      .saying("The label of the referenced object.")
      .reading(named),
    Component(ComponentName.displayToMany, types: [.toMany], cell: CellText.toMany)
      .saying("The number of related rows.")
      .reading(shown),
    related(ComponentName.displayToManyRows) { RelatedRows(style: .summaries, isEditing: false) }
      .saying("The related rows, a line each."),
    related(ComponentName.displayToManyTable) { RelatedRows(style: .table, isEditing: false) }
      .saying("The related rows as a small table."),
    Component(ComponentName.chart, for: .display, types: [.toMany], cell: CellText.toMany) {
      RelatedChart()
    }
    .saying("The groups of related rows that `groups` names, as a chart.")
    .reading(["chart", "groups", "rows", "displayNameForProperty", "isPropertyVisible"]),
    Component(ComponentName.displayNothing) { _ in CellText("") }
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
    editor("EditString", reads: ["width", "length"]) { TextFieldEditor() }.saying(
      "A line of text."
    ),
    editor("EditNumber", reads: ["width", "length"]) { TextFieldEditor() }
      .saying("A number, typed as the locale or the formatter writes it."),
    editor("EditDate", reads: ["width", "length"]) { TextFieldEditor() }
      .saying("A day, a time of day or both, typed as the locale or the formatter writes it."),
    editor(ComponentName.editPassword, reads: ["width", "length"], cell: CellText.password) {
      TextFieldEditor(isMasked: true)
    }
    .saying("A line of text that shows dots."),
    editor("EditPath", reads: ["width", "length"]) { TextFieldEditor(isPath: true) }
      .saying(
        "The path of a file or folder, with completion."
      ),
    editor("EditText", reads: ["width"]) { LongTextEditor() }.saying("Several lines of text."),
    editor("EditBool", types: PropertyKind.truths, cell: CellText.truth) { BoolEditor() }
      .saying("Yes or no, or empty where allowed."),
    editor(ComponentName.editBlob, reads: ["component"], cell: CellText.blob) { BlobEditor() }
      .saying(
        "The kind and size of binary data, to load from or write to a file."
      ),
    editor("EditChoice", reads: ["allowsOtherValues"]) { ChoiceEditor() }
      .saying(
        "One of the values that `choices` gives, or another where `allowsOtherValues` says so."
      ),
    Component(ComponentName.editToOne, for: .edit, types: [.toOne], cell: CellText.toOne) {
      ToOneEditor()
    }
    .saying(
      "The referenced object: type to search labels, or press Enter to choose from a list."
    )
    .reading([
      "displayStringForNil", "color", "style", "labelKey", "displayNameForProperty",
      "isPropertyVisible", "choices", "visibleEntityNames", "width",
    ]),
    related(ComponentName.editToMany, for: .edit) {
      RelatedRows(style: .summaries, isEditing: true)
    }
    .saying(
      "The related rows, a line each, to add, create, unlink, delete and reorder."
    ),
    related(ComponentName.editToManyTable, for: .edit) {
      RelatedRows(style: .table, isEditing: true)
    }
    .saying(
      "The related rows as a small table, edited like `EditToMany`."
    ),
    related(ComponentName.editTicks, for: .edit) { TickRows() }
      .saying(
        "All objects that a relationship to many could lead to, with a tick at those to which it does; what is typed below "
          + "filters them."
      ),
  ]

  private static let askers: [Component] = [
    Component("QueryString", for: .query, types: PropertyKind.attributes, cell: CellText.plain) {
      QueryTextField()
    }
    .saying("A line of text that asks for values: part of a text, a value, `>90`, `a..b`, `!x`.")
    .reading(formatted),
    Component(ComponentName.queryToOne, for: .query, types: [.toOne], cell: CellText.toOne) {
      QueryTextField()
    }
    .saying(
      "A line of text to find the referenced object by its label."
    )
    .reading(named),
    Component("QueryBool", for: .query, types: [.bool], cell: CellText.truth) { QueryBoolField() }
      .saying("Yes, no or either.")
      .reading(formatted),
    Component("QueryChoice", for: .query, types: PropertyKind.attributes, cell: CellText.plain) {
      QueryChoiceField()
    }
    .saying("One of the values of `choices`, by label, or any other query.")
    .reading(formatted.union(["displayNameForProperty"])),
  ]
}
