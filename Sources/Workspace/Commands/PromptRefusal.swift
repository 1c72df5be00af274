/// An error for invalid prompt input, with the message shown when the prompt returns for correction.
package nonisolated struct PromptRefusal: Error {
  /// The message: the mistake and how to correct it.
  package let sentence: String

  package init(_ sentence: String) { self.sentence = sentence }
}
