import AccessControl
import Editing
import EntityStore
import Qualifiers
import RuleEnvironment
import StandardKeys
import Widgets

/// What the file says of values that were entered, as long as they stand there.
nonisolated struct FieldFinding {
  /// The attributes and their values, which were looked for.
  let values: [String: Value]
  /// What is wrong with them.
  let sentence: String
}

extension FormModel {
  /// All that keeps the object from being saved, as far as it is known while somebody types, by property: what was typed, what
  /// rules say of what was entered, and what the file holds.
  func faults(in session: Session) -> [String: String] {
    var faults = problems
    for problem in ruleProblems(in: session) where faults[problem.key] == nil {
      faults[problem.key] = problem.message
    }
    for (key, finding) in findings where faults[key] == nil {
      let stands = finding.values.allSatisfy { object.snapshot.value(forKey: $0) == $1 }
      if stands { faults[key] = finding.sentence }
    }
    return faults
  }

  /// What rules say of what was entered; asked once for each state of the object.
  private func ruleProblems(in session: Session) -> [FieldProblem] {
    let (snapshot, revision) = (object.snapshot, session.rootRevision)
    if let judged, judged.record === snapshot, judged.revision == revision {
      return judged.problems
    }
    let entered = object.changedKeys.union(object.keysWithoutDefault).union(object.carriedOver)
    let keys = Set(entered.flatMap(object.entity.propertyNames))
    let problems =
      keys.isEmpty ? [] : RuleProblems(root: session.root).problems(of: object, among: keys)
    judged = (snapshot, revision, problems)
    return problems
  }
}

/// The fields of a page that cannot be saved as they are.
struct FormFaults {
  let page: PageContext

  private var session: Session { page.session }

  /// How many there are.
  var count: Int { page.state.forms.reduce(0) { $0 + $1.faults(in: session).count } }

  /// Goes to the first of them behind the field that has the focus, on whatever tab, or to the first of all.
  func goToNext(_ context: CommandContext) {
    let scope = context.host.focusedEnvironment
    let form = scope[ViewKeys.shared.form]
    let key = PropertyPath(scope[ModelKeys.shared.propertyKey]).last
    let fields = page.state.forms.flatMap { form in keys(of: form).map { (form, $0) } }
    let current = fields.firstIndex { $0 === form && $1 == key } ?? -1
    let faults = Dictionary(
      uniqueKeysWithValues: page.state.forms.map {
        (ObjectIdentifier($0), $0.faults(in: session))
      }
    )
    for index in fields.indices {
      let (form, key) = fields[(current + 1 + index) % fields.count]
      guard let fault = faults[ObjectIdentifier(form)]?[key],
        page.focus(onField: key, of: form.object, context)
      else { continue }
      let root = session.root.scoped(toTask: form.task).scoped(to: form.object.snapshot)
      return context.say("\(root.displayName(of: key)): \(fault)", .warning)
    }
    context.say("no field is known to be wrong; saving asks the database")
  }

  /// The properties of a form in the order of its fields.
  private func keys(of form: FormModel) -> [String] {
    let scope = session.root.scoped(toTask: form.task).scoped(to: form.object.snapshot)
    return form.object.entity.judgedPropertyKeys(displayed: scope.propertyKeys)
  }
}
