import Widgets

extension Page {
  /// The pages that come with the program; one entry adds one.
  public static let builtIn: [Page] = [
    Page(
      "query",
      "The entities of the database, of which one is chosen; of an entity the form by which its objects are found.",
      for: .query,
      .queryAll,
      reads: ofMenus.union(["displayPropertyKeys", "labelWidth", "loginPasswordKey"]),
      ofProperties: ["displayNameForProperty", "component", "isPropertyVisible"]
    ) { QueryPage() },
    Page(
      "list",
      "The objects of an entity: columns or summaries, filtered, sorted and searched.",
      about: .entity,
      for: .list,
      reads: ofLists,
      ofProperties: ofColumns
    ) { ListPage() },
    Page(
      "inspect",
      "One object: its properties in sections and tabs, to read and to follow.",
      about: .object,
      for: .inspect,
      reads: ofSections.union(["actions", "title"]),
      ofProperties: ofFields.union(["rowComponent"])
    ) { InspectPage() },
    Page(
      "edit",
      "The fields of one object, new or not; nothing is written before it is saved.",
      about: .object,
      for: .edit,
      .create,
      reads: ofSections.union(["labelKey"]),
      ofProperties: ofFields.union(["component", "isMandatory", "hint", "isPropertyEditable"])
    ) { EditPage() },
    Page(
      "wizard",
      "The fields of one object, tab by tab: what stands on one must hold before the next is shown, and the last saves all.",
      about: .object,
      for: .edit,
      .create,
      reads: ofSections.union(["labelKey"]),
      ofProperties: ofFields.union(["component", "isMandatory", "hint", "isPropertyEditable"])
    ) { EditPage(asWizard: true) },
    Page(
      "select",
      "The objects of an entity, of which one or several are chosen for a relationship.",
      about: .entity,
      for: .select,
      reads: ofLists,
      ofProperties: ofColumns
    ) { SelectPage() },
    Page(
      "review",
      "All that is not saved yet: each object, with the old and the new value of its properties.",
      for: .review,
      reads: ["actions"]
    ) { ReviewPage() },
    Page(
      "recover",
      "What was typed and not saved when the program ended, by a crash or a lost connection: to be taken, looked at or discarded.",
      for: .recover,
      reads: ["actions"]
    ) { RecoverPage() },
    Page(
      "relationship",
      "One relationship to many of an object alone, edited as in the object's form.",
      about: .entity,
      for: .editRelationship,
      reads: ofLists,
      ofProperties: ofColumns
    ) { RelationshipPage() },
    Page(
      "history",
      "What was saved, newest first, of the database, an entity or an object; of each save its rows, old and new.",
      for: .history,
      reads: ["actions"]
    ) { HistoryPage() },
    Page(
      "conflict",
      "What others have stored meanwhile beside one's own changes: of each property or record one is chosen, then the save goes on.",
      for: .conflict,
      reads: ["actions"]
    ) { ConflictPage() },
    Page(
      "delete",
      "The question whether an object, or all that are tagged, is to be deleted, above what becomes of those that refer to it, level by level.",
      about: .entity,
      for: .delete,
      reads: ["actions"]
    ) { DeletionPage() },
    Page(
      "login",
      "The name and the password of a user of the database; where it has none, why, and what there is.",
      for: .login,
      reads: ofAny,
      ofProperties: ofAnything
    ) { LoginPage() },
    Page(
      "bulk",
      "A property of many objects: what it is to be in all of them, and what the first of them would be.",
      about: .entity,
      for: .bulk,
      reads: ofBulk,
      ofProperties: [
        "displayNameForProperty", "isPropertyVisible", "isPropertyEditable", "component",
      ]
    ) { BulkPage() },
    Page(
      "paste",
      "Cells of a spreadsheet as text: the columns and rows they go to, and what the first rows would become.",
      about: .entity,
      for: .paste,
      reads: ofBulk.subtracting(["auxiliaryQualifier", "choices"]),
      ofProperties: ["displayNameForProperty", "isPropertyVisible", "width"]
    ) { PastePage() },
    announcing(
      .confirm,
      "What the program asks before it goes on: in a frame before the page, with the keys that answer.",
      or: "Nothing is to be confirmed."
    ),
    announcing(
      .error,
      "What went wrong: a sentence in the status line.",
      or: "Nothing went wrong."
    ),
    announcing(
      .progress,
      "How far long work is: a sentence in the status line.",
      or: "Nothing is under way."
    ),
    Page(
      "unknown",
      "Says that no rule chooses a page for the task, and shows what there is.",
      reads: ofAny,
      ofProperties: ofAnything
    ) { UnknownPage() },
  ]

  /// What the program announces without a page of its own: on one of the task there is nothing to be announced.
  private static func announcing(_ task: TaskName, _ summary: String, or sentence: String) -> Page {
    Page(task.rawValue, summary, for: task, reads: ofAny, ofProperties: ofAnything) {
      NothingToSay(sentence: sentence)
    }
  }

  /// What a page asks for that shows whatever there is: entities, a list, an object.
  private static let ofAny = ofMenus.union(ofLists).union(ofSections)
  /// What it asks for of properties.
  private static let ofAnything = ofColumns.union(ofFields).union(["rowComponent"])
  /// What the menu of entities asks for.
  private static let ofMenus: Set<String> = [
    "menuEntityNames", "menuSections", "displayNameForEntity", "actions",
  ]
  /// What lists ask for of themselves and the objects in them.
  private static let ofLists: Set<String> = [
    "displayPropertyKeys", "sortOrderings", "rowComponent", "actions", "color", "style", "title",
    "auxiliaryQualifier", "batchSize", "fetchTimeLimit",
  ]
  /// What the page asks for on which many rows of one are changed.
  private static let ofBulk = ofLists.union(["choices"])
    .subtracting(["rowComponent", "actions", "color", "style"])
  /// What they ask for of each column.
  private static let ofColumns: Set<String> = [
    "component", "displayNameForProperty", "width", "alignment", "color", "style",
    "isPropertyVisible",
  ]
  /// What pages about one object ask for.
  private static let ofSections: Set<String> = [
    "displayPropertyKeys", "sections", "tabs", "labelWidth", "isObjectEditable",
  ]
  /// What they ask for of each property.
  private static let ofFields: Set<String> = [
    "displayNameForProperty", "hideEmptyProperty", "isPropertyVisible",
  ]

  /// The page wrappers that come with the program.
  package static let builtInWrappers: [Page] = [
    Page("navigation", "The page alone, over the whole room.", reads: frame) { PageBody() },
    Page(
      "masterDetail",
      "A list with the object under its cursor beside it; other pages have the whole room.",
      reads: frame.union(["platform", "title"]),
      // The object beside the list is shown in the task `inspect`, whose page reads the same.
      ofProperties: ofSections.union(ofFields).union(["rowComponent", "labelKey"])
    ) { MasterDetail() },
  ]

  /// What the room around pages asks for.
  private static let frame: Set<String> = ["page", "debugComponent"]

  /// The debug components that come with the program.
  package static let builtInDebug: [Page] = [
    Page("databaseInfo", "The open database: its title, path and number of entities.", reads: []) {
      DatabaseInfo()
    },
    Page(
      "entityInfo",
      "The entity of the page: its table, and how many properties it has.",
      about: .entity,
      reads: []
    ) { EntityInfo() },
    Page(
      "entityDetails",
      "Every attribute and relationship of the entity of the page.",
      about: .entity,
      reads: []
    ) { EntityDetails() },
    Page(
      "objectEditInfo",
      "The properties of the object that have changed.",
      about: .object,
      reads: []
    ) { ObjectEditInfo() },
  ]
}
