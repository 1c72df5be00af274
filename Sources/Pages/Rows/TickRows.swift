import AccessControl
import Editing
import EntityModel
import RuleEnvironment
import StandardKeys
import Terminal
import Widgets
import Workspace

/// A tick for each object that a to-many relationship of the form's object could lead to.
struct TickRows: View {
  @Environment(\.pageContext) private var page
  @Environment(\.form) private var form
  @Environment(\.relationship) private var relationship

  var body: some View {
    if page.isOpen, let form, let relationship,
      form.object.entity.relationship(named: relationship.name) === relationship,
      let link = RelatedLink(relationship, of: form.object), !link.destination.identity.isEmpty,
      JoinTableRow(link, in: page.work)?.refusal == nil
    {
      let model = page.state.related(relationship, of: form.object) {
        TickList(link, in: page.work)
      }
      Ticks(model: model)
        .task(id: RelatedRequest(model, page.work)) { model.open() }
    } else if relationship?.isToMany == true {
      // Rows that nobody can tick are listed: they may be taken out.
      RelatedRows(style: .table, isEditing: true)
    } else {
      CellTextView(cell: CellText.plain)
    }
  }
}

/// The tick list of a to-many relationship, with a text field below that filters it.
private struct Ticks: View {
  let model: TickList
  @Environment(\.pageContext) private var page
  @Environment(\.rows) private var rows

  var body: some View {
    let height = max(1, min(model.bounds.positions.count, max(1, rows)))
    VStack {
      List(model, cursor: model.cursor) { TickLine(model: model, position: $0) }
        .emptyText(model.filter.isEmpty ? model.list.emptyText : "nothing fits")
        .frame(height: height)
        .commands { commands }
      HStack(spacing: 2) {
        Text(model.countText(besides: model.cursor.top..<model.cursor.top + height)).dim()
        // No field of the form: Tab goes from the ticks to the next one.
        TextField("filter", text: filter)
          .skippedInFocusOrder()
          .focusName(filterName)
          .commands {
            Command(.nextField, title: "to the ticks") { leaveFilter($0) }
            Command(.moveDown, isHidden: true) { leaveFilter($0) }
            Command(.moveUp, isHidden: true) { leaveFilter($0) }
            Command(.focusPrevious, isHidden: true) { leaveFilter($0) }
            Command(.close, title: "all") { context in
              model.narrow(to: "")
              leaveFilter(context)
            }
          }
      }
      .padding(Insets(left: 2))
    }
    .commands { UndoCommands(page: page).all }
  }

  private var filterName: ObjectIdentifier { ObjectIdentifier(model) }

  private var filter: Binding<String> {
    Binding(get: { model.filter }, set: { model.narrow(to: $0) })
  }

  private func leaveFilter(_ context: CommandContext) {
    context.host.moveFocus(by: -1)
    model.settle()
  }

  @CommandBuilder private var commands: [Command] {
    let links = RelationshipEditing(page: page, link: model.link)
    let position = model.cursor.position
    if model.record(at: position) != nil {
      let isTicked = model.isTicked(at: position)
      Command(
        .change,
        title: isTicked == true ? "untick" : "tick",
        disabledReason: isTicked == false ? links.addingRefusal : nil
      ) { _ in
        model.withTick(at: position) { object, isTicked in
          if !isTicked, let reason = links.addingRefusal {
            return page.say("tick: \(reason)", .warning)
          }
          links.toggle(object, isLinked: isTicked)
        }
      }
      if isTicked == true, links.hasJoinProperties {
        Command(.open) { _ in model.object(at: position).map(links.openJoin) }
      } else if let object = model.newObject(at: position) {
        Command(.open) { _ in links.edit(object) }
      }
    }
    Command(.create, disabledReason: links.makingRefusal) { _ in links.make() }
    Command(.search, title: "filter") { $0.host.focus(on: filterName) }
    if let whole = links.wholePage { whole }
  }
}

/// A view of one object in a tick list: a box for whether it is linked, its title, and a mark if that changed.
private struct TickLine: View {
  let model: TickList
  let position: Int

  var body: some View {
    if let record = model.record(at: position), let style = model.style(at: position) {
      let box =
        switch model.isTicked(at: position) {
        case true?: "[x] "
        case false?: "[ ] "
        case nil: "[…] "
        }
      let title = model.list.scope.scoped(to: record)[RenderingKeys.shared.title]
      let found = model.found(record, besides: title).map { " · " + $0 }.joined()
      let mark: Text = Text(model.isChanged(at: position) ? " •" : "").role(.mark)
      (Text(box) + Text(title) + Text(found).role(.dim) + mark)
        .style(style)
    } else {
      Text("…").dim()
    }
  }
}
