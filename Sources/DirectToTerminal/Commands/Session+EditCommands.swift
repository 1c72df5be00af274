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
      Command(.leave) { [self] context in goBack(context) },
      Command(.reload, disabledReason: object.hasChanges ? "changes are pending" : nil) {
        [self] _ in loading { [self] in await refresh(object) }
      },
    ]
  }

  /// Saves the object of a form and goes on to where its rules lead; on failure says why and shows the field.
  func save(_ form: FormModel, _ context: CommandContext) {
    guard !form.hasUnreadableDrafts else {
      context.say("not saved: \(form.problemText)", .error)
      return
    }
    let object = form.object
    loading { [self] in
      do throws(SaveError) {
        try await save([object])
        context.say("saved", .success)
        leaveAfterSaving(object)
      } catch {
        if case .invalid(let problems) = error { form.show(problems) }
        if case .store(let problem) = error, let field = problem.field {
          form.show(field.message, at: field.key)
        }
        context.say(error.sentence, .error)
      }
    }
  }

  private func leaveAfterSaving(_ object: ManagedObject) {
    let page = navigator.current
    guard page.object === object else { return }
    if page.task == "create" {
      let next = page.scope(in: root)[ComponentKeys.shared.nextTask]
      navigator.replaceCurrent(with: PageState(task: next, subject: .object(object)))
      loading { [self] in await refresh(object) }
    } else {
      navigator.pop()
      loading { [self] in await refresh(object) }
    }
    refreshVisibleList()
  }

  /// Asks what is to happen with changes before their page is left.
  func askBeforeLeaving(_ object: ManagedObject, _ context: CommandContext) {
    let form = navigator.current.form
    var items: [MenuItem] = [
      MenuItem("stay here") { _ in }
    ]
    if let form { items.append(MenuItem("save and leave") { [self] in save(form, $0) }) }
    items += [
      MenuItem("discard the changes") { [self] _ in
        editing.discard(object)
        navigator.pop()
        refreshVisibleList()
      },
      MenuItem("leave, changes stay pending") { [self] _ in navigator.pop() },
    ]
    context.present { Menu("The changes are not saved", items: items, width: 44) }
  }

  /// Opens the page on which the object at the other end of a to-one relationship is chosen.
  func select(for relationship: Relationship, of object: ManagedObject, named title: String) {
    guard let destination = relationship.destination else { return }
    navigator.push(
      PageState(
        task: "select",
        subject: .entity(destination),
        source: (object, relationship),
        name: title,
        onSelect: { record in object.setToOne(relationship, to: record) }
      )
    )
  }
}

extension StoreError {
  /// The field the error is about, and what to say beside it.
  nonisolated var field: (key: String, message: String)? {
    switch self {
    case .uniqueViolated(_, let attributes):
      attributes.first.map { ($0, "another one has the same") }
    case .nullViolated(_, let attribute): (attribute, "needs a value")
    default: nil
    }
  }
}

extension FormModel {
  /// The first thing that is wrong.
  var problemText: String {
    problems.sorted { $0.key < $1.key }.first.map { "\($0.key): \($0.value)" } ?? ""
  }

  /// Whether the property, or the key behind a to-one relationship, differs from what was read.
  func isChanged(_ key: String) -> Bool {
    let changed = object.changedKeys
    if changed.contains(key) { return true }
    let joins = object.entity.relationship(named: key)?.definition.joins ?? []
    return joins.contains { changed.contains($0.source) }
  }
}
