import AccessControl
import Editing
import EntityModel
import EntityStore
import Qualifiers
import StandardKeys
import Widgets
import Workspace

/// The undo and redo of committed saves: asks first, checks the right to write each row, and reports the result.
struct SaveUndo: InterfacePart {
  let ui: UserInterface

  private var saves: SaveController { work.saves }

  /// Asks about a save that somebody else may have made, by what of it may be seen.
  func ask(
    about entry: SaveHistory.Entry,
    _ context: CommandContext,
    by question: @escaping (SaveHistory.Entry, CommandContext) -> Void
  ) {
    let page = ui.navigator.current
    work.loads.act {
      let reason: String
      do throws(StoreError) {
        let seen = try await seen(entry)
        guard ui.shows(page, context) else { return }
        if let seen { return question(seen, context) }
        reason = "has only rows hidden from you"
      } catch {
        reason = "cannot be read: \(work.sentence(for: error))"
      }
      offerToLeave(entry, because: "\(title(of: entry)) \(reason)", context)
    }
  }

  /// A save with a summary of what the person may see of it; `nil` where that is nothing.
  private func seen(_ entry: SaveHistory.Entry) async throws(StoreError) -> SaveHistory.Entry? {
    var entry = entry
    guard entry.record != nil || entry.obstacle == nil else {
      entry.summary = ""
      return entry
    }
    // What cannot be taken back is in no log.
    let rows =
      if let known = entry.record { known.rows } else {
        try saves.record(of: entry, in: work).rows
      }
    let sight = try await SaveVisibility(of: rows, in: work)
    let shown = rows.filter(sight.shows)
    guard !shown.isEmpty else { return nil }
    entry.summary = try await sight.summary(of: shown)
    entry.companions.back = sight.companions(of: shown, again: false)
    entry.companions.again = sight.companions(of: shown, again: true)
    return entry
  }

  /// Returns a neutral name of a save, used where the user may not see its content.
  private func title(of entry: SaveHistory.Entry) -> String { "the save of \(entry.time)" }

  /// Asks whether a save is to be taken back.
  func confirmSaveUndo(_ entry: SaveHistory.Entry, _ context: CommandContext) {
    if let obstacle = entry.obstacle {
      return offerToLeave(
        entry,
        because: "\(entry.title) cannot be taken back: \(obstacle)",
        context
      )
    }
    let question = "Take back \(entry.title)?"
    let asked = Announcement(
      asking: question,
      details: entry.companions.back,
      verb: "take it back",
      keepTitle: "leave as it is"
    ) { context in
      revert(entry, named: "taken back", context) {
        saves.history.noteUndone(entry, with: work.editing.redoCount)
      }
    }
    ui.ask(asked, context)
  }

  /// Says why a save is not taken back, and asks whether to go on to the one before, if it is the one that is next.
  private func offerToLeave(
    _ entry: SaveHistory.Entry,
    because reason: String,
    as role: Role = .warning,
    _ context: CommandContext
  ) {
    // What is asked tells the reason too.
    guard saves.history.last?.id == entry.id else { return context.say(reason, role) }
    let asked = Announcement(
      asking: reason,
      details: ["Leave it, then the save before it is taken back next."],
      verb: "leave it",
      keepTitle: "do nothing"
    ) { context in
      if let fault = saves.leave(entry) { context.say(fault, .warning) }
      guard let next = saves.history.last else {
        return context.say("\(title(of: entry)) is left as it is; there is no save before it")
      }
      ask(about: next, context, by: confirmSaveUndo)
    }
    ui.ask(asked, context)
    context.say(reason, role)
  }

  /// Asks whether a save that was taken back is to be made again.
  func confirmSaveRedo(_ entry: SaveHistory.Entry, _ context: CommandContext) {
    let question = "Redo \(entry.title), which was taken back?"
    let asked = Announcement(
      asking: question,
      details: entry.companions.again,
      verb: "save it again",
      keepTitle: "leave as it is"
    ) { context in
      revert(entry, again: true, named: "saved again", context) {
        saves.history.noteRedone()
      }
    }
    ui.ask(asked, context)
  }

  private func revert(
    _ entry: SaveHistory.Entry,
    again isAgain: Bool = false,
    named participle: String,
    _ context: CommandContext,
    then note: @escaping () -> Void
  ) {
    work.writeAlone(context) {
      var record: SaveRecord?
      do throws(StoreError) {
        let known = try saves.record(of: entry, in: work)
        let way = isAgain ? known.inverted : known
        record = way
        let done = try await saves.revert(way, of: entry, again: isAgain, in: work)
        note()
        await copyState(done)
        work.presenter?.readAgain()
        let fault = saves.auditFault
        context.say(
          fault ?? "\(participle): \(entry.title)",
          fault == nil ? .success : .warning
        )
      } catch {
        let reason = "not \(participle): \(await sentence(for: error, entry, record))"
        if isAgain || error.isPassing { return context.say(reason, .error) }
        offerToLeave(entry, because: reason, as: .error, context)
      }
    }
  }

  /// Registers the reverted rows as the user's own changes, so that they are not reported as conflicts.
  ///
  /// Pages about deleted rows close without a message, unless they have unsaved input.
  private func copyState(_ record: SaveRecord) async {
    let entities = Dictionary(grouping: work.model.entities, by: \.tableKey)
    var written: [(object: ManagedObject, before: Record, after: Record)] = []
    for row in record.rows {
      guard let before = row.after, let id = before.id,
        let table = work.model.entity(named: id.entityName)
      else { continue }
      for entity in entities[table.tableKey] ?? [] {
        guard let object = work.editing.registeredObject(for: id.named(entity.name)) else {
          continue
        }
        if let after = row.before, after.id == id {
          written.append((object, before, after))
        } else if !object.hasInput {
          work.editing.dismiss(object)
          work.end(object)
        }
      }
    }
    work.editing.learn(written)
    for row in written where row.object.hasChanges { await work.reader.refresh(row.object) }
  }

  // MARK: What was refused

  private func sentence(
    for error: StoreError,
    _ entry: SaveHistory.Entry,
    _ record: SaveRecord?
  ) async -> String {
    guard let record else { return work.sentence(for: error) }
    // A reason that is about rows may name what is not shown, or tell that it is there.
    if !error.isPassing, await holdsHidden(record) {
      return "it would write values hidden from you"
    }
    switch error {
    case .changedByOther(let id):
      let (sentence, names) = await changedSince(id, record)
      guard let later = await laterSave(than: entry, of: id, writing: names) else {
        return sentence
      }
      return "\(sentence); take back \(later.title) first"
    case .unsupported where isHidden(record.unrecorded.union(record.derived)):
      return "some of its related changes were not recorded"
    default: return SaveErrorText(work: work).text(for: .store(error))
    }
  }

  /// The last save that the person may see, and that has changed one of some fields of a row since another one; without
  /// names any of them.
  private func laterSave(
    than entry: SaveHistory.Entry,
    of id: RecordID,
    writing names: Set<String>
  ) async -> SaveHistory.Entry? {
    let reader = SaveReader(work: work, of: .row(id))
    let found = await work.readFaults.value(orSay: "the saves since cannot be read") {
      () async throws(StoreError) in
      while let saves = try await reader.next() {
        let save = saves.first {
          $0.id == entry.id || !$0.isTakenBack && hasWritten(names, of: id, $0)
        }
        if let save { return save.id == entry.id ? nil : save }
      }
      return SaveHistory.Entry?.none
    }
    return found ?? nil
  }

  /// Whether a save has changed one of some fields of a row, or made it; what is not known of one, it has.
  private func hasWritten(
    _ names: Set<String>,
    of id: RecordID,
    _ entry: SaveHistory.Entry
  ) -> Bool {
    guard !names.isEmpty else { return true }
    let rows: [SaveRecord.Row]
    do throws(StoreError) { rows = try saves.record(of: entry, in: work).rows } catch {
      return true
    }
    let own = rows.filter { $0.id == id || $0.after?.id == id }
    return own.isEmpty
      || own.contains { $0.before == nil || !names.isDisjoint(with: $0.changedValues.keys) }
  }

  private func isHidden(_ tables: Set<TableName>) -> Bool {
    work.model.entities.contains {
      tables.contains($0.definition.table) && work.visibilityRefusal(of: $0) != nil
    }
  }

  /// Whether a save has changed a row, or a value, that the person may not see; where that is not known, it has.
  private func holdsHidden(_ record: SaveRecord) async -> Bool {
    do throws(StoreError) {
      let sight = try await SaveVisibility(of: record.rows, in: work)
      return record.rows.contains(where: sight.hidesSome)
    } catch { return true }
  }

  /// Returns a message about a row that was changed after the save, and the changed properties among those that the save wrote.
  private func changedSince(
    _ id: RecordID,
    _ record: SaveRecord
  ) async -> (sentence: String, names: Set<String>) {
    let row = record.rows.first { $0.id == id || $0.after?.id == id }
    guard let row, let left = row.after, let leftID = left.id else {
      return (
        "\(work.shownName(id.entityName)) \(id.keyText) exists again, or new rows refer to what the save changed",
        []
      )
    }
    let scope = work.root.scoped(toTask: .edit).scoped(to: left)
    let sight = await work.readFaults.value(orSay: "a save cannot be read") {
      () async throws(StoreError) in try await SaveVisibility(of: [row], in: work)
    }
    let label = sight?.label(of: row) ?? work.shownName(of: left.entity)
    let written = row.changedValues
    let shown = left.layout.paths.filter { written[$0.first] != nil && scope.showsColumn($0) }
    do throws(StoreError) {
      guard let now = try await work.store.record(leftID, paths: shown) else {
        return ("\(label) was deleted or is hidden from you", [])
      }
      let names = shown.map(\.first).filter { now.value(forKey: $0) != left.value(forKey: $0) }
      guard !names.isEmpty else {
        return ("\(label) was changed since, or new rows refer to it", [])
      }
      let titles = names.map {
        scope.displayName(of: left.entity.propertyNames(writing: $0)[0])
      }
      return ("\(label) was changed since: \(titles.joined(separator: ", "))", Set(names))
    } catch {
      return ("\(label) was changed since", [])
    }
  }
}

extension StoreError {
  /// Whether the same may succeed as soon as others are done.
  fileprivate var isPassing: Bool {
    switch self {
    case .busy, .cancelled, .timedOut, .cannotOpen: true
    default: false
    }
  }
}
