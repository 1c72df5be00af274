import EntityModel
import EntityStore
import Observation
import Qualifiers
import RuleEnvironment
import Widgets

/// The entities people see, with how many objects each has; the counts come in the background.
@Observable
final class EntityListModel: @MainActor TableSource {
  /// One line of the list.
  struct Entry {
    let entity: Entity
    let title: String
    let note: String
  }

  let session: Session
  let entries: [Entry]
  @ObservationIgnored let cursor = ListCursor()
  private var counts: [String: String] = [:]
  @ObservationIgnored private var asked: Set<String> = []

  init(session: Session, scope: EnvironmentValues) {
    self.session = session
    entries = scope[RenderingKeys.shared.visibleEntityNames].compactMap { name in
      guard let entity = session.model.entity(named: name) else { return nil }
      let scope = scope.scoped(to: entity)
      return Entry(
        entity: entity,
        title: scope[RenderingKeys.shared.displayNameForEntity],
        note: Permissions(session: session, scope: scope).readOnlyReason == nil ? "" : "read only"
      )
    }
  }

  var bounds: RowBounds { RowBounds(0..<entries.count) }
  func id(at position: Int) -> AnyHashable? {
    entries.indices.contains(position) ? AnyHashable(entries[position].entity.name) : nil
  }
  func position(of id: AnyHashable) -> Int? {
    entries.firstIndex { AnyHashable($0.entity.name) == id }
  }

  /// Counts the entities in view.
  func ensure(_ positions: Range<Int>) {
    for entry in entries[positions.clamped(to: 0..<entries.count)]
    where asked.insert(entry.entity.name).inserted {
      session.loading { [self] in await count(entry.entity) }
    }
  }

  private func count(_ entity: Entity) async {
    let limit = ListModel.countLimit
    let scope = session.root.scoped(to: entity)
    let specification = FetchSpecification(
      entityName: entity.name,
      qualifier: scope[PermissionKeys.shared.restrictingQualifier]
    )
    do {
      let count = try await session.store.count(
        specification,
        upTo: limit + 1,
        timeLimit: Session.countTimeLimit
      )
      let text = NumberText.grouped(.int(Int64(min(count, limit))), places: 0, exact: true) ?? ""
      counts[entity.name] = count > limit ? text + "+" : text
    } catch StoreError.timedOut {
      counts[entity.name] = "?"
    } catch {
      counts[entity.name] = "⚠"
    }
  }

  func row(at position: Int) -> TableRow? {
    guard entries.indices.contains(position) else { return nil }
    let entry = entries[position]
    let kind = entry.entity.definition.kind
    return TableRow([
      TableCell(entry.title),
      TableCell(
        counts[entry.entity.name] ?? "…",
        role: counts[entry.entity.name] == nil ? .dim : nil
      ),
      TableCell(kind == .table ? "" : kind.rawValue, role: .dim),
      TableCell(entry.note, role: .dim),
    ])
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

  /// The entity under the cursor.
  var currentEntity: Entity? {
    entries.indices.contains(cursor.position) ? entries[cursor.position].entity : nil
  }
}
