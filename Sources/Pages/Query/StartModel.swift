import Editing
import EntityModel
import EntityStore
import Observation
import RuleEngine
import RuleEnvironment
import StandardKeys
import Widgets
import Workspace

/// The panels of the start page; the saved fetches are counted in the background.
@Observable
final class StartModel {
  /// A named fetch of the model with its entity.
  private struct Fetch {
    let entity: Entity
    let fetch: NamedFetch
    var id: String { "\(entity.name).\(fetch.name)" }
    var isComplete: Bool { NamedFetchUse.variables(of: fetch).isEmpty }
  }

  @ObservationIgnored private let unsaved = StartPanel("Not saved")
  @ObservationIgnored private let fetches = StartPanel("Saved fetches")
  @ObservationIgnored private let visited = StartPanel("Last visited")
  /// The counts of the fetches; `nil` for one that may not be shown.
  private var counts: [String: String?] = [:]
  @ObservationIgnored private var asked: Set<String> = []
  /// The generations of rows and rules that were counted.
  @ObservationIgnored private var countedAt: [Int] = []

  /// The panels that have rows, as they are now.
  func panels(on page: PageContext) -> [StartPanel] {
    unsaved.items = unsavedItems(page)
    fetches.items = fetchItems(page)
    visited.items = page.ui.navigator.visits.compactMap { item(of: $0, page) }
    return [unsaved, fetches, visited].filter { !$0.items.isEmpty }
  }

  private func unsavedItems(_ page: PageContext) -> [StartItem] {
    let work = page.work
    var items: [StartItem] = []
    let count = UnsavedChanges(work: work).enteredCount
    if count > 0 {
      items.append(
        StartItem(
          id: "review",
          title: "\(UnsavedChanges.objects(count: count)) not saved",
          detail: page.ui.key(.review)
        ) { _ in page.review() }
      )
    }
    if let left = work.journal.offered {
      let header = work.journal.left.first?.contents.header
      let time = header.map { " from " + work.saves.timeText($0.time, in: work) } ?? ""
      items.append(
        StartItem(
          id: "recover",
          title: "\(UnsavedChanges.objects(count: left.objects.count)) left unsaved\(time)",
          detail: page.ui.key(.recover)
        ) { _ in page.push(PageState(task: .recover, subject: .database)) }
      )
    }
    return items
  }

  private func item(of visit: Visit, _ page: PageContext) -> StartItem? {
    guard let entity = visit.entity, page.work.visibilityRefusal(of: entity) == nil else {
      return nil
    }
    let title = visit.title(in: page.work)
    let key = visit.object.map { " \(ObjectIdentifier($0).hashValue)" } ?? ""
    return StartItem(id: "visit \(entity.name) \(title)\(key)", title: title) { _ in
      page.push(visit.page())
    }
  }

  // MARK: Fetches

  private func fetchItems(_ page: PageContext) -> [StartItem] {
    let work = page.work
    let generations = [work.counts.generation, work.resolver.generation]
    if countedAt != generations { (countedAt, asked) = (generations, []) }
    let all = work.model.entities.flatMap { entity in
      entity.definition.fetchSpecifications.map { Fetch(entity: entity, fetch: $0) }
    }
    return all.filter { work.visibilityRefusal(of: $0.entity) == nil }.compactMap { fetch in
      if fetch.isComplete, asked.insert(fetch.id).inserted {
        work.loads.run { [self] in await count(fetch, in: work) }
      }
      guard let count = counts[fetch.id, default: "…"] else { return nil }
      return StartItem(
        id: "fetch \(fetch.id)",
        title: "\(work.shownName(of: fetch.entity)) › \(fetch.fetch.name)",
        detail: fetch.isComplete ? count : "asks for values"
      ) { context in
        NamedFetchUse.ask(fetch.fetch, context) { text throws(PromptRefusal) in
          do throws(UsageError) {
            page.open(try NamedFetchUse(text, of: fetch.entity), of: fetch.entity)
          } catch { throw PromptRefusal(error.message) }
        }
      }
    }
  }

  private func count(_ fetch: Fetch, in work: WorkContext) async {
    let scope = work.root.scoped(toTask: .list).scoped(to: fetch.entity)
    guard let use = try? NamedFetchUse(fetch.fetch.name, of: fetch.entity) else { return }
    do throws(StoreError) {
      let count = try await work.store.count(
        FetchSpecification(fetch.entity, named: use, filters: [], sortKeys: [], scope: scope),
        upTo: ListModel.countLimit + 1,
        timeLimit: RelationshipCounts.timeLimit
      )
      counts[fetch.id] = NumberText.count(count, upTo: ListModel.countLimit)
    } catch {
      switch error {
      case .timedOut, .cancelled: counts[fetch.id] = "?"
      // A fetch that asks for what the user may not see tells nothing, not even that it is there.
      default: counts[fetch.id] = .some(nil)
      }
    }
  }
}

extension PageContext {
  /// Goes to the list of what a fetch of the model picks.
  fileprivate func open(_ fetch: NamedFetchUse, of entity: Entity) {
    let next = PageState(task: .list, subject: .entity(entity))
    let scope = next.scope(in: work.root)
    var start = ListQuery(ruledSortKeys: scope[RenderingKeys.shared.sortOrderings])
    start.show(fetch)
    next.listStart = start
    push(next)
  }
}

extension UserInterface {
  /// The first key of a command, or its title where it has none.
  func key(_ definition: CommandDefinition) -> String {
    guard let host = screen.host else { return definition.title }
    return host.keyBindings.keys(for: definition).first.map(host.symbol) ?? definition.title
  }
}
