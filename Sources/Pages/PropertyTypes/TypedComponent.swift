import Editing
import EntityModel
import EntityStore
import Qualifiers
import RuleEnvironment
import StandardKeys
import Widgets
import Workspace

/// A value of an application's own type: shown, entered where objects are edited, or asked for.
struct TypedComponent: View {
  /// Whether all values can be counted, so that one is chosen.
  let isChosen: Bool
  /// The view of a stored value; `nil` where its text is shown.
  let display: @MainActor (Value) -> AnyView?
  /// The view in which a value is entered; `nil` where a text is.
  let entry: (@MainActor (FormModel, Attribute) -> AnyView)?
  /// The view that asks for values; `nil` where a choice or a text does.
  let query: (@MainActor (Binding<String>) -> AnyView)?
  @Environment(\.asked) private var asked
  @Environment(\.task) private var task
  @Environment(\.form) private var form
  @Environment(\.propertyValue) private var value

  var body: some View {
    if let asked {
      if let query {
        query(asked)
      } else if isChosen {
        QueryChoiceField()
      } else {
        QueryTextField()
      }
    } else if form != nil, Component.editingTasks.contains(task) {
      FieldScope { form, attribute, _ in
        let stored = form.object.base.value(forKey: attribute.name) ?? .null
        // What cannot be read is there as a text until something else is saved.
        let isUnreadable = attribute.isUnreadable(stored)
        if !isUnreadable, let entry {
          entry(form, attribute)
        } else if !isUnreadable, isChosen {
          ChoiceEditor()
        } else if stored.description.contains(where: \.isNewline) {
          LongTextEditor()
        } else {
          TextFieldEditor()
        }
      }
    } else if let view = display(value) {
      view
    } else {
      CellTextView(cell: CellText.typed)
    }
  }
}
