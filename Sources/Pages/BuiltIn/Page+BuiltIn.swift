import StandardKeys
import Widgets
import Workspace

extension Page {
  /// The pages that come with the program; one entry adds one.
  public static let builtIn: [Page] = inPlace + inFront.map(\.readingAnything)

  /// The pages to which one goes, and from which one comes back.
  private static let inPlace: [Page] = [
    Page("query", for: .query, .queryAll) { QueryPage() }
      .saying(
        "The entities of the database, or the query form of one entity."
      )
      .reading(
        ofMenus.union(["displayPropertyKeys", "labelWidth", "loginPasswordKey"]),
        ofProperties: [
          "displayNameForProperty", "component", "isPropertyVisible", "color", "style",
        ]
      ),
    Page("start", for: .query) { StartPage() }
      .saying("The tables and views, beside them what was visited, is saved as a fetch or unsaved.")
      .reading(ofMenus.union(["platform", "title"])),
    Page("list", about: .entity, for: .list) { ListPage() }
      .saying("The objects of an entity: columns or summaries, filtered, sorted and searched.")
      .reading(ofLists, ofProperties: ofColumns),
    Page("inspect", about: .object, for: .inspect) { InspectPage() }
      .saying("One object, read only: its properties in sections and tabs.")
      .reading(
        ofSections.union(["actions", "title"]),
        ofProperties: ofFields.union(["rowComponent"])
      ),
    Page("edit", about: .object, for: .edit, .create) { EditPage() }
      .saying("The fields of one object, new or not; nothing is written before it is saved.")
      .reading(
        ofSections.union(["labelKey", "actions", "formatter"]),
        ofProperties: ofEditors
      ),
    Page("wizard", about: .object, for: .edit, .create) { EditPage(asWizard: true) }
      .saying(
        "The fields of one object, tab by tab; each tab is validated, the last one saves."
      )
      .reading(
        ofSections.union(["labelKey", "actions", "formatter"]),
        ofProperties: ofEditors
      ),
    Page("select", about: .entity, for: .select) { SelectPage() }
      .saying("The objects of an entity, to choose some for a relationship.")
      .reading(ofLists, ofProperties: ofColumns),
    Page("review", for: .review) { ReviewPage() }
      .saying(
        "The unsaved changes: each object with its old and new values."
      )
      .reading(["actions"]),
    Page("recover", for: .recover) { RecoverPage() }
      .saying(
        "Unsaved changes left by a crash or a lost connection, to restore or discard."
      )
      .reading(["actions"]),
    Page("relationship", about: .entity, for: .editRelationship) { RelationshipPage() }
      .saying("The related rows of one object, edited as in its form.")
      .reading(ofLists, ofProperties: ofColumns),
    Page("history", for: .history) { HistoryPage() }
      .saying(
        "The saves of the database, an entity or an object, newest first, with old and new values."
      )
      .reading(["actions"]),
    Page("values", about: .entity, for: .values) { SummaryPage.values }
      .saying("The values of a column with the number of their rows, to filter the list by.")
      .reading(ofSummaries, ofProperties: ofSummarized),
    Page("describe", about: .entity, for: .describe) { SummaryPage.profiles }
      .saying("The profile of each column of a list: its range, typical values and distribution.")
      .reading(ofSummaries, ofProperties: ofSummarized),
    Page("group", about: .entity, for: .group) { SummaryPage.groups }
      .saying("The groups of a list with counts, sums and a total, and the way to their rows.")
      .reading(ofSummaries, ofProperties: ofSummarized),
    Page("chart", about: .entity, for: .chart) { ChartPage() }
      .saying("Numbers of groups or values as a chart over the whole page.")
      .reading(["actions"]),
    Page("conflict", for: .conflict) { ConflictPage() }
      .saying(
        "Conflicts with changes made elsewhere: choose one side for each, then the save continues."
      )
      .reading(["actions"]),
    Page("delete", about: .entity, for: .delete) { DeletionPage() }
      .saying(
        "The question before a deletion, with its effects on referring rows, level by level."
      )
      .reading(["actions"]),
    Page("login", for: .login) { LoginPage() }
      .saying(
        "The login form; without users, the reason and a plain page."
      )
      .readingAnything,
    Page("bulk", about: .entity, for: .bulk) { BulkPage() }
      .saying(
        "A change of one property of many objects, with a preview of the first rows."
      )
      .reading(
        ofBulk,
        ofProperties: [
          "displayNameForProperty", "isPropertyVisible", "isPropertyEditable", "component",
        ]
      ),
    Page("paste", about: .entity, for: .paste) { PastePage() }
      .saying(
        "Pasted spreadsheet cells: their columns and rows, with a preview of the first rows."
      )
      .reading(
        ofBulk.subtracting(["auxiliaryQualifier", "choices"]),
        ofProperties: ["displayNameForProperty", "isPropertyVisible", "width"]
      ),
    announcing(.confirm, or: "There is nothing to confirm.")
      .saying(
        "A question in a frame before the page, with the keys that answer it."
      ),
    announcing(.error, or: "There is no error.")
      .saying("An error message in the status line."),
    announcing(.progress, or: "There is no work in progress.")
      .saying("The progress of long work, in the status line."),
    Page(PageName.unknown) { UnknownPage() }
      .saying("The page for a task without a page: says so and shows the object or list.")
      .readingAnything,
  ]

  /// Returns a page for an announcement task; it shows `sentence` when nothing is to be announced.
  private static func announcing(_ task: TaskName, or sentence: String) -> Page {
    Page(task.rawValue, for: task) { NoAnnouncementNotice(sentence: sentence) }.readingAnything
  }

  /// Returns the page with every key declared as read, for pages that can show any subject.
  var readingAnything: Page { reading(Self.ofAny, ofProperties: Self.ofAnything) }

  /// The rule keys read by a page that can show any subject: entities, a list or an object.
  private static let ofAny = ofMenus.union(ofLists).union(ofSections)
  /// The rule keys that such a page reads of each property.
  private static let ofAnything = ofColumns.union(ofFields).union(["rowComponent"])
  /// The rule keys read by the entity menu.
  private static let ofMenus: Set<String> = [
    "menuEntityNames", "menuSections", "displayNameForEntity", "actions", "color", "style",
  ]
  /// The rule keys that lists read of the list itself and of its objects.
  private static let ofLists: Set<String> = [
    "displayPropertyKeys", "sortOrderings", "rowComponent", "actions", "color", "style", "title",
    "auxiliaryQualifier", "batchSize", "fetchTimeLimit", "columnOrder", "hiddenColumns",
    "groupBy",
  ]
  /// The rule keys that pages read which summarize the rows of a list.
  private static let ofSummaries: Set<String> = ["actions", "auxiliaryQualifier", "fetchTimeLimit"]
  /// The rule keys that they read of each property.
  private static let ofSummarized: Set<String> = ["displayNameForProperty", "isPropertyVisible"]
  /// The rule keys read by the page that changes many rows at once.
  private static let ofBulk = ofLists.union(["choices"])
    .subtracting(["rowComponent", "actions", "color", "style"])
  /// The rule keys that lists read of each column.
  private static let ofColumns: Set<String> = [
    "component", "displayNameForProperty", "width", "alignment", "color", "style",
    "isPropertyVisible", "showsTotals",
  ]
  /// The rule keys read by pages about one object.
  private static let ofSections: Set<String> = [
    "displayPropertyKeys", "sections", "tabs", "labelWidth", "isObjectEditable",
  ]
  /// The rule keys that pages about one object read of each property.
  private static let ofFields: Set<String> = [
    "displayNameForProperty", "hideEmptyProperty", "isPropertyVisible",
  ]

  /// The rule keys that pages about one object read of each form field.
  private static let ofEditors = ofFields.union([
    "component", "rowComponent", "isMandatory", "hint", "isPropertyEditable", "color", "style",
  ])

  /// The page wrappers that come with the program.
  package static let builtInWrappers: [Page] = [
    Page(PageName.navigation) { PageBody() }
      .saying("The page alone, over the whole screen.")
      .reading(frame),
    // The object beside the list is shown in the task `inspect`, whose page reads the same.
    Page(PageName.masterDetail) { MasterDetail() }
      .saying("A list beside the object under its cursor; other pages alone.")
      .reading(
        frame.union(["detailPlacement", "detailWidth", "title"]),
        ofProperties: ofSections.union(ofFields).union(["rowComponent", "labelKey"])
      ),
  ]

  /// The rule keys read by the page wrapper.
  private static let frame: Set<String> = ["page", "debugComponent"]

  /// The debug components that come with the program.
  package static let builtInDebug: [Page] = [
    Page("databaseInfo") { DatabaseInfo() }
      .saying("The open database: its title, path and number of entities.")
      .reading([]),
    Page("entityInfo", about: .entity) { EntityInfo() }
      .saying("The entity of the page: its table, and how many properties it has.")
      .reading([]),
    Page("entityDetails", about: .entity) { EntityDetails() }
      .saying("Every attribute and relationship of the entity of the page.")
      .reading([]),
    Page("objectEditInfo", about: .object) { ObjectEditInfo() }
      .saying("The properties of the object that have changed.")
      .reading([]),
  ]
}
