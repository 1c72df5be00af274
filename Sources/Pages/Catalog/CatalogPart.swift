import RuleEngine
import StandardKeys
import Terminal
import Widgets
import Workspace

/// The description of one thing that rules can name: its kind, name, summary, usage in a rule, and the keys it reads.
///
/// Made from the ``Catalog`` for listings and help.
package nonisolated struct CatalogPart {
  /// The kind of thing that rules can name, such as a page, component, formatter, colour or command.
  ///
  /// Used to group the catalog and to show how a rule names each entry.
  package nonisolated enum Kind: String, CaseIterable {
    case page, pageWrapper, rowComponent, listStyle, component, debugComponent, formatter
    case formatterFunction, color, look, task, command

    /// The display name of the kind.
    package var title: String {
      switch self {
      case .pageWrapper: "page wrapper"
      case .rowComponent: "row"
      case .listStyle: "list style"
      case .debugComponent: "debug component"
      case .formatterFunction: "formatter function"
      case .color: "colour"
      default: rawValue
      }
    }

    /// The display name in the plural.
    package var pluralTitle: String { title + "s" }

    /// How a rule names one of them.
    fileprivate func usage(of name: String) -> String {
      switch self {
      case .listStyle: "rowComponent = '\(name)'"
      default: "\(rawValue) = '\(name)'"
      }
    }
  }

  package let kind: Kind
  /// The name of the part in rules.
  package let name: String
  /// The purpose of the part, in one sentence.
  package let summary: String
  /// How a rule names it.
  package let usage: String
  /// The keys that it asks for and rules may set, by name; `nil` where that is not said.
  package var reads: [String]?
  /// The kinds of properties that it takes; `nil` for all.
  package var types: [String]?
  /// The tasks that it is made for; `nil` for all.
  package var tasks: [String]?

  fileprivate init(
    _ kind: Kind,
    _ name: String,
    summary: String,
    usage: String? = nil,
    reads: Set<String>? = [],
    types: Set<PropertyKind>? = nil,
    tasks: Set<String>? = nil
  ) {
    (self.kind, self.name, self.summary) = (kind, name, summary)
    self.usage = usage ?? kind.usage(of: name)
    self.reads = reads?.sorted()
    self.types = types?.map(\.name).sorted()
    self.tasks = tasks?.sorted()
  }
}

extension Catalog {
  /// Everything that rules can name, by kind.
  package var parts: [CatalogPart] { CatalogPart.Kind.allCases.flatMap(parts) }

  /// Everything of a kind, by name; colours and tasks in their own order.
  private func parts(of kind: CatalogPart.Kind) -> [CatalogPart] {
    switch kind {
    case .page: sorted(pages) { part(kind, of: $0) }
    case .pageWrapper: sorted(pageWrappers) { part(kind, of: $0) }
    case .debugComponent: sorted(debugComponents) { part(kind, of: $0) }
    case .rowComponent, .listStyle:
      sorted(rows.filter { ($0.value.listStyle != nil) == (kind == .listStyle) }) {
        .init(kind, $0.name, summary: $0.summary, reads: $0.reads, types: $0.types, tasks: $0.tasks)
      }
    case .component:
      sorted(components) {
        .init(kind, $0.name, summary: $0.summary, reads: $0.reads, types: $0.types, tasks: $0.tasks)
      }
    case .formatter:
      sorted(formatters) {
        .init(kind, $0.name, summary: $0.summary, reads: $0.reads, types: $0.types)
      }
    case .formatterFunction:
      sorted(formatterFunctions) {
        .init(
          kind,
          $0.name,
          summary: $0.function.summary,
          usage: "formatter = \($0.function.example)",
          reads: $0.reads,
          types: $0.types
        )
      }
    case .color: colorParts
    case .look:
      looks.sorted { $0.key < $1.key }.map { .init(kind, $0.key, summary: $0.value.summary) }
    case .task: tasks.map { .init(kind, $0.rawValue, summary: $0.summary) }
    case .command:
      commandDefinitions.map {
        .init(
          kind,
          $0.name.rawValue,
          summary: $0.summary,
          usage: "keyBindings = {'\($0.name.rawValue)': '\($0.keys.first?.description ?? "f9")'}",
          reads: $0.reads
        )
      }
    }
  }
}

extension Catalog {
  /// Returns the catalog parts for the items of a table, sorted by name.
  private func sorted<Item>(_ items: [String: Item], _ part: (Item) -> CatalogPart)
    -> [CatalogPart]
  {
    items.sorted { $0.key < $1.key }.map { part($0.value) }
  }

  private func part(_ kind: CatalogPart.Kind, of page: Page) -> CatalogPart {
    CatalogPart(
      kind,
      page.name,
      summary: page.summary,
      reads: page.reads.map { $0.union(page.readsOfProperties) },
      tasks: page.tasks.map { Set($0.map(\.rawValue)) }
    )
  }

  /// The roles and colours; the many that have a number for a name are one entry.
  private var colorParts: [CatalogPart] {
    let numbers = Palette.styleNames.filter { Int($0) != nil }
    let names = Palette.styleNames.filter { Int($0) == nil }
    let first = numbers.first ?? "", last = numbers.last ?? ""
    let summary = Palette.summary(ofStyle: last)
    let usage = CatalogPart.Kind.color.usage(of: last)
    return names.map { CatalogPart(.color, $0, summary: Palette.summary(ofStyle: $0)) }
      + [CatalogPart(.color, "\(first)…\(last)", summary: summary, usage: usage)]
  }
}

extension RowComponent {
  /// The tasks in which objects stand in rows.
  nonisolated private static let tasksOfLists = Set(
    [TaskName.list, .select, .editRelationship].map(\.rawValue)
  )

  /// The tasks that it is made for; `nil` for all.
  fileprivate var tasks: Set<String>? { listTasks.isEmpty ? nil : listTasks }

  /// The tasks in which it shows an object; none for a row of a property.
  nonisolated var listTasks: Set<String> { listStyle == nil ? [] : Self.tasksOfLists }
}

nonisolated extension Component {
  /// The tasks in which values are edited.
  static let editingTasks = Set([TaskName.edit, .create].map(\.rawValue))

  /// The tasks that it is made for; `nil` for all.
  var tasks: Set<String>? {
    guard !purposes.contains(.display) else { return nil }
    return (purposes.contains(.edit) ? Self.editingTasks : [])
      .union(purposes.contains(.query) ? [TaskName.query.rawValue] : [])
  }
}
