import EntityModel
import RuleEnvironment
import StandardKeys
import Workspace

/// The reasons why creating and deleting are refused in a list opened from a to-many relationship through other objects.
///
/// Creating or deleting there would look like linking or unlinking, and is not.
struct RelatedList {
  private let owner: String
  private let entity: String

  /// The list on `page`; `nil` where what is made and deleted there is the relationship's own end.
  init?(page: PageContext) {
    let work = page.work
    guard let (object, relationship) = page.state.source, relationship.isToMany,
      let listed = page.entity,
      relationship.definition.throughName != nil || !relationship.definition.path.isEmpty
    else { return nil }
    owner = UnsavedChanges(work: work).label(of: object)
    entity = work.root.scoped(to: listed)[ModelKeys.shared.displayNameForEntity]
  }

  /// Why no object is made there.
  var creationRefusal: String {
    "it would not be linked to \(owner); create it in the list of \(entity)"
  }

  /// Why no object is deleted there.
  var deletionRefusal: String {
    "this would delete the \(entity) itself, not its link to \(owner); open it to delete it"
  }
}
