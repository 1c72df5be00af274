import AccessControl
import EntityModel
import EntityStore
import Qualifiers
import RuleEnvironment
import StandardKeys
import Widgets
import Workspace

/// The command that shows the whole value of a text property on its own page, from a list, an object or a form.
struct LongTextReading: InterfacePart {
  let ui: UserInterface

  /// The command that shows a property's value as a page; nil where it is no text, or may not be seen.
  func command(in scope: EnvironmentValues, draft: (() -> String)? = nil) -> Command? {
    guard let attribute = scope[ModelKeys.shared.attribute],
      let record = scope[ObjectKeys.shared.object],
      attribute.type.traits.isFreeText || attribute.type.kind == .any,
      Permissions(work: work, scope: scope).visibilityRefusal == nil
    else { return nil }
    // In a field letters are what they are.
    return Command(draft == nil ? .readText : .readDraft) { context in
      let title = scope[ModelKeys.shared.displayNameForProperty]
      let path = PropertyPath(scope[ModelKeys.shared.propertyKey])
      let isJSON = draft == nil && scope.showsJSON
      @MainActor func show(_ text: String) {
        guard !text.isEmpty else { return context.say("\(title) is empty") }
        let shown = AnnouncedText(text)
        ui.show(
          Announcement(title, showing: .text(shown)),
          by: isJSON && shown.tree != nil ? .json : .text,
          in: scope,
          context
        )
      }
      if let draft { return show(draft()) }
      work.reader.withWhole(record, at: path, called: title) { whole in
        let value = whole.value(forPath: path.components[...]) ?? .null
        show(value.isNull ? "" : value.description)
      }
    }
  }
}
