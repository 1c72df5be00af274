import AccessControl
import Editing
import EntityStore
import StandardKeys
import Widgets
import Workspace

/// The commands for tagging rows of a list, and for changing the tagged rows or all rows.
struct TagCommands: PagePart {
  let page: PageContext
  let model: ListModel

  /// Tagging, and changing the tagged rows or all.
  var all: [Command] {
    let tagging = tagging
    return [tagging].compactMap(\.self)
      + RowsCommand.all.compactMap { $0.command(in: self, beside: tagging) }
  }

  /// Tagging the row under the cursor, and going on to the next.
  var tagging: Command? {
    guard let record = model.currentRecord else { return nil }
    let refusal = record.id == nil ? "the row has no key that identifies it" : nil
    let title = model.isTagged(record) ? "untag" : "tag"
    return Command(.tag, title: title, disabledReason: refusal) { _ in
      if let id = record.id { model.tag { $0.toggle(id) } }
      model.cursor.go(to: model.cursor.position + 1, in: model)
    }
  }

  /// Why no row can be changed; `nil` where some can.
  var readOnlyReason: String? {
    let scope = work.root.scoped(toTask: .bulk).scoped(to: model.entity)
    return Permissions(work: work, scope: scope).readOnlyReason
  }

  /// Deleting the tagged rows, in place of the one under the cursor; `nil` where none is tagged.
  var deletion: Command? {
    guard !model.tags.isEmpty else { return nil }
    let reason = readOnlyReason ?? RelatedList(page: page)?.deletionRefusal
    return Command(.delete, title: "delete tagged", disabledReason: reason) { ask($0) }
  }

  // MARK: Deleting

  /// Asks once for all, with what becomes of others.
  private func ask(_ context: CommandContext) {
    let rows = BulkRows(list: model)
    let paths = work.fetchPaths(forObjectOf: model.entity, in: model.scope)
    work.loads.act {
      do {
        let bulk = BulkOperation(rows)
        let objects = try await bulk.objects(paths: paths, of: nil) { _ in }
        guard !objects.isEmpty else { return context.say("the tagged rows no longer exist") }
        let effects = await DeletionEffects(of: objects, entity: rows.entity, in: work)
        guard ui.shows(page.state, context) else { return }
        let title = rows.title(count: objects.count)
        let question = PageState(task: .delete, subject: .entity(rows.entity), name: title)
        question.deletion = DeletionModel(objects, called: title, effects: effects, in: work) {
          let isAtOnce = PendingDeletion(work: work).areAtOnce(objects)
          isAtOnce ? delete(objects, by: bulk, $0) : mark(objects, called: title, $0)
        }
        page.push(question)
      } catch {
        context.say("not deleted: \(BulkOperation.sentence(for: error, in: work))", .error)
      }
    }
  }

  /// Marks them, as one step that can be undone.
  private func mark(_ objects: [ManagedObject], called title: String, _ context: CommandContext) {
    guard !work.saves.isBusy else { return context.say(SaveController.busySentence, .warning) }
    let marked = objects.map { ($0.base, work.editing.object(for: $0.base)) }
    let scopes = ObjectScopes(below: work.root)
    for (_, object) in marked {
      let scope = scopes.scope(of: object.judged, inTask: .list)
      let reason = Permissions(work: work, scope: scope).deletionRefusal
      guard let reason = object.goingRefusal ?? reason else { continue }
      let label = UnsavedChanges(work: work).label(of: object)
      return context.say("no row is marked: \(label): \(reason)", .warning)
    }
    guard let (_, first) = marked.first else { return }
    work.editing.group("deletion of \(title)", of: first, at: "") {
      for (record, object) in marked { work.editing.delete(object, asRead: record) }
    }
    leaveQuestion()
    for (_, object) in marked { work.end(object) }
    context.say("\(title): deleted with the next save; u keeps them")
  }

  private func leaveQuestion() {
    if ui.navigator.current.task == .delete { PageLeaving(ui: ui).goBack() }
  }

  private func delete(
    _ objects: [ManagedObject],
    by bulk: BulkOperation,
    _ context: CommandContext
  ) {
    work.writeAlone(context) {
      do throws(PromptRefusal) {
        for object in objects { bulk.delete(object) }
        try await bulk.save(objects)
      } catch {
        return context.say("nothing was deleted: \(error.sentence)", .error)
      }
      leaveQuestion()
      for id in objects.compactMap(\.base.id) {
        guard let known = work.editing.registeredObject(for: id) else { continue }
        work.editing.dismiss(known)
        work.end(known)
      }
      // Where that is not known it has been said.
      let survivors = await UndeletedObjects(work: work).count(of: objects) ?? 0
      // Tags of what is gone would come back with it.
      if survivors == 0 { model.tag { $0.clear() } }
      let count = NumberText.count(objects.count - survivors)
      context.say(
        UndeletedObjects.sentence(count: survivors)
          ?? "deleted \(count) \(count == "1" ? "row" : "rows")",
        survivors == 0 ? .success : .warning
      )
      work.reader.refreshVisibleList()
    }
  }
}
