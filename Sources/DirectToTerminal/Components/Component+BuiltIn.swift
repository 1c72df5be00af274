import Widgets

extension Component {
  /// The components that come with the program; one line adds one.
  public static let builtIn: [Component] = [
    Component("DisplayString", cell: CellText.formatted),
    Component("DisplayText", cell: CellText.formatted),
    Component("DisplayNumber", cell: CellText.formatted),
    Component("DisplayDate", cell: CellText.formatted),
    Component("DisplayBool", cell: CellText.truth),
    Component("DisplayEmail", cell: CellText.formatted),
    Component("DisplayURL", cell: CellText.formatted),
    Component("DisplayPassword", cell: CellText.password),
    Component("DisplayJSON", cell: CellText.formatted),
    Component("DisplayBlob", cell: CellText.blob),
    Component("DisplayToOne", cell: CellText.toOne),
    Component("DisplayToMany", cell: CellText.toMany),
    Component("DisplayNothing") { _ in CellText("") },
    Component("EditString") { TextFieldEditor() },
    Component("EditNumber") { TextFieldEditor() },
    Component("EditDate") { TextFieldEditor() },
    Component("EditPassword", cell: CellText.password) { TextFieldEditor(isMasked: true) },
    Component("EditText") { LongTextEditor() },
    Component("EditBool", cell: CellText.truth) { BoolEditor() },
    Component("EditChoice") { ChoiceEditor() },
    Component("EditToOne", cell: CellText.toOne) { ToOneEditor() },
  ]
}
