import RuleEngine

/// Files and folders of which one wants to know when they change; they need not exist.
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

/// Tells that something at watched places may have changed.
protocol ChangeSource: AnyObject {
  /// Called with every hint, on the main actor.
  var onHint: (ChangeHint) -> Void { get set }
  /// Watches `places` from now on, and no others.
  ///
  /// - Returns: `false` when changes there cannot be told; then nothing is watched.
  func follow(_ places: WatchedPaths) -> Bool
}

/// How likely it is that a change is over.
nonisolated enum ChangeHint: Sendable {
  /// A file was closed, or put in its place as a whole.
  case finished
  /// More is likely to follow: a file was emptied, or is gone and may come back.
  case underWay
}
