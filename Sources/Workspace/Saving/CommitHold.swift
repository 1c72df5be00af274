/// A stretch of work that nothing interrupts: a commit and the audit lines about it.
package protocol CommitHold: Sendable {
  /// Begins the stretch; may be called again, from any thread.
  ///
  /// - Returns: Whether work may go on.
  nonisolated func begin() -> Bool
  /// Ends the stretch.
  nonisolated func end()
}

/// A hold where nothing interrupts.
package nonisolated struct NoHold: CommitHold {
  package func begin() -> Bool { true }
  package func end() {}
}
