import RuleEngine

/// The paths that a file watch follows: files whose text matters, and folders in which rule files may appear.
///
/// They need not exist.
nonisolated struct WatchedPaths: Hashable, Sendable {
  /// Files whose text matters.
  var files: Set<String> = []
  /// Folders in which rule files may appear.
  var folders: Set<String> = []

  /// Whether a file of this name in a watched folder holds rules.
  static func isRuleFile(_ name: String) -> Bool {
    RuleFileReader.all.isNamed(name) && !name.hasPrefix(".")
  }
}

/// A source of change notifications for watched files and folders, such as inotify or polling.
///
/// `FileWatch` uses one and collects its hints into one notification.
protocol ChangeSource: AnyObject {
  /// Called with every hint, on the main actor.
  var onHint: (ChangeHint) -> Void { get set }
  /// Watches `places` from now on, and no others.
  ///
  /// - Returns: `false` when changes there cannot be told; then nothing is watched.
  func follow(_ places: WatchedPaths) -> Bool
}

/// A notification of a file change: finished, or likely to be followed by more.
///
/// `FileWatch` waits longer before it reports a change that is still under way.
nonisolated enum ChangeHint: Sendable {
  /// A file was closed, or put in its place as a whole.
  case finished
  /// More is likely to follow: a file was emptied, or is gone and may come back.
  case underWay
}
