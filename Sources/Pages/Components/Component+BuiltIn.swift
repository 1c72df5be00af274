import EntityModel
import RuleEnvironment
import Widgets

extension Component {
  /// The components that come with the program; one line adds one.
  public static let builtIn: [Component] = (display + editors).map {
    $0.showing(shown[$0.name] ?? .value)
  }

  /// What the text is made of, where that is not the value by its formatter.
  private static let shown: [String: Shown] = [
    "DisplayPassword": .nothing, "EditPassword": .nothing, "DisplayBlob": .nothing,
    "DisplayToMany": .nothing, "DisplayNothing": .nothing,
    "DisplayToOne": .label, "EditToOne": .label,
  ]

  /// What formatted text reads.
  private static let formatted: Set<String> = ["formatter"]

  private static let display: [Component] = [
    Component("DisplayString", reads: formatted, cell: CellText.formatted),
    Component("DisplayText", reads: formatted, cell: CellText.formatted),
    Component("DisplayNumber", reads: formatted, cell: CellText.formatted),
    Component("DisplayDate", reads: formatted, cell: CellText.formatted),
    Component("DisplayBool", reads: formatted, cell: CellText.truth),
    Component("DisplayEmail", reads: formatted, cell: CellText.formatted),
    Component("DisplayURL", reads: formatted, cell: CellText.formatted),
    Component("DisplayPassword", cell: CellText.password),
    Component("DisplayJSON", reads: formatted, cell: CellText.formatted),
    Component("DisplayBlob", types: PropertyKind.attributes, cell: CellText.blob),
    Component("DisplayToOne", types: [.toOne], cell: CellText.toOne),
    Component("DisplayToMany", types: [.toMany], cell: CellText.toMany),
    Component("DisplayNothing") { _ in CellText("") },
  ]

  private static let editors: [Component] = [
    Component("EditString", for: .edit, types: PropertyKind.attributes) { TextFieldEditor() },
    Component("EditNumber", for: .edit, types: PropertyKind.attributes) { TextFieldEditor() },
    Component("EditDate", for: .edit, types: PropertyKind.attributes) { TextFieldEditor() },
    Component(
      "EditPassword",
      for: .edit,
      types: PropertyKind.attributes,
      cell: CellText.password
    ) { TextFieldEditor(isMasked: true) },
    Component("EditText", for: .edit, types: PropertyKind.attributes) { LongTextEditor() },
    Component(
      "EditBool",
      for: .edit,
      types: [.bool, .integer, PropertyKind(.any)],
      cell: CellText.truth
    ) { BoolEditor() },
    Component(
      "EditChoice",
      for: .edit,
      types: PropertyKind.attributes,
      reads: ["choices", "allowsOtherValues"]
    ) { ChoiceEditor() },
    Component("EditToOne", for: .edit, types: [.toOne], cell: CellText.toOne) { ToOneEditor() },
  ]
}
