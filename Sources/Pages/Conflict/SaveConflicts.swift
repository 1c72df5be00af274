import AccessControl
import Editing
import EntityModel
import EntityStore
import RuleEnvironment
import StandardKeys
import Widgets
import Workspace

/// The search for conflicts after a refused save: all its objects that others have changed or deleted, shown on the conflict
/// page.
struct SaveConflicts: InterfacePart {
  let ui: UserInterface
  let objects: [ManagedObject]

  /// The records about which a person has to be asked; those that are only merged are read and need no answer.
  ///
  /// `id` is that of the one for which the save was refused.
  func found(refusing id: RecordID) async -> [RecordConflict] {
    var conflicts: [RecordConflict] = []
    for object in objects where object.state != .inserted && object.hasChanges {
      let read = object.base
      if await DeletedElsewhere.found(object, in: work) != nil {
        conflicts.append(RecordConflict(object, isGone: true, asRead: read, in: work))
        continue
      }
      guard await work.reader.refresh(object), object.hasChanges,
        object.needsConflictPrompt(since: read) || object.base.id == id && !isMerged(object)
      else {
        work.saves.readBeforeMerging[ObjectIdentifier(object)] = read
        continue
      }
      let known = object.contest(asRead: read)
      conflicts.append(RecordConflict(object, asRead: known, in: work))
    }
    return conflicts
  }

  /// Whether what others wrote is what was entered here, so that nothing of it is left to be written over.
  private func isMerged(_ object: ManagedObject) -> Bool {
    object.lockingPolicy == .changed && object.conflictingKeys.isEmpty
  }

  /// Asks about conflicts on a page of their own; the save goes on from it.
  func ask(about conflicts: [RecordConflict], then resume: @escaping (CommandContext) -> Void) {
    let page = PageState(task: .conflict, subject: .database)
    page.conflict = ConflictModel(conflicts, resume: resume)
    ui.navigator.push(page)
  }

  /// Returns a message about a record changed by others, with the new values that the user may see.
  func sentence(about conflict: RecordConflict) -> String {
    let root = work.root.scoped(toTask: .edit)
    let object = conflict.object
    let label = { (record: Record) in
      root.scoped(to: record)[ObjectKeys.shared.objectLabel] ?? object.entity.name
    }
    switch conflict.kind {
    case .gone: return DeletedElsewhere(work: work, object: object).sentence
    case .another(let now):
      return
        "\(label(object.mergeBase(object.base))) is \(now) now: renamed elsewhere, or deleted and \(now) has its key"
    case .changed, .deleting:
      let contested = object.conflictingKeys
      let own = conflict.rows.filter { !$0.keys.isDisjoint(with: contested) }
      let theirs = (own.isEmpty ? conflict.rows.filter { $0.mine == nil } : own).compactMap { row in
        row.theirs.map { "\(row.title) is now \($0.text)" }
      }
      return "\(label(object.base)) was changed elsewhere since it was read"
        + (theirs.isEmpty ? "" : ": \(theirs.joined(separator: ", "))")
    }
  }
}
