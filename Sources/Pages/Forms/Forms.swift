import Editing

/// What is being entered, by object: a text that is no value yet is not lost when its page is left.
final class Forms {
  private var forms: [ObjectIdentifier: FormModel] = [:]

  /// The form in which `object` is being edited; the same on every page.
  func form(for object: ManagedObject) -> FormModel {
    if let form = self[object] { return form }
    let form = FormModel(object: object, in: self)
    forms[ObjectIdentifier(object)] = form
    return form
  }

  /// The form of `object`, if it is being edited.
  subscript(object: ManagedObject) -> FormModel? { forms[ObjectIdentifier(object)] }

  /// Forgets a form: its object was saved, or nothing was entered.
  func close(_ form: FormModel) { forms[ObjectIdentifier(form.object)] = nil }

  /// All of them, on whatever page.
  var all: some Sequence<FormModel> { forms.values }

  /// Those, on whatever page, with a field that holds a text that is no value.
  var unreadable: [FormModel] { forms.values.filter(\.hasUnreadableDrafts) }
}
