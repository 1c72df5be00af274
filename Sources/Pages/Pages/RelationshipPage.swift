import EntityModel
import RuleEnvironment
public import Widgets
import Workspace

/// One relationship to many of an object alone, edited like in its form; without an object what can be chosen for one.
///
/// A page of one's own may have it within.
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
