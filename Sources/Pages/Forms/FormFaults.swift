import AccessControl
import Editing
import Qualifiers
import RuleEnvironment
import StandardKeys
import Widgets
import Workspace

/// The finder of invalid fields in unsaved objects: counts them, and moves the focus from one to the next.
struct FormFaults: PagePart {
  let page: PageContext

  /// A field with a value that cannot be saved: the object, the property key and the message to show.
  ///
  /// `FormFaults` moves the focus from one to the next.
  struct Fault {
    let object: ManagedObject
    let key: String
    let message: String
  }

  /// The number of faults known on the page, and of those that the last save was refused for.
  var count: Int {
    let here = page.state.forms.map(\.object)
    let others = work.saveFaults.objects.filter { object in !here.contains { $0 === object } }
    return (here + others).reduce(0) { $0 + faults(known(of: $1), of: $1).count }
  }

  /// The first fault of an object in the order of its fields; `nil` where none is known.
  func first(of object: ManagedObject) -> Fault? { faults(of: object).first }

  /// Marks every field of a form that is known to be wrong.
  /// - Returns: The faults as one sentence.
  func markAll(of form: FormModel) -> String {
    let faults = faults(of: form.object)
    for fault in faults where !fault.key.isEmpty && form.problems[fault.key] == nil {
      let names = form.object.entity.propertyNames(writing: fault.key)
      form.show(fault.message, at: Set([fault.key] + names))
    }
    return faults.map(sentence).joined(separator: "; ")
  }

  /// Goes to the next fault behind the field that has the focus: on the page, on whatever tab, then in other objects.
  func goToNext(_ context: CommandContext) {
    let scope = context.host.focusedEnvironment
    let focused = scope[ViewKeys.shared.form]?.object
    let key = PropertyPath(scope[ModelKeys.shared.propertyKey]).last
    var unreached: Fault?
    for fault in faults(behind: key, of: focused) {
      guard isField(fault) else {
        unreached = unreached ?? fault
        continue
      }
      if page.state.form(of: fault.object) == nil {
        page.goToForm(of: fault.object, at: fault.key, context)
        return say(fault, isElsewhere: true, context)
      }
      guard page.focus(onField: fault.key, of: fault.object, context) else {
        unreached = unreached ?? fault
        continue
      }
      return say(fault, isElsewhere: false, context)
    }
    if let unreached { return say(unreached, isElsewhere: true, context) }
    context.say("no field has a known fault; saving asks the database")
  }

  private func say(_ fault: Fault, isElsewhere: Bool, _ context: CommandContext) {
    let place = isElsewhere ? UnsavedChanges(work: work).label(of: fault.object) + ": " : ""
    context.say(place + sentence(fault), .warning)
  }

  /// A fault as a sentence: `Quantity: needs a value`.
  func sentence(_ fault: Fault) -> String {
    guard !fault.key.isEmpty else { return fault.message }
    let task = fault.object.enteringTask
    let scope = work.root.scoped(toTask: task).scoped(to: fault.object.snapshot)
    return "\(scope.displayName(of: fault.key)): \(fault.message)"
  }

  /// Whether a form of the object has a field for a fault.
  private func isField(_ fault: Fault) -> Bool {
    page.state.form(of: fault.object) != nil || shownKeys(of: fault.object).contains(fault.key)
  }

  // MARK: Finding

  /// All faults, those first that stand behind a field.
  private func faults(behind key: String, of focused: ManagedObject?) -> [Fault] {
    let here = page.state.forms.map(\.object)
    let elsewhere = UnsavedChanges(work: work).entered.filter { object in
      !here.contains { $0 === object }
    }
    let objects = here + elsewhere
    guard let focused, let index = objects.firstIndex(where: { $0 === focused }) else {
      return objects.flatMap(faults)
    }
    let own = faults(of: focused)
    let keys = keys(of: focused)
    let place = keys.firstIndex(of: key) ?? -1
    let split = own.firstIndex { (keys.firstIndex(of: $0.key) ?? .max) > place } ?? own.count
    let others = objects[(index + 1)...] + objects[..<index]
    return own[split...] + others.flatMap(faults) + own[..<split]
  }

  /// The faults of an object in the order of its fields.
  ///
  /// Faults of typed texts come first, then those that a save finds before it asks the database, then those for which the
  /// last save was refused.
  private func faults(of object: ManagedObject) -> [Fault] {
    var found = known(of: object)
    if object.state == .inserted || object.hasChanges {
      for problem in RuleProblems(root: work.root).allProblems(of: object) {
        found.merge([problem.key: problem.message]) { first, _ in first }
      }
    }
    return faults(found, of: object)
  }

  /// The faults that are known of an object before it is saved again, by property.
  private func known(of object: ManagedObject) -> [String: String] {
    let found = work.forms[object]?.faults(in: work) ?? [:]
    guard object.state == .inserted || object.hasChanges else { return found }
    return found.merging(work.saveFaults[object]) { first, _ in first }
  }

  /// Faults in the order of the fields, each field once.
  private func faults(_ found: [String: String], of object: ManagedObject) -> [Fault] {
    guard !found.isEmpty else { return [] }
    let review = PendingReview(work: work)
    var faults: [Fault] = []
    for key in keys(of: object) + [""] {
      guard let message = found[key], key.isEmpty || review.shows(key, of: object) else { continue }
      // A reference and the key behind it are one field.
      let isSaid = faults.contains { fault in
        fault.message == message
          && object.entity.propertyNames(writing: key).contains(fault.key)
      }
      if !isSaid { faults.append(Fault(object: object, key: key, message: message)) }
    }
    return faults
  }

  /// The properties of an object in the order of its fields, and behind them those that have none.
  private func keys(of object: ManagedObject) -> [String] {
    object.entity.judgedPropertyKeys(displayed: shownKeys(of: object))
  }

  /// The fields of an object's form, tab after tab.
  private func shownKeys(of object: ManagedObject) -> [String] {
    let form = PageState(task: object.enteringTask, subject: .object(object))
    var scope = form.scope(in: work.root)
    let tabs = scope[ComponentKeys.shared.tabs]
    guard !tabs.isEmpty else { return scope.propertyKeys }
    return tabs.flatMap { tab in
      scope[ComponentKeys.shared.tab] = tab
      return scope.propertyKeys
    }
  }
}
