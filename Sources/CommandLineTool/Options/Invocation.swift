package import Workspace
import AccessControl
import Charts
import Insight
package import RuleFiles
package import EntityStore
package import RuleEngine
import StandardKeys

/// The parsed command line: the subcommand, its options and its arguments.
package struct Invocation: Sendable {
  /// A subcommand, identified by its words on the command line: `open`, `render`, `rules check`.
  package struct Command: RawRepresentable, Hashable, Sendable {
    /// The words on the command line: `rules check`.
    package let rawValue: String

    /// The subcommand called so.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// The screen.
    package static let open = Command(rawValue: "open")
    /// One page, printed.
    package static let render = Command(rawValue: "render")
    static let rulesCheck = Command(rawValue: "rules check")
    static let get = Command(rawValue: "get")
    static let set = Command(rawValue: "set")
    static let insert = Command(rawValue: "insert")
    /// Rows from a file.
    package static let importRows = Command(rawValue: "import")
    static let exportRows = Command(rawValue: "export")
    static let values = Command(rawValue: "values")
    static let group = Command(rawValue: "group")
    static let journalsPurge = Command(rawValue: "journals purge")
    static let keys = Command(rawValue: "keys")
    static let help = Command(rawValue: "help")
    static let version = Command(rawValue: "version")
  }

  /// The subcommand to run.
  package var command = Command.open
  /// The database: a path, or a URL of one of the application's kinds; `nil` for the demo.
  package var database: String?
  /// Rule files and folders of them, in the order given.
  package var rules: [String] = []
  /// The file that a conversion writes; `nil` prints what it would be.
  package var target: String?
  /// How rules of a layer are ranked.
  package var ruleOrder = RuleOrder.d2t
  /// Model files to lay over the database, in the order given.
  package var models: [String] = []
  /// The key to explain.
  package var key: String?
  /// The names of catalog entries to describe.
  var names: [String] = []
  /// The user name that rules see.
  package var user: String?
  /// The role of the user.
  package var role: String?
  /// Keys set from the outside, as written: `title=Films`.
  package var settings: [String] = []
  /// Files whose tables are shown beside those of the database.
  package var attachedFiles: [AttachedFile] = []
  /// The attached files as written on the command line.
  var attachments: [Attachment] = []
  /// Nothing is written.
  package var isReadOnly = false
  /// A missing file is made.
  package var createsFile = false
  /// The task to start in.
  package var task: String?
  /// The start task as a ``TaskName``.
  var taskName: TaskName? { task.map { TaskName(rawValue: $0) } }
  /// The entity to start with.
  package var entity: String?
  /// The identity of the object to start with: `5`, `1,7`.
  package var id: String?
  /// The property to ask about.
  package var property: String?
  /// The entity or objects that a subcommand works on.
  package var link: ObjectLink?
  /// A fetch that the model names, perhaps with values: `cheap(limit: 5)`.
  package var fetch: String?
  /// Rows that would be printed alike are printed once.
  package var printsDistinctRows = false
  /// Texts that a spreadsheet would compute are printed with an apostrophe before them.
  package var escapesFormulas = false
  /// Values between commas say their storage class where the column does not decide.
  package var isTyped = false
  /// Whether texts that look marked by `export --typed` are imported as they stand.
  package var keepsMarks = false
  /// The properties to print, by path.
  package var columns: [String] = []
  /// Values are printed as they are shown on the screen.
  var displaysValues = false
  /// How many rows to print at most.
  package var limit: Int?
  /// The keys, aggregates and order of groups.
  var groups = GroupRequest()
  /// The kind of chart that groups are drawn as; `nil` to print rows.
  var chart: Chart.Kind?
  /// The width of the ranges in which values are counted, as written; `nil` to count each value.
  var step: String?
  /// The property values to enter.
  var assignments: [Assignment] = []
  /// The file to import; `nil` for standard input.
  package var file: String?
  /// The properties that columns of that file go to.
  var columnMappings: [ColumnMapping] = []
  /// Rows with faults are passed over.
  var skipsFaults = false
  /// The properties by which objects that are there are found, to be changed by rows of the file.
  var upsertKey: [String] = []
  /// Columns and lines of a rendered page.
  package var size: (columns: Int, rows: Int)?
  /// How to print: `text`, `json`, `ansi`, `markdown`.
  package var format: String?
  /// Everything there is to list.
  package var all = false
  /// Whether to print changes instead of writing them.
  package var isDryRun = false
  /// Whether to delete without asking for confirmation.
  package var isConfirmed = false
  /// Warnings count as faults.
  package var strict = false
  /// Rules that never answered are listed.
  package var coverage = false
  /// The result replaces the file.
  package var writes = false
  /// When to use colour: `auto`, `always`, `never`.
  package var color = "auto"
  /// The subcommand to print help for.
  package var helpTopic: Command?
  /// The options that were given, by their first names.
  var givenOptions: [String] = []
  /// The environment of the process.
  package var surroundings = HostEnvironment()
  /// The restrictions of locked mode; `nil` outside locked mode.
  var lockedSession: LockedSession?

  /// Whether the columns and the order of lists stay for the next start.
  package var keepsLists = false

  /// The name of the program alone.
  public init() {}

  /// Returns a copy with the application's default database where the command line names none.
  func opening(_ application: Application) -> Self {
    var invocation = self
    if Subcommand.named(command).opensDatabase {
      invocation.database = (database ?? application.database.path)
        .map(application.databaseKinds.plainName)
    }
    return invocation
  }

  /// Returns a copy with the rule and model files of an application added.
  ///
  /// - Throws: ``SiteRefusal`` in locked mode for a file with a relative path.
  func reading(_ application: Application) throws(SiteRefusal) -> Self {
    guard Subcommand.named(command).opensDatabase else { return self }
    let files = application.ruleFiles + application.modelFiles
    if lockedSession != nil, let relative = files.first(where: { !$0.hasPrefix("/") }) {
      throw .opening("\(application.name): '\(relative)' must be an absolute path in locked mode")
    }
    var invocation = self
    invocation.rules = application.ruleFiles.filter { !rules.contains($0) } + rules
    invocation.models = application.modelFiles.filter { !models.contains($0) } + models
    return invocation
  }
}
