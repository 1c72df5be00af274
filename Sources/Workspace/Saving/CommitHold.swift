/// A stretch of work that nothing interrupts: a commit and the audit lines about it.
package protocol CommitHold: Sendable {
  /// Begins the stretch; may be called again, from any thread.
  ///
  /// - Returns: Whether work may go on.
  nonisolated func begin() -> Bool
  /// Ends the stretch.
  nonisolated func end()
}

/// A commit hold that does nothing: the default without a user interface, which sets one that blocks signals.
package nonisolated struct NoHold: CommitHold {
  package func begin() -> Bool { true }
  package func end() {}
}
