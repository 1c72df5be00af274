package import Editing

/// A detector of newly added objects: it remembers the objects last shown in a list and finds one that was not among them.
///
/// The list moves its cursor to that object.
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
