/// The objects for saving in one open database: save controller, journal of unsaved edits, errors of the last refused save.
///
/// Also holds the observer of changes by other programs. Each ``WorkContext`` has one.
package final class WorkWriting {
  /// The save path.
  package let saves = SaveController()
  /// The file that keeps what is typed.
  package let journal = EditJournal()
  /// The changes that other programs make.
  package let file = ExternalChangeObserver()
  /// The faults that kept the last save from being done.
  package var faults = SaveFaults()
}
