package import EntityModel
public import RuleEngine
public import Widgets
public import Workspace

/// Everything a rule can name: pages, wrappers, rows, components, formatters.
///
/// A framework's user adds to a copy of ``builtIn`` and opens a ``Session`` with it.
public struct Catalog {
  /// Pages by name.
  public var pages = Self.byName(Page.builtIn.map(\.asBuiltIn), \.name)
  /// What stands around pages, by name.
  public var pageWrappers = Self.byName(Page.builtInWrappers, \.name)
  /// Rows by name.
  public var rows = Self.byName(RowComponent.builtIn, \.name)
  /// What shows or edits a value, by name.
  public var components = Self.byName(Component.builtIn, \.name)
  /// What pages show below themselves while debugging, by name.
  public var debugComponents = Self.byName(Page.builtInDebug, \.name)
  /// How values become text, by name.
  public var formatters = Self.byName(Formatter.builtIn, \.name)
  /// The application's own types of values, by name; ``add(_:)`` adds one.
  package internal(set) var propertyTypes: [String: CustomType] = [:]
  /// What makes formatters of parameters, by name.
  public var formatterFunctions = Self.byName(FormatterFunction.builtIn, \.name)
  /// The formatters made so far, by the text of the call.
  private let made = MadeFormatters()

  /// What the user may be doing; rules can invent more.
  public var tasks = TaskName.builtIn
  /// Themes by name; on a terminal without colours none of them counts.
  public var looks: [String: Palette] = ["neutral": .dark, "light": .light, "mono": .mono]

  /// The commands of the application, offered on pages beside those of the program.
  public var commands: [PageCommand] = []
  /// Every command there is, for documents, remapping and the names of `actions`.
  public nonisolated var commandDefinitions: [CommandDefinition] {
    CommandDefinition.all + commands.map { $0.definition }
  }

  /// The application's rules written in Swift; rule files of the layer are asked beside them, files that are equal after.
  public var rules: [SwiftRule] = []

  /// What comes with the program; a line in one of the lists adds something.
  public static let builtIn = {
    var catalog = Catalog()
    catalog.addAttributeTypes()
    catalog.add(ColorValue.propertyType)
    return catalog
  }()

  /// The formatter that a rule chose: one by its name, or one that a function makes, `number('0.00')`.
  func formatter(called text: String) -> Formatter? {
    formatters[text] ?? made.formatter(called: text, by: formatterFunctions)
  }

  private static func byName<Item>(_ items: [Item], _ name: (Item) -> String) -> [String: Item] {
    Dictionary(items.map { (name($0), $0) }) { first, second in
      preconditionFailure("'\(name(second))' is registered twice; rename one")
    }
  }
}

/// A page, or something of a page's size, under a name.
public struct Page {
  /// What a page is about; one that is about less than a place has can be shown there too.
  public nonisolated enum Subject: Int, Sendable, Comparable {
    /// The database as a whole.
    case database
    /// The objects of an entity.
    case entity
    /// One object.
    case object

    /// Whether `right` says more.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// What rules call it.
  public let name: String
  /// What it is for, in one sentence.
  public internal(set) var summary: String
  /// What there must be for it to be about.
  public let subject: Subject
  /// The tasks that it is made for; `nil` for any.
  public let tasks: Set<TaskName>?
  /// The keys that it asks for and rules may set, about itself and the objects it shows; `nil` where that is unknown.
  public internal(set) var reads: Set<String>?
  /// Those that it asks for in the scope of each property that it shows; with `component` and `rowComponent` among them
  /// components and rows ask for theirs.
  public internal(set) var readsOfProperties: Set<String>
  /// Makes the view; called in the scope of the page.
  public internal(set) var view: @MainActor () -> AnyView
  /// Whether it came with the program.
  private(set) var isBuiltIn = false

  /// Whether it stands in a frame of its own before the page behind it.
  private(set) var isPanel = false

  /// The same in a frame of its own.
  func asPanel() -> Page {
    var page = self
    page.isPanel = true
    return page
  }

  /// The page as one of the program's own.
  var asBuiltIn: Page {
    var page = self
    page.isBuiltIn = true
    return page
  }

  /// A page called `name` that needs a subject.
  ///
  /// Of one that tells which keys it reads `d2t rules check` knows which rules nothing reads.
  public init<Content: View>(
    _ name: String,
    _ summary: String = "",
    about subject: Subject = .database,
    for tasks: TaskName...,
    reads: Set<String>? = nil,
    ofProperties readsOfProperties: Set<String> = [],
    @ViewBuilder view: @escaping @MainActor () -> Content
  ) {
    (self.name, self.summary, self.subject) = (name, summary, subject)
    self.tasks = tasks.isEmpty ? nil : Set(tasks)
    (self.reads, self.readsOfProperties) = (reads, readsOfProperties)
    self.view = { AnyView(view()) }
  }
}

/// How a property stands on a page, or an object in a list.
public struct RowComponent {
  /// How an object stands in a list; `nil` for the rows of properties.
  public nonisolated enum ListStyle: Sendable {
    /// Cells in columns.
    case columns
    /// What names the object in one line, its other properties in the next.
    case titledSummary
    /// A view for each object, of one line or several.
    case views
  }

  /// What rules call it.
  public let name: String
  /// What it is for, in one sentence.
  public internal(set) var summary: String
  /// For rows of objects: how the list shows them.
  public let listStyle: ListStyle?
  /// The kinds of properties it is made for; `nil` for all.
  public let types: Set<PropertyKind>?
  /// The keys that it asks for and rules may set; `nil` where that is unknown.
  public internal(set) var reads: Set<String>?
  /// Whether a form puts the name of the property beside the field, in line with those of other fields.
  private(set) var isBesideName = false
  /// Makes the view of the row; called in the scope of the property, or of the object.
  public internal(set) var view: @MainActor () -> AnyView

  /// The row of a property.
  public init<Content: View>(
    _ name: String,
    _ summary: String = "",
    types: Set<PropertyKind>? = nil,
    reads: Set<String>? = nil,
    @ViewBuilder view: @escaping @MainActor () -> Content
  ) {
    (self.name, self.summary, listStyle) = (name, summary, nil)
    (self.types, self.reads) = (types, reads)
    self.view = { AnyView(view()) }
  }

  /// The row of an object in a list, by a view of one's own; of the object is read what `displayPropertyKeys` names.
  public init<Content: View>(
    inList name: String,
    _ summary: String = "",
    reads: Set<String>? = nil,
    @ViewBuilder view: @escaping @MainActor () -> Content
  ) {
    (self.name, self.summary, listStyle) = (name, summary, .views)
    (types, self.reads) = (nil, reads)
    self.view = { AnyView(view()) }
  }

  /// The same as a row that is the name and the value beside it.
  func besideName() -> RowComponent {
    var row = self
    row.isBesideName = true
    return row
  }

  /// The row of an object in a list as the program draws it.
  init(_ name: String, listStyle: ListStyle) {
    (self.name, summary, self.listStyle, types) = (name, "", listStyle, nil)
    view = { AnyView(EmptyView()) }
  }
}

/// What rules can name, while it is written down: what it is for and which keys it reads stand behind its name and view.
protocol CatalogEntry {
  var summary: String { get set }
  var reads: Set<String>? { get set }
}

extension CatalogEntry {
  /// The same, with a sentence that says what it is for.
  func saying(_ summary: String) -> Self {
    var entry = self
    entry.summary = summary
    return entry
  }

  /// The same, with the keys that it reads.
  func reading(_ keys: Set<String>) -> Self {
    var entry = self
    entry.reads = keys
    return entry
  }
}

extension Component: CatalogEntry {}
extension RowComponent: CatalogEntry {}

extension Page: CatalogEntry {
  /// The same, with the keys that it reads, and those that it reads of properties.
  func reading(_ keys: Set<String>, ofProperties propertyKeys: Set<String>) -> Page {
    var page = reading(keys)
    page.readsOfProperties = propertyKeys
    return page
  }
}
