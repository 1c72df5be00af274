/// The saves of one open database, and everything that keeps account of them.
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
