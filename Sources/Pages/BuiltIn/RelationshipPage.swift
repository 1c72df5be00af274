import EntityModel
import RuleEnvironment
public import Widgets
import Workspace

/// The page of one to-many relationship: edits it for an object; without an object it lists the objects to choose from.
///
/// An application's page can contain it.
public struct RelationshipPage: View {
  @Environment(\.pageContext) private var page
  @Environment(\.screen) private var screen

  /// One on the page of the place.
  public init() {}

  /// The objects of the relationship that led to the page.
  public var body: some View {
    if page.isOpen, let (object, relationship) = page.state.source, page.object === object {
      // What stands around the rows: title, status, keys, the count behind the last.
      let rows = max(1, screen.height - 5)
      ObjectForm(object) {
        PropertyComponent(relationship.name).environment(RenderingKeys.shared.rows, rows)
      }
      .commands { EditCommands(page: page).all }
    } else {
      SelectPage()
    }
  }
}
