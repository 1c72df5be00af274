import Diagnostics
import Qualifiers
import RuleEngine
import RuleEnvironment
import Widgets

// What rules say of the screen as a whole: colours, keys, which commands a page offers.
extension Session {
  /// The styles of the look that the rules choose; without colours none of them counts.
  func palette(colorCount: Int) -> Palette {
    guard colorCount >= 8 else { return .mono }
    return catalog.looks[root[MiscKeys.shared.look]] ?? .dark
  }

  /// The keys of commands as the rules change them; what is wrong with them becomes a fault.
  func keyBindings() -> KeyBindings {
    let texts = root[MiscKeys.shared.keyBindings].mapValues(\.description)
    guard !texts.isEmpty else {
      if !bindingFaults.isEmpty { bindingFaults = [] }
      return KeyBindings()
    }
    let (bindings, problems) = KeyBindings.reading(texts, known: CommandDefinition.all)
    let rule = problems.isEmpty ? nil : resolver.explain(MiscKeys.shared.keyBindings, in: root).rule
    bindingFaults = problems.map { problem in
      Diagnostic(
        .warning,
        id: "key-binding",
        problem,
        source: rule?.source,
        span: rule?.assignmentSpan ?? SourceSpan(0, 0),
        suggestion: "docs/KeyBindings.md lists commands and keys"
      )
    }
    return bindings
  }
}
