import Widgets

extension Catalog {
  /// The catalog of the program's own parts.
  ///
  /// An entry in one of the lists adds a part.
  public static let builtIn = {
    var catalog = Catalog()
    catalog.pages = byName(Page.builtIn.map(\.asBuiltIn), \.name)
    catalog.pageWrappers = byName(Page.builtInWrappers, \.name)
    catalog.rows = byName(RowComponent.builtIn, \.name)
    catalog.components = byName(Component.builtIn, \.name)
    catalog.debugComponents = byName(Page.builtInDebug, \.name)
    catalog.plainPages = [
      .database: Page("query") { QueryPage() },
      .entity: Page("list") { ListPage() },
      .object: Page("inspect") { InspectPage() },
    ]
    catalog.programCommands = CommandDefinition.all
    catalog.addAttributeTypes()
    catalog.add(ColorValue.propertyType)
    return catalog
  }()
}
