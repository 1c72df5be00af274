/// Why what was entered at a prompt was not taken; the prompt comes back with it, to be mended.
package nonisolated struct PromptRefusal: Error {
  /// What is wrong, and what to do.
  package let sentence: String

  package init(_ sentence: String) { self.sentence = sentence }
}
