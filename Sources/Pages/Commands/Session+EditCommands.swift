import Editing
import EntityModel
import EntityStore
import Qualifiers
import RuleEnvironment
import Terminal
import Widgets

// What can be done on an edit page.
extension Session {
  /// Saving, leaving and undoing while an object is edited.
  func editCommands(for form: FormModel) -> [Command] {
    let object = form.object
    return [
      Command(.save, title: PendingWork(session: self).saveTitle) { [self] in saveAll($0) },
      Command(.nextField) { context in
        if !context.host.moveFocus(by: 1, wrapping: false) {
          let key = context.host.keyBindings.keys(for: .save).first?.symbol
          context.say("this is the last field; \(key ?? ":w") saves")
        }
      },
      Command(.leave) { [self] context in goBack(context) },
      Command(.reload, disabledReason: object.hasChanges ? "changes are pending" : nil) {
        [self] context in
        loading { [self] in
          if await !OtherTables(session: self).areAdopted(context) { await refresh(object) }
        }
      },
    ]
  }

  /// Leaves the page on which an object that is saved now was edited: for where its rules lead, or back.
  func leaveAfterSaving(_ object: ManagedObject, goingOn: Bool) {
    let page = navigator.current
    guard page.object === object else { return }
    if PendingWork.lossSentence(of: [object]) != nil {
      // There is nothing to go on with.
      navigator.removePages(about: object)
      if navigator.current !== page { return refreshVisibleList() }
    }
    if page.task == "create", let id = object.id { navigator.placeList(onRowOf: id) }
    if page.task == "create", goingOn {
      let task = page.scope(in: root).nextTaskName
      let next = PageState(task: task, subject: .object(object))
      next.isMade = true
      navigator.replaceCurrent(with: next)
    } else if page.task == "edit" || page.task == "create" {
      navigator.pop()
    }
    loading { [self] in await refresh(object) }
    refreshVisibleList()
  }

  /// Opens the page on which the object at the other end of a to-one relationship is chosen.
  func select(
    for relationship: Relationship,
    in form: FormModel,
    named title: String,
    _ context: CommandContext
  ) {
    guard let destination = relationship.destination else { return }
    if let reason = visibilityRefusal(of: destination) {
      context.say("\(title): \(reason)", .warning)
      return
    }
    let object = form.object
    let page = PageState(
      task: "select",
      subject: .entity(destination),
      source: (object, relationship),
      name: title,
      onSelect: { record in
        if let record, let obstacle = relationship.obstacle(to: record) {
          return context.say("\(title): \(obstacle)", .warning)
        }
        object.setToOne(relationship, to: record)
        form.clearProblem(at: relationship.name)
      }
    )
    page.startID = relationship.destinationID(from: object.snapshot)
    navigator.push(page)
  }
}

nonisolated extension Relationship {
  /// The object that `record` refers to by its key; `nil` where there is none, or it is referred to by something else.
  fileprivate func destinationID(from record: Record) -> RecordID? {
    guard let destination, !isToMany else { return nil }
    let key = destination.identity.compactMap { name in
      definition.joins.first { $0.destination == name }.flatMap { record.value(forKey: $0.source) }
    }
    guard !key.isEmpty, key.count == destination.identity.count, !key.contains(where: \.isNull)
    else { return nil }
    return RecordID(entityName: destination.name, values: key)
  }
}

extension FormModel {
  /// Whether the property, or the key behind a to-one relationship, differs from what was read; or from the default, where
  /// it was said to be null.
  func isChanged(_ key: String) -> Bool {
    let joins = object.entity.relationship(named: key)?.definition.joins ?? []
    let changed = object.changedKeys.union(object.keysWithoutDefault)
    return changed.contains(key) || joins.contains { changed.contains($0.source) }
  }
}

nonisolated extension EnvironmentValues {
  /// What people call a property of the entity of this scope.
  func displayName(of key: String) -> String {
    let name = scoped(toProperty: key)[RenderingKeys.shared.displayNameForProperty]
    return name.isEmpty ? key : name
  }
}
