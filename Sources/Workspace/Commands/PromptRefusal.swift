/// An error for invalid prompt input, with the message shown when the prompt returns for correction.
package nonisolated struct PromptRefusal: Error {
  /// The message: the mistake and how to correct it.
  package let sentence: String
  /// The place of the mistake in the input, in UTF-8 bytes; `nil` when the whole input is refused.
  package let place: Int?

  package init(_ sentence: String, at place: Int? = nil) {
    (self.sentence, self.place) = (sentence, place)
  }
}
