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
      Command(.save) { [self] in save(form, $0) },
      Command(.nextField) { $0.host.moveFocus(by: 1) },
      Command(.leave) { [self] context in goBack(context) },
      Command(.reload, disabledReason: object.hasChanges ? "changes are pending" : nil) {
        [self] _ in loading { [self] in await refresh(object) }
      },
    ]
  }

  /// Saves the object of a form and goes on to where its rules lead; on failure says why and shows the field.
  func save(_ form: FormModel, _ context: CommandContext) {
    let object = form.object
    guard object.hasChanges || form.hasUnreadableDrafts else {
      context.say("nothing has changed")
      return
    }
    save([object], context) { [self] in
      context.say(auditFault ?? "saved", auditFault == nil ? .success : .warning)
      leaveAfterSaving(object)
    }
  }

  private func leaveAfterSaving(_ object: ManagedObject) {
    let page = navigator.current
    guard page.object === object else { return }
    if page.task == "create" {
      let next = page.scope(in: root)[ComponentKeys.shared.nextTask]
      navigator.replaceCurrent(with: PageState(task: next, subject: .object(object)))
    } else if page.task == "edit" {
      navigator.pop()
    }
    loading { [self] in await refresh(object) }
    refreshVisibleList()
  }

  /// Asks what is to happen with what was entered before its page is left.
  func askBeforeLeaving(_ form: FormModel, _ context: CommandContext) {
    let object = form.object
    let items = [
      MenuItem("stay here") { _ in },
      MenuItem("save and leave") { [self] in save(form, $0) },
      MenuItem("discard the changes") { [self] _ in
        editing.discard(object)
        close(form)
        navigator.pop()
        refreshVisibleList()
      },
      MenuItem("leave, changes stay pending") { [self] _ in
        navigator.pop()
        refreshVisibleList()
      },
    ]
    context.present { Menu("The changes are not saved", items: items, width: 44) }
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
    navigator.push(
      PageState(
        task: "select",
        subject: .entity(destination),
        source: (object, relationship),
        name: title,
        onSelect: { record in
          object.setToOne(relationship, to: record)
          form.clearProblem(at: relationship.name)
        }
      )
    )
  }

  /// Shows everything that is not saved yet; choosing a line goes there.
  func showPending(_ context: CommandContext) {
    let items = editing.pendingObjects.map { object in
      MenuItem(label(of: object), detail: summary(of: object)) { [self] _ in
        guard navigator.current.form?.object !== object else { return }
        let task = object.state == .inserted ? "create" : "edit"
        navigator.push(PageState(task: task, subject: .object(object)))
      }
    }
    context.present { Menu("Not saved yet", items: items, width: 72) }
  }

  private func label(of object: ManagedObject) -> String {
    let scope = root.scoped(to: object.snapshot)
    let entity = scope[RenderingKeys.shared.displayNameForEntity]
    return "\(entity) “\(scope[ObjectKeys.shared.objectLabel] ?? "")”"
  }

  private func summary(of object: ManagedObject) -> String {
    switch object.state {
    case .inserted: return "new"
    case .deleted: return "deleted"
    case .stored:
      let scope = root.scoped(toTask: "edit").scoped(to: object.snapshot)
      let names = object.changedKeys.sorted().map { name in
        scope.displayName(of: object.entity.propertyNames(writing: name)[0])
      }
      return names.joined(separator: ", ")
    }
  }
}

extension FormModel {
  /// Whether the property, or the key behind a to-one relationship, differs from what was read.
  func isChanged(_ key: String) -> Bool {
    let changed = object.changedKeys
    if changed.contains(key) { return true }
    let joins = object.entity.relationship(named: key)?.definition.joins ?? []
    return joins.contains { changed.contains($0.source) }
  }
}

nonisolated extension EnvironmentValues {
  /// What people call a property of the entity of this scope.
  func displayName(of key: String) -> String {
    let name = scoped(toProperty: key)[RenderingKeys.shared.displayNameForProperty]
    return name.isEmpty ? key : name
  }
}
