import Editing
import EntityStore
import StandardKeys
import Widgets
import Workspace

/// The commands that open the save history, of the database or of an object, and those of its pages.
struct HistoryCommands: PagePart {
  let page: PageContext

  /// Goes to the saves of the database.
  func showAll() { page.push(PageState(task: .history, subject: .database)) }

  /// Going to the saves of an object.
  func command(about object: ManagedObject) -> Command {
    let reason = object.id == nil ? "it is not saved yet" : nil
    return Command(.recordHistory, disabledReason: reason) { _ in
      page.push(.history, about: object)
    }
  }

  /// Returns the commands for the save under the cursor.
  func all(in model: HistoryModel) -> [Command] {
    guard let save = model.rows.current else { return [] }
    return [
      Command(.open, title: "open") { context in
        do throws(StoreError) {
          _ = try work.saves.record(of: save, in: work)
        } catch {
          return context.say(
            "\(save.title) cannot be shown: \(work.sentence(for: error))",
            .warning
          )
        }
        let rows = PageState(task: .history, subject: .database, name: save.time)
        rows.savedRows = SavedRowsModel(work: work, save: save)
        page.push(rows)
      },
      takeBack(save, isTakenBack: save.isTakenBack),
    ]
  }

  /// Returns the commands for the rows of a save.
  func all(in model: SavedRowsModel) -> [Command] {
    let back = takeBack(model.entry, isTakenBack: model.isTakenBack)
    guard let row = model.rows.current?.row else { return [back] }
    return [Command(.open, title: "go to") { open(row, called: model.label(of: row), $0) }, back]
  }

  private func takeBack(_ entry: SaveHistory.Entry, isTakenBack: Bool) -> Command {
    let reason = isTakenBack ? "it was taken back" : nil
    return Command(.undo, title: "take back this save", disabledReason: reason) { context in
      guard !work.saves.isBusy else { return context.say(SaveController.busySentence, .warning) }
      SaveUndo(ui: ui).confirmSaveUndo(entry, context)
    }
  }

  /// Goes to the object as it is now.
  private func open(_ row: SaveRecord.Row, called label: String, _ context: CommandContext) {
    let known = row.latest
    page.read(orSay: "\(label) cannot be read") { () async throws(StoreError) in
      try await work.reader.row(known.id ?? row.id, of: known.entity)
    } then: {
      guard let record = $0 else {
        return context.say("\(label) was deleted or is hidden from you", .warning)
      }
      page.withOwnRecord(record) { page.push(.inspect, about: work.editing.object(for: $0)) }
    }
  }
}
