import Editing
import StandardKeys
import Widgets
import Workspace

/// A form shown in steps, one per tab: the next step opens when the present one is valid, and the last saves.
struct Wizard {
  let page: PageContext
  let tabs: [String]
  /// The place of the open one.
  let number: Int
  /// The property sections on the open step.
  let sections: [PropertySection]

  /// Going on and back; before the last step Enter goes on behind the last field, and nothing is saved.
  var commands: [Command] {
    let left = tabs.count - 1 - number
    let isLast = left <= 0
    let next = Command(
      .nextTab,
      title: "next step",
      disabledReason: isLast ? "this is the last step" : nil
    ) { goOn($0) }
    let previous = Command(
      .previousTab,
      title: "previous step",
      disabledReason: number == 0 ? "this is the first step" : nil
    ) { _ in page.state.tab = tabs[number - 1] }
    guard page.isOpen, !isLast else { return [next, previous] }
    let reason =
      left == 1 ? "one more step comes before that" : "\(left) more steps come before that"
    return [
      next, previous,
      Command(.nextField) { if !$0.host.moveFocus(by: 1, wrapping: false) { goOn($0) } },
    ] + [.save, .saveAndNew, .saveAndNext].map { Command($0, disabledReason: reason) { _ in } }
  }

  /// Opens the next step, or goes to the first field that does not hold.
  private func goOn(_ context: CommandContext) {
    guard page.isOpen, let object = page.object else { return }
    let (work, keys) = (page.work, sections.flatMap(\.rows).map(\.key))
    var faults = page.state.form(of: object)?.faults(in: work) ?? [:]
    let known = RuleProblems(root: work.root).problems(of: object, among: Set(keys))
    for problem in object.problems() + known {
      for key in [problem.key] + object.entity.propertyNames(writing: problem.key)
      where faults[key] == nil { faults[key] = problem.message }
    }
    guard let key = keys.first(where: { faults[$0] != nil }), let fault = faults[key] else {
      page.state.tab = tabs[number + 1]
      return
    }
    context.host.focus(onField: key, of: object)
    context.say("\(page.scope.displayName(of: key)): \(fault)", .warning)
  }
}
