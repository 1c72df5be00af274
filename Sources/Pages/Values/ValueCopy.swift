import AccessControl
import EntityModel
import EntityStore
import Formatting
import Qualifiers
import RuleEnvironment
import StandardKeys
import Widgets
import Workspace

/// The command that copies property values to the clipboard, complete and not as displayed.
struct ValueCopy {
  let page: PageContext

  /// Copies the value of the scope's property, unless it may not be seen.
  func copy(in scope: EnvironmentValues, _ context: CommandContext) {
    let work = page.work
    if let reason = Permissions(work: work, scope: scope).visibilityRefusal {
      context.say("this value is not shown: \(reason)", .warning)
      return
    }
    copy(text(in: scope), context)
  }

  /// Copies a text, and says so.
  func copy(_ text: String, _ context: CommandContext) {
    page.ui.screen.onCopy(text)
    context.say(
      text.isEmpty
        ? "no value; the clipboard is emptied, if the terminal allows it"
        : "copied ‘\(text)’ to the clipboard, if the terminal allows it"
    )
  }

  /// The value as `d2t get` prints it: a reference by its key; of what only a display says, such as how many objects there
  /// are, that display.
  private func text(in scope: EnvironmentValues) -> String {
    let component = page.ui.catalog.components[scope[ComponentKeys.shared.component]]
    var cell: CellText { component?.cell(scope) ?? .formatted(in: scope) }
    var displayed: String { cell.text }
    if let relationship = scope[ModelKeys.shared.relationship] {
      guard !relationship.isToMany, let object = scope[ObjectKeys.shared.object] else {
        return displayed
      }
      let path = PropertyPath(scope[ModelKeys.shared.propertyKey])
      let keys = relationship.definition.joins.map { join in
        object.value(forPath: (path.components.dropLast() + [join.source])[...]) ?? .null
      }
      // A new object has no key yet, and a hidden key is not told: both are known by their label.
      guard !keys.contains(where: \.isNull), !scope.hidesKey(of: relationship, at: path) else {
        return cell.role == .null ? "" : displayed
      }
      return keys.map { $0.exactText(for: nil) }.joined(separator: ",")
    }
    if scope.holdsPassword { return displayed }
    let path = PropertyPath(scope[ModelKeys.shared.propertyKey])
    return scope[ModelKeys.shared.propertyValue].exactText(
      for: scope[ModelKeys.shared.attribute],
      stored: scope[ObjectKeys.shared.object]?.storedValue(at: path)
    )
  }
}
