import AccessControl
import StandardKeys
import Widgets
import Workspace

extension RelationshipEditing {
  /// Editing the relationship on a page of its own, from the page that shows its owner.
  var wholePageOfShown: Command? {
    guard page.object === owner, page.list == nil, var command = wholePage else { return nil }
    command.disabledReason =
      owner.goingRefusal ?? work.permissions(for: owner, task: .inspect).editRefusal
    command.isHidden = true
    return command
  }
}
