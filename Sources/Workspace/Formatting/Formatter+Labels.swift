import Qualifiers
package import StandardKeys

nonisolated extension Formatter {
  /// Writes the labels of `choices`, and what has none as `formatter` does.
  package init(labelling choices: Choices, else formatter: Formatter?) {
    self.init("choices", "The label of each value.") { value, context in
      choices.label(of: value, for: context.attribute) ?? formatter?.text(value, context)
    }
    reading = { text, context in
      choices.values(called: text, for: context.attribute).first?.description
        ?? formatter?.reading(text, context)
    }
  }
}
