import RuleEngine
import Widgets

nonisolated extension KeyBindings.Problem {
  /// The mistake as lints tell of it.
  var valueProblem: ValueProblem {
    ValueProblem(
      lint: isIdle ? "idle-binding" : "key-binding",
      sentence,
      advice: "docs/KeyBindings.md lists commands and keys"
    )
  }
}
