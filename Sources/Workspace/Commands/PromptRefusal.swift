import Diagnostics

/// An error for invalid prompt input, with the message shown when the prompt returns for correction.
package nonisolated struct PromptRefusal: Error {
  /// The message: the mistake and how to correct it.
  package let sentence: String
  /// The place of the mistake in the input, in UTF-8 bytes; `nil` when the whole input is refused.
  package let place: Int?

  package init(_ sentence: String, at place: Int? = nil) {
    (self.sentence, self.place) = (sentence, place)
  }

  /// The refusal that an error in typed text stands for; `place` gives the place in the input for one in that text.
  package init(_ error: any Error, at place: (Int) -> Int = { $0 }) {
    let span = (error as? UsageError)?.span
    self.init(typedSentence(of: error), at: span.map { place($0.start) })
  }
}
