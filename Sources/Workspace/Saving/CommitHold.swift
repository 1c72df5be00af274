/// A protocol for holding back interruptions, such as signals, during a commit and the writing of its audit lines.
///
/// The user interface implements it with `SignalBlock`.
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
