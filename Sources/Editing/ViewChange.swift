/// An undo step that changes only the view, such as the sorting or filter of a list, and no data.
package final class ViewChange {
  /// The step's name: `sort Film by Title`.
  package let name: String
  /// The list or page whose view changed; the step is void once it no longer exists.
  package private(set) weak var place: AnyObject?
  /// How many saves could be taken back when it was done.
  package let saveCount: Int
  /// Shows it as it was shown before, and with the next call again as it was then.
  let turn: () -> Void

  /// A step of `place`, which `turn` takes back, and does again.
  package init(
    _ name: String,
    at place: AnyObject,
    saveCount: Int,
    turn: @escaping () -> Void
  ) {
    (self.name, self.place, self.saveCount, self.turn) = (name, place, saveCount, turn)
  }
}
