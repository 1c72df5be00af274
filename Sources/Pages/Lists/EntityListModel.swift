import AccessControl
import EntityModel
import EntityStore
import Observation
import RuleEngine
import RuleEnvironment
import StandardKeys
import Terminal
import Widgets
import Workspace

/// The model of the entity list: headings, visible entities and their object counts, which are read in the background.
@Observable
final class EntityListModel: @MainActor TableSource {
  /// An entity in the list of all entities: its title, its note such as `read only`, and its rule scope.
  struct Entry {
    let entity: Entity
    let title: String
    let note: String
    let scope: EnvironmentValues

    var isView: Bool { entity.definition.kind == .view }
  }

  /// A line of the entity menu: a section heading, an entity, or a row of a panel of the start page.
  enum Line {
    case heading(String)
    case entry(Entry)
    case item(StartItem)

    var entry: Entry? { if case .entry(let entry) = self { entry } else { nil } }

    /// The id of a row that takes the cursor; `nil` for a heading.
    var id: AnyID? {
      switch self {
      case .heading: nil
      case .entry(let entry): AnyID(entry.entity.name)
      case .item(let item): AnyID(item.id)
      }
    }
  }

  let work: WorkContext
  private(set) var entries: [Entry]
  /// The entries as they stand below each other.
  private(set) var lines: [Line]
  /// The panels whose rows stand below the entities, on a screen that has no room beside them.
  @ObservationIgnored var tail: [StartPanel] = []
  @ObservationIgnored let cursor = ListCursor()
  /// The text searched for last; empty before a search.
  @ObservationIgnored var searched = ""
  private var counts: [String: String] = [:]
  @ObservationIgnored private var asked: Set<String> = []
  /// The rules by which the entries were found.
  @ObservationIgnored private var generation: Int
  /// The generation of counts when they were counted.
  @ObservationIgnored private var countedAt: Int

  init(work: WorkContext, scope: EnvironmentValues) {
    self.work = work
    (generation, countedAt) = (work.resolver.generation, work.counts.generation)
    let lines = Self.lines(of: Self.entries(work, scope), scope)
    self.lines = lines
    entries = lines.compactMap(\.entry)
  }

  /// Finds the entities anew when the rules are others, and counts them anew when something was written since.
  func follow(pageScope: (EnvironmentValues) -> EnvironmentValues) {
    if countedAt != work.counts.generation {
      countedAt = work.counts.generation
      for entry in entries where asked.contains(entry.entity.name) {
        work.loads.run { [self] in await count(entry.entity) }
      }
    }
    guard generation != work.resolver.generation else { return }
    generation = work.resolver.generation
    let scope = pageScope(work.root)
    lines = Self.lines(of: Self.entries(work, scope), scope)
    entries = lines.compactMap(\.entry)
    asked = []
  }

  private static func entries(_ work: WorkContext, _ scope: EnvironmentValues) -> [Entry] {
    let sight = EntityVisibility(in: work.root)
    let offered = scope[RenderingKeys.shared.menuEntityNames]
    // A table that only joins two others is offered where a group names it.
    let named = scope[RenderingKeys.shared.menuSections].flatMap { $0.dropFirst() }.filter { name in
      !offered.contains(name)
        && work.model.entity(named: name)?.definition.isJoinTable == true
    }
    return (offered + named).compactMap { name -> Entry? in
      guard let entity = work.model.entity(named: name), sight.shows(entity) else { return nil }
      let scope = scope.scoped(to: entity)
      let isReadOnly = Permissions(work: work, scope: scope).readOnlyReason != nil
      let isAttached = entity.schemaName != TableName.mainSchema
      let notes = [isAttached ? entity.schemaName : nil, isReadOnly ? "read only" : nil]
      return Entry(
        entity: entity,
        title: scope[ModelKeys.shared.displayNameForEntity],
        note: notes.compactMap(\.self).joined(separator: " · "),
        scope: scope
      )
    }
  }

  /// The groups of `menuSections`; without any, views that stand together behind everything else get a title.
  private static func lines(of entries: [Entry], _ scope: EnvironmentValues) -> [Line] {
    let sections = scope[RenderingKeys.shared.menuSections]
    guard sections.isEmpty else { return Self.lines(of: entries, in: sections) }
    var lines = entries.map(Line.entry)
    if let first = entries.firstIndex(where: \.isView), first > 0,
      entries[first...].allSatisfy(\.isView)
    {
      lines.insert(.heading("views"), at: first)
    }
    return lines
  }

  private static func lines(of entries: [Entry], in sections: [[String]]) -> [Line] {
    var waiting = entries
    var lines: [Line] = []
    for section in sections {
      // An entity stands in the first group that names it.
      let members = section.dropFirst().compactMap { name -> Entry? in
        waiting.firstIndex { $0.entity.name == name }.map { waiting.remove(at: $0) }
      }
      if let title = section.first, !members.isEmpty {
        lines += [.heading(title)] + members.map(Line.entry)
      }
    }
    return waiting.map(Line.entry) + lines
  }

  /// The entities and the rows below them.
  var allLines: [Line] {
    tail.isEmpty
      ? lines
      : lines + tail.flatMap { [.heading($0.title)] + $0.items.map(Line.item) }
  }

  var bounds: RowBounds { RowBounds(0..<allLines.count) }
  func id(at position: Int) -> AnyID? { line(at: position)?.id }
  func position(of id: AnyID) -> Int? { allLines.firstIndex { $0.id == id } }
  func isSelectable(_ position: Int) -> Bool { id(at: position) != nil }

  private func line(at position: Int) -> Line? {
    let lines = allLines
    return lines.indices.contains(position) ? lines[position] : nil
  }

  /// The entity at `position`; `nil` for a title and for a row below the entities.
  func entry(at position: Int) -> Entry? { line(at: position)?.entry }

  /// Counts the entities in view.
  func ensure(_ positions: Range<Int>) {
    for entry in lines[positions.clamped(to: 0..<lines.count)].compactMap(\.entry)
    where asked.insert(entry.entity.name).inserted {
      work.loads.run { [self] in await count(entry.entity) }
    }
  }

  private func count(_ entity: Entity) async {
    let limit = ListModel.countLimit
    do throws(StoreError) {
      let count = try await work.store.count(
        FetchSpecification(entityName: entity.name),
        upTo: limit + 1,
        timeLimit: RelationshipCounts.timeLimit
      )
      counts[entity.name] = NumberText.count(count, upTo: limit)
    } catch {
      switch error {
      case .timedOut, .cancelled: counts[entity.name] = "?"
      default:
        counts[entity.name] = "⚠"
        work.readFaults.note(error, "\(entity: entity) cannot be counted")
      }
    }
  }

  func row(at position: Int) -> TableRow? {
    let entry: Entry
    switch line(at: position) {
    case nil: return nil
    case .heading(let title): return .heading(title)
    case .item(let item): return item.row(leading: 1)
    case .entry(let listed): entry = listed
    }
    let kind = entry.entity.definition.kind
    let isPlain = kind == .table || entry.isView && lines.count > entries.count
    return TableRow(
      [
        TableCell(entry.title),
        TableCell(
          counts[entry.entity.name] ?? "…",
          role: counts[entry.entity.name] == nil ? .dim : nil
        ),
        TableCell(isPlain ? "" : kind.rawValue, role: .dim),
        TableCell(entry.note, role: .dim),
      ],
      style: entry.scope.style(in: work.root.palette) ?? .plain
    )
  }

  /// The columns as the table draws them.
  var tableColumns: [TableColumn] {
    [
      TableColumn("name", title: "", width: .automatic(min: 12, max: 48)),
      TableColumn("count", title: "", alignment: .trailing),
      TableColumn("kind", title: ""),
      TableColumn("note", title: "", width: .flexible()),
    ]
  }

  /// The row below the entities under the cursor.
  var currentItem: StartItem? {
    if case .item(let item) = line(at: cursor.position) { item } else { nil }
  }

  /// The entity under the cursor.
  var currentEntity: Entity? {
    entry(at: cursor.position)?.entity
  }
}
