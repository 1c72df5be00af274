import Editing
import EntityModel
import EntityStore
import RuleEnvironment
import StandardKeys
import Terminal
import Widgets
import Workspace

/// The objects of a to-many relationship within the page of their owner.
struct RelatedRows: View {
  /// The way in which related rows are drawn on the page of their owner: as summaries or as a table.
  enum Style { case summaries, table }

  let style: Style
  /// Whether they can be changed here.
  let isEditing: Bool
  @Environment(\.pageContext) private var page
  @Environment(\.relationship) private var relationship

  var body: some View {
    if let model = page.related(in: .current) {
      RowsOfObjects(model: model, style: style, isEditing: isEditing)
        .task(id: RelatedRequest(model, page.work)) { page.open(model) }
    } else if relationship?.isToMany != true {
      CellTextView(cell: CellText.toMany)
    }
  }
}

extension PageContext {
  /// The rows of the scope's relationship to many on a page about their owner, or in a form; `nil` elsewhere.
  func related(in scope: EnvironmentValues) -> RelatedObjects? {
    guard isOpen, let relationship = scope[ModelKeys.shared.relationship] else { return nil }
    if let list, let record = scope[ObjectKeys.shared.object], scope.taskName == .inspect,
      record.entity.relationship(named: relationship.name) === relationship
    {
      return relatedBeside(list, relationship, of: record)
    }
    guard
      let owner = owner(of: relationship, in: scope),
      let link = RelatedLink(relationship, of: owner)
    else { return nil }
    return state.related(relationship, of: owner) { RelatedObjects(link, in: work) }
  }

  /// The related rows of the object under the cursor of a list, once that was read; those of others are forgotten.
  private func relatedBeside(
    _ list: ListModel,
    _ relationship: Relationship,
    of record: Record
  ) -> RelatedObjects? {
    guard record.id == list.currentRecord?.id, !list.detail.isOutdated(for: record) else {
      return nil
    }
    let owner = work.editing.object(for: record)
    state.forgetRelated(except: owner)
    return RelatedLink(relationship, of: owner).map { link in
      state.related(relationship, of: owner) { RelatedObjects(link, in: work) }
    }
  }

  /// Reads rows; beside a list once the cursor has rested on their owner for a moment.
  func open(_ related: RelatedObjects) {
    guard let list, work.reading.readsAhead else { return related.open() }
    let id = list.currentRecord?.id
    work.loads.run(after: .milliseconds(80)) {
      if list.currentRecord?.id == id { related.open() }
    }
  }

  /// The object whose relationship it is: that of the form in a form; beside a list nothing is read for each of its rows.
  private func owner(of relationship: Relationship, in scope: EnvironmentValues) -> ManagedObject? {
    if let form = scope[ViewKeys.shared.form],
      form.object.entity.relationship(named: relationship.name) === relationship
    {
      return form.object
    }
    guard list == nil, let record = scope[ObjectKeys.shared.object],
      record.entity.relationship(named: relationship.name) === relationship
    else { return nil }
    return work.editing.object(for: record)
  }
}

/// The task identifier for reading related rows: the model, the root scope's revision and the generation of relationship
/// counts.
///
/// The rows are checked again when rules change or something is written here or elsewhere.
struct RelatedRequest: Hashable {
  private let model: ObjectIdentifier
  private let revision: Int
  private let generation: Int

  init(_ model: AnyObject, _ work: WorkContext) {
    self.model = ObjectIdentifier(model)
    revision = work.rootRevisionShown
    generation = work.counts.generation
  }
}

/// The list view of related objects: the visible rows, the number of rows below them, and their commands.
private struct RowsOfObjects: View {
  let model: RelatedObjects
  let style: RelatedRows.Style
  let isEditing: Bool
  @Environment(\.pageContext) private var page
  @Environment(\.rows) private var rows

  var body: some View {
    let count = model.bounds.positions.count
    // Nothing is said of nobody where nothing can be done about it; the count stands beside the name.
    if isEditing || count > 0 {
      let height = max(1, min(count, max(1, rows)))
      let commands = RelatedCommands(page: page, model: model, isEditing: isEditing)
      VStack {
        switch style {
        case .summaries:
          List(model, cursor: model.cursor) { SummaryLine(model: model, position: $0) }
            .emptyText(emptyText)
            .frame(height: height)
        case .table:
          Table(model.list.tableColumns, source: model, cursor: model.cursor)
            .header(count > 0)
            .emptyText(emptyText)
            .frame(height: count > 0 ? height + 1 : height)
        }
        if let more = model.moreText(behind: model.cursor.top + height) {
          Text(more).dim().padding(Insets(left: 2))
        }
      }
      .commands { commands.all }
    }
  }

  private var emptyText: String {
    if let error = model.list.result.error {
      return "⚠ \(model.list.work.readingSentence(for: error))"
    }
    return "none yet"
  }
}

/// One related object in a single line: its change mark, title and other properties.
private struct SummaryLine: View {
  let model: RelatedObjects
  let position: Int

  var body: some View {
    if let entry = model.entry(at: position), let row = model.row(at: position) {
      let record = model.record(of: entry)
      let title = model.title(of: record)
      let parts = model.list.summary(of: row, besides: title)
      (Text(mark(of: entry, record)).role(.mark)
        + parts.reduce(Text(title)) { $0 + Text("  ") + $1 })
        .style(row.style)
    } else {
      Text("…").dim()
    }
  }

  private func mark(of entry: RelatedObjects.Row, _ record: Record) -> String {
    if case .added = entry { return "+ " }
    if model.isLeaving(entry) { return "− " }
    return record.changedKeys.isEmpty ? "" : "• "
  }
}

/// The commands for the rows of a to-many relationship on their owner's page, for viewing or editing.
struct RelatedCommands {
  let page: PageContext
  let model: RelatedObjects
  let isEditing: Bool

  @CommandBuilder var all: [Command] {
    let links = RelationshipEditing(page: page, link: model.link, rows: model)
    if isEditing {
      if let row = model.current {
        Command(.open) { _ in links.open(row, of: model) }
        Command(.edit, disabledReason: links.editRefusal(of: model.object(of: row))) { _ in
          links.edit(model.object(of: row))
        }
      }
      editing(links)
    } else {
      if let row = model.current { reading(row, links) }
      if links.link.isDirect {
        Command(.create, disabledReason: links.makingRefusal) { _ in links.make() }
      }
      Command(.search) { search($0) }
      ordering(by: links)
    }
  }

  /// Commands for a row that is only shown.
  @CommandBuilder private func reading(
    _ row: RelatedObjects.Row,
    _ links: RelationshipEditing
  ) -> [Command] {
    let commands = RowCommands(page: page, record: model.record(of: row))
    let actions = PageActions.current
    actions.offered(
      commands.all(deletionRefusal: links.linkedRefusal)
        + [commands.duplicate(refusal: links.makingRefusal)]
    )
    if let whole = links.wholePageOfShown { whole }
  }

  /// Goes to the list of all rows and searches there.
  private func search(_ context: CommandContext) {
    page.follow(
      model.link.relationship,
      from: model.link.owner,
      named: RelationshipEditing(page: page, link: model.link).title,
      context
    )
    let current = page.ui.navigator.current
    guard current !== page.state else { return }
    PageContext(current, in: page.ui).openList()?.search.ask(context)
  }

  @CommandBuilder private func editing(_ links: RelationshipEditing) -> [Command] {
    Command(.link, disabledReason: links.addingRefusal) { _ in links.pick() }
    Command(.create, disabledReason: links.makingRefusal) { _ in links.make() }
    if let row = model.current {
      let object = model.object(of: row)
      let isLeaving = model.isLeaving(row)
      Command(.unlink, title: isLeaving ? "put back" : nil) { _ in
        links.toggle(object, isLinked: !isLeaving)
      }
      Command(.delete) { _ in links.delete(object) }
    }
    ordering(by: links)
    links.wholePage
    // In a form letters belong to the field.
    UndoCommands(page: page).all
  }

  @CommandBuilder private func ordering(by links: RelationshipEditing) -> [Command] {
    if model.orderKey != nil {
      Command(.moveEarlier) { _ in links.move(by: -1, in: model) }
      Command(.moveLater) { _ in links.move(by: 1, in: model) }
    }
  }
}
