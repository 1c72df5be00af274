import Widgets

extension Page {
  /// The pages that come with the program; one line adds one.
  public static let builtIn: [Page] = [
    Page("query") { QueryPage() },
    Page("list", about: .entity) { ListPage() },
    Page("inspect", about: .object) { InspectPage() },
    Page("edit", about: .object) { EditPage() },
    Page("select", about: .entity) { SelectPage() },
    Page("error") { UnknownPage() },
    Page("confirm") { UnknownPage() },
    Page("unknown") { UnknownPage() },
  ]

  /// The page wrappers that come with the program.
  public static let builtInWrappers: [Page] = [
    Page("navigation") { PageBody() },
    Page("masterDetail") { MasterDetail() },
  ]

  /// The debug components that come with the program.
  public static let builtInDebug: [Page] = [
    Page("databaseInfo") { DatabaseInfo() },
    Page("entityInfo") { EntityInfo() },
    Page("entityDetails") { EntityDetails() },
    Page("objectEditInfo") { ObjectEditInfo() },
  ]
}
