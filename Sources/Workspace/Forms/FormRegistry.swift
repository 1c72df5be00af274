package import Editing
package import EntityModel
package import EntityStore
package import RuleEnvironment

/// The forms of all edited objects.
///
/// They keep texts that are not valid values when the user leaves a page.
package final class FormRegistry {
  /// Called with each object into whose fields something else is typed.
  package var onTouch: ((ManagedObject) -> Void)?
  /// Writes what is typed for an attribute as programs write it.
  package var plainText: (String, Attribute, EnvironmentValues) -> String = { text, _, _ in text }
  /// Returns what may be typed where a formatter shows a value in another way than fields do.
  package var typedForms: (EnvironmentValues) -> String? = { _ in nil }
  private var forms: [ObjectIdentifier: FormModel] = [:]
  /// The forms with texts that read as no value.
  private var draftedForms: [ObjectIdentifier: FormModel] = [:]
  /// The keys of rows to which references lead that are written otherwise: `alpha` for `ALPHA`.
  private var keys: [RecordID: RecordID] = [:]
  /// The objects most recently chosen as targets of references, by entity, the last first.
  private var chosen: [String: [RecordID]] = [:]

  /// The form in which `object` is being edited; the same on every page.
  package func form(for object: ManagedObject) -> FormModel {
    if let form = self[object] { return form }
    let form = FormModel(object: object, in: self)
    forms[ObjectIdentifier(object)] = form
    return form
  }

  /// The form of `object`, if it is being edited.
  package subscript(object: ManagedObject) -> FormModel? { forms[ObjectIdentifier(object)] }

  /// The identity of the row to which a reference leads, as far as that was read.
  package func key(referredBy id: RecordID) -> RecordID { keys[id] ?? id }

  /// Keeps that a reference leads to the row of an object.
  package func note(_ object: ManagedObject, referredBy id: RecordID) {
    keys[id] = object.base.id == id ? nil : object.base.id
  }

  /// The objects to which people have pointed a relationship, the last first.
  package func chosenLast(of entity: Entity) -> [RecordID] { chosen[entity.name] ?? [] }

  /// Keeps that a relationship was pointed to an object.
  package func noteChosen(_ id: RecordID) {
    let others = chosen[id.entityName, default: []].filter { $0 != id }
    chosen[id.entityName] = [id] + others.prefix(5)
  }

  /// Forgets a form: its object was saved, or nothing was entered.
  package func close(_ form: FormModel) {
    forms[ObjectIdentifier(form.object)] = nil
    draftedForms[ObjectIdentifier(form.object)] = nil
    onTouch?(form.object)
  }

  /// Keeps account of whether something is typed in a form that reads as no value.
  package func note(_ form: FormModel) {
    let id = ObjectIdentifier(form.object)
    guard forms[id] === form else { return }
    draftedForms[id] = form.hasValuelessDrafts ? form : nil
  }

  /// The forms, on whatever page, with texts that read as no value.
  package var drafted: some Collection<FormModel> { draftedForms.values }

  /// All of them, on whatever page.
  package var all: some Sequence<FormModel> { forms.values }

  /// The forms on any page with a field whose text is not a valid value.
  package var unreadable: [FormModel] { forms.values.filter(\.hasUnreadableDrafts) }
}

extension WorkContext {
  /// The forms of all edited objects.
  package var forms: FormRegistry { part { FormRegistry() } }

  /// Removes an object that is no more: its fields, and the pages about it.
  package func end(_ object: ManagedObject) {
    if let form = forms[object] { forms.close(form) }
    presenter?.removePages(about: object)
  }
}
