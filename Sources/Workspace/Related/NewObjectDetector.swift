package import Editing

/// The new objects that were among rows when they were shown last: the cursor goes to one that comes.
package struct NewObjectDetector {
  private var known: Set<Int>?

  package init() {}

  /// Returns the first object that was not there before, and takes all for known; `nil` for those that were there first.
  package mutating func next(among objects: [ManagedObject]) -> ManagedObject? {
    let before = known
    known = Set(objects.map(\.token))
    return before.flatMap { before in objects.first { !before.contains($0.token) } }
  }
}
