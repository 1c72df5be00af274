/// Why what was entered at a prompt was not taken; the prompt comes back with it, to be mended.
package nonisolated struct PromptRefusal: Error {
  /// The message: the mistake and how to correct it.
  package let sentence: String

  package init(_ sentence: String) { self.sentence = sentence }
}
