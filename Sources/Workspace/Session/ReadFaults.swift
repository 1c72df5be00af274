package import EntityStore

/// A collector of error messages for failed reads, which are shown to the user so that no failure looks like an empty result.
package final class ReadFaults {
  /// The faults that are not shown yet: without a screen they are said at the end.
  package private(set) var sentences: [String] = []
  /// The names in sentences: those of the model until there are rules.
  package var names: NamedSentence.Names = { $1 ?? $0 }

  package init() {}
  /// Shows a sentence at once, where there is a screen; what was told before there was one too.
  package var onNote: ((String) -> Void)? {
    didSet {
      guard let onNote, !sentences.isEmpty else { return }
      onNote(sentences.joined(separator: "; "))
      sentences = []
    }
  }

  /// Tells that something was not read, and why; what a person stopped is no fault.
  ///
  /// - Parameters:
  ///   - error: What the store says.
  ///   - what: What fails, as the beginning of a sentence: `Ada is not read again`.
  package func note(_ error: StoreError, _ what: NamedSentence) {
    if case .cancelled = error { return }
    say("\(what.text(naming: names)): \(error.readingSentence(naming: names))")
  }

  /// Tells what a read has found out.
  package func say(_ sentence: String) {
    guard let onNote else {
      if !sentences.contains(sentence) { sentences.append(sentence) }
      return
    }
    onNote(sentence)
  }

  /// Returns the result of `read`, or `nil` when it fails; reports the failure unless the user cancelled the read.
  package func value<Value>(
    orSay what: NamedSentence,
    _ read: () async throws(StoreError) -> Value
  ) async -> Value? {
    do throws(StoreError) { return try await read() } catch {
      note(error, what)
      return nil
    }
  }
}

extension StoreError {
  /// Returns the message about a failed read: what happened and what to do.
  package func readingSentence(naming names: NamedSentence.Names) -> String {
    switch self {
    case .busy: "another program has the file locked; try again when it is done"
    default: sentence(naming: names)
    }
  }
}
