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
  public var pages: [String: Page] = [:]
  /// The pages that show a subject whatever rules choose.
  var plainPages: [Page.Subject: Page] = [:]
  /// The views around pages, by name.
  public var pageWrappers: [String: Page] = [:]
  /// Rows by name.
  public var rows: [String: RowComponent] = [:]
  /// The views that display or edit a value, by name.
  public var components: [String: Component] = [:]
  /// The debug views below pages, by name.
  public var debugComponents: [String: Page] = [:]
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
  public var looks = Palette.looks

  /// The commands of the application, offered on pages beside those of the program.
  package internal(set) var commands: [CatalogCommand] = []
  /// The commands of the program itself.
  var programCommands: [CommandDefinition] = []
  /// Every command there is, for documents, remapping and the names of `actions`.
  public nonisolated var commandDefinitions: [CommandDefinition] {
    programCommands + commands.map { $0.definition }
  }

  /// The application's rules written in Swift; rule files of the layer are asked beside them, files that are equal after.
  public var rules: [SwiftRule] = []

  /// A catalog without pages, rows and components: what a scope without a user interface has.
  static let empty = Catalog()

  /// The formatter that a rule chose: one by its name, or one that a function makes, `number('0.00')`.
  func formatter(called text: String) -> Formatter? {
    formatters[text] ?? made.formatter(called: text, by: formatterFunctions)
  }

  static func byName<Item>(_ items: [Item], _ name: (Item) -> String) -> [String: Item] {
    Dictionary(items.map { (name($0), $0) }) { first, second in
      preconditionFailure("'\(name(second))' is registered twice; rename one")
    }
  }
}
