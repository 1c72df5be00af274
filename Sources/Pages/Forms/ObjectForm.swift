import AccessControl
public import Editing
import EntityModel
import EntityStore
import RuleEnvironment
import StandardKeys
public import Widgets
import Workspace

/// A view in which one object is edited: the fields and editors in it belong to that object, on whatever page.
///
///     ObjectForm(film) {
///       FieldRow("title")
///       FieldRow("director.name")
///     }
///
/// Nothing is shown until the form has read the whole object. Two forms of one object share the entered values. Rules are asked
/// in the task `edit`, for a new object `create`.
public struct ObjectForm<Content: View>: View {
  private let object: ManagedObject
  private let content: () -> Content
  @Environment(\.pageContext) private var page

  /// The form of an object.
  public init(_ object: ManagedObject, @ViewBuilder content: @escaping () -> Content) {
    (self.object, self.content) = (object, content)
  }

  /// The content of the form.
  public var body: some View {
    let form = page.isOpen ? page.state.form(of: object) : nil
    let object = object
    Group {
      if let form {
        let lookup = FieldLookup(work: page.work, form: form)
        let questions = lookup.questions
        FormContent(content: content).transformEnvironment { enter(form, &$0) }
          .task(id: questions) {
            if !questions.isEmpty { page.work.lookups.run { await lookup.answer(questions) } }
          }
      }
    }
    .task(id: ObjectIdentifier(object)) { page.openForm(of: object) }
  }

  /// The scope of the form's object, as that of the page where the page is about it.
  private func enter(_ form: FormModel, _ scope: inout EnvironmentValues) {
    if page.object !== object || !TaskName.entering.contains(scope.taskName) {
      scope = scope.scoped(toTask: form.task).scoped(to: object.snapshot)
    }
    scope[ViewKeys.shared.form] = form
  }
}

/// A wrapper view that builds the content of an `ObjectForm` within the form's scope, so that fields find their object.
private struct FormContent<Content: View>: View {
  let content: () -> Content

  var body: some View { content() }
}

extension PageContext {
  /// Begins to edit an object on the page, and reads all of it; again where one comes back after something was saved.
  func openForm(of object: ManagedObject) {
    guard isOpen else { return }
    if let form = state.form(of: object) {
      guard form.savesSeen != work.saves.count else { return }
      return load { await work.reader.follow(object) }
    }
    let form = work.forms.form(for: object)
    form.savesSeen = work.saves.count
    state.adopt(form)
    load {
      if object.state == .inserted {
        let labels = ReferenceLabels(work: work)
        await labels.fill(object)
        await labels.fillDefaults(of: form)
      } else {
        await work.reader.refresh(object)
      }
    }
    guard !object.entity.findings.isKnown else { return }
    load { await work.reader.survey(object.entity) }
  }

  /// Counts a form that a field shows among those of the page.
  func adopt(_ form: FormModel) {
    if isOpen { state.adopt(form) }
  }

  /// Reads an object to which the path of a field leads, so that it is edited on the page too.
  func openOwner(_ id: RecordID, _ entity: Entity) {
    guard isOpen else { return }
    let (work, state) = (work, state)
    load {
      guard let object = await work.reader.owner(id, entity) else { return }
      work.forms.note(object, referredBy: id)
      state.adopt(work.forms.form(for: object))
    }
  }
}
