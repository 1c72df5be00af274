import EntityStore
import RuleEnvironment
import RuleFiles
import StandardKeys

extension WorkContext {
  /// The save path.
  package var saves: SaveController { part { SaveController() } }
  /// The faults that kept the last save from being done.
  package var saveFaults: SaveFaults {
    get { saves.faults }
    set { saves.faults = newValue }
  }
  /// The file that keeps what is typed.
  package var journal: EditJournal { part { EditJournal() } }

  /// Keeps what is typed in a journal of the person's own, and looks for what programs that ended have left unsaved; not in
  /// locked mode, nor where rules want none.
  package func beginJournal() async {
    guard lockedSession == nil, !store.isReadOnly, root[EditingKeys.shared.keepsJournal],
      let mark = store.mark, let state = StateDirectory.make(surroundings.variables)
    else { return }
    let folder = state + "/journals"
    StateDirectory.make(at: folder)
    let prefix = mark + "."
    journal.begin(in: folder, prefix: prefix, of: self)
    await journal.look(in: folder, for: prefix, of: self) { saves.settle($0, in: self) }
  }
}

extension EditJournal {
  /// Lets another session keep what is typed from now on, if this one did.
  package func handOver(to other: WorkContext) async {
    guard isKept else { return }
    release()
    await other.beginJournal()
  }
}
