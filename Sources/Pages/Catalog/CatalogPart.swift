import RuleEngine
import Terminal
import Widgets

/// Something that rules can name, with what it tells of itself.
package nonisolated struct CatalogPart {
  /// What it is listed under.
  package nonisolated enum Kind: String, CaseIterable {
    case page, pageWrapper, rowComponent, listStyle, component, debugComponent, formatter
    case formatterFunction, color, look, task, command

    /// What people call one of them.
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

    /// The same of several.
    package var pluralTitle: String { title + "s" }
  }

  package let kind: Kind
  /// What rules call it.
  package let name: String
  /// What it is for, in one sentence.
  package let summary: String
  /// How a rule names it.
  package let usage: String
  /// The keys that it asks for and rules may set, by name; `nil` where nobody says.
  package var reads: [String]?
  /// The kinds of properties that it takes; `nil` for all.
  package var types: [String]?
  /// The tasks that it is made for; `nil` for all.
  package var tasks: [String]?

  init(
    _ kind: Kind,
    _ name: String,
    _ summary: String,
    usage: String,
    reads: Set<String>? = [],
    types: Set<PropertyKind>? = nil,
    tasks: Set<String>? = nil
  ) {
    (self.kind, self.name, self.summary, self.usage) = (kind, name, summary, usage)
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
    case .page: sorted(pages) { part(kind, $0, "page") }
    case .pageWrapper: sorted(pageWrappers) { part(kind, $0, "pageWrapper") }
    case .debugComponent: sorted(debugComponents) { part(kind, $0, "debugComponent") }
    case .rowComponent, .listStyle:
      sorted(rows.filter { ($0.value.listStyle != nil) == (kind == .listStyle) }) { row in
        CatalogPart(
          kind,
          row.name,
          row.summary,
          usage: "rowComponent = '\(row.name)'",
          reads: row.reads,
          types: row.types,
          tasks: row.listStyle == nil ? nil : ["list", "select", "editRelationship"]
        )
      }
    case .component:
      sorted(components) { component in
        CatalogPart(
          kind,
          component.name,
          component.summary,
          usage: "component = '\(component.name)'",
          reads: component.reads,
          types: component.types,
          tasks: component.tasks
        )
      }
    case .formatter:
      sorted(formatters) { formatter in
        CatalogPart(
          kind,
          formatter.name,
          formatter.summary,
          usage: "formatter = '\(formatter.name)'",
          reads: formatter.reads,
          types: formatter.types
        )
      }
    case .formatterFunction:
      sorted(formatterFunctions) { function in
        CatalogPart(
          kind,
          function.name,
          function.function.summary,
          usage: "formatter = \(function.function.example)",
          reads: function.reads,
          types: function.types
        )
      }
    case .color: colorParts
    case .look:
      looks.sorted { $0.key < $1.key }.map { name, palette in
        CatalogPart(kind, name, palette.summary, usage: "look = '\(name)'")
      }
    case .task:
      tasks.map {
        CatalogPart(kind, $0.rawValue, $0.summary, usage: "task = '\($0.rawValue)'")
      }
    case .command:
      commandDefinitions.map {
        CatalogPart(
          kind,
          $0.name.rawValue,
          $0.summary,
          usage: "keyBindings = {'\($0.name.rawValue)': '\($0.keys.first?.description ?? "f9")'}",
          reads: $0.reads
        )
      }
    }
  }
}

extension Catalog {
  /// What the items of a table tell, by name.
  private func sorted<Item>(_ items: [String: Item], _ part: (Item) -> CatalogPart)
    -> [CatalogPart]
  {
    items.sorted { $0.key < $1.key }.map { part($0.value) }
  }

  private func part(_ kind: CatalogPart.Kind, _ page: Page, _ key: String) -> CatalogPart {
    CatalogPart(
      kind,
      page.name,
      page.summary,
      usage: "\(key) = '\(page.name)'",
      reads: page.reads.map { $0.union(page.readsOfProperties) },
      tasks: page.tasks.map { Set($0.map(\.rawValue)) }
    )
  }

  /// The roles and colours; the many that have a number for a name are one entry.
  private var colorParts: [CatalogPart] {
    let numbers = Palette.styleNames.filter { Int($0) != nil }
    let names = Palette.styleNames.filter { Int($0) == nil }
    let first = numbers.first ?? "", last = numbers.last ?? ""
    return names.map {
      CatalogPart(.color, $0, Palette.summary(ofStyle: $0), usage: "color = '\($0)'")
    } + [
      CatalogPart(
        .color,
        "\(first)…\(last)",
        Palette.summary(ofStyle: last),
        usage: "color = '\(last)'"
      )
    ]
  }
}

extension Component {
  /// The tasks in which values are edited.
  static let editingTasks: Set<String> = ["edit", "create"]

  /// The tasks that it is made for; `nil` for all.
  var tasks: Set<String>? { purposes.contains(.display) ? nil : Self.editingTasks }
}
