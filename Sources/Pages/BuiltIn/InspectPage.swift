import EntityModel
import EntityStore
import RuleEngine
import RuleEnvironment
import StandardKeys
import Terminal
public import Widgets
import Workspace

/// One object: its properties in sections, each in the row and component the rules choose.
///
/// A page of one's own may have it within.
public struct InspectPage: View {
  @Environment(\.pageContext) private var page
  @Environment(\.screen) private var screen

  /// One on the page of the place.
  public init() {}

  /// The properties of the page's object, with the commands of such pages.
  public var body: some View {
    if let object = page.object {
      let work = page.work
      Tabbed { ObjectProperties(pageWidth: screen.width) }
        .task(
          id: ObjectRequest(
            object: ObjectIdentifier(object),
            generation: work.resolver.generation
          )
        ) {
          page.load { await work.reader.refresh(object, for: page.state) }
        }
        .commands {
          PageActions(in: EnvironmentValues.current).offered(ObjectCommands(page: page).all)
            + [PropertySearch(page: page).command] + (AdjacentObjects(of: page)?.commands ?? [])
        }
    }
  }
}

/// The task identifier for reading an inspected object: the object and the rule generation; a change reads it again.
private struct ObjectRequest: Hashable {
  let object: ObjectIdentifier
  let generation: Int
}

/// The properties of the scope's object, as the rules list them.
struct ObjectProperties: View {
  /// The cells of the room the properties are shown in, about.
  let pageWidth: Int
  /// The number of cells that labels may always use, however narrow the page; wider pages allow two fifths.
  var leastLabelWidth = 24
  /// The lines of the room, which tables of related rows fill; `nil` where they have as many rows as rules say.
  var pageHeight: Int?
  @Environment(\.labelWidth) private var labelWidth

  var body: some View {
    let scope = EnvironmentValues.current
    let sections = PropertySection.all(in: scope)
    let width =
      labelWidth
      ?? PropertySection.labelWidth(
        of: sections,
        pageWidth: pageWidth,
        least: leastLabelWidth
      )
    let rows = rows(in: sections, scope)
    ScrollView {
      VStack {
        if sections.isEmpty { NoPropertiesNotice() }
        ForEach(sections) { section in
          if let title = section.title { Text(title).role(.header).padding(horizontal: 1) }
          if section.isLong {
            LazyVStack(section.rows) { row(of: $0, width, rows) }
          } else {
            ForEach(section.rows) { row(of: $0, width, rows) }
          }
          if section.id != sections.last?.id { Text("") }
        }
      }
      .padding(Insets(right: 1))
    }
  }

  /// The rows of each table of related rows that fill the room, besides a line for each other property.
  private func rows(in sections: [PropertySection], _ scope: EnvironmentValues) -> Int? {
    guard let pageHeight, let counts = scope[CatalogKeys.shared.rendering]?.work.counts,
      let id = scope[ObjectKeys.shared.object]?.id
    else { return nil }
    let lines = sections.reduce(sections.count - 1) { lines, section in
      lines + section.rows.count + (section.title == nil ? 0 : 1)
    }
    let tables = sections.flatMap(\.rows).compactMap { $0.scope[ModelKeys.shared.relationship] }
      .filter { $0.isToMany && counts.text(of: $0, from: id) != "0" }
    guard !tables.isEmpty else { return nil }
    // The name is counted already; headings, a line for what is behind, and the lower edge are not.
    return (pageHeight - lines) / tables.count - 3
  }

  private func row(of row: PropertySection.Row, _ width: Int, _ rows: Int?) -> some View {
    PropertyRow()
      .transformEnvironment { scope in
        scope = row.titles.scope(of: row.key, in: scope)
        scope[RenderingKeys.shared.labelWidth] = width
        if let rows, scope[ModelKeys.shared.relationship]?.isToMany == true {
          scope[RenderingKeys.shared.rows] = max(scope[RenderingKeys.shared.rows], rows)
        }
      }
  }
}
