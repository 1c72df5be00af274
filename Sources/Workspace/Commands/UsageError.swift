package import Diagnostics
package import Qualifiers

/// An error in what the user typed, such as an unknown property or a wrong option; on the command line exit code 2.
package struct UsageError: Error, Sendable {
  /// The message: the mistake and how to correct it, without a full stop.
  package var message: String
  /// The faulty part of a condition or expression; `nil` when the error has no place in one.
  package var span: SourceSpan?

  /// A mistake.
  package init(_ message: String, at span: SourceSpan? = nil) {
    (self.message, self.span) = (message, span)
  }

  /// A comparison or an operand of a kind that never fits, with the spelling that works, with `date` for a date.
  package init(_ mismatch: any KindMismatch, naming date: PropertyPath? = nil) {
    let correction = mismatch.correction(naming: date).map { "; write \($0)" } ?? ""
    self.init(mismatch.message() + correction, at: mismatch.span)
  }

  /// The error with the line of `text` in which it has its place, and a caret below that.
  package func showingPlace(in text: String) -> UsageError {
    guard let span else { return self }
    let source = SourceText(name: "", text: text)
    let fault = Diagnostic(.error, id: "usage", message, source: source, span: span)
    return UsageError(fault.sentenceWithPlace)
  }
}
