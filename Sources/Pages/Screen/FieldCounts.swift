import Editing
import Workspace

/// The numbers of changed and wrong fields on a page, for its title: `2 changed`, `1 wrong`.
///
/// Pages that enter objects count marks and faults of all tabs and of linked objects; the others only have wrong inputs.
struct FieldCounts {
  private var changed = 0
  private var wrong = 0

  init(of page: PageContext) {
    let state = page.state
    if state.form != nil {
      (changed, wrong) = (Self.changes(on: page), FormFaults(page: page).count)
    } else if let bulk = state[BulkModel.self] {
      wrong = bulk.hasWrongInput(in: page.scope) ? 1 : 0
    } else if let plan = state[PasteModel.self]?.plan {
      wrong = plan.problemCount + (plan.refusal == nil ? 0 : 1)
    } else if let texts = state[QueryFormTexts.self] {
      wrong = texts.faults(in: page.scope).count
    }
  }

  /// The counts in words; those that are zero are left out.
  var parts: [String] {
    [(changed, "changed"), (wrong, "wrong")].filter { $0.0 > 0 }.map { "\($0) \($1)" }
  }

  private static func changes(on page: PageContext) -> Int {
    let linked = UnsavedChanges(work: page.work).linkedHere
    // One that was made along with another is no change of its own.
    let known = Set(linked.map { ObjectIdentifier($0) })
    let links = linked.count { object in
      !object.companions.contains { known.contains(ObjectIdentifier($0)) }
    }
    return page.state.forms.reduce(links) { count, form in
      let beginning = FormInitialFocus(page: page, form: form)
      return count + form.object.changedKeys.count { !beginning.isGiven($0) }
    }
  }
}
