import AccessControl
import Editing
public import EntityModel
public import EntityStore
public import Qualifiers
import RuleEnvironment
import StandardKeys
import Widgets
public import Workspace

// The ways from a page to others.
extension PageContext {
  /// Why a relationship leads nowhere from an object; `nil` when it can be followed.
  func followRefusal(_ relationship: Relationship, from object: ManagedObject) -> String? {
    guard let destination = relationship.destination,
      relationship.qualifier(from: object.snapshot) != nil
    else { return "there is no object to go to" }
    return work.visibilityRefusal(of: destination)
  }

  /// Opens the objects, or the object, at the other end of a relationship.
  func follow(
    _ relationship: Relationship,
    from object: ManagedObject,
    named title: String,
    _ context: CommandContext
  ) {
    guard let destination = relationship.destination,
      let qualifier = relationship.qualifier(from: object.snapshot)
    else {
      context.say("\(title): there is no object to go to")
      return
    }
    if let reason = work.visibilityRefusal(of: destination) {
      context.say("\(title): \(reason)", .warning)
      return
    }
    if relationship.isToMany {
      return push(
        PageState(
          task: .list,
          subject: .entity(destination),
          auxiliaryQualifier: qualifier,
          source: (object, relationship),
          name: title
        )
      )
    }
    let scope = work.root.scoped(to: destination)
    let specification = FetchSpecification(
      entityName: destination.name,
      auxiliaryQualifier: qualifier,
      paths: work.fetchPaths(forObjectOf: destination, in: scope)
    )
    read(orSay: "\(title) cannot be read") { () async throws(StoreError) in
      try await work.store.window(
        specification,
        from: .start,
        count: 1,
        timeLimit: scope.fetchTimeLimit
      )
    } then: {
      guard let record = $0.records.first else {
        return context.say("\(title): the object does not exist", .warning)
      }
      open(record)
    }
  }

  /// Reads something and hands it to `body`, unless the person has gone on to another page meanwhile.
  func read<Found>(
    orSay what: NamedSentence,
    _ read: @escaping () async throws(StoreError) -> Found,
    then body: @escaping (Found) -> Void
  ) {
    let faults = work.readFaults
    self.read({ await faults.value(orSay: what, read) }, then: body)
  }

  /// Reads something and passes it to `body`, unless the user has left the page; a reader that returns `nil` reports its own
  /// error.
  func read<Found>(
    _ read: @escaping () async -> Found?,
    then body: @escaping (Found) -> Void
  ) {
    let (work, shown) = (work, ui.navigator.current)
    work.loads.act {
      if let found = await read(), ui.navigator.current === shown { body(found) }
    }
  }

  /// Goes to an object by the task that rules let follow.
  ///
  /// A row of a parent's list is opened as the object that it is.
  public func open(_ object: Record) {
    if isOpen { withOwnRecord(object, show) }
  }

  /// Goes to the objects of an entity by the task that rules let follow.
  public func open(_ entity: Entity) {
    guard isOpen else { return }
    let scope = ui.navigator.current.scope(in: work.root).scoped(to: entity)
    push(PageState(task: scope.nextTaskName, subject: .entity(entity)))
  }

  /// Hands a row to `body`, one of a parent's list as the object that it is.
  func withOwnRecord(_ record: Record, _ body: @escaping (Record) -> Void) {
    guard let id = record.id, !record.entity.subentityNames.isEmpty else { return body(record) }
    read(orSay: "\(row: id) cannot be opened") { () async throws(StoreError) in
      try await ownRecord(id, of: record.entity)
    } then: {
      body($0 ?? record)
    }
  }

  /// The row as the entity furthest down that it belongs to; `nil` when that is the one it was found as.
  private func ownRecord(_ id: RecordID, of entity: Entity) async throws(StoreError) -> Record? {
    for name in entity.subentityNames.reversed() {
      guard let kind = work.model.entity(named: name),
        kind.definition.table == entity.definition.table,
        work.visibilityRefusal(of: kind) == nil
      else { continue }
      if let record = try await work.reader.row(id.named(name), of: kind) { return record }
    }
    return nil
  }

  private func show(_ record: Record) {
    let (page, object) = (ui.navigator.current, work.editing.object(for: record))
    // Another object than that of the page is opened as from a list: what follows the page's own task is not meant.
    let isOther = page.object != nil && page.object !== object
    let scope = isOther ? work.root.scoped(toTask: .list) : page.scope(in: work.root)
    push(PageState(task: scope.scoped(to: record).nextTaskName, subject: .object(object)))
  }

  /// Goes to the page on which `object` is edited, to the field of a property if it has one, on whatever tab.
  func edit(_ object: ManagedObject, at key: String?, _ context: CommandContext) {
    push(.edit, about: object)
    focus(onField: key.map { PropertyPath($0).first }, of: object, context)
  }

  /// Goes to where an unsaved object is edited: back to the page that shows its form, else to one of its own.
  func goToForm(of object: ManagedObject, at key: String?, _ context: CommandContext) {
    if let shown = ui.navigator.pages.last(where: { $0.form(of: object) != nil }) {
      PageLeaving(ui: ui).goBack(to: shown)
    } else {
      push(object.enteringTask, about: object)
    }
    focus(onField: key, of: object, context)
  }

  /// Gives the focus to the field of a property on the page that is shown now, on whatever tab; where there is none all
  /// stays.
  @discardableResult
  func focus(onField key: String?, of object: ManagedObject, _ context: CommandContext) -> Bool {
    guard let key, !key.isEmpty else { return false }
    let page = ui.navigator.current
    let shown = page.tab
    let others = page.scope(in: work.root)[ComponentKeys.shared.tabs].filter { $0 != shown }
    for tab in [shown] + others.map(Optional.some) {
      page.tab = tab
      // The field must be there before it can have the focus.
      _ = context.host.render(context.host.size)
      if context.host.focus(onField: key, of: object) { return true }
    }
    page.tab = shown
    return false
  }

  /// Opens the page on which the object at the other end of a to-one relationship is chosen, for a field of `form`; people
  /// call the relationship `title`, and `choices` picks those that are offered.
  public func select(
    for relationship: Relationship,
    in form: FormModel,
    named title: String,
    from choices: Qualifier? = nil
  ) {
    guard isOpen, let destination = relationship.destination else { return }
    if let reason = work.visibilityRefusal(of: destination) {
      return say("\(title): \(reason)", .warning)
    }
    let object = form.object
    let page = PageState(
      task: .select,
      subject: .entity(destination),
      auxiliaryQualifier: choices,
      source: (object, relationship),
      name: title,
      onSelect: { record in
        if let obstacle = form.choose(record, for: relationship, in: work) {
          say("\(title): \(obstacle)", .warning)
        }
      }
    )
    page.onSelectNew = { new in
      object.setToOne(relationship, toNew: new)
      form.clearProblem(at: relationship.name)
    }
    page.startID = relationship.destinationID(from: object.snapshot).map {
      work.forms.key(referredBy: $0)
    }
    push(page)
  }

  /// The place under the cursor: a field, a cell of a list, an entity of the database, or the page.
  func placeUnderCursor(focused: EnvironmentValues, page: EnvironmentValues) -> EnvironmentValues {
    let state = ui.navigator.current
    if let list = state.list {
      // The pane of a list is about the properties of its object.
      if focused.taskName == .inspect, focused[ObjectKeys.shared.object] != nil { return focused }
      let scope = list.currentRecord.map { list.scope.scoped(to: $0) } ?? list.scope
      return list.currentColumn.map { scope.scoped(toProperty: $0.key) } ?? scope
    }
    if let list = state.entityList {
      return list.currentEntity.map { page.scoped(to: $0) } ?? page
    }
    return state.object == nil && focused[ViewKeys.shared.asked] == nil ? page : focused
  }
}

extension PageContext {
  /// Goes to the page on which all unsaved changes are looked through.
  func review() {
    if ui.navigator.current.task != .review {
      push(PageState(task: .review, subject: .database))
    }
  }
}
