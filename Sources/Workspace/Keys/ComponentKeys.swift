// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import RuleEnvironment

/// The rule keys that choose tasks, pages, rows and components by their registered names.
public nonisolated struct ComponentKeys: KeyNamespace {
  public static let shared = Self()
  public static let category = "Components and pages"

  public let firstTask = Key("query", "The task the program starts with.", names: .task)
  public let firstEntity = Key<String?>(
    "The entity that the first page is about, where the command line names none.",
    names: .entity
  )
  public let nextTask = Key("inspect", "The task that Enter leads to.", names: .task)
  public let pageConfiguration = Key<String?>(
    nil,
    "Task and entity in one word, as in `listMovie`, for conditions of rules.",
    forRules: true
  )
  public let page = Key("unknown", "The page for the task.", names: .page)
  public let pageWrapper = Key("navigation", "What stands around a page.", names: .pageWrapper)
  public let rowComponent = Key(
    "propertyNameValue",
    "The row for a property, or for an object in a list.",
    names: .rowComponent
  )
  public let component = Key("DisplayString", "What shows or edits one value.", names: .component)
  public let debugComponent = Key<String?>(
    "What a page shows below itself while `debug` is on.",
    names: .debugComponent
  )
  public let tabs = Key<[String]>(
    [],
    "Names of the tabs of a page about one object; rules on `tab` say what each shows."
  )
  public let tab = Key<String>(context: "", "The tab of `tabs` that is open.")
  public let sections = Key<[[String]]>(
    [],
    "Sections of a page: each a list of its name and its properties.",
    names: .section
  )
  public let actions = Key<[String]?>(
    "Names of the commands a page offers beside going about; null for all.",
    names: .command
  )
}
