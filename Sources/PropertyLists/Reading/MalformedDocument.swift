package import Diagnostics

/// The error for a file that cannot be parsed, with the message and position of the fault at which reading ended.
package struct MalformedDocument: Error, Sendable {
  /// The error message with its position and a suggestion.
  package private(set) var diagnostic: Diagnostic

  init(_ message: String, in source: SourceText, at span: SourceSpan, suggestion: String? = nil) {
    diagnostic = Diagnostic(
      .error,
      id: "syntax",
      message,
      source: source,
      span: span,
      suggestion: suggestion
    )
  }

  /// The fault that another reader found.
  init(_ fault: Diagnostic) {
    diagnostic = fault
    diagnostic.id = "syntax"
  }

  /// The fault of a file that has no text in which to mark a place.
  init(_ message: String, file: String, suggestion: String? = nil) {
    diagnostic = Diagnostic(
      .error,
      id: "syntax",
      "\(file): \(message)",
      suggestion: suggestion
    )
  }

  static let cutSuggestion = "the file may be truncated; get a complete copy"
}
