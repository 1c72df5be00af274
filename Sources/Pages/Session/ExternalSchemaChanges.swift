import RuleFiles
import Editing
import EntityModel
import EntityStore
import Qualifiers
import RuleEnvironment
import StandardKeys
import Widgets
import Workspace

/// The check for tables that another program has created, changed or dropped while the database is open.
///
/// If there are some, it reopens the database and rebuilds the open pages as far as possible. It refuses to do so while there
/// are unsaved changes.
struct ExternalSchemaChanges {
  let session: Session

  private var work: WorkContext { session.work }

  /// Looks whether there are some, and shows the tables as they are now.
  ///
  /// - Returns: Whether the page was made again, so that nothing else has to be read.
  func areAdopted(_ context: CommandContext) async -> Bool {
    await work.file.look(at: work.store)
    guard work.file.hasExternalSchemaChanges, let reopen = session.reopen else { return false }
    guard UnsavedChanges(work: work).enteredCount == 0 else {
      context.say(
        "another program has changed the tables; save or discard unsaved changes, then reload to see them",
        .warning
      )
      return false
    }
    do {
      let other = try await session.reopened(by: reopen)
      other.work.settings.promptHistory = work.promptHistory
      other.ui.screen.editor = session.ui.screen.editor
      other.work.reading.readsAhead = work.reading.readsAhead
      if let log = work.saves.log { await other.work.saves.begin(with: log, in: other.work) }
      let (pages, loss) = await pages(in: other.work)
      other.ui.navigator.begin(with: pages)
      await work.journal.handOver(to: other.work)
      session.onReplace(other)
      if work.rules.reloader?.isFollowing == true { other.work.followRules() }
      let what = changes(in: other.work)
      context.say([loss, what].compactMap(\.self).joined(separator: "; "), .warning)
      await session.close()
      session.release()
      return true
    } catch {
      work.readFaults.say("the tables cannot be read again: \(typedSentence(of: error))")
      return false
    }
  }

  // MARK: Pages

  /// The pages on the way here over the database as it is now, and why those behind them cannot be shown.
  private func pages(in other: WorkContext) async -> (pages: [PageState], loss: String?) {
    var pages: [PageState] = []
    for page in session.ui.navigator.pages {
      guard let next = await counterpart(of: page, behind: pages.last, in: other) else {
        if pages.isEmpty { pages = [PageState(task: .query, subject: .database)] }
        return (pages, loss(of: page, in: other))
      }
      if page.list?.query.filters.isEmpty == false, next.listStart == nil {
        let title = page.name ?? page.entity.map { work.shownName(of: $0) } ?? ""
        return (pages + [next], "\(title): filter removed, as its columns no longer exist")
      }
      next.pageConfiguration = page.pageConfiguration
      next.tab = page.tab
      next[QueryFormTexts.self] = page[QueryFormTexts.self]
      pages.append(next)
    }
    return (pages, nil)
  }

  /// Why a page cannot be shown; `nil` where there is nothing to say.
  private func loss(of page: PageState, in other: WorkContext) -> String? {
    guard page.task != .select, let entity = page.entity else { return nil }
    guard other.model.entity(named: entity.name) != nil else {
      return
        "\(work.shownName(of: entity)) no longer exists: another program has dropped or renamed its table"
    }
    return "\(page.name ?? work.shownName(of: entity)): page closed, as its data no longer exists"
  }

  private func counterpart(
    of page: PageState,
    behind previous: PageState?,
    in other: WorkContext
  ) async -> PageState? {
    guard let old = page.entity else { return PageState(task: page.task, subject: .database) }
    // What is chosen there would be put into a form that is no more; which rows were tagged nobody knows then.
    guard page.task != .select, page.task != .bulk, page.task != .paste,
      let entity = other.model.entity(named: old.name),
      other.visibilityRefusal(of: entity) == nil
    else { return nil }
    if let object = page.object { return await self.page(about: object, entity, like: page, other) }
    var source: (object: ManagedObject, relationship: Relationship)?
    if let relationship = page.source?.relationship {
      guard let object = previous?.object,
        let now = object.entity.relationship(named: relationship.name),
        now.destination === entity, now.qualifier(from: object.snapshot) != nil
      else { return nil }
      source = (object, now)
    }
    let next = PageState(
      task: page.task,
      subject: .entity(entity),
      auxiliaryQualifier: source.flatMap { $0.relationship.qualifier(from: $0.object.snapshot) },
      source: source,
      name: page.name
    )
    if let list = page.list {
      next.startID = list.currentRecord?.id
      next.listStart = start(like: list, in: next.scope(in: other.root))
    }
    return next
  }

  private func page(
    about object: ManagedObject,
    _ entity: Entity,
    like page: PageState,
    _ other: WorkContext
  ) async -> PageState? {
    if object.state == .inserted {
      return page.source == nil ? NewObjects.page(of: entity, in: other) : nil
    }
    guard let id = object.id else { return nil }
    let found = await work.readFaults.value(orSay: "\(row: id) cannot be read") {
      () async throws(StoreError) in try await other.reader.row(id, of: entity)
    }
    guard let found, let record = found else { return nil }
    return PageState(
      task: page.task,
      subject: .object(other.editing.object(for: record)),
      name: page.name
    )
  }

  /// How a list was narrowed and ordered, as far as what that reads is there still; all of its conditions or none.
  private func start(like list: ListModel, in scope: EnvironmentValues) -> ListQuery? {
    func isThere(_ path: PropertyPath) -> Bool {
      (try? scope.path(namedByUser: path.description)) != nil
    }
    let start = list.query
    guard start.filters.allSatisfy({ $0.qualifier.paths.allSatisfy(isThere) }),
      start.sortKeys.allSatisfy({ isThere(SortOrdering(key: $0).path) })
    else { return nil }
    return start
  }

  // MARK: What is different

  /// `the tables are read again: Actor is new; Movie has lost title`, of what the user may see.
  private func changes(in other: WorkContext) -> String {
    let (old, new) = (Self.names(in: work), Self.names(in: other))
    var parts: [String] = []
    for (entity, names) in new {
      guard let before = old.first(where: { $0.entity.name == entity.name })?.properties else {
        parts.append("\(other.shownName(of: entity)) is new")
        continue
      }
      let lost = before.filter { !names.contains($0) }
      let got = names.filter { !before.contains($0) }
      let losses = lost.isEmpty ? nil : "has lost " + lost.joined(separator: ", ")
      let gains = got.isEmpty ? nil : "has " + got.joined(separator: ", ") + " now"
      let both = [losses, gains].compactMap(\.self)
      let title = other.shownName(of: entity)
      if !both.isEmpty { parts.append("\(title) \(both.joined(separator: " and "))") }
    }
    parts += old.filter { other.model.entity(named: $0.entity.name) == nil }
      .map { "\(work.shownName(of: $0.entity)) is gone" }
    let more = parts.count - Self.mostParts
    if more > 0 { parts = parts.prefix(Self.mostParts) + ["\(more) more"] }
    let what = parts.isEmpty ? "" : ": " + parts.joined(separator: "; ")
    return "another program has changed the tables, and they are read again" + what
  }

  private static let mostParts = 4

  /// Returns the entities that the user may see, each with the names of its visible columns.
  private static func names(in work: WorkContext) -> [(entity: Entity, properties: [String])] {
    work.model.entities.compactMap { entity in
      guard !entity.definition.isHidden, work.visibilityRefusal(of: entity) == nil else {
        return nil
      }
      let scope = work.root.scoped(to: entity)
      let shown = entity.attributes.filter {
        !$0.definition.isHidden && scope.showsColumn(PropertyPath($0.name))
      }
      return (entity, shown.map { scope.displayName(of: $0.name) })
    }
  }
}
