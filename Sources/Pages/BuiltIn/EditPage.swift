import RuleEnvironment
public import Widgets
import Workspace

/// The fields of one object; nothing is written before it is saved.
///
/// A page of one's own may have it within.
public struct EditPage: View {
  @Environment(\.pageContext) private var page
  @Environment(\.screen) private var screen
  @Environment(\.labelWidth) private var labelWidth

  private var isWizard = false

  /// One on the page of the place.
  public init() {}

  /// One that shows a tab after the other, each as a step.
  init(asWizard isWizard: Bool) { self.isWizard = isWizard }

  /// The fields of the page's object, with the commands of edit pages.
  public var body: some View {
    if let object = page.object {
      ObjectForm(object) {
        let sections = PropertySection.all(in: .current)
        let width = labelWidth ?? PropertySection.labelWidth(of: sections, pageWidth: screen.width)
        Tabbed(steps: isWizard ? sections : nil) {
          ScrollView {
            VStack {
              if sections.isEmpty { NoPropertiesNotice() }
              ForEach(sections) { section in
                if let title = section.title { Text(title).role(.header) }
                if section.isLong {
                  LazyVStack(section.rows) { field($0) }
                } else {
                  ForEach(section.rows) { field($0) }
                }
              }
            }
          }
        }
        .environment(RenderingKeys.shared.labelWidth, width)
      }
      .commands { EditCommands(page: page).all }
    }
  }

  private func field(_ row: PropertySection.Row) -> some View {
    FieldRow(row.key).transformEnvironment { $0 = row.titles.named(row.key, $0) }
  }
}
