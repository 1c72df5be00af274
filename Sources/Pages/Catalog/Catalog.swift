package import EntityModel
public import RuleEngine
public import StandardKeys
public import Widgets
public import Workspace

/// Everything a rule can name: pages, wrappers, rows, components, formatters.
///
/// A framework's user adds to a copy of ``builtIn`` and opens a ``Session`` with it.
public struct Catalog {
  /// Pages by name.
  public var pages = Self.byName(Page.builtIn.map(\.asBuiltIn), \.name)
  /// The views around pages, by name.
  public var pageWrappers = Self.byName(Page.builtInWrappers, \.name)
  /// Rows by name.
  public var rows = Self.byName(RowComponent.builtIn, \.name)
  /// The views that display or edit a value, by name.
  public var components = Self.byName(Component.builtIn, \.name)
  /// The debug views below pages, by name.
  public var debugComponents = Self.byName(Page.builtInDebug, \.name)
  /// How values become text, by name.
  public var formatters = Self.byName(Formatter.builtIn, \.name)
  /// The application's own types of values, by name; ``add(_:)`` adds one.
  package internal(set) var propertyTypes: [String: CustomType] = [:]
  /// The functions that make formatters from arguments, by name.
  public var formatterFunctions = Self.byName(FormatterFunction.builtIn, \.name)
  /// The formatters made so far, by the text of the call.
  private let made = FormatterCache()

  /// The tasks, which are the kinds of work that a page is for.
  ///
  /// Rules can add more.
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

  /// The catalog of the program's own parts.
  ///
  /// An entry in one of the lists adds a part.
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

/// A page registered in the catalog under a name that rules use: its view, its subject and its summary.
public struct Page {
  /// The subject of a page.
  ///
  /// A page about a broader subject can also be shown in a narrower place.
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

  /// The name of the page in rules.
  public let name: String
  /// The purpose of the page, in one sentence.
  public internal(set) var summary: String
  /// The subject that the page needs: a database, an entity or an object.
  public let subject: Subject
  /// The tasks that it is made for; `nil` for any.
  public let tasks: Set<TaskName>?
  /// The keys that it asks for and rules may set, about itself and the objects it shows; `nil` where that is unknown.
  public internal(set) var reads: Set<String>?
  /// The keys that the page reads in the scope of each property it shows.
  ///
  /// If `component` or `rowComponent` is one of them, the keys of components or rows are read too.
  public internal(set) var readsOfProperties: Set<String>
  /// Makes the view; called in the scope of the page.
  public internal(set) var view: @MainActor () -> AnyView
  /// Whether it came with the program.
  private(set) var isBuiltIn = false

  /// Whether it stands in a frame of its own before the page behind it.
  private(set) var isPanel = false

  /// Returns the page as a framed panel in front of the page behind it.
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
  /// If it names the keys it reads, `d2t rules check` finds rules that nothing reads.
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

/// A named row view in the catalog that lays out one property on a page, or one object in a list.
public struct RowComponent {
  /// The style in which a list shows its objects: columns, titled summaries or own views; `nil` for rows of properties.
  public nonisolated enum ListStyle: Sendable {
    /// Cells in columns.
    case columns
    /// A line with the object's label, and a line with its other properties.
    case titledSummary
    /// A view for each object, of one line or several.
    case views
  }

  /// The name of the row component in rules.
  public let name: String
  /// The purpose of the row component, in one sentence.
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

  /// Returns the row component with the property's name and its value side by side.
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

/// The common part of catalog pages, rows and components: their summary and the keys they read, with methods that set both.
protocol CatalogEntry {
  var summary: String { get set }
  var reads: Set<String>? { get set }
}

extension CatalogEntry {
  /// Returns the entry with a sentence that states its purpose.
  func saying(_ summary: String) -> Self {
    var entry = self
    entry.summary = summary
    return entry
  }

  /// Returns the entry with the keys that it reads.
  func reading(_ keys: Set<String>) -> Self {
    var entry = self
    entry.reads = keys
    return entry
  }
}

extension Component: CatalogEntry {}
extension RowComponent: CatalogEntry {}

extension Page: CatalogEntry {
  /// Returns the page with the keys that it reads, and those that it reads for each property.
  func reading(_ keys: Set<String>, ofProperties propertyKeys: Set<String>) -> Page {
    var page = reading(keys)
    page.readsOfProperties = propertyKeys
    return page
  }
}
